"""Cells: pieces of a drawing that know their size. A circuit's parts are each drawn in one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from signifer_firmware.wiring_guide.parts import Connection, End

from ..circuit import Circuit, Part, PinKind
from ..groups import rails, resistors
from . import symbols
from .ink import FAINT, Ink, width_of

ROW = 30
_OPEN = 26
_STUB, _LEAD_MARK = 34, 16


@dataclass(frozen=True)
class Cell:
    """``draw`` is called with the ink and the upper left corner."""

    width: float
    height: float
    draw: Callable[[Ink, float, float], None]


@dataclass(frozen=True)
class Row:
    """One pin of a box: its net, the resistor in its line, and what is said behind the flag."""

    pin: PinKind
    caption: str
    net: str
    series: Part | None = None
    beyond: str = ""
    lead: str = ""
    colour: str = ""
    point: str = ""

    @property
    def shown(self) -> str:
        return self.beyond or self.net

    @property
    def tail(self) -> str:
        return " ".join(filter(None, (self.lead, self.point)))

    @property
    def reach(self) -> float:
        """How far it goes from its box."""
        if not self.net:
            return _STUB
        wide = _STUB + symbols.flag_width(self.shown)
        if self.series:
            wide += symbols.RESISTOR_W + 14
        if self.colour:
            wide += _LEAD_MARK + 8
        return wide + (width_of(self.tail, 9) + 8 if self.tail else 0)


class Drawer:
    """Makes cells of one board. ``leads``: each pin's wire, where it is one that leaves the board."""

    def __init__(self, circuit: Circuit, wires: tuple[Connection, ...]) -> None:
        self.circuit = circuit
        self.by_end = circuit.by_end()
        self.leads = {
            end: wire
            for wire in wires
            if wire.length_mm
            for end in (wire.start, wire.end)
            if _module(end.part)
        }
        self.points = {
            self.by_end[End(part.name, "1")]: part.ref
            for part in circuit.parts.values()
            if part.kind.prefix == "TP"
        }
        self.fixed = rails(circuit)
        self._said: set[str] = set()

    def box(
        self,
        name: str,
        *,
        plain: tuple[str, ...] = (),
        split: Callable[[PinKind], bool] | None = None,
        caption: Callable[[PinKind], str] = lambda pin: pin.name,
    ) -> Cell:
        """A chip or module with all its pins.

        ``plain``: how nets begin whose resistors other cells draw. ``split``: which pins are at the right.
        ``caption``: what a pin is called in the box.
        """
        part = self.circuit.parts[name]
        on_right = split or (lambda pin: False)
        left = [self._row(part, pin, plain, caption(pin)) for pin in part.kind.pins if not on_right(pin)]
        right = [self._row(part, pin, plain, caption(pin)) for pin in part.kind.pins if on_right(pin)]
        inner = max([width_of(row.caption) for row in left], default=0) + 26
        inner += max([width_of(row.caption) for row in right], default=0)
        titles = [f"{part.ref}  {part.name}", _short(part)]
        inner = max(inner, 70)
        reach_left = max((row.reach for row in left), default=0.0)
        reach_right = max((row.reach for row in right), default=0.0)
        wide = reach_left + inner + reach_right
        titled = max(width_of(titles[0], 12, bold=True), width_of(titles[1], 9)) + 4
        height = 44 + ROW * max(len(left), len(right))

        def draw(ink: Ink, x: float, y: float) -> None:
            start = x + reach_left
            ink.text(x, y + 12, titles[0], size=12, bold=True)
            ink.text(x, y + 25, titles[1], size=9, colour=FAINT)
            ink.box(start, y + 34, inner, height - 40, fill="#fbfbf5", line=1.8)
            for rows, edge, way in ((left, start, -1), (right, start + inner, 1)):
                for place, row in enumerate(rows):
                    _draw_row(ink, row, edge, y + 34 + ROW * (place + 0.5), way)

        return Cell(max(wide, titled), height, draw)

    def _row(self, part: Part, pin: PinKind, plain: tuple[str, ...], caption: str) -> Row:
        end = End(part.name, pin.name)
        net = self.by_end.get(end, "")
        if not net:
            return Row(pin, caption, "")
        series, beyond = (None, "") if net.startswith(plain or ("\0",)) else self._series(part, net)
        wire = self.leads.get(end)
        lead = f"{wire.length_mm} mm" if wire else ""
        point = ""
        # Once a net, where it is drawn first.
        told = [
            one
            for one in (net, beyond)
            if one in self.points and one not in self._said and one not in self.fixed
        ]
        if told:
            self._said.update(told)
            point = ", ".join(self.points[one] for one in told)
        return Row(pin, caption, net, series, beyond, lead, wire.colour if wire else "", point)

    def point(self, net: str) -> str:
        """A rail's test point in brackets, the first time that it is asked for."""
        if net not in self.points or net in self._said:
            return ""
        self._said.add(net)
        return f" ({self.points[net]})"

    def _series(self, part: Part, net: str) -> tuple[Part | None, str]:
        for resistor, first, second in resistors(self.circuit):
            if resistor.beside == part.name and net == first and second not in self.fixed:
                return resistor, second
        return None, ""


def _draw_row(ink: Ink, row: Row, edge: float, y: float, way: int) -> None:
    """A pin's line, from the edge of its box outwards: ``way`` 1 is to the right."""
    anchor = "start" if way < 0 else "end"
    ink.text(edge - way * 7, y + 4, row.caption, anchor=anchor)
    far = edge + way * _STUB
    ink.line((edge, y), (far if row.net else edge + way * _OPEN, y))
    if row.pin.number and row.pin.number != row.pin.name:
        ink.text(
            edge + way * 5, y - 3, row.pin.number, size=8, anchor="end" if way < 0 else "start", colour=FAINT
        )
    if not row.net:
        cross = edge + way * _OPEN
        ink.line((cross - 4, y - 4), (cross + 4, y + 4), colour=FAINT)
        ink.line((cross - 4, y + 4), (cross + 4, y - 4), colour=FAINT)
        return
    if row.series:
        start = far if way > 0 else far - symbols.RESISTOR_W
        symbols.resistor(ink, start, y, row.series.ref, row.series.value)
        far += way * (symbols.RESISTOR_W + 14)
        ink.line((far - way * 14, y), (far, y))
    far += way * symbols.flag(ink, far, y, row.shown, left=way < 0)
    if row.colour:
        symbols.wire_mark(ink, far + 4 if way > 0 else far - 4 - _LEAD_MARK, y, row.colour)
        far += way * (_LEAD_MARK + 8)
    ink.text(far + way * 4, y + 3.5, row.tail, size=9, anchor="end" if way < 0 else "start", colour=FAINT)


def _module(part: str) -> bool:
    return part.startswith(("reader ", "screen ", "button ", "buzzer", "inlet"))


def _short(part: Part) -> str:
    """The part number as far as it is one, else what it is."""
    address = f" at {part.address:#04x}" if part.address else ""
    number = part.kind.number if len(part.kind.number) < 26 else part.kind.title
    legs = f"; {part.kind.legs}" if part.kind.legs else ""
    return f"{number}{address}{legs}"
