"""Where the parts of a table's main board lie on a prototyping board of 160 x 100 mm: a drawing, no copper.

Screens' plugs stand along the upper edge, buttons' along the lower one, each with its small parts; readers at the left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from signifer_firmware.wiring_guide.parts import End

from ..circuit import Circuit, Part
from ..table_top.parts import MAIN_BOARD
from ..tables import design
from .board import GRID, Board, Footprint, Hole, Pad, Placed
from .footprints import PAD, footprint

HOLE = 2 * GRID  # from hole to hole
_COLUMNS, _ROWS = 62, 38
_Maker = Callable[[Part], Footprint]
Place = tuple[int, int, bool]  # column, row of the first leg; turned

# By name, where there is one of a kind.
_FIXED: dict[str, Place] = {
    "Pi header": (24, 11, False),
    "mux": (31, 15, False),
    "regulator screens": (57, 10, False),
    "regulator readers": (6, 10, False),
    "buffer 1": (7, 17, False),
    "reader pad red": (1, 9, False),
    "reader pad blue": (1, 18, False),
    "fuse": (12, 10, False),
    "ground star": (29, 23, False),
    "transistor": (47, 20, False),
    "buzzer": (52, 21, False),
}
# Small parts of these, from their own first leg.
_BESIDE: dict[str, list[Place]] = {
    "regulator readers": [(-1, 3, False), (3, 3, False), (6, 3, False)],
    "regulator screens": [(-1, 7, False), (2, 7, False), (0, 9, False)],
    "reader pad red": [(2, 7, False), (2, 5, False)],
    "reader pad blue": [(2, 7, False), (2, 4, False)],
    "mux": [(13, 1, True)],
    "buffer 1": [(0, 8, False)],
    "buzzer": [(0, -3, False)],
}
_SHELF, _SHELF_LONG = (15, 14), 7  # resistors that belong to several: rows of them, standing along
_POINTS_ROWS, _POINTS_FIRST = (26, 28), 4
_BUTTON_ROW, _SCREEN_ROW = 36, 1


@cache
def board() -> Board:
    """The standard table's main board."""
    circuit = design("standard").main
    places = dict(_places(circuit))
    placed = tuple(_placed(part, *places[part.ref]) for part in circuit.parts.values())
    return Board(
        name="main",
        title="Signifer main board on a prototyping board",
        width=round(MAIN_BOARD.width * 1000),
        height=round(MAIN_BOARD.height * 1000),
        placed=placed,
        nets={},
        holes=tuple(Hole(x, y, 3200) for x in (2000, 158_000) for y in (2000, 98_000)),
    )


