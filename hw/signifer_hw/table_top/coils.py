"""Coils that somebody winds, in figures: what the air's model (signifer_drivers.air) says of them.

A printed module's coil is the model's own; wound turns lie within each other, in one window or in two in series.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from signifer_drivers.air import figures
from signifer_drivers.air.loops import MU_0_NH_PER_MM, circle, mutual_nh, own_nh, rectangle, round_gmd_mm
from signifer_drivers.air.resonators import CARRIER_HZ

from .parts import LOOP, Size

TWISTED_NH_PER_MM = 0.6  # of a twisted pair of thin wires, go and return together; assumed
MODULE = figures.figures().module


def resonance_mhz(inductance_nh: float, capacity_pf: float) -> float:
    """Where a coil and a capacitor resonate."""
    return 1e3 / (2 * math.pi * math.sqrt(inductance_nh * 1e-9 * capacity_pf * 1e-12) * 1e9)


def capacity_pf(inductance_nh: float, hz: float = CARRIER_HZ) -> float:
    """The capacitor that resonates with a coil."""
    return 1e21 / ((2 * math.pi * hz) ** 2 * inductance_nh)


def seen_by_tag(coil: figures.Coil, x: float = 0, y: float = 0) -> float:
    """The mean upright field over a tag's coil, for one ampere, in A/m; the tag's middle is at ``x, y``."""
    air = figures.figures()
    ring = circle(air.tag.outer[0] / 2).moved(x, y, air.lid_mm)
    flux = math.fsum(many * mutual_nh(turn, ring) for turn, many in coil.bundles)
    return 1000 * flux / (MU_0_NH_PER_MM * ring.area)


@dataclass(frozen=True)
class Coil:
    """A coil as somebody winds it: its windows are alike, ``apart_mm`` middle to middle, and in series."""

    name: str
    window: Size  # its outermost turn
    conductor_mm: float
    pitch_mm: float  # from turn to turn
    turns: int
    windows: int = 1
    apart_mm: float = 0
    feed_mm: float = 0

    @cached_property
    def air(self) -> figures.Coil:
        """Itself, as the model has it."""
        middles = (0.0,) if self.windows == 1 else (-self.apart_mm / 2, self.apart_mm / 2)
        loops = tuple(
            rectangle(*(side - 2 * self.pitch_mm * turn for side in self.window)).moved(0, middle)
            for middle in middles
            for turn in range(self.turns)
        )
        return figures.Coil(self.name, loops, round_gmd_mm(self.conductor_mm), self.window)

    @property
    def inductance_nh(self) -> float:
        return self.air.inductance_nh + self.feed_mm * TWISTED_NH_PER_MM

    @property
    def wire_mm(self) -> float:
        """The wire that it takes, with 60 mm for each end."""
        return math.fsum(turn.length for turn in self.air.turns) + 2 * self.feed_mm + 120


ALONE = Coil("wound loop for one side", LOOP.window, LOOP.wire, LOOP.pitch_alone, LOOP.turns_alone)
PAIR = Coil(
    "wound pair for both sides",
    LOOP.window,
    LOOP.wire,
    LOOP.pitch_in_pair,
    LOOP.turns_in_pair,
    2,
    LOOP.apart,
    LOOP.feed,
)
LONG = Coil("one long loop for both sides (not taken)", Size(40, 294), LOOP.wire, LOOP.pitch_in_pair, 2)
WOUND = (ALONE, PAIR, LONG)


@dataclass(frozen=True)
class Probe:
    """A small coil with a light: shows without a computer that a field is on."""

    diameter_mm: float = 25
    wire_mm: float = 0.5
    turns: int = 5
    capacitor_pf: float = 120  # C0G; of the series E12

    @property
    def inductance_nh(self) -> float:
        rings = [circle(self.diameter_mm / 2).moved(0, 0, self.wire_mm * turn) for turn in range(self.turns)]
        return own_nh(rings, round_gmd_mm(self.wire_mm))

    @property
    def resonance_mhz(self) -> float:
        return resonance_mhz(self.inductance_nh, self.capacitor_pf)

    @property
    def wire_length_mm(self) -> float:
        return self.turns * math.pi * self.diameter_mm + 60


PROBE = Probe()
