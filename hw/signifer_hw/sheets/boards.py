"""Which parts of a board stand on which sheet; every part is drawn once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import ceil, fsum
from typing import TypeVar

from signifer_firmware.wiring_guide.header import bcm_of
from signifer_firmware.wiring_guide.parts import EXPANDER, HEADER, INLET, MUX, STAR, Connection, End

from ..circuit import Circuit, Part, PinKind
from ..groups import resistors
from ..i2c_rules import i2c_lines, made_of
from .cells import Cell, Drawer
from .ink import Ink
from .layout import WIDTH, Section, sheet
from .small_cells import button_cell, buzzer_cell, capacitor_bank, fuse_cell, pull_bank, star_cell
from .symbols import flag_width

_T = TypeVar("_T")
# Lines whose parts stand in cells of their own.
_PLAIN = ("BUTTON_", "BUZZER")
_SCREEN_LINES = ("CHANNEL", "MUX")


def board_sheets(circuit: Circuit, wires: Iterable[Connection], table: str) -> list[tuple[str, Ink]]:
    """All sheets of one board: SVG, and its ink."""
    artist = _Artist(circuit, tuple(wires))
    pages = artist.node() if circuit.name.startswith("node ") else artist.main()
    title = f"Signifer, {table} table: {circuit.name}"
    return [
        sheet(f"{title}, {name}".removesuffix(", "), number, len(pages), sections)
        for number, (name, sections) in enumerate(pages, start=1)
    ]


class _Artist:
    def __init__(self, circuit: Circuit, wires: tuple[Connection, ...]) -> None:
        self.circuit, self.wires = circuit, wires
        self.drawer = Drawer(circuit, wires)
        self.names = list(circuit.parts)

    def _named(self, *heads: str) -> list[str]:
        return [name for name in self.names if name.startswith(heads)]

    def _boxes(self, names: Iterable[str], split: Callable[[PinKind], bool] | None = None) -> list[Cell]:
        return [self.drawer.box(name, plain=_PLAIN, split=split) for name in names]

    def node(self) -> list[tuple[str, list[Section]]]:
        boxes = self._boxes(self._named("node "), _is_not_supply)
        readers = tuple(self._boxes(self._named("reader ")))
        notes = (
            "The light is on the Pico itself (GP25). IRQ of the readers stays open. USB goes to the hub.",
            "Two readers share MISO; with more of them each has a gate, open only while it is selected.",
        )
        sections = [
            Section("Supply", (*self._supply(), *self._star())),
            Section(
                "Controller and readers" if len(readers) <= 2 else "Controller",
                (
                    *boxes,
                    *self._boxes(self._named("buffer "), _is_output),
                    *(readers if len(readers) <= 2 else ()),
                ),
                notes,
            ),
            Section("Readers", readers) if len(readers) > 2 else Section("", ()),
            Section("Pulls", tuple(self._pulls(lambda net: True))),
            Section("Capacitors", tuple(self._capacitors(lambda part: True))),
        ]
        return [("", sections)]

    def main(self) -> list[tuple[str, list[Section]]]:
        first = [
            Section("Supply", (*self._boxes(self._named(INLET)), *self._supply(), *self._star())),
            Section("Header of the Raspberry Pi", (self._header(),)),
            Section("Capacitors", tuple(self._capacitors(lambda part: part.beside.startswith("regulator ")))),
        ]
        pages = [("supply and header", first)]
        readers = self._named("reader ")
        if readers:
            boxes, gates = self._boxes(readers), self._boxes(self._named("buffer "), _is_output)
            sections = [
                Section("Readers, and a gate for each one's MISO", (*boxes, *gates)),
                Section("Chip selects", tuple(self._boxes(self._named(EXPANDER), _is_port))),
                Section(
                    "Pulls", tuple(self._pulls(lambda net: not net.startswith((*_SCREEN_LINES, *_PLAIN))))
                ),
                Section(
                    "Capacitors",
                    tuple(
                        self._capacitors(
                            lambda part: part.beside.startswith(("reader ", "buffer ", EXPANDER))
                        )
                    ),
                ),
            ]
            pages.append(("readers", sections))
        mux = self._boxes(self._named(MUX), _is_channel)
        on_pi = _own_pulls(self.circuit)
        sections = [
            Section(
                "Multiplexer",
                (*mux, *self._pulls(_of_mux), *self._capacitors(lambda part: part.beside == MUX)),
                on_pi,
            ),
            Section("Screens", tuple(self._boxes(self._named("screen ")))),
            Section("Pulls", tuple(self._pulls(_of_channel))),
            Section("Capacitors", tuple(self._capacitors(lambda part: part.beside.startswith("screen ")))),
        ]
        pages.append(("screens", sections))
        pages.append(
            (
                "buttons and sounder",
                [Section("Sounder", tuple(self._buzzer())), Section("Buttons", tuple(self._buttons()))],
            )
        )
        return [(name, shown) for name, shown in pages if any(section.cells for section in shown)]

    def _header(self) -> Cell:
        return self.drawer.box(
            HEADER, plain=_PLAIN, split=lambda pin: int(pin.name) % 2 == 0, caption=_printed
        )

    def _supply(self) -> list[Cell]:
        by_end = self.circuit.by_end()
        cells = [
            self._fuse(self.circuit.parts[name], by_end[End(name, "1")], by_end[End(name, "2")])
            for name in self._named("fuse")
        ]
        return cells + self._boxes(self._named("regulator "), lambda pin: pin.name == "VOUT")

    def _fuse(self, part: Part, before: str, behind: str) -> Cell:
        return fuse_cell(part, before, behind, self.drawer.point(before))

    def _star(self) -> list[Cell]:
        found = []
        for name in self._named(STAR):
            star = self.circuit.parts[name]
            net = self.circuit.by_end()[End(name, "star")]
            found.append(star_cell(self.circuit, star, self.drawer.points[net]))
        return found

    def _pulls(self, wanted: Callable[[str], bool]) -> list[Cell]:
        """Banks of resistors by the rail that they go to, none wider than a sheet."""
        by_rail: dict[str, list[tuple[Part, str, str]]] = {}
        for part, first, second in resistors(self.circuit):
            line, rail = (first, second) if second in self.drawer.fixed else (second, first)
            if rail in self.drawer.fixed and line not in self.drawer.fixed and wanted(line):
                by_rail.setdefault(rail, []).append((part, line, rail))
        return [
            pull_bank(self.circuit, bank)
            for pulls in by_rail.values()
            for bank in _chunks(pulls, lambda pull: max(flag_width(pull[1]) + 14, 78.0))
        ]

    def _capacitors(self, wanted: Callable[[Part], bool]) -> list[Cell]:
        by_rail: dict[str, list[Part]] = {}
        for part in self.circuit.parts.values():
            if part.nf and part.beside != HEADER and wanted(part):
                by_rail.setdefault(self.circuit.by_end()[End(part.name, "1")], []).append(part)
        return [
            capacitor_bank(rail, bank, self.drawer.point(rail))
            for rail, parts in by_rail.items()
            for bank in _chunks(parts, lambda part: 126.0)
        ]

    def _buttons(self) -> list[Cell]:
        found = []
        for wire in self.wires:
            if wire.end.part.startswith("button ") and wire.start.part == HEADER:
                found.append(
                    button_cell(
                        self.circuit,
                        wire.end.part,
                        self._around(wire),
                        wire,
                        self.drawer.points.get(wire.net, ""),
                    )
                )
        return found

    def _around(self, wire: Connection) -> dict[str, Part]:
        """The three parts of a button."""
        by_end = self.circuit.by_end()
        found = {}
        for part, first, second in resistors(self.circuit):
            if wire.net in (first, second):
                found["series" if wire.net_end in (first, second) else "pull"] = part
        found["capacitor"] = next(
            part
            for part in self.circuit.parts.values()
            if part.nf and by_end[End(part.name, "1")] == wire.net
        )
        return found

    def _buzzer(self) -> list[Cell]:
        wire = next((wire for wire in self.wires if wire.net == "BUZZER"), None)
        if wire is None:
            return []
        series = next(part for part, first, _ in resistors(self.circuit) if first == "BUZZER")
        diode = next(part for part in self.circuit.parts.values() if part.kind.prefix == "D")
        return [buzzer_cell(self.circuit, series, diode, wire.start.pin, self.drawer.points)]


def _chunks(things: list[_T], width: Callable[[_T], float]) -> list[list[_T]]:
    """In order and of one length, none wider than a sheet."""
    count = ceil(fsum(map(width, things)) / (WIDTH - 90))
    each = ceil(len(things) / count)
    return [things[start : start + each] for start in range(0, len(things), each)]


def _of_mux(net: str) -> bool:
    return net.startswith("MUX")


def _of_channel(net: str) -> bool:
    return net.startswith("CHANNEL")


def _printed(pin: PinKind) -> str:
    """A pin of the header by its number and name."""
    bcm = bcm_of(int(pin.name))
    return (
        pin.name
        if bcm is None
        else f"{pin.name}  GPIO{bcm}"
        if int(pin.name) % 2
        else f"GPIO{bcm}  {pin.name}"
    )


def _is_not_supply(pin: PinKind) -> bool:
    return pin.name not in ("VBUS", "GND")


def _is_output(pin: PinKind) -> bool:
    return pin.name.endswith("Y")


def _is_port(pin: PinKind) -> bool:
    return pin.name.startswith("GP")


def _is_channel(pin: PinKind) -> bool:
    return pin.name[:2] in ("SD", "SC") and pin.name[2:].isdigit()


def _own_pulls(circuit: Circuit) -> tuple[str, ...]:
    """What pulls the I2C lines up without being drawn, and what it comes to."""
    lines = i2c_lines(circuit)
    if not lines:
        return ()
    most = max(lines, key=lambda line: line.sink_ma)
    multiplexer = circuit.parts.get(MUX)
    own = max((pin.own_pull_ohm for pin in multiplexer.kind.pins), default=0.0) if multiplexer else 0.0
    bare = "Take the multiplexer board's own pull-ups off SDA and SCL. " if multiplexer and not own else ""
    return (
        f"{bare}Not drawn: {made_of(most.all_pulls)}; together {most.ohm_kilo:.2f} kΩ, {most.sink_ma:.1f} mA, while "
        f"{most.net} is open.",
    )
