"""A reader's visit: wire, virtual time and processor time, against the stock libraries and the floor of the air."""

from __future__ import annotations

import random
from dataclasses import dataclass
from statistics import median

from signifer_drivers.portable.mfrc522 import FIELD_UP_US
from signifer_drivers.readers.reader import Reader
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag

from . import stock
from .figures import Effort, Figure, processor_us

PART = "reader"
UIDS = tuple(
    bytes.fromhex(uid) for uid in ("04112233445566", "04aa2233445567", "045b7744d26180", "04c13392e06d81")
)
COUNTS = (0, 1, 2, 4)

# The frames of an inventory at 106 kbit/s, each tag halted, no host time and none of the silence that follows HLTA:
# that may be spent on talking to the chip.
AIR_US = {0: 212, 1: 5_100, 2: 10_700, 4: 23_100}
# The same with the silence that the standard has after each HLTA; and known tags asked by their UIDs (hardware.md).
FLOOR_US = {1: 6_000, 2: 12_600, 4: 26_800}
RECHECK_US = {0: 212, 1: 3_500, 2: 6_400, 4: 12_100}
FLOOR_LIMIT = 1.15
CPU_LIMIT_US = {0: 500, 1: 2_000}

QUICK_CALL_US = 30  # what a transfer costs a fast and a slow host, bytes aside
SLOW_CALL_US = 220


TRANSFERS_LIMIT = 0.01  # of an empty poll of mfrc522


@dataclass(frozen=True)
class Visits:
    """Medians of many visits: frames, ioctls and bytes on the wire, the clock's and the processor's time."""

    found: int
    frames: float
    ioctls: float
    bytes: float
    us: float
    cpu_us: float


def floor_us(tags: int) -> int:
    """The shortest that a visit to ``tags`` 7-byte tags can last: field up, then nothing but the air."""
    return FIELD_UP_US + AIR_US[tags]


def visits(tags: int, times: int, *, ioctl_us: int = QUICK_CALL_US) -> Visits:
    """Visit a reader above ``tags`` 7-byte tags, set up before, ``times`` times."""
    clock = VirtualClock()
    field = Field(random.Random(1))
    for uid in UIDS[:tags]:
        field.put(Tag(uid))
    bus = VirtualSpiBus(clock, ioctl_us=ioctl_us)
    reader = Reader("bench", VirtualSpiPort(bus, Mfrc522Chip(clock, field)))
    found = len(reader.visit().uids)
    rows = []
    for _ in range(times):
        bus.frames = bus.ioctls = bus.bytes = 0
        start_us = clock.now_us
        cpu_us = processor_us(reader.visit)
        rows.append((bus.frames, bus.ioctls, bus.bytes, clock.now_us - start_us, cpu_us))
    return Visits(found, *(median(column) for column in zip(*rows, strict=True)))


def field_up(tags: int, times: int, *, known: bool) -> Visits:
    """Read with the field up already, as it is where it came up while another reader was read; ``known``: by UIDs."""
    clock = VirtualClock()
    field = Field(random.Random(1))
    for uid in UIDS[:tags]:
        field.put(Tag(uid))
    bus = VirtualSpiBus(clock)
    reader = Reader("bench", VirtualSpiPort(bus, Mfrc522Chip(clock, field)))
    uids = reader.visit().uids
    rows = []
    for _ in range(times):
        reader.switch_on()
        clock.advance(FIELD_UP_US)
        bus.frames = bus.ioctls = bus.bytes = 0
        start_us = clock.now_us
        cpu_us = processor_us(lambda: reader.read(uids if known else (), 2))
        rows.append((bus.frames, bus.ioctls, bus.bytes, clock.now_us - start_us, cpu_us))
    return Visits(len(uids), *(median(column) for column in zip(*rows, strict=True)))


