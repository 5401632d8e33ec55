"""Footprints of the parts that boards carry, all on a grid of 1.27 mm, so that a router can walk between pads.

Distances are the parts' own: rows of the Pico 17.78 apart (its data sheet), of a DIP 7.62, leads of C322 and C330 5.08
(KEMET), of the fuse 5.1 (Bourns MF-R); a small electrolytic's leads are spread from 2.0 to 2.54.
"""

from __future__ import annotations

from ..circuit import PartKind
from .board import GRID, Footprint, Pad

PAD = 1600
_PICO_BODY = (-1610, -1370, 19390, 49630)  # 21 x 51 mm around its pins


def footprint(kind: PartKind, turned: bool = False) -> Footprint:
    """That of a kind of part; ``turned`` by a quarter, for two leads. KeyError for what comes on no board."""
    family = kind.key.split()[0]
    if family in ("READER", "PICO", "BUFFER", "STAR", "TP"):
        return _FIXED[family]
    if family == "REGULATOR":
        return Footprint("TO-220", _row(["1", "2", "3"], 2, 0, 1100), (-2540, -3000, 7620, 1800))
    apart, drill, half, name = _TWO_LEADS[kind.key if kind.key in _TWO_LEADS else family]
    pads = _row([pin.place for pin in kind.pins], *((0, apart) if turned else (apart, 0)), drill)
    far = apart * GRID
    around = (-half, 1000, half, far - 1000) if turned else (1000, -half, far - 1000, half)
    if kind.key == "C 10000":
        around = (
            (-2500, far // 2 - 2500, 2500, far // 2 + 2500)
            if turned
            else (far // 2 - 2500, -2500, far // 2 + 2500, 2500)
        )
    return Footprint(f"{name}{'-turned' if turned else ''}", pads, around)


# Leads apart on the grid, drill, half the body's thickness, name.
_TWO_LEADS = {
    "R": (8, 800, 1250, "R-axial-10.16"),
    "C": (4, 800, 1250, "C-disc-5.08"),
    "C 10000": (2, 800, 2500, "C-radial-2.54"),
    "F": (4, 900, 1600, "fuse-5.08"),
}


def _row(numbers: list[str], across: int, along: int, drill: int) -> tuple[Pad, ...]:
    return tuple(
        Pad(number, at * across * GRID, at * along * GRID, PAD, drill) for at, number in enumerate(numbers)
    )


def _two_rows(count: int, apart: int, drill: int) -> tuple[Pad, ...]:
    """Pins 1 and on down the left, and up again on the right."""
    half = count // 2
    left = [Pad(str(at + 1), 0, 2 * at * GRID, PAD, drill) for at in range(half)]
    right = [Pad(str(count - at), apart * GRID, 2 * at * GRID, PAD, drill) for at in range(half)]
    return (*left, *sorted(right, key=lambda pad: int(pad.number)))


_FIXED = {
    "READER": Footprint(
        "header-1x8", _row([str(at) for at in range(1, 9)], 0, 2, 1000), (-1270, -1270, 1270, 19050)
    ),
    "PICO": Footprint("pico-sockets", _two_rows(40, 14, 1000), _PICO_BODY),
    "BUFFER": Footprint("DIP-14", _two_rows(14, 6, 800), (1000, -1270, 6620, 16510)),
    "STAR": Footprint("star", (Pad("star", 0, 0, 3200, 1600),), (-1600, -1600, 1600, 1600)),
    "TP": Footprint("test-point", (Pad("1", 0, 0, PAD, 1000),), (-800, -800, 800, 800)),
}