def _places(circuit: Circuit) -> Iterator[tuple[str, Place]]:
    parts = circuit.parts
    small: dict[str, list[Part]] = {}
    for part in parts.values():
        if part.beside:
            small.setdefault(part.beside, []).append(part)
    done: set[str] = set()
    blocks = [_screens(parts, small), _buttons(circuit), _ones(parts, small), _points(parts)]
    for ref, place in (found for block in blocks for found in block):
        done.add(ref)
        yield ref, place
    left = [part for part in parts.values() if part.ref not in done]
    for at, part in enumerate(left):
        yield part.ref, (_SHELF[0] + 2 * (at % _SHELF_LONG), _SHELF[1] + 6 * (at // _SHELF_LONG), True)


def _screens(parts: dict[str, Part], small: dict[str, list[Part]]) -> Iterator[tuple[str, Place]]:
    screens = [part for part in parts.values() if part.name.startswith("screen ")]
    for at, screen in enumerate(screens):
        column = 2 + 5 * at
        yield screen.ref, (column, _SCREEN_ROW, False)
        for down, part in enumerate(small.get(screen.name, [])):
            yield part.ref, (column, _SCREEN_ROW + 2 + 2 * down, False)


def _buttons(circuit: Circuit) -> Iterator[tuple[str, Place]]:
    """Each plug with its three: the resistor in series, that to the supply, the capacitor; all found by their nets."""
    buttons = [part for part in circuit.parts.values() if part.name.startswith("button ")]
    for at, button in enumerate(buttons):
        column = 3 + 4 * at
        yield button.ref, (column, _BUTTON_ROW, False)
        lead = circuit.net_of(End(button.name, "1"))
        series = next(part for part in _on(circuit, lead) if part.kind.prefix == "R")
        line = next(net for net in _nets_of(circuit, series) if net != lead)
        others = sorted(
            (part for part in _on(circuit, line) if part.kind.prefix in "RC"),
            key=lambda part: -ord(part.ref[0]),
        )
        for across, part in enumerate([series, *(part for part in others if part is not series)]):
            length = 4 if part.kind.prefix == "R" else 2
            yield part.ref, (column + across, _BUTTON_ROW - 2 - length, True)


def _on(circuit: Circuit, net: str | None) -> list[Part]:
    return [circuit.parts[end.part] for end in circuit.nets.get(net or "", [])]


def _nets_of(circuit: Circuit, part: Part) -> list[str]:
    return [net for pin in part.kind.pins if (net := circuit.net_of(End(part.name, pin.name)))]


def _ones(parts: dict[str, Part], small: dict[str, list[Part]]) -> Iterator[tuple[str, Place]]:
    for name, (column, row, turned) in _FIXED.items():
        if name not in parts:
            continue
        yield parts[name].ref, (column, row, turned)
        for part, (across, down, lies) in zip(_of(small, name), _BESIDE.get(name, []), strict=False):
            yield part.ref, (column + across, row + down, lies)


def _of(small: dict[str, list[Part]], name: str) -> list[Part]:
    """Capacitors and diodes; resistors go onto the shelf."""
    return [part for part in small.get(name, []) if part.kind.prefix in ("C", "D")]


def _points(parts: dict[str, Part]) -> Iterator[tuple[str, Place]]:
    points = [part for part in parts.values() if part.kind.key == "TP"]
    half = -(-len(points) // 2)
    for at, part in enumerate(points):
        yield part.ref, (_POINTS_FIRST + 2 * (at % half), _POINTS_ROWS[at // half], False)


def _placed(part: Part, column: int, row: int, turned: bool) -> Placed:
    edge = (
        (round(MAIN_BOARD.width * 1000) - _COLUMNS * HOLE) // 2,
        (round(MAIN_BOARD.height * 1000) - _ROWS * HOLE) // 2,
    )
    return Placed(
        part.ref,
        part.value or part.name,
        part.kind.number,
        part.kind.title,
        _shape(part, turned),
        edge[0] + column * HOLE,
        edge[1] + row * HOLE,
    )


def _shape(part: Part, turned: bool) -> Footprint:
    family = part.kind.key.split()[0]
    if part.kind.key == "REGULATOR D24V22F3":
        return Footprint("step-down", _line(["VIN", "GND", "VOUT"], 1), (-6350, -3000, 11_430, 14_780))
    if family in _ROWS_OF:
        return _ROWS_OF[family](part)
    return footprint(part.kind, turned)


def _line(numbers: list[str], apart: int) -> tuple[Pad, ...]:
    return tuple(Pad(number, at * apart * HOLE, 0, PAD, 1000) for at, number in enumerate(numbers))


def _header(part: Part) -> Footprint:
    """Two rows of twenty: odd pins below, even ones above, pin 1 at the left."""
    pads = tuple(
        Pad(pin.place, (int(pin.place) - 1) // 2 * HOLE, 0 if int(pin.place) % 2 else -HOLE, PAD, 1000)
        for pin in part.kind.pins
    )
    return Footprint("socket-2x20", pads, (-1270, -3810, 19 * HOLE + 1270, 1270))


def _mux(part: Part) -> Footprint:
    """Two rows of twelve, six holes apart: assumed, as of Adafruit's board; read what is printed on yours."""
    pads = tuple(
        Pad(pin.place, at % 12 * HOLE, 6 * HOLE * (at // 12), PAD, 1000)
        for at, pin in enumerate(part.kind.pins)
    )
    return Footprint("mux", pads, (-1270, -1270, 11 * HOLE + 1270, 6 * HOLE + 1270))


def _strip(apart: int, outline: tuple[int, int, int, int] | None = None) -> _Maker:
    def made(part: Part) -> Footprint:
        pads = _line([pin.place for pin in part.kind.pins], apart)
        around = outline or (-1270, -1270, pads[-1].x + 1270, 1270)
        return Footprint(f"strip-{len(pads)}", pads, around)

    return made


_ROWS_OF: dict[str, _Maker] = {
    "HEADER": _header,
    "MUX": _mux,
    "SCREEN": _strip(1),
    "BUTTON": _strip(1),
    "NPN": _strip(1, (-1270, -2300, 6350, 2300)),
    "DIODE": _strip(3, (1000, -1000, 3 * HOLE - 1000, 1000)),
    "BUZZER": _strip(3, (3810 - 6000, -6000, 3810 + 6000, 6000)),
}