def _field_up_figures(times: int) -> list[Figure]:
    rows = []
    for tags, floor in FLOOR_US.items():
        inventory = field_up(tags, times, known=False)
        what = f"{visit_name(tags)}, field up"
        rows += [
            _figure(f"{what}, inventory", "us", inventory.us, "floor", floor),
            Figure(PART, f"{what}, inventory", "us", inventory.us, "limit", FLOOR_LIMIT * floor, limit=True),
        ]
    for tags, recheck_us in RECHECK_US.items():
        asked = field_up(tags, times, known=True)
        what = f"{visit_name(tags)}, field up, known"
        rows += [
            _figure(f"{what}, time", "us", asked.us, "floor", recheck_us),
            _figure(f"{what}, ioctls", "ioctls", asked.ioctls, "inventory", _inventory(tags, times).ioctls),
        ]
    return rows


def _inventory(tags: int, times: int) -> Visits:
    return field_up(tags, times, known=False)


def figures(effort: Effort) -> list[Figure]:
    """Ours against the air, our own limits, and each stock library above no tag and above one."""
    ours = {tags: visits(tags, effort.visits) for tags in COUNTS}
    slow = {tags: visits(tags, effort.visits, ioctl_us=SLOW_CALL_US) for tags in COUNTS}
    rows: list[Figure] = []
    for tags in COUNTS:
        what = visit_name(tags)
        rows += [
            _figure(f"{what}, time", "us", ours[tags].us, "air", floor_us(tags)),
            _figure(f"{what}, time, {SLOW_CALL_US} us a call", "us", slow[tags].us, "air", floor_us(tags)),
        ]
        rows += _tags_found(tags, ours[tags])
        if tags in CPU_LIMIT_US:
            limit_us = CPU_LIMIT_US[tags]
            cpu_us = ours[tags].cpu_us
            rows.append(
                Figure(PART, f"{what}, processor", "us", cpu_us, "limit", limit_us, limit=True, wall=True)
            )
    rows += _field_up_figures(effort.visits)
    for library in stock.LIBRARIES:
        for tags in COUNTS if library in stock.PACKAGES else (1,):
            rows += _against(library, tags, ours[tags], slow[tags])
    return rows


def visit_name(tags: int) -> str:
    """A visit above so many tags, as figures call it."""
    return ("empty visit", "1 tag", "2 tags", "", "4 tags")[tags]


def _figure(what: str, unit: str, ours: float, against: str, theirs: float) -> Figure:
    return Figure(PART, what, unit, ours, against, theirs)


def _tags_found(tags: int, visited: Visits) -> list[Figure]:
    return [_figure(f"{visit_name(tags)}, found", "tags", visited.found, "laid", tags)] if tags else []


def _against(library: str, tags: int, ours: Visits, slow: Visits) -> list[Figure]:
    """One poll of a stock library; its antenna stays on, so our time holds 5 ms that it does not spend.

    "A reading" counts what a resting tag costs until it is seen: with the stock libraries every second poll misses.
    """
    theirs, theirs_slow = stock.polls(library, UIDS[:tags], QUICK_CALL_US, SLOW_CALL_US)
    what = visit_name(tags) if tags < 2 else f"{visit_name(tags)} (finds {'one' if theirs.found else 'none'})"
    rows = (
        [_figure(f"{what}, time a reading", "us", ours.us, library, theirs.us_a_find)] if theirs.found else []
    )
    if (tags, library) == (0, "mfrc522"):
        limit = TRANSFERS_LIMIT * theirs.transfers
        rows.append(Figure(PART, f"{what}, chip selects", "frames", ours.frames, "limit", limit, limit=True))
    rows += [
        # A transfer of theirs is one call to the kernel; ours shares one with others.
        _figure(f"{what}, chip selects", "frames", ours.frames, library, theirs.transfers),
        _figure(f"{what}, ioctls", "ioctls", ours.ioctls, library, theirs.transfers),
        _figure(f"{what}, bytes", "bytes", ours.bytes, library, theirs.bytes),
        _figure(f"{what}, time", "us", ours.us, library, theirs.us),
        _figure(f"{what}, time, {SLOW_CALL_US} us a call", "us", slow.us, library, theirs_slow.us),
        Figure(PART, f"{what}, processor", "us", ours.cpu_us, library, theirs.cpu_us, wall=True),
    ]
    return rows
