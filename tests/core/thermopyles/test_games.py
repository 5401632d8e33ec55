"""Whole games with full knowledge: golden outcomes of fixed seeds, and views."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from signifer_core.games.thermopyles import notation

from tests.core.golden_games import GoldenGames, told_of
from tests.core.thermopyles.states import RULES, after, late, played
from tests.sweeps import often

SEEDS = st.integers(0, 2**32 - 1)
GAMES = 300

# Winner, players, turns, marker, cards in cemetery and repelled; a hash of the record's notation.
Outcome = list[str | int]


def outcome(seed: int) -> Outcome:
    """How the random game of a seed goes; every other one begins near its end."""
    rng = random.Random(seed)
    start = late(rng) if seed % 2 else RULES.new_game()
    state, record = told_of(played(rng, start), notation)
    counts = (len(state.hands), state.turn, state.marker, state.cemetery.number, state.repelled.number)
    return [RULES.outcome(state) or "-", *counts, record]


GOLDEN = GoldenGames(Path(__file__).parent / "golden" / "thermopyles_games.json", GAMES, outcome)


def test_three_hundred_random_games_go_as_they_went() -> None:
    GOLDEN.check()


def test_the_golden_games_end_in_every_way_and_are_played_by_one_to_four() -> None:
    games = GOLDEN.found_good()
    assert {game[1] for game in games} == {1, 2, 3, 4}
    winners = Counter(game[0] for game in games)
    assert set(winners) == {"red", "blue"}
    # The twelfth in the cemetery, a row that cannot be refilled, the marker at seven, no Spartan left.
    buried = [game for game in games if game[4] == 12]
    repelled = [game for game in games if game[0] == "red" and game[4] != 12]
    lost_at_the_end = [game for game in games if game[3] == 7]
    no_spartans = [game for game in games if game[0] == "blue" and game[3] != 7]
    assert buried
    assert repelled
    assert lost_at_the_end
    assert no_spartans


@pytest.mark.slow
@settings(max_examples=often(12, 25), deadline=None, phases=[Phase.generate])
@given(SEEDS)
def test_a_view_names_nothing_that_is_hidden(seed: int) -> None:
    for _, state in played(random.Random(seed)):
        for viewer in ("1", "2", "3", "4", "anyone"):
            view = RULES.view(state, viewer)
            hidden = state.pile.named | state.persians.named
            for seat in state.seats:
                if seat != viewer:
                    hidden |= state.hand(seat).named
                else:
                    assert view.hand(seat) == state.hand(seat)
            # Who went into the last combat, is seen by all, also if he came back: he does not.
            said = repr(view)
            assert not [card for card in hidden if f"'{card}'" in said]
            assert not view.full


def test_the_first_seat_says_how_many_play() -> None:
    """Who else plays is not known before."""
    assert RULES.actors(RULES.table_game()) == {"1"}


@settings(max_examples=often(12, 25), deadline=None, phases=[Phase.generate])
@given(SEEDS)
def test_a_table_that_sees_the_same_game_believes_what_anybody_may_know(seed: int) -> None:
    """Both kinds of knowledge are one code: the table's state is the onlooker's view, action by action."""
    table = RULES.table_game()
    for action, state in played(random.Random(seed)):
        if action is None or notation(action).startswith("drawn"):
            continue
        table = after(table, action)
        if state.step not in ("deal", "drawing"):
            assert table == RULES.view(state, "anyone")
