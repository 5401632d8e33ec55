"""The supply budget by hand: what readers, screens and regulators take, and what is too much."""

from __future__ import annotations

from dataclasses import replace

import pytest
from signifer_firmware.wiring_guide.connections import connections
from signifer_hw.budget import Load, Rail, budget, budget_faults
from signifer_hw.check import lead_faults
from signifer_hw.tables import design


def rails(name: str) -> dict[tuple[str, str], Rail]:
    made = design(name)
    return {(row.board, row.net): row for row in budget(made.boards, made.wiring)}


def test_a_node_takes_what_its_readers_and_its_pico_take() -> None:
    """Two readers of 15.5, 75.5 and 121 mA; three lines pulled up by 10 kOhm, one down, that count by fault."""
    rows = rails("standard")
    node = rows["node column 1", "N1_3V3"]
    assert node.load.idle == pytest.approx(2 * 15.5)
    assert node.load.work == pytest.approx(15.5 + 75.5)
    assert node.load.fault == pytest.approx(2 * 121 + 3 * 0.33)
    assert node.heat_w == pytest.approx((5.0 - 3.3) * node.load.fault / 1000)
    assert rows["node column 1", "N1_5V"].load == node.load
    assert rows["node column 1", "N1_VBUS"].load == node.load + Load(25, 40, 100)
    assert rows["USB hub", "HUB"].load.fault == pytest.approx(5 * rows["node column 1", "N1_VBUS"].load.fault)


def test_the_main_board_takes_what_passes_its_regulators() -> None:
    rows = rails("standard")
    screens = rows["main board", "3V3_SCREENS"].load
    assert screens.idle == pytest.approx(10 * 12 + 2 * 60)
    assert screens.work == pytest.approx(10 * 20 + 2 * 100)
    assert screens.fault == pytest.approx(10 * 40 + 2 * 240)
    board, readers = rows["main board", "5V_BOARD"].load, rows["main board", "3V3_READERS"].load
    assert board.idle == pytest.approx(readers.idle + screens.idle * 3.3 / (5.1 * 0.85))
    assert board.fault == pytest.approx(readers.fault + screens.fault * 3.3 / (5.1 * 0.85) + 60)
    assert rows["main board", "5V_PI"].load == board + Load(600, 900, 1300)


@pytest.mark.parametrize("name", ["standard", "starter", "double", "direct", "handy"])
def test_every_rail_has_something_to_spare(name: str) -> None:
    for row in rails(name).values():
        assert row.margin_ma > 0.1 * row.limit_ma, row
        assert row.load.idle <= row.load.work <= row.load.fault
    assert budget_faults(list(rails(name).values())) == []


def test_too_much_and_too_hot_are_told() -> None:
    row = replace(rails("standard")["node column 1", "N1_3V3"], limit_ma=200.0, bears_w=0.1)
    first, second = row.faults()
    assert first.startswith(
        "node column 1: N1_3V3 has to give 243 mA if every field is on, and MCP1826S-3302E/AB gives"
    )
    assert "sheds 0.1 W, and 0.4 W come of 243 mA" in second


def test_a_lead_of_a_node_that_is_too_long_is_told() -> None:
    wires = connections(design("standard").table)
    longer = [replace(wire, length_mm=160) if str(wire.end) == "reader 3 red SCK" else wire for wire in wires]
    assert lead_faults(wires) == []
    assert lead_faults(longer) == [
        "node column 3: the lead node column 3 GP2 to reader 3 red SCK has 160 mm; at most 150"
    ]
