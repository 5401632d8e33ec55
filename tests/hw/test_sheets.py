"""Schematic sheets: each part, pin and test point is drawn, no words lie upon others, nothing leaves the sheet."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from itertools import combinations

import pytest
from signifer_firmware.wiring_guide.connections import connections
from signifer_firmware.wiring_guide.parts import HEADER, End
from signifer_hw.circuit import Circuit
from signifer_hw.sheets.boards import board_sheets
from signifer_hw.sheets.ink import Ink
from signifer_hw.sheets.layout import WIDTH
from signifer_hw.tables import TABLES, design

# By name: while tests are collected no circuit is made and checked, which takes a third of a second in each process.
BOARDS = [
    *(("standard", board) for board in ("main board", "node column 1")),
    *(("starter", board) for board in ("main board", "node columns")),
    *(("double", board) for board in ("main board", "node column 1", "node pad red")),
    ("direct", "main board"),
    ("handy", "node columns"),
]


def test_all_boards_are_looked_at() -> None:
    assert [(name, board.name) for name in TABLES for board in design(name).shown] == BOARDS


@pytest.fixture(scope="module", params=BOARDS, ids=", ".join)
def drawing(request: pytest.FixtureRequest) -> tuple[Circuit, list[tuple[str, Ink]]]:
    name, wanted = request.param
    (board,) = (board for board in design(name).shown if board.name == wanted)
    wires = (wire for wire in connections(design(name).table) if wire.board == board.name)
    return board, board_sheets(board, wires, name)


def words(sheets: list[tuple[str, Ink]]) -> list[str]:
    return [found[0] for _, ink in sheets for found in ink.words]


def test_every_part_is_drawn_once(drawing: tuple[Circuit, list[tuple[str, Ink]]]) -> None:
    board, sheets = drawing
    refs = Counter(word for line in words(sheets) for word in re.findall(r"^[A-Z]+\d+(?=  |$)", line))
    parts = {part.ref: part for part in board.parts.values()}
    for ref, part in parts.items():
        if part.kind.prefix != "TP":
            assert refs[ref] == 1, (ref, part.name)


def test_every_test_point_is_marked(drawing: tuple[Circuit, list[tuple[str, Ink]]]) -> None:
    board, sheets = drawing
    marked = Counter(mark for line in words(sheets) for mark in re.findall(r"\bTP\d+\b", line))
    points = {part.ref for part in board.parts.values() if part.kind.prefix == "TP"}
    assert set(marked) == points
    # On the star's and the sounder's cells they are told beside the drawing, too.
    assert {mark for mark, count in marked.items() if count > 2} == set()


def test_every_line_of_a_chip_or_module_has_its_flag(drawing: tuple[Circuit, list[tuple[str, Ink]]]) -> None:
    """A pin's flag names its net, or the one beyond the resistor that is drawn at that pin."""
    board, sheets = drawing
    said = Counter(words(sheets))
    series = {
        (part.beside, board.net_of(End(part.name, "1"))): board.net_of(End(part.name, "2"))
        for part in board.parts.values()
        if part.ohm and part.beside
    }
    flags = Counter(
        series.get((end.part, net), net)
        for net, members in board.nets.items()
        for end in members
        if board.parts[end.part].kind.prefix in ("J", "U") and not end.part.startswith("button ")
    )
    for net, count in flags.items():
        assert net is not None
        if not net.startswith(("BUTTON_", "BUZZER")):
            assert said[net] >= count, net


def test_header_pins_are_told_by_number_and_gpio() -> None:
    board = design("standard").main
    wires = [wire for wire in connections(design("standard").table) if wire.board == board.name]
    said = words(board_sheets(board, wires, "standard"))
    assert {"11  GPIO17", "GPIO18  12", "27  GPIO0", "GPIO8  24"} <= set(said)
    assert f"{HEADER} 11, TP16" in said


def test_no_words_lie_upon_others(drawing: tuple[Circuit, list[tuple[str, Ink]]]) -> None:
    for _, ink in drawing[1]:
        for first, second in combinations(ink.words, 2):
            (_, x, y, wide, high), (_, left, top, width, height) = first, second
            apart = x + wide <= left or left + width <= x or y + high <= top or top + height <= y
            assert apart, (first, second)


def test_all_words_are_on_the_sheet(drawing: tuple[Circuit, list[tuple[str, Ink]]]) -> None:
    for svg, ink in drawing[1]:
        root = ElementTree.fromstring(svg)
        high = float(root.attrib["height"])
        assert float(root.attrib["width"]) == WIDTH
        for text, x, y, wide, tall in ink.words:
            assert 12 <= x <= WIDTH - 12 - wide, text
            assert 12 <= y <= high - 12 - tall, text


def test_what_must_not_be_turned_round_says_how(drawing: tuple[Circuit, list[tuple[str, Ink]]]) -> None:
    """A plus at each electrolytic capacitor, and the order of legs at regulators and transistors."""
    board, sheets = drawing
    said = words(sheets)
    parts = board.parts.values()
    electrolytic = [part for part in parts if "electrolytic" in part.kind.title]
    assert all(part.nf >= 10_000 for part in electrolytic)
    assert said.count("+") == len(electrolytic) + ("buzzer" in board.parts) + ("inlet" in board.parts)
    for part in parts:
        if part.kind.footprint.startswith("Package_TO"):
            assert part.kind.legs
            assert any(line.endswith(part.kind.legs) for line in said), part.name
