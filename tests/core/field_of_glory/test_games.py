"""Whole games with full knowledge: golden outcomes of fixed seeds, views, and set-up (FG-S1, FG-S2)."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from signifer_core.games.field_of_glory.actions import First, Keep, LayTerrain, notation
from signifer_core.layout import SIDES

from tests.core.field_of_glory.states import RULES, TURNS, after, played, told
from tests.core.golden_games import GoldenGames, told_of
from tests.sweeps import shared_out

SEEDS = st.integers(0, 2**32 - 1)
GAMES, CHUNK = 1000, 250

# Winner, or "-" at the bound of turns; turns; points and shuffles of red and blue; a hash of the record's notation.
Outcome = list[str | int]


def outcome(seed: int) -> Outcome:
    """How the random game of a seed goes."""
    state, record = told_of(played(random.Random(seed)), notation)
    red, blue = state.red, state.blue
    winner = RULES.outcome(state) or "-"
    counts = (state.turn, red.points, blue.points, red.shuffles, blue.shuffles)
    return [winner, *counts, record]


GOLDEN = GoldenGames(Path(__file__).parent / "golden" / "fog_games.json", GAMES, outcome)


@pytest.mark.slow
@pytest.mark.parametrize("first", shared_out(range(0, GAMES, CHUNK), 1))
def test_a_thousand_random_games_go_as_they_went(first: int) -> None:
    GOLDEN.check(range(first, first + CHUNK))


def test_the_golden_games_end_before_the_bound_of_turns() -> None:
    games = GOLDEN.found_good()
    assert Counter(game[0] for game in games) == {"red": 516, "blue": 463, "draw": 21}
    assert max(int(game[1]) for game in games) < TURNS


# Views


@pytest.mark.slow
@settings(max_examples=15, deadline=None, phases=[Phase.generate])
@given(SEEDS)
def test_a_view_names_nothing_that_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    for _, state in played(rng):
        if rng.random() > 0.05:
            continue
        for viewer in (*SIDES, "anyone"):
            seen = repr(RULES.view(state, viewer))
            for player in SIDES:
                side = state.side(player)
                hidden = set(side.deck_cards)
                if player != viewer:
                    hidden |= side.hand_cards | side.out | side.offered | side.discards
                    attack = state.attack
                    bonus = attack and (attack.bonus if player == state.active else attack.defending_bonus)
                    hidden |= {bonus.card} if bonus and bonus.card else set()
                # Both saw which units were discarded before placing, which led, and which left for it.
                hidden -= {card for card, _, _ in state.cleared}
                results = [result for result in (state.result, *state.earlier) if result]
                hidden -= {card for result in results for card in (result.lead, result.defending_lead)}
                for result in results:
                    hidden -= {*result.retreated, *result.captured, *result.discarded}
                hidden -= set(state.attack.retreated) if state.attack else set()
                assert not [card for card in hidden if card and f"'{card}'" in seen]


# FG-S1, FG-S2


def test_fg_s1_plains_to_the_centre_and_others_to_the_ends() -> None:
    state = RULES.new_game()
    assert told(RULES.refusals(state, LayTerrain("terrain/plain-1", 2))) == [("wrong-column", "FG-S1")]
    state = after(state, LayTerrain("terrain/plain-1", 3))
    assert told(RULES.refusals(state, LayTerrain("terrain/plain-1", 2))) == [("card-elsewhere", "FG-S1")]
    assert told(RULES.refusals(state, LayTerrain("terrain/hill-1", 4))) == [("wrong-column", "FG-S1")]
    state = after(state, LayTerrain("terrain/hill-1", 5), LayTerrain("terrain/woods-1", 1))
    state = after(state, LayTerrain("terrain/plain-2", 4), LayTerrain("terrain/rough-1", 2))
    assert [column.terrain for column in state.columns] == ["woods", "rough", "plain", "plain", "hill"]
    assert all(column.control is None for column in state.columns)
    assert state.step == "army"


def test_fg_s2_two_of_four_twelve_times() -> None:
    rng, kept = random.Random(1), Counter[str]()
    state = RULES.new_game()
    for action, state in played(rng):  # noqa: B007
        if isinstance(action, Keep):
            kept[action.card.partition("/")[0]] += 1
        if isinstance(action, First):
            break
    assert kept == {"red": 24, "blue": 24}
    for player in SIDES:
        side = state.side(player)
        assert (side.hand, side.deck, len(side.out), side.shuffles, side.points) == (9, 15, 24, 0, 0)
    assert (state.turn, state.step) == (1, "advance")
