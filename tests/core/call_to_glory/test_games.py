"""Whole games with full knowledge: golden outcomes of fixed seeds, for each number of players and each variant."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from signifer_core.games.call_to_glory import notation
from signifer_core.games.call_to_glory.state import VARIANTS

from tests.core.golden_games import GoldenGames, told_of

from .states import RULES, played

WAYS = [(players, variant) for players in (2, 3, 4) for variant in VARIANTS]
GAMES = 4 * len(WAYS)

# Winner, players, variant, turns, each player's points; a hash of the record's notation.
Outcome = list[str | int | list[int]]


def outcome(seed: int) -> Outcome:
    """How the random game of a seed goes; the seeds go through the ways to play in turn."""
    players, variant = WAYS[seed % len(WAYS)]
    state, record = told_of(played(random.Random(seed), RULES.new_game(players, variant)), notation)
    totals = list(state.totals())
    return [RULES.outcome(state) or "-", players, variant, state.turn, totals, record]


GOLDEN = GoldenGames(Path(__file__).parent / "golden" / "call_to_glory_games.json", GAMES, outcome)


@pytest.mark.slow
def test_random_games_go_as_they_went() -> None:
    GOLDEN.check()


def test_the_golden_games_are_won_by_the_highest_total_in_every_way_to_play() -> None:
    games = GOLDEN.found_good()
    assert {(game[1], game[2]) for game in games} == set(WAYS)
    for winners, players, _, _, totals, _ in games:
        assert isinstance(totals, list)
        assert len(totals) == players
        assert {totals[int(seat) - 1] for seat in str(winners).split()} == {max(totals)}
    assert {game[0] for game in games} >= {"1", "2", "3", "4"}
