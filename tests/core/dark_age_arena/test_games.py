"""Whole games with full knowledge: golden outcomes of fixed seeds, views, and a table that sees the same game."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import notation
from signifer_core.games.dark_age_arena.actions import Drawn
from signifer_core.games.dark_age_arena.state import STEPS
from signifer_core.layout import SIDES

from tests.core.dark_age_arena.states import RULES, after, played
from tests.core.golden_games import GoldenGames, told_of

GAMES = 40

# Winner, turns, points of red and blue, how many places were pillaged; a hash of the record's notation.
Outcome = list[str | int]


def outcome(seed: int) -> Outcome:
    """How the random game of a seed goes."""
    state, record = told_of(played(random.Random(seed), RULES.new_game()), notation)
    pillaged = sum(spot.pillaged for _, player in state.players for spot in player.spots)
    counts = (state.turn, state.red.score, state.blue.score, pillaged)
    return [RULES.outcome(state) or "-", *counts, record]


GOLDEN = GoldenGames(Path(__file__).parent / "golden" / "dark_age_arena_games.json", GAMES, outcome)


@pytest.mark.slow
def test_random_games_go_as_they_went() -> None:
    GOLDEN.check()


def test_the_golden_games_are_won_by_both_with_ten_points() -> None:
    games = GOLDEN.found_good()
    assert set(Counter(game[0] for game in games)) >= set(SIDES)
    for winner, _, red, blue, *_ in games:
        points = {"red": int(red), "blue": int(blue)}
        assert winner == "draw" or points[str(winner)] == max(points.values())
    assert sum(max(int(game[2]), int(game[3])) >= 10 for game in games) > GAMES // 2
    assert any(int(game[4]) > 2 for game in games)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_table_that_sees_the_same_game_believes_what_anybody_may_know(seed: int) -> None:
    """Both kinds of knowledge are one code: the table's state is the onlooker's view, action by action. Only what is
    under a bid and a face-down card a table knows."""
    table, steps = RULES.table_game(), set[str]()
    for action, state in played(random.Random(seed), RULES.new_game()):
        if action is not None and not isinstance(action, Drawn):
            table = after(table, action, rules=RULES)
        steps.add(state.step)
        if not state.owed:
            assert RULES.view(table, "anyone") == RULES.view(state, "anyone")
            assert (table.red.face_down, table.blue.bid) == (state.red.face_down, state.blue.bid)
    assert steps >= {*STEPS} - {
        "contest",
        "assist",
        "pair",
        "aim",
        "shoot",
        "strike",
        "yield",
        "spoils",
        "home",
    }


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 12))
def test_a_view_names_nothing_that_is_hidden(seed: int) -> None:
    for _, state in played(random.Random(seed), RULES.new_game()):
        for viewer in (*SIDES, "anyone"):
            view = RULES.view(state, viewer)
            hidden = state.red.stock.named | state.blue.stock.named
            for side in SIDES:
                if side != viewer:
                    hidden |= state.player(side).hand.named | state.player(side).face_down.named
            # A card that only this one hides may be named by what was rolled about it before.
            said = repr(replace(view, lasting=(), tasks=()))
            assert not [card for card in hidden if f"'{card}'" in said]


def test_the_cards_that_are_known_to_be_anywhere_are_those_with_a_known_place() -> None:
    for number, (_, state) in enumerate(played(random.Random(7), RULES.new_game())):
        if number % 25:
            continue
        for view in (state, *(RULES.view(state, side) for side in SIDES)):
            for side in SIDES:
                stock = RULES.deck.stock(side)
                known = {card for card in stock if view.known_place(card) is not None}
                assert view.known_cards(side).intersection(stock) == known
