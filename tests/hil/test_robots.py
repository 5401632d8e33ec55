"""Whole games of clumsy robots through the wire: their hands move cards and fingers, the plug is pulled now and then.

Measured on one laptop core: 2 to 3 s a game from the empty table, 0.4 s its set-up alone; the 300 of the soak about 15
minutes (reckoned).
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.hil.robots import play
from tests.sweeps import shared_out

SET_UPS, ALL_SET_UPS = 6, 12


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "table"), shared_out([(2, "direct"), (0, "standard"), (1, "standard")], 1))
def test_clumsy_robots_play_whole_games_through_the_wire(seed: int, table: str, tmp_path: Path) -> None:
    play(seed, tmp_path, board=WireBoard(load_table(table), tmp_path, seed, lambda news: None))


@pytest.mark.slow
@pytest.mark.parametrize(("games", "table"), shared_out([(SET_UPS, "direct"), (ALL_SET_UPS, "standard")], 1))
def test_every_way_to_set_a_game_up_through_the_wire(games: int, table: str, tmp_path: Path) -> None:
    """With the ceremony of the dice and without, a slip before every third gesture, the plug pulled at every tenth."""
    ways: Counter[str] = Counter()
    slips: Counter[str] = Counter()
    held = []
    for seed in range(games):
        folder = tmp_path / str(seed)
        folder.mkdir()
        board = WireBoard(load_table(table), folder, seed, lambda news: None)
        match, clumsy, record = play(seed, folder, rate=0.3, power_cuts=0.1, whole=False, board=board)
        ways += match.opening.ways
        slips += clumsy.slips
        held.append(record.holds)
    assert set(held) == {True, False}
    assert {"lay", "ok", "lift", "next", "undone", "agreed", "rolled"} <= set(ways)
    assert {"unit_early", "wrong_column", "wrong_press"} <= set(slips)


@pytest.mark.slow
def test_both_units_of_a_column_in_one_grab_are_asked_about_and_a_player_may_answer(tmp_path: Path) -> None:
    """A slip before every second gesture, and always this one: with `ok` for an answer, or laid back as told."""
    board = WireBoard(load_table("direct"), tmp_path, 9, lambda news: None)
    _, clumsy, _ = play(9, tmp_path, rate=0.5, kinds=(FieldOfGloryClumsy._grab,), board=board)
    assert clumsy.slips["answered"] > 5
    assert clumsy.slips["grab"] > clumsy.slips["answered"]


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1, 301, 30))
def test_clumsy_robots_play_many_games_through_the_wire(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 30):
        folder = tmp_path / str(seed)
        folder.mkdir()
        play(seed, folder, rate=random.Random(seed).choice((0.1, 0.3)))
