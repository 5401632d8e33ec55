"""Whole games of Thermopyles by clumsy robots through the wire; the plug is pulled now and then."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.games.thermopyles.robots.match import ThermopylesMatch
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.firmware.games.thermopyles.robots import (
    BUNDLE,
    GAME,
    ROBOT,
    RULES,
    check_account,
    check_lying,
    clumsy_of,
)
from tests.hil.accidents import Heard, Unlucky
from tests.hil.robots import check_seen, through_the_wire
from tests.sweeps import shared_out


def play(seed: int, board: WireBoard, *, rate: float = 0.1, power_cuts: float = 0.0) -> Counter[str]:
    """One game to its end, everything checked after each gesture and each decision; how often what went wrong."""
    rng, clumsy = random.Random(seed), clumsy_of(seed, rate=rate)
    deal = ROBOT.deal(BUNDLE, rng)

    def lying(match: ThermopylesMatch) -> None:
        check_lying(match)
        check_seen(board, match)

    def begun(watch: Callable[[ThermopylesMatch, str], None]) -> ThermopylesMatch:
        return ThermopylesMatch(board, deal, RULES, rng, slips=clumsy, after=check_account, watch=watch)

    assert through_the_wire(seed, board, begun, clumsy, lying, power_cuts=power_cuts) in ("red", "blue")
    return clumsy.slips


def wired(table: str, folder: Path, seed: int) -> WireBoard:
    return WireBoard(load_table(table), folder, seed, lambda news: None, game=GAME)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "table"), shared_out([(8, "direct"), (10, "standard")], 1))
def test_clumsy_robots_play_whole_games_through_the_wire(seed: int, table: str, tmp_path: Path) -> None:
    assert play(seed, wired(table, tmp_path, seed), rate=0.3).total() > 5


@pytest.mark.slow
def test_the_plug_is_pulled_in_a_clumsy_game_and_nothing_is_lost(tmp_path: Path) -> None:
    wrong = play(12, wired("standard", tmp_path, 12), rate=0.3, power_cuts=0.1)
    assert wrong["power cut"] > 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", [10])
def test_a_game_with_every_kind_of_accident_is_as_the_robots_know_it(
    seed: int, tmp_path: Path, heard: Heard
) -> None:
    board = Unlucky("standard", tmp_path, seed, game=GAME)
    board.answered = heard
    play(seed, board, rate=0.0)
    assert {"plug", "reader", "screen"} <= set(board.accidents)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(10, 110, 10))
def test_clumsy_robots_play_many_games_through_the_wire(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        rate = random.Random(seed).choice((0.1, 0.3))
        play(seed, wired("standard" if seed % 3 else "direct", folder, seed), rate=rate, power_cuts=0.02)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(200, 260, 5))
def test_many_games_with_every_kind_of_accident(first: int, tmp_path: Path, heard: Heard) -> None:
    for seed in range(first, first + 5):
        folder = tmp_path / str(seed)
        folder.mkdir()
        board = Unlucky("standard" if seed % 3 else "direct", folder, seed, game=GAME)
        board.answered = heard
        play(seed, board, rate=0.0)
