"""Flat loops of wire in planes above each other: their mutual inductance, and the field of one.

A loop is a polygon; a circle is one with many sides and the circle's area. Lengths are millimetres, inductances nH.

Sides that are parallel by the closed formula for two straight filaments (F. W. Grover, Inductance Calculations, 1946,
chapter 6, formula 28); others by the line integral of the closed vector potential of a straight piece (Neumann).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Point = tuple[float, float]

MU_0_NH_PER_MM = 0.4 * math.pi
CIRCLE_SIDES = 16
# Gauss and Legendre, five points from -1 to 1: (place, weight).
_GAUSS = (
    (0.0, 0.5688888888888889),
    (-0.5384693101056831, 0.47862867049936647),
    (0.5384693101056831, 0.47862867049936647),
    (-0.9061798459386640, 0.23692688505618908),
    (0.9061798459386640, 0.23692688505618908),
)
_NEAR = 1e-9


@dataclass(frozen=True)
class Loop:
    """One turn: its corners, anticlockwise, and the height of its plane."""

    corners: tuple[Point, ...]
    z: float = 0.0

    @property
    def sides(self) -> Iterator[tuple[Point, Point]]:
        return zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)

    @property
    def length(self) -> float:
        return math.fsum(math.dist(start, end) for start, end in self.sides)

    @property
    def area(self) -> float:
        return math.fsum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in self.sides) / 2

    @property
    def middle(self) -> Point:
        count = len(self.corners)
        return (
            round(math.fsum(x for x, _ in self.corners) / count, 6) + 0.0,
            round(math.fsum(y for _, y in self.corners) / count, 6) + 0.0,
        )

    def moved(self, x: float, y: float, z: float = 0.0) -> Loop:
        return Loop(tuple((x + left, y + up) for left, up in self.corners), self.z + z)


def rectangle(width: float, height: float) -> Loop:
    """A turn around the origin; ValueError for what has no area."""
    if width <= 0 or height <= 0:
        raise ValueError(f"no loop: {width} x {height} mm")
    right, up = width / 2, height / 2
    return Loop(((-right, -up), (right, -up), (right, up), (-right, up)))


def circle(radius: float, sides: int = CIRCLE_SIDES) -> Loop:
    """A round turn around the origin, as a polygon of the same area; ValueError for what has none."""
    if radius <= 0:
        raise ValueError(f"no loop: a radius of {radius} mm")
    step = 2 * math.pi / sides
    corner = radius * math.sqrt(step / math.sin(step))
    return Loop(tuple((corner * math.cos(step * at), corner * math.sin(step * at)) for at in range(sides)))


def mean(loops: Sequence[Loop]) -> Loop:
    """The loop in the middle of some with equally many corners."""
    corners = zip(*(loop.corners for loop in loops), strict=True)
    return Loop(
        tuple(
            (math.fsum(x for x, _ in at) / len(at), math.fsum(y for _, y in at) / len(at)) for at in corners
        ),
        math.fsum(loop.z for loop in loops) / len(loops),
    )


def mutual_nh(one: Loop, other: Loop) -> float:
    """The mutual inductance of two turns; negative where the flux of one goes through the other backwards."""
    apart = other.z - one.z
    mine, theirs = list(one.sides), list(other.sides)
    return math.fsum(_of_sides(side, its_side, apart) for side in mine for its_side in theirs)


def _of_sides(side: tuple[Point, Point], other: tuple[Point, Point], z: float) -> float:
    (x1, y1), (x2, y2) = side
    (x3, y3), (x4, y4) = other
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    along = ux * (x4 - x3) + uy * (y4 - y3)
    if abs(along) < _NEAR:
        return 0.0
    start = ux * (x3 - x1) + uy * (y3 - y1)
    beside = ux * (y3 - y1) - uy * (x3 - x1)
    turned = ux * (y4 - y3) - uy * (x4 - x3)
    if abs(turned) < _NEAR:
        return MU_0_NH_PER_MM / (4 * math.pi) * _filaments(length, start, along, math.hypot(beside, z))
    total = 0.0
    for place, weight in _GAUSS:
        part = (1 + place) / 2
        total += weight * _potential(length, start + part * along, math.hypot(beside + part * turned, z))
    return MU_0_NH_PER_MM / (4 * math.pi) * along * total / 2


def _filaments(length: float, start: float, along: float, away: float) -> float:
    """The double integral of 1/r over two parallel pieces: 0 to ``length``, ``start`` to ``start + along``."""

    def corner(offset: float) -> float:
        if away < _NEAR:
            return abs(offset) * math.log(abs(offset)) - abs(offset) if abs(offset) > _NEAR else 0.0
        return offset * math.asinh(offset / away) - math.hypot(offset, away)

    return corner(start + along) - corner(start) - corner(start + along - length) + corner(start - length)


def _potential(length: float, at: float, away: float) -> float:
    """The integral of 1/r over a piece from 0 to ``length``, seen from a place ``away`` from its line."""
    away = max(away, _NEAR)
    return math.asinh((length - at) / away) + math.asinh(at / away)


def own_nh(turns: Sequence[Loop], gmd_mm: float) -> float:
    """The inductance of turns in series: of each with itself at its conductor's mean distance, and of all pairs.

    ``gmd_mm``: the geometric mean distance of the conductor's current from itself (`round_gmd_mm`, `strip_gmd_mm`).
    """
    if gmd_mm <= 0:
        raise ValueError(f"no conductor: {gmd_mm} mm")
    own = math.fsum(mutual_nh(turn, turn.moved(0, 0, gmd_mm)) for turn in turns)
    pairs = math.fsum(mutual_nh(one, other) for at, one in enumerate(turns) for other in turns[at + 1 :])
    return own + 2 * pairs


def round_gmd_mm(diameter: float) -> float:
    """A round wire at radio frequencies: all current in its skin, which is its radius from itself."""
    return diameter / 2


def strip_gmd_mm(width: float, thickness: float = 0.035) -> float:
    """A printed track (Grover, chapter 3: 0.2235 times both sides)."""
    return 0.2235 * (width + thickness)


def field_a_per_m(loop: Loop, x: float, y: float, z: float) -> float:
    """The upright field of one ampere at a place, by the law of Biot and Savart."""
    total = 0.0
    above = z - loop.z
    for (x1, y1), (x2, y2) in loop.sides:
        length = math.hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        along = (x - x1) * ux + (y - y1) * uy
        beside = ux * (y - y1) - uy * (x - x1)
        away = beside * beside + above * above
        ends = along / math.sqrt(along * along + away)
        ends += (length - along) / math.sqrt((length - along) ** 2 + away)
        total += ends * beside / (4 * math.pi * away)
    return total * 1000
