"""Whole games of Dark Age Arena by clumsy robots through the wire: the plug is pulled now and then, and the lower cards
of piles are silent.

Measured in processor time of one busy core: 10 to 35 s a game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_firmware.games.dark_age_arena.robots.match import DarkAgeArenaMatch, deal

from tests.firmware.games.dark_age_arena.robots import GAME, RULES, check_account, check_lying, clumsy_of
from tests.hil.robots import check_seen, deep, through_the_wire


def play(
    seed: int, folder: Path, *, rate: float = 0.1, power_cuts: float = 0.02, decisions: int | None = None
) -> Counter[str]:
    """One game, or its beginning, everything checked after each gesture and decision; how often what went wrong."""
    rng, board = random.Random(seed), deep(folder, seed, GAME)
    game, clumsy = deal(RULES, rng), clumsy_of(seed, rate=rate)

    def after(match: DarkAgeArenaMatch) -> None:
        check_account(match, board.seen)

    def lying(match: DarkAgeArenaMatch) -> None:
        check_lying(match, board.seen)
        check_seen(board, match, whole=False)

    def begun(watch: Callable[[DarkAgeArenaMatch, str], None]) -> DarkAgeArenaMatch:
        return DarkAgeArenaMatch(board, game, RULES, rng, slips=clumsy, after=after, watch=watch)

    through_the_wire(seed, board, begun, clumsy, lying, power_cuts=power_cuts, decisions=decisions)
    return clumsy.slips


@pytest.mark.slow
def test_clumsy_robots_begin_a_game_through_the_wire(tmp_path: Path) -> None:
    wrong = play(5, tmp_path, rate=0.2, power_cuts=0.05, decisions=30)
    assert wrong["power cut"]
    assert wrong.total() > 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", [3, 8, 12])
def test_clumsy_robots_play_whole_games_through_the_wire(seed: int, tmp_path: Path) -> None:
    wrong = play(seed, tmp_path)
    assert wrong["power cut"] > 2
    assert wrong.total() > 10
