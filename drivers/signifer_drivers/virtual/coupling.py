"""Read rates at nine positions over the antenna of a module, by the model of the air (docs/air.md)."""

from __future__ import annotations

import random
from collections.abc import Iterator

from signifer_drivers.air.figures import figures
from signifer_drivers.portable.mfrc522 import FIELD, Mfrc522
from signifer_drivers.readers.tuning import read_once
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort

from .field import POWER_DB, Field
from .laid import couplings_db
from .mfrc522_memoised import Mfrc522Chip
from .tag import Tag

# Off the middle by half the side of the antenna's coil, in each direction, as rows from back to front.
OFFSETS = (-1, 0, 1)
COUNTS = (1, 2, 4)
VISITS = 60


def half_coil_mm() -> float:
    """From one of the nine positions to the next: half the side of a module's coil."""
    return figures().module.outer[0] / 2


def margins_db(across: int, along: int, tags: int) -> tuple[float, ...]:
    """By how many decibels each of ``tags`` tags, one upon the other, gets more than it needs, the undermost first."""
    return tuple(coupled - POWER_DB for coupled in _couplings_db(across, along, tags))


def _couplings_db(across: int, along: int, tags: int) -> tuple[float, ...]:
    step = half_coil_mm()
    return couplings_db(1, ((step * across, step * along),) * tags)[0]


def read_rates(
    tags: int, *, gain_db: int = 33, field: int = FIELD, seed: int = 0, visits: int = VISITS
) -> Iterator[tuple[float, ...]]:
    """Three rows of three: the share of ``tags`` tags, one upon the other at that position, that a visit reads."""
    rng = random.Random(seed)
    for along in OFFSETS:
        yield tuple(_read_rate(tags, across, along, gain_db, field, rng, visits) for across in OFFSETS)


def _read_rate(
    tags: int, across: int, along: int, gain_db: int, field: int, rng: random.Random, visits: int
) -> float:
    clock = VirtualClock()
    above = Field(random.Random(rng.getrandbits(64)))
    for coupled in _couplings_db(across, along, tags):
        tag = Tag(b"\x04" + rng.randbytes(2) + bytes((rng.randrange(0x80),)) + rng.randbytes(3))
        tag.coupling_db = coupled
        above.put(tag)
    chip = Mfrc522(VirtualSpiPort(VirtualSpiBus(clock), Mfrc522Chip(clock, above)), gain_db, field)
    chip.begin()
    return sum(len(read_once(chip)[0]) for _ in range(visits)) / (visits * tags)
