"""Twelve readers on one bus above 20 resting tags: a round of all, from hands to news, and the driver's own processor.

The bank with the drivers and presence, on twins, without the firmware: what a reader can do for a table.
"""

from __future__ import annotations

from statistics import median

from tests.drivers.rooms import RESTING, Tape, TwinRoom, latencies

from .figures import Effort, Figure, percentile, processor_us
from .readers import RECHECK_US

PART = "bank"
CYCLE_LIMIT_US = 110_000
CPU_LIMIT_US = 4_000
LIMIT_US = {("laid to present", 95): 120_000, ("lifted to absent", 95): 400_000}
# The air alone: ten zones of two known tags each, and two empty pads.
ROUND_US = 10 * RECHECK_US[2] + 2 * RECHECK_US[0]
WARM_US = 1_000_000


def _rounds(rounds: int) -> list[Figure]:
    """What a round costs on the wire, while nothing happens."""
    room = TwinRoom()
    room.run(2 * WARM_US)
    bus = room.bus
    bus.ioctls = bus.frames = bus.bytes = 0
    took_us = [room.cycle_us() for _ in range(rounds)]
    what = f"a round of 12 readers, {RESTING} tags"
    return [
        Figure(PART, f"{what}, time", "us", median(took_us), "air", ROUND_US),
        Figure(PART, f"{what}, time", "us", max(took_us), "limit", CYCLE_LIMIT_US, limit=True),
        Figure(PART, f"{what}, ioctls", "ioctls", bus.ioctls / rounds, "tags", RESTING),
        Figure(PART, f"{what}, chip selects", "frames", bus.frames / rounds, "tags", RESTING),
        Figure(PART, f"{what}, bytes", "bytes", bus.bytes / rounds, "tags", RESTING),
    ]


def _latencies(lays: int, room: TwinRoom, where: str) -> list[Figure]:
    rows = []
    for what, values in zip(("laid to present", "lifted to absent"), latencies(room, lays), strict=True):
        for percent in (50, 95, 99):
            limit_us = LIMIT_US.get((what, percent)) if not where else None
            rows.append(
                Figure(
                    PART,
                    f"{what}{where}, p{percent}",
                    "us",
                    percentile(values, percent),
                    "limit" if limit_us else "a round",
                    limit_us or room_round_us(),
                    limit=limit_us is not None,
                )
            )
    return rows


def room_round_us() -> int:
    """A round of all readers while nothing happens."""
    room = TwinRoom()
    room.run(WARM_US)
    return room.cycle_us()


def driver_us(play_us: int) -> float:
    """Processor time of bank, presence and drivers for a round, without the twins: these are played from a tape.

    A first run records what the twins answer; the second gets the same answers at the same times, and does the same.
    """
    tape = Tape()
    recorded = TwinRoom(wire=tape.record)
    recorded.run(WARM_US + play_us)
    room = TwinRoom(wire=tape.play)
    room.run(WARM_US)
    before = room.visits
    spent_us = processor_us(lambda: room.run(play_us - 100_000))
    assert room.news == recorded.news, "the driver did not do the same"
    return spent_us / ((room.visits - before) / 12)


def figures(effort: Effort) -> list[Figure]:
    """A round, news with and without noise, and the processor."""
    noisy = TwinRoom()
    noisy.run(WARM_US)
    noisy.noise(5, 10)
    cpu_us = median(driver_us(effort.play_s * 100_000 + 200_000) for _ in range(effort.runs))
    return [
        *_rounds(effort.lays),
        *_latencies(4 * effort.lays, TwinRoom(), ""),
        *_latencies(4 * effort.lays, noisy, ", noise"),
        Figure(
            PART,
            "a round, processor, driver alone",
            "us",
            cpu_us,
            "limit",
            CPU_LIMIT_US,
            limit=True,
            wall=True,
        ),
    ]
