"""Readers on twins, and random fields of tags, for the tests beside it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from signifer_drivers.readers.reader import Reader
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag
from signifer_drivers.virtual.transceiver import CollPosOrigin

CONVENTIONS: tuple[CollPosOrigin, ...] = ("relative", "absolute", "aligned")


@dataclass
class Bench:
    """A reader on a twin, with all its parts at hand."""

    clock: VirtualClock
    field: Field
    chip: Mfrc522Chip
    bus: VirtualSpiBus
    port: VirtualSpiPort
    reader: Reader

    def lay(self, *uids: bytes) -> None:
        for uid in uids:
            self.field.put(Tag(uid))

    def clear(self) -> None:
        for tag in list(self.field.tags):
            self.field.remove(tag)


def bench(
    coll_pos: CollPosOrigin = "aligned", *, seed: int = 0, version: int = 0x92, floating: int = 0xFF
) -> Bench:
    clock = VirtualClock()
    field = Field(random.Random(seed))
    chip = Mfrc522Chip(clock, field, coll_pos=coll_pos, version=version)
    bus = VirtualSpiBus(clock)
    port = VirtualSpiPort(bus, chip, floating=floating)
    return Bench(clock, field, chip, bus, port, Reader("3 red", port))


def random_uid(rng: random.Random) -> bytes:
    """A UID that the standard allows: 88, the cascade tag, begins no level that is not cascaded."""
    size = rng.choice((4, 7, 7, 10))
    uid = bytearray(rng.randbytes(size))
    if rng.random() < 0.5:
        uid[0] = 0x04
    for first in {4: (0,), 7: (3,), 10: (3,)}[size]:
        if uid[first] == 0x88:
            uid[first] = 0x87
    return bytes(uid)


def random_field(rng: random.Random, most: int = 8) -> set[bytes]:
    """Up to ``most`` UIDs of mixed lengths, many of which begin with the same bits as another, or differ in a bit."""
    uids: set[bytes] = set()
    for _ in range(rng.randint(0, most)):
        uid = random_uid(rng)
        if uids and rng.random() < 0.6:
            other = rng.choice(sorted(uids))
            uid = _cousin(rng, other)
        uids.add(uid)
    return uids


def _cousin(rng: random.Random, uid: bytes) -> bytes:
    """A UID of the same length that shares its first bits (any number of them) and maybe all but one of the others."""
    bits = len(uid) * 8
    value = int.from_bytes(uid, "little") ^ 1 << (kept := rng.randrange(bits))
    if rng.random() < 0.7:
        value = value & ((1 << kept + 1) - 1) | rng.getrandbits(bits) >> kept + 1 << kept + 1
    cousin = bytearray(value.to_bytes(len(uid), "little"))
    first = 0 if len(uid) == 4 else 3
    if cousin[first] == 0x88:
        return uid
    return bytes(cousin)
