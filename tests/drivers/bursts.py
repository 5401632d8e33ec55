"""Bursts of misses above resting tags: how many of these are believed lifted, asked about, or named.

python -m tests.drivers.bursts [SEEDS]       # one second on all readers, and on one: 20 tags a seed
python -m tests.drivers.bursts SEEDS four    # on four of ten, one tag on each: for one second, and for 2.5
python -m tests.drivers.bursts SEEDS double  # as the first, with two readers a zone and one tag on each
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial

from signifer_drivers.polling.findings import Finding
from signifer_drivers.readers.diagnosing import DiagnosingReader
from signifer_drivers.readers.diagnosis import Turns

from tests.drivers.rooms import COLUMNS, DOUBLE, BankRoom, TwinRoom
from tests.node.rooms import NodeRoom
from tests.programs import parser

# Air before it: as a table has had it for a while.
BEFORE_US, BURST_US, AFTER_US = 3_000_000, 1_000_000, 4_000_000
ROOMS: dict[str, Callable[[int], BankRoom]] = {
    "bus": lambda seed: TwinRoom(seed, reader=partial(DiagnosingReader, turns=Turns())),
    "nodes": NodeRoom,
}
DOUBLE_ROOMS: dict[str, Callable[[int], BankRoom]] = {
    "bus": lambda seed: TwinRoom(
        seed, zones=DOUBLE, resting=1, reader=partial(DiagnosingReader, turns=Turns())
    ),
    "nodes": lambda seed: NodeRoom(seed, zones=DOUBLE, resting=1),
}


@dataclass
class Told:
    """What was said of tags that lay there all the time: ``lifted``, ``asked`` about; ``named_us`` from the burst's
    beginning to the first time that each reader was named, the first one by ``cause``; ``left`` are those not believed
    to lie there at the end.
    """

    lifted: int = 0
    asked: int = 0
    left: int = 0
    cause: str = ""
    named_us: dict[str, int] = field(default_factory=dict)


def burst(
    room: BankRoom, missed: float, damaged: float = 0.0, where: Collection[str] = (), lasts_us: int = BURST_US
) -> Told:
    """A burst above resting tags, on all readers or ``where``."""
    room.run(BEFORE_US)
    began_us, before = room.clock.now_us, len(room.news)
    fields = [room.fields[name] for name in where or room.fields]
    for each in fields:
        each.miss_percent, each.noise_percent = missed, damaged
    room.run(lasts_us)
    for each in fields:
        each.miss_percent = each.noise_percent = 0.0
    room.run(AFTER_US)
    told = Told()
    for at_us, change in room.news[before:]:
        told.lifted += change.kind == Finding.ABSENT
        told.asked += change.kind == Finding.COVERED
        if change.kind == Finding.FAULT:
            told.cause = told.cause or change.cause
            told.named_us.setdefault(change.reader, at_us - began_us)
    told.left = sum(
        not any(tag.uid in room.presence.lying(each) for each in beside(room, name))
        for name, tags in room.resting.items()
        for tag in tags
    )
    return told


def beside(room: BankRoom, name: str) -> list[str]:
    """The readers of the zone of one, itself among them."""
    return [each for each, at in room.zones.items() if at == room.zones[name]]


def main(
    seeds: int,
    rooms: Mapping[str, Callable[[int], BankRoom]] = ROOMS,
    one: tuple[str, ...] = ("3 red",),
) -> None:
    for kind, make in rooms.items():
        for where in ((), one):
            for missed, damaged in ((30, 10), (50, 0), (60, 0), (70, 5), (80, 0), (90, 0), (100, 0)):
                all_told = [burst(make(seed), missed, damaged, where) for seed in range(seeds)]
                named = sorted(min(told.named_us.values()) for told in all_told if told.named_us)
                zones = sorted(us for told in all_told for us in told.named_us.values() if us <= BURST_US)
                causes = {told.cause.partition(":")[0] for told in all_told} - {""}
                print(
                    f"{kind}, {' and '.join(where) or 'all readers'}, {missed} % missed, {damaged} % damaged:"
                    f" lifted {sum(told.lifted for told in all_told)}"
                    f" asked {sum(told.asked for told in all_told)}"
                    f" left {sum(told.left for told in all_told)}"
                    f" of {seeds * 2 * (1 if where else len(COLUMNS))};"
                    f" named {len(named)} of {seeds}, after {named[len(named) // 2] / 1000 if named else '-'} ms,"
                    f" within the second {sum(us <= BURST_US for us in named)}, and of readers {len(zones)}"
                    f" {', '.join(sorted(causes))}",
                    flush=True,
                )


def four(kind: str, seed: int, missed: float, lasts_us: int = BURST_US) -> Told:
    """A burst on four of ten readers, with one tag on each reader."""
    room = ROOMS[kind](seed)
    for name, tags in room.resting.items():
        room.fields[name].remove(tags.pop())
    return burst(room, missed, where=random.Random(seed).sample(COLUMNS, 4), lasts_us=lasts_us)


def main_four(seeds: int) -> None:
    for kind in ROOMS:
        for missed in (90, 100):
            for lasts_us in (BURST_US, 2_500_000):
                all_told = [four(kind, seed, missed, lasts_us) for seed in range(seeds)]
                print(
                    f"{kind}, four of ten readers, {missed} % missed for {lasts_us / 1e6} s:"
                    f" lifted {sum(told.lifted for told in all_told)}"
                    f" asked {sum(told.asked for told in all_told)} of {4 * seeds}",
                    flush=True,
                )


if __name__ == "__main__":
    options = parser("tests.drivers.bursts", __doc__)
    options.add_argument("seeds", type=int, nargs="?", default=27)
    options.add_argument("where", choices=("four", "double"), nargs="?")
    asked = options.parse_args()
    if asked.where == "double":
        main(asked.seeds, DOUBLE_ROOMS, ("3 red a", "3 red b"))
    else:
        (main_four if asked.where == "four" else main)(asked.seeds)
