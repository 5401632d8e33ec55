"""Noise at one reader of ten: are cards that lie there believed lifted, and how long do those stay that are lifted.

python -m tests.drivers.noise [SEEDS]                 # at rest for four seconds: lifted, asked about, named
python -m tests.drivers.noise SEEDS lifts             # one card lifted in air that is so all the time: when it is gone
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from signifer_drivers.polling.findings import Finding
from signifer_drivers.readers.faults import named_in
from signifer_drivers.virtual.field import HISS_A_DB, Field

from tests.drivers.bursts import ROOMS, burst
from tests.drivers.rooms import BankRoom, percentile
from tests.programs import parser

HERE, BESIDE = "3 red", "4 red"
LASTS_US, BEFORE_US, STAYS_US = 4_000_000, 3_000_000, 10_000_000


def room_of(kind: str, seed: int, cards: int) -> BankRoom:
    """A room with so many cards, one or two, on each reader of a column."""
    room = ROOMS[kind](seed)
    for name, tags in room.resting.items():
        while len(tags) > cards:
            room.fields[name].remove(tags.pop())
    return room


def damage(percent: float, room: BankRoom) -> None:
    room.fields[HERE].noise_percent = percent


def miss(percent: float, room: BankRoom) -> None:
    room.fields[HERE].miss_percent = percent


def hiss(percent: float, room: BankRoom) -> None:
    """The receiver takes noise for an answer in so many exchanges, whether anybody is there or not."""
    room.fields[HERE].ceiling_db = room.fields[HERE].gain_db - percent / HISS_A_DB


def stay_on(room: BankRoom) -> None:
    """A neighbour's field stays on: no card there forgets anything, and one exchange in ten is spoilt."""
    room.fields[HERE].neighbour = True


def overhear(percent: float, room: BankRoom) -> None:
    """In so many power-ups the cards of the neighbour are heard, too."""
    here: Field = room.fields[HERE]
    here.beside, here.cross_percent = [room.fields[BESIDE]], percent


Air = Callable[[BankRoom], None]
AIRS: dict[str, Air] = {
    "good": lambda room: None,
    **{f"{each} % hiss": partial(hiss, each) for each in (2, 5, 20)},
    "a field that stays on": stay_on,
    **{f"{each} % overheard": partial(overhear, each) for each in (10, 40, 90)},
    **{f"{each} % damaged": partial(damage, each) for each in (30, 50, 70, 80)},
    **{f"{each} % missed": partial(miss, each) for each in (80, 85, 90)},
}


@dataclass
class Lifted:
    """What became of a card that was lifted: after how long it was gone, or asked about (None: never), and which."""

    took_us: int | None
    asked: bool


def lift(kind: str, seed: int, cards: int, air: Air) -> Lifted:
    """One card is lifted from a reader in air that has been so for a while; there may be another one beside it."""
    room = room_of(kind, seed, cards)
    room.run(BEFORE_US)
    air(room)
    room.run(BEFORE_US + room.rng.randrange(300_000))
    tag, before, since_us = room.resting[HERE][0], len(room.news), room.clock.now_us
    was_there = tag.uid in room.presence.lying(HERE)
    room.fields[HERE].remove(tag)

    def is_told() -> bool:
        return tag.uid not in room.presence.lying(HERE)

    room.run(STAYS_US, is_told)
    kinds = [change.kind for _, change in room.news[before:] if change.uid == tag.uid]
    return Lifted(room.clock.now_us - since_us if is_told() and was_there else None, Finding.COVERED in kinds)


def main(seeds: int) -> None:
    for kind in ROOMS:
        for cards in (1, 2):
            for what, percents in (("damaged", (50, 70, 80, 85, 90, 95)), ("missed", (80, 85, 90))):
                for percent in percents:
                    missed, damaged = (percent, 0) if what == "missed" else (0, percent)
                    rooms = (room_of(kind, seed, cards) for seed in range(seeds))
                    told = [burst(room, missed, damaged, (HERE,), LASTS_US) for room in rooms]
                    named = [each.named_us[HERE] // 1000 for each in told if HERE in each.named_us]
                    after = [percentile(named, percent) for percent in (50, 100)] if named else []
                    causes = {key for each in told for key in named_in(each.cause)[:1]}
                    print(
                        f"{kind}, {cards} at rest, {percent} % {what}: lifted {sum(each.lifted for each in told)}"
                        f" asked {sum(each.asked for each in told)} of {cards * seeds}; named {len(named)} of {seeds},"
                        f" after {after} ms (half, all), {', '.join(sorted(causes))}",
                        flush=True,
                    )


def main_lifts(seeds: int) -> None:
    for kind in ROOMS:
        for cards in (1, 2):
            for name, air in AIRS.items():
                lifts = [lift(kind, seed, cards, air) for seed in range(seeds)]
                took = [each.took_us // 1000 for each in lifts if each.took_us is not None]
                at = [percentile(took, percent) for percent in (50, 95, 100)] if took else []
                print(
                    f"{kind}, one lifted of {cards}, {name}: {len(took)} of {seeds} after {at} ms (p50, p95, most),"
                    f" asked {sum(each.asked for each in lifts)}",
                    flush=True,
                )


if __name__ == "__main__":
    options = parser("tests.drivers.noise", __doc__)
    options.add_argument("seeds", type=int, nargs="?", default=12)
    options.add_argument("where", choices=("lifts",), nargs="?")
    asked = options.parse_args()
    (main_lifts if asked.where else main)(asked.seeds)
