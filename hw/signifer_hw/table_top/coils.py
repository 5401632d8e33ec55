"""Coils in figures: inductance, what resonates with it, and how well a tag is coupled at a place.

Inductance by NXP's formula for readers (MFRC631 data sheet rev. 3.3, section 14.1.4, and the data sheets before it):
L = 2 l (ln(l / d) - K) N^1.8, with L in nH, l the length of a turn in cm, d the width of the conductor in the unit of
l, K = 1.07 for a circle and 1.47 for a square. It is an estimate; NXP says so, too, and to measure.

The field by the law of Biot and Savart for straight pieces. A tag takes the mean of the field over its own coil.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from .parts import CARDS, LOOP, READER, RULES, Size

CARRIER_HZ = 13_560_000
ROUND, SQUARE = 1.07, 1.47
TWISTED_NH_PER_MM = 0.6  # of a twisted pair of thin wires, go and return together; assumed
# The lid over the antenna is the top, a sheet of air or glue, the sleeve; a tag's coil is smaller than its sticker.
LID_MM = RULES.top_thickness + 3
TAG_COIL_RADIUS_MM = CARDS.tag_diameter / 2 - 1.5


def inductance_nh(turn_mm: float, conductor_mm: float, turns: float, shape: float) -> float:
    """NXP's estimate for ``turns`` turns of the length ``turn_mm``; ValueError for lengths that are no coil's."""
    if turn_mm <= conductor_mm or conductor_mm <= 0 or turns <= 0:
        raise ValueError(f"no coil: a turn of {turn_mm} mm, a conductor of {conductor_mm} mm, {turns} turns")
    return float(2 * turn_mm / 10 * (math.log(turn_mm / conductor_mm) - shape) * turns**1.8)


def capacity_pf(inductance_nh: float, hz: float = CARRIER_HZ) -> float:
    """The capacitor that resonates with a coil."""
    return 1e21 / ((2 * math.pi * hz) ** 2 * inductance_nh)


def resonance_mhz(inductance_nh: float, capacity_pf: float) -> float:
    """Where a coil and a capacitor resonate."""
    return 1e3 / (2 * math.pi * math.sqrt(inductance_nh * 1e-9 * capacity_pf * 1e-12) * 1e9)


def field_a_per_m(window: Size, x: float, y: float, z: float) -> float:
    """The upright field of one ampere in a rectangle around the origin, at a place ``z`` mm above its plane."""
    right, up = window.width / 2, window.height / 2
    corners = ((-right, -up), (right, -up), (right, up), (-right, up))
    total = 0.0
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = math.hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        along = (x - x1) * ux + (y - y1) * uy
        beside = ux * (y - y1) - uy * (x - x1)
        away = beside * beside + z * z
        ends = along / math.sqrt(along * along + away)
        ends += (length - along) / math.sqrt((length - along) ** 2 + away)
        total += ends * beside / (4 * math.pi * away)
    return total * 1000


@cache
def seen_by_tag(window: Size, x: float, y: float, z: float = LID_MM) -> float:
    """The mean of the field over a tag's coil whose middle is at ``x, y``."""
    rings, spokes, total = 8, 16, 0.0
    for ring in range(rings):
        radius = TAG_COIL_RADIUS_MM * math.sqrt((ring + 0.5) / rings)
        for spoke in range(spokes):
            angle = 2 * math.pi * (spoke + 0.5) / spokes
            total += field_a_per_m(window, x + radius * math.cos(angle), y + radius * math.sin(angle), z)
    return total / (rings * spokes)


def coupling_db(window: Size, x: float, y: float, z: float = LID_MM) -> float:
    """How well a tag at ``x, y`` is coupled, against one in the middle; -99 where the field turns round."""
    ratio = seen_by_tag(window, x, y, z) / seen_by_tag(window, 0, 0, z)
    return 20 * math.log10(ratio) if ratio > 1e-5 else -99.0


@dataclass(frozen=True)
class Coil:
    """A coil as somebody makes it: its windows are alike and in series."""

    name: str
    window: Size  # the middle of its turns
    conductor_mm: float
    turns: int
    windows: int = 1
    feed_mm: float = 0

    @property
    def turn_mm(self) -> float:
        return 2 * (self.window.width + self.window.height)

    @property
    def inductance_nh(self) -> float:
        one = inductance_nh(self.turn_mm, self.conductor_mm, self.turns, SQUARE)
        return self.windows * one + self.feed_mm * TWISTED_NH_PER_MM

    @property
    def wire_mm(self) -> float:
        """The wire that it takes, with 60 mm for each end."""
        return self.windows * self.turns * self.turn_mm + 2 * self.feed_mm + 120


# The middle of a module's turns lies inside its outer edge by half of the turns' width.
_INSET = 4
MODULE_COIL = Coil(
    "RC522 module, its own coil",
    Size(READER.coil.width - _INSET, READER.coil.height - _INSET),
    READER.track,
    READER.turns,
)
ALONE = Coil("wound loop for one side", LOOP.window, LOOP.wire, LOOP.turns_alone)
PAIR = Coil("wound pair for both sides", LOOP.window, LOOP.wire, LOOP.turns_in_pair, 2, LOOP.feed)
LONG = Coil("one long loop for both sides (not taken)", Size(40, 294), LOOP.wire, 2)
COILS = (MODULE_COIL, ALONE, PAIR, LONG)


@dataclass(frozen=True)
class Probe:
    """A small coil with a light: shows without a computer that a field is on."""

    diameter_mm: float = 25
    wire_mm: float = 0.5
    turns: int = 5
    capacitor_pf: float = 120  # C0G; of the series E12

    @property
    def inductance_nh(self) -> float:
        return inductance_nh(math.pi * self.diameter_mm, self.wire_mm, self.turns, ROUND)

    @property
    def resonance_mhz(self) -> float:
        return resonance_mhz(self.inductance_nh, self.capacitor_pf)

    @property
    def wire_length_mm(self) -> float:
        return self.turns * math.pi * self.diameter_mm + 60


PROBE = Probe()
