"""Whatever readers, screens and buttons a table has: its circuit is sound, and each pin is drawn."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.layout import COLUMNS, SIDES
from signifer_firmware.config.entries import COLUMN_BUTTONS
from signifer_firmware.config.model import TableConfig
from signifer_firmware.system.overlay import config_lines, overlay
from signifer_firmware.wiring_guide.connections import connections
from signifer_firmware.wiring_guide.header import has_shutdown, header
from signifer_hw.build import circuits
from signifer_hw.check import electrical_faults
from signifer_hw.netlist import netlist
from signifer_hw.sheets.boards import board_sheets
from signifer_hw.table_top.files import top_faults
from signifer_hw.tables import bundled
from signifer_hw.wiring_file import Wiring, parse_wiring

ZONES = [f"{column} {side}" for column in COLUMNS for side in SIDES] + ["pad red", "pad blue"]


def generous() -> Wiring:
    """Every rail has a source, and a large one: what is wrong then is the circuit."""
    text = bundled("direct").wiring.data.decode()
    text = re.sub(r"limit_ma = \d+", "limit_ma = 9000", text)
    text += (
        '\n[supply.VBUS_NODE]\nvolts = 5.0\nlimit_ma = 2000\n[supply.3V3_NODE]\npart = "MCP1826S-3302E/AB"\n'
        "[supply.HUB]\nvolts = 5.0\nlimit_ma = 20000\n"
    )
    return parse_wiring(text.replace("main_ma = 3000", "main_ma = 3000\nnode_ma = 1100").encode(), file="w")


WIRING = generous()
FUSE = re.compile(
    r"main board: 5V_BOARD has to give \d+ mA .* and the fuse MF-R300 gives 3000; take a larger one"
)
SCREENS = re.compile(
    r"main board: 3V3_SCREENS has to give \d+ mA .* and D24V22F3 gives 2600; take a larger one"
)


@st.composite
def tables(draw: st.DrawFn) -> TableConfig:
    zones = draw(st.permutations(ZONES))
    per_node = draw(st.lists(st.integers(1, 5), max_size=3))
    readers: list[dict[str, object]] = []
    nodes: list[dict[str, object]] = []
    for number, count in enumerate(per_node, start=1):
        selects = draw(st.permutations(range(5)))
        mine, zones = zones[:count], zones[count:]
        if mine:
            nodes.append({"name": f"node {number}"})
        readers += [
            {"zone": zone, "driver": "node", "node": f"node {number}", "chip_select": select}
            for zone, select in zip(mine, selects, strict=False)
        ]
    on_spi = draw(st.lists(st.integers(0, 17), unique=True, max_size=len(zones)))
    readers += [
        {"zone": zone, "driver": "mfrc522-spi", "spi_device": f"/dev/spidev0.{number}"}
        for zone, number in zip(zones, on_spi, strict=False)
    ]
    pins = draw(st.permutations([*range(16, 28), 4, 5, 6, 12, 13]))
    names = ["dice", "ok red", "ok blue", *(COLUMN_BUTTONS if draw(st.booleans()) else ())]
    buttons = [{"name": name, "gpio": pin} for name, pin in zip(names, pins, strict=False)]
    spare = pins[len(names) :]
    places = draw(st.lists(st.sampled_from(range(16)), unique=True, max_size=12))
    screens = [
        {
            "place": f"{index % 5 + 1} {'red' if index < 5 else 'blue'}"
            if index < 10
            else ("red", "blue")[index % 2],
            "driver": draw(st.sampled_from(["sh1106", "ssd1306", "ssd1309"])),
            "i2c_channel": place // 2,
            "address": 0x3C + place % 2,
            "pixel_um": 230,
        }
        for index, place in enumerate(places)
    ]
    gpio: dict[str, int] = {"buzzer": spare[0]} if draw(st.booleans()) else {}
    if on_spi and zones and draw(st.booleans()):
        gpio["reader_reset"] = spare[1]
    if draw(st.booleans()) and screens:
        gpio["mux_reset"] = spare[2]
    return TableConfig.model_validate(
        {"name": "any", "node": nodes, "reader": readers, "screen": screens, "button": buttons, "gpio": gpio}
    )


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(tables())
def test_any_tables_top_is_looked_at(table: TableConfig) -> None:
    """Its faults are told, whatever they are, or why none is drawn."""
    wrong, undrawn = top_faults(table)
    assert all(": " in fault or " at " in fault for fault in (*wrong, *undrawn))


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(tables())
def test_any_table_has_a_sound_circuit(table: TableConfig) -> None:
    # Large screens and readers together are too much for the largest fuse that there is, and eleven such screens for
    # their regulator: both are told.
    too_much = [FUSE, *([SCREENS] if len(table.screens) > 10 else [])]
    found = electrical_faults(table, WIRING)
    assert [fault for fault in found if not any(known.fullmatch(fault) for known in too_much)] == []
    wires = connections(table)
    for board in circuits(table, WIRING):
        assert netlist(board, "any") == netlist(board, "any")
        assert board_sheets(board, (wire for wire in wires if wire.board == board.name), "any")
    assert len(header(table)) == 40
    assert (overlay(table) is None) == all(reader.driver == "node" for reader in table.readers)
    asks = bool(table.screens) or has_shutdown(table) or overlay(table) is not None
    assert bool(config_lines(table)) == asks
