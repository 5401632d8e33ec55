"""A printed board as plain data: footprints in their places, tracks, vias, holes. Micrometres; x to the right, y down.

All pads are round and go through the board; two layers, 0 above and 1 below.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

TOP, BOTTOM = 0, 1
GRID = 1270  # the middle of every pad, track and via lies on it, on boards with parts


@dataclass(frozen=True)
class Pad:
    """``x``, ``y`` from its footprint's first pad."""

    number: str
    x: int
    y: int
    size: int
    drill: int


@dataclass(frozen=True)
class Footprint:
    """``outline``: left, top, right, bottom of what is drawn around the part."""

    name: str
    pads: tuple[Pad, ...]
    outline: tuple[int, int, int, int]


@dataclass(frozen=True)
class Placed:
    """A part on the board; ``number`` is what to order, ``words`` what it is."""

    ref: str
    value: str
    number: str
    words: str
    footprint: Footprint
    x: int
    y: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        left, top, right, bottom = self.footprint.outline
        return self.x + left, self.y + top, self.x + right, self.y + bottom


@dataclass(frozen=True)
class Track:
    net: str
    layer: int
    x1: int
    y1: int
    x2: int
    y2: int
    width: int


@dataclass(frozen=True)
class Via:
    net: str
    x: int
    y: int
    size: int
    drill: int


@dataclass(frozen=True)
class Hole:
    """For a screw; without copper."""

    x: int
    y: int
    drill: int


@dataclass(frozen=True)
class Rules:
    """What a maker's cheapest service keeps, with room: micrometres."""

    clearance: int = 200
    width: int = 300
    ring: int = 150
    edge: int = 500
    hole: int = 250  # from a screw's hole to copper


@dataclass(frozen=True)
class Board:
    """``nets``: of each pad, by (reference, number), its net; pads that are not there have none."""

    name: str
    title: str
    width: int
    height: int
    placed: tuple[Placed, ...]
    nets: dict[tuple[str, str], str]
    holes: tuple[Hole, ...] = ()
    tracks: tuple[Track, ...] = ()
    vias: tuple[Via, ...] = ()
    rules: Rules = field(default_factory=Rules)

    def pads(self) -> Iterator[tuple[Placed, Pad, str]]:
        """Every pad with its part and its net, "" for none."""
        for part in self.placed:
            for pad in part.footprint.pads:
                yield part, pad, self.nets.get((part.ref, pad.number), "")

    @property
    def net_names(self) -> tuple[str, ...]:
        return tuple(sorted({net for net in self.nets.values() if net}))
