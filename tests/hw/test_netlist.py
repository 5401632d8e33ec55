"""Netlists: read back, they are the circuit; every pin of table.toml is in them once; all nodes are alike."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from signifer_firmware.config.entries import NODE
from signifer_firmware.wiring_guide.connections import connections
from signifer_firmware.wiring_guide.header import chip_selects, pin_of
from signifer_firmware.wiring_guide.parts import EXPANDER, HEADER, End
from signifer_hw.netlist import netlist
from signifer_hw.parts_list import parts_list
from signifer_hw.tables import TABLES, design

pytestmark = pytest.mark.parametrize("name", TABLES)


def read(text: str) -> dict[str, set[tuple[str, str]]]:
    """Nets with the references and pin names on them."""
    found: dict[str, set[tuple[str, str]]] = {}
    for line in text[text.index("(nets") :].splitlines():
        if net := re.match(r'\s+\(net \(code "\d+"\) \(name "(.*)"\)', line):
            members = found[net[1]] = set()
        elif node := re.match(r'\s+\(node \(ref "(.*?)"\) \(pin ".*?"\) \(pinfunction "(.*?)"\)', line):
            members.add((node[1], node[2]))
    return found


def test_a_netlist_read_back_is_the_circuit(name: str) -> None:
    for board in design(name).shown:
        text = netlist(board, name)
        refs = {part.name: part.ref for part in board.parts.values()}
        assert read(text) == {
            net: {(refs[end.part], end.pin) for end in members} for net, members in board.nets.items()
        }
        assert text.count("(") == text.count(")")
        assert Counter(re.findall(r'\(comp \(ref "(.*?)"\)', text)) == Counter(refs.values())
        assert len(set(re.findall(r'tstamps "([0-9a-f-]{36})"', text))) == len(refs)


def test_every_pin_of_the_table_is_in_the_netlist_once(name: str) -> None:
    made = design(name)
    table = made.table
    if not table.has_lines:
        assert made.mains == ()
        assert made.shown == made.nodes
        return
    nets = read(netlist(made.main, name))
    header = made.main.parts[HEADER].ref
    where = Counter(pin for members in nets.values() for ref, pin in members if ref == header)
    lines = [table.gpio.mux_reset, table.gpio.buzzer, *table.pins.values()]
    if any(reader.driver != NODE for reader in table.readers):
        lines.append(table.gpio.reader_reset)
    pins = [str(pin_of(bcm)) for bcm in lines if bcm is not None]
    assert [where[pin] for pin in pins] == [1] * len(pins)
    on = [net for net, members in nets.items() for pin in pins if (header, pin) in members]
    assert len(on) == len(set(on)) == len(pins)


def test_chip_selects_of_the_netlist_are_those_of_the_table(name: str) -> None:
    made = design(name)
    if not chip_selects(made.table):
        return
    nets = read(netlist(made.main, name))
    refs = {part.name: part.ref for part in made.main.parts.values()}
    spare = iter(f"GP{port}{bit}" for port in "AB" for bit in range(8))
    for number, bcm in chip_selects(made.table).items():
        reader = next(one for one in made.table.readers if one.driver != NODE and one.spi[1] == number)
        source = (refs[EXPANDER], next(spare)) if bcm is None else (refs[HEADER], str(pin_of(bcm)))
        assert {source, (refs[f"reader {reader.name}"], "SDA")} <= nets[f"CS{number}"]


def test_nodes_that_are_drawn_once_are_alike(name: str) -> None:
    made = design(name)
    several = {"direct": 0, "double": 2}.get(name, 1)
    assert len(made.shown) == len(made.mains) + several
    shapes = set()
    for board in made.nodes:
        places = {part.name: part.ref for part in board.parts.values()}
        shapes.add(
            frozenset(
                frozenset((places[end.part], end.pin) for end in members) for members in board.nets.values()
            )
        )
    assert len(shapes) == several


def test_wires_and_circuits_agree(name: str) -> None:
    """Both ends of a wire are on the nets that it names: the circuits are made of the list, and of nothing else."""
    made = design(name)
    boards = {board.name: board for board in made.boards}
    for wire in connections(made.table):
        if wire.board in boards:
            assert boards[wire.board].net_of(wire.start) == wire.net
            assert boards[wire.board].net_of(wire.end) == wire.net_end


def test_the_parts_list_has_every_part_once(name: str) -> None:
    made = design(name)
    lines = parts_list(made, connections(made.table))
    titles = Counter(
        part.kind.number
        for board in made.boards
        for part in board.parts.values()
        if part.kind.number and part.kind.key != "HEADER"
    )
    for number, count in titles.items():
        assert sum(line.count for line in lines if line.number == number) >= count
    assert sum(line.count for line in lines if "RC522" in line.title) == len(made.table.readers)
    assert sum(line.count for line in lines if "OLED" in line.title) == len(made.table.oleds)
    assert all(End("reader pad red", "IRQ") not in main.by_end() for main in made.mains)
