"""What the flight recorder heard, for several test modules."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_firmware.config.model import load_table
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.simulation import table_run
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.firmware.simulation.robot_board import RULES

STRANGER = "tag/9"


def fly(
    folder: Path, seed: int, decisions: int, *, cuts: float = 0.0, rate: float = 0.1, table: str = "standard"
) -> Path:
    """A robots' game with the recorder on, for so many decisions; its store. With each of the ``cuts`` of power a card
    is swept off the table, which comes back."""
    folder.mkdir(exist_ok=True)
    rng = random.Random(seed)
    plug = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_run, "Appliance", partial(Appliance, flight=True))
        board = WireBoard(load_table(table), folder, seed, lambda news: None)

        def watch(match: FieldOfGloryMatch, text: str) -> None:
            if plug.random() < cuts:
                due = match.due()
                swept = sorted((card, zone) for zone, card in match.piles.layout.items() if card in due[zone])
                for card, _ in swept[:1]:
                    board.run.table.world.take(card)
                board.power_cut()
                for card, zone in swept[:1]:
                    board.put(card, zone)
                    board.rest()

        slips = FieldOfGloryClumsy(random.Random(~seed), rate=rate) if rate else None
        match = FieldOfGloryMatch(board, deal(RULES, rng), RULES, rng, slips=slips, watch=watch)
        while not match.over and match.decisions < decisions:
            match.step()
        board.put(STRANGER, Zone("5", "red"))
        board.rest()
        board.close()
    return folder / "table.sqlite"
