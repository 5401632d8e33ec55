"""Coupling of a tag to an antenna, by where it lies there: nine positions, for maps of read rates."""

from __future__ import annotations

import random
from collections.abc import Iterator

from signifer_drivers.portable.mfrc522 import FIELD, Mfrc522
from signifer_drivers.readers.tuning import read_once
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort

from .field import Field
from .mfrc522_memoised import Mfrc522Chip
from .tag import Tag

# Off the middle by half the antenna's side, in each direction, as rows from back to front.
OFFSETS = (-1, 0, 1)
EDGE_DB = -5.0  # beside the middle; a corner loses it twice
BESIDE_DB = -1.5  # what each tag loses for every other one above the same antenna
COUNTS = (1, 2, 4)
VISITS = 60


def coupling_db(across: int, along: int, tags: int) -> float:
    """How well one of ``tags`` tags is coupled at a position, in decibels against one in the middle alone."""
    return EDGE_DB * (across * across + along * along) + BESIDE_DB * (tags - 1) + 0.0


def read_rates(
    tags: int, *, gain_db: int = 33, field: int = FIELD, seed: int = 0, visits: int = VISITS
) -> Iterator[tuple[float, ...]]:
    """Three rows of three: the share of ``tags`` tags at that position that a visit reads."""
    rng = random.Random(seed)
    for along in OFFSETS:
        yield tuple(_read_rate(tags, across, along, gain_db, field, rng, visits) for across in OFFSETS)


def _read_rate(
    tags: int, across: int, along: int, gain_db: int, field: int, rng: random.Random, visits: int
) -> float:
    clock = VirtualClock()
    above = Field(random.Random(rng.getrandbits(64)))
    for _ in range(tags):
        tag = Tag(b"\x04" + rng.randbytes(2) + bytes((rng.randrange(0x80),)) + rng.randbytes(3))
        tag.coupling_db = coupling_db(across, along, tags)
        above.put(tag)
    chip = Mfrc522(VirtualSpiPort(VirtualSpiBus(clock), Mfrc522Chip(clock, above)), gain_db, field)
    chip.begin()
    return sum(len(read_once(chip)[0]) for _ in range(visits)) / (visits * tags)
