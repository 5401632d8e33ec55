"""A table and its wiring file, checked together: everything that is wrong with either, in one go."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from signifer_core.errors import ConfigError
from signifer_firmware.config.entries import CHIP_KEYS, LISTS, NODE, PAGE, RESERVED_GPIO, SECTIONS, Entry
from signifer_firmware.config.key_lines import read_toml
from signifer_firmware.config.model import TableConfig, parse_table
from signifer_firmware.wiring_guide.connections import Connection, connections, spi_faults
from signifer_firmware.wiring_guide.parts import MOST_NODE_LEAD_MM, MOST_SPI_LEAD_MM

from .budget import budget, budget_faults, hub_faults
from .build import circuits
from .rules import faults
from .wiring_file import Wiring, read_wiring


@dataclass(frozen=True)
class Source:
    """A file's name, as faults tell it, and its bytes."""

    file: str
    data: bytes


def check(table: Source, wiring: Source) -> list[str]:
    """All faults of both files; of a table with faults, the part that is right is checked electrically all the same."""
    found: list[str] = []
    config: TableConfig | None = None
    try:
        config = parse_table(table.data, file=table.file, name=table.file)
    except ConfigError as error:
        found += error.faults
        config = _right_part(table.data)
    if config is not None:
        found += [f"{table.file}: {fault}" for fault in spi_faults(config)]
    set_up, wrong = read_wiring(wiring.data, file=wiring.file)
    found += wrong
    if config is not None and set_up is not None:
        found += electrical_faults(_with_places(config), set_up)
    return found


def _with_places(table: TableConfig) -> TableConfig:
    """The table without readers that no pin is left for."""
    readers = [one for one in table.readers if not spi_faults(table.model_copy(update={"readers": (one,)}))]
    return table.model_copy(update={"readers": tuple(readers)})


def electrical_faults(table: TableConfig, wiring: Wiring) -> list[str]:
    """What the rules and the budget say of all boards; ConfigError if a reader cannot be wired."""
    boards = circuits(table, wiring)
    told = [fault for board in boards for fault in faults(board)]
    told += [*hub_faults(boards, wiring), *budget_faults(budget(boards, wiring))]
    return _alike([*told, *lead_faults(connections(table))])


def lead_faults(wires: Iterable[Connection]) -> list[str]:
    """Leads of nodes that are too long. Those on the Pi's SPI are warned of: see ``lead_warnings``."""
    return [
        f"{wire.board}: the lead {wire.start} to {wire.end} has {wire.length_mm} mm; at most {MOST_NODE_LEAD_MM}"
        for wire in wires
        if wire.board.startswith("node ") and wire.length_mm > MOST_NODE_LEAD_MM
    ]


def lead_warnings(wires: Iterable[Connection]) -> list[str]:
    """Readers on the Pi's own SPI that are farther away than is good."""
    far = {
        end.part: wire.length_mm
        for wire in wires
        for end in (wire.start, wire.end)
        if end.part.startswith("reader ") and wire.length_mm > MOST_SPI_LEAD_MM
    }
    return [
        f"{part}: a lead of {length} mm; more than {MOST_SPI_LEAD_MM} may ring"
        for part, length in far.items()
    ]


def _alike(found: list[str]) -> list[str]:
    """Nodes that are alike have the same faults: told once, with how many nodes have it."""
    first: dict[str, str] = {}
    count: dict[str, int] = {}
    for fault in found:
        key = re.sub(r"\d+", "#", fault) if fault.startswith("node ") else fault
        first.setdefault(key, fault)
        count[key] = count.get(key, 0) + 1
    return [
        text + (f" (so on {count[key]} nodes)" if count[key] > 1 and text.startswith("node ") else "")
        for key, text in first.items()
    ]


def _right_part(data: bytes) -> TableConfig | None:
    """Of a table with faults, the entries that are right by themselves, each pin, device and place once."""
    try:
        raw = read_toml(data.decode("utf-8-sig"))
    except ValueError:
        return None
    right: dict[str, Any] = {"name": "table"}
    for section, kind in SECTIONS.items():
        entries = raw.get(section)
        if section in LISTS:
            right[section] = (
                [one for one in entries if _valid(kind, one)] if isinstance(entries, list) else []
            )
        elif _valid(kind, entries):
            right[section] = entries
    _once(right)
    return TableConfig.model_validate(right)


def _valid(kind: type[Entry], entry: object) -> bool:
    try:
        kind.model_validate(entry)
    except ValidationError:
        return False
    return True


def _once(right: dict[str, Any]) -> None:
    """Leave out what only makes sense with something that is wrong, and what is there a second time."""
    pins: set[object] = {*RESERVED_GPIO}
    lines = {}
    for line, pin in right.get("gpio", {}).items():
        if pin not in pins:
            pins.add(pin)
            lines[line] = pin
    right["gpio"] = lines
    right["button"] = _first(
        [one for one in right["button"] if "gpio" in one or one.get("driver") == PAGE],
        lambda one: (one.get("gpio") or one["name"], one["name"]),
        pins,
    )
    right["screen"] = _first(
        [one for one in right["screen"] if one["driver"] == PAGE or not set(CHIP_KEYS) - one.keys()],
        lambda one: (
            one["place"],
            one["place"] if one["driver"] == PAGE else (one["i2c_channel"], one["address"]),
        ),
    )
    names = {node["name"] for node in right["node"]}
    right["reader"] = [
        one
        for one in right["reader"]
        if (
            one.get("node") in names and "chip_select" in one
            if one["driver"] == NODE
            else one.get("spi_device")
        )
    ]
    right["reader"] = _first(
        right["reader"],
        lambda one: (one["zone"], one.get("spi_device") or (one["node"], one["chip_select"])),
    )
    used = {one.get("node") for one in right["reader"]}
    right["node"] = _first([one for one in right["node"] if one["name"] in used], lambda one: (one["name"],))


def _first(entries: list[dict[str, Any]], keys: Any, taken: Iterable[object] = ()) -> list[dict[str, Any]]:
    """The entries none of whose keys was there before."""
    seen, kept = set(taken), []
    for entry in entries:
        if not seen & set(keys(entry)):
            seen |= set(keys(entry))
            kept.append(entry)
    return kept
