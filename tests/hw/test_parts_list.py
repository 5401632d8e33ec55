"""What is bought with a part without which it cannot be built in: plugs, sockets, heat sinks, the inlet's supply."""

from __future__ import annotations

import re

import pytest
from signifer_firmware.wiring_guide.connections import connections
from signifer_hw.parts_list import PIS, parts_list, parts_markdown
from signifer_hw.tables import TABLES, design


def bought(table: str) -> dict[str, int]:
    made = design(table)
    found: dict[str, int] = {}
    for line in parts_list(made, connections(made.table)):
        found[line.title] = found.get(line.title, 0) + line.count
    return found


@pytest.mark.parametrize("table", TABLES)
def test_every_module_has_a_plug_with_its_pins(table: str) -> None:
    made, found = design(table), bought(table)
    for pins, count in (
        (8, len(made.table.readers)),
        (4, len(made.table.oleds)),
        (2, len(made.table.pins) + len(made.mains)),  # and the shutdown button
    ):
        assert found.get(f"plug with crimps, and its pin strip, {pins} pins", 0) == count
    assert found.get("socket strip 1x20 for the Pico", 0) == 2 * len(made.nodes)


def test_what_gets_hot_and_what_has_an_inlet_is_served() -> None:
    direct = bought("direct")
    assert direct["plug supply 5 V 4 A for the inlet"] == 1
    assert sum(count for title, count in direct.items() if title.startswith("heat sink")) == 1
    assert not any(title.startswith(("heat sink", "plug supply")) for title in bought("standard"))


def cents(table: str) -> int:
    return sum(line.cost for line in parts_list(design(table), connections(design(table).table)))


def test_the_small_table_is_a_node_and_nothing_of_a_pi() -> None:
    for word in ("Raspberry Pi 4", "hub", "OLED", "button", "microSD"):
        assert not [title for title in bought("handy") if word in title]
    assert cents("handy") * 6 < cents("standard")


@pytest.mark.parametrize("table", ["standard", "starter", "double", "direct"])
def test_every_pi_feeds_the_table_and_has_its_supply(table: str) -> None:
    made = design(table)
    lines = parts_list(made, connections(made.table))
    rows = re.findall(
        r"^\| (Raspberry Pi .*?) \| (.*?) \| (.*?) \| (-?\d+) mA \| ([\d.]+) \|$",
        parts_markdown(lines, made, table),
        flags=re.M,
    )
    assert [title for title, *_ in rows] == [pi.title for pi in PIS]
    assert all(int(left) > 0 for *_, left, _ in rows), "no supply is too weak, all fields on by fault"
    assert rows[1][4] == f"{sum(line.cost for line in lines) / 100:.2f}", "the list reckons with a Pi 4"
    assert len({cost for *_, cost in rows}) == len(rows)


def test_a_table_without_a_pi_names_none() -> None:
    made = design("handy")
    assert "Raspberry Pi 5" not in parts_markdown(parts_list(made, ()), made, "handy")
