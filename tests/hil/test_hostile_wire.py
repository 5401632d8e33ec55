"""Hostile evenings through the wire: what hands did at the keeper's table, they do again on simulated readers, and the
whole firmware comes to believe the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from signifer_core.layout import Layout
from signifer_core.procedure import Table
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.statements import Preparation
from signifer_firmware.simulation.table_run import ScriptRun

from tests.hostile.tables import GUESTS, play, script

DECISIONS, MANY_DECISIONS = 14, 60


def through_the_wire(text: str, table: str, folder: Path) -> tuple[Table[Any], Layout, set[str]]:
    """What the firmware believes after all statements; what it sees, and the cards that it still asks for."""
    read = parse_script(text, file="evening")
    run = ScriptRun(read, load_table(table), folder, lambda news: None)
    try:
        run.begin()
        for statement in read.statements[1:]:
            if not isinstance(statement, Preparation):
                run.run(statement)
        keeper = run.appliance.keeper
        assert keeper.table is not None
        return keeper.table, keeper.seen, {fix.card for fix in keeper.outlook.corrections}
    finally:
        run.close()


def compare(name: str, seed: int, most: int, folder: Path) -> None:
    evening, fault = play(name, seed, patient=True, most=most)
    assert fault is None
    assert evening.account.hostile
    guests = evening.guests
    believed, seen, asked = through_the_wire(
        script(evening, name), "standard" if guests.pads else "starter", folder
    )
    assert guests.same(believed.state, evening.board.table.state)
    assert set(seen.items()) == set(evening.board.keeper.seen.items())
    assert asked == {fix.card for fix in evening.board.corrections}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), [*zip(GUESTS, (2, 1, 1), strict=True)])
def test_a_hostile_evening_through_the_wire_is_believed_as_it_was(
    name: str, seed: int, tmp_path: Path
) -> None:
    compare(name, seed, DECISIONS, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 20))
@pytest.mark.parametrize("name", GUESTS)
def test_long_hostile_evenings_through_the_wire_are_believed_as_they_were(
    name: str, seed: int, tmp_path: Path
) -> None:
    compare(name, seed, MANY_DECISIONS, tmp_path)
