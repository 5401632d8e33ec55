"""Everything together, at any moment: plug, readers, screens, nodes and cables fail while robots' hands are at work.

What the table believes stays what the robots know of their game; an action that was acknowledged is neither lost nor
done twice. Hands do as people do: they wait until the screens say that all is well, look, do as the table asks after a
power cut, move again what it has not taken in, and press again what it has not answered.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from signifer_firmware.storage.store import Store

from tests.firmware.session.keepers import keeper
from tests.firmware.simulation.robot_checks import check_lying
from tests.hil.accidents import Heard, Unlucky
from tests.hil.robots import play
from tests.sweeps import shared_out


def unlucky(table: str, seed: int, folder: Path, heard: Heard) -> Unlucky:
    """A whole game; then what the disk says is what the robots know."""
    board = Unlucky(table, folder, seed)
    board.answered = heard
    match, _, _ = play(seed, folder, rate=0.0, power_cuts=0.0, board=board)
    check_lying(match)
    assert board.accidents.total() > 5
    store = Store(folder / "table.sqlite")
    again = keeper(store, random.Random(0))
    assert again.resume(0)
    assert again.table == board.table
    store.close()
    return board


@pytest.mark.slow
@pytest.mark.parametrize(("table", "seed"), shared_out([("direct", 1008), ("standard", 1015)], 1))
def test_games_with_every_kind_of_accident_together_are_as_the_robots_know_them(
    table: str, seed: int, tmp_path: Path, heard: Heard
) -> None:
    board = unlucky(table, seed, tmp_path, heard)
    assert {"plug", "reader", "screen"} <= set(board.accidents)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 1200, 10))
def test_many_games_with_every_kind_of_accident_together(first: int, tmp_path: Path, heard: Heard) -> None:
    for seed in range(first, first + 10):
        folder = tmp_path / str(seed)
        folder.mkdir()
        unlucky("standard" if seed % 3 else "direct", seed, folder, heard)
