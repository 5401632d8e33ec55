"""Cards laid at several zones at the same moment, in bad air: how long it takes until each is read, or named.

python -m tests.drivers.newcomers [TIMES]                 # at one, two and three zones, upon none, one and two cards
python -m tests.drivers.newcomers TIMES --kind bus --upon 2 --zones 2     # one of these
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from signifer_drivers.polling.findings import Change, Finding

from tests.drivers.bursts import ROOMS
from tests.drivers.rooms import COLUMNS, BankRoom, percentile
from tests.programs import parser

DAMAGED, MISSED = 10, 30
SEEDS = (5, 6, 7)
# A card that takes longer has to be named by then.
NAMED_US = 1_000_000
# Nobody waits for longer.
MOST_US = 5_000_000


@dataclass
class Laid:
    """A card that was laid: how long it took until it was read, and until its zone was named before that, if it was."""

    read_us: int
    named_us: int | None = None

    @property
    def is_slow(self) -> bool:
        """Whether it took longer than anybody should wait without a word."""
        return self.read_us > NAMED_US


def in_bad_air(kind: str, upon: int, seed: int = 5) -> BankRoom:
    """A table upon each of whose zones lie so many cards, where one frame in ten is damaged, and three answers in ten
    are missed."""
    room = ROOMS[kind](seed)
    for name, tags in room.resting.items():
        for tag in tags[upon:]:
            room.fields[name].remove(tag)
    room.noise(DAMAGED, MISSED)
    return room


def lay_together(room: BankRoom, times: int, zones: int) -> list[list[Laid]]:
    """Lay a card at each of so many zones at the same moment, and lift all when they are read; so many times."""
    return [_lay(room, room.rng.sample(COLUMNS, zones)) for _ in range(times)]


def _lay(room: BankRoom, names: Sequence[str]) -> list[Laid]:
    tags = {name: room.tag() for name in names}

    def lying() -> list[str]:
        return [name for name, tag in tags.items() if tag.uid in room.presence.lying(name)]

    wait_us = 500_000 + room.rng.randrange(300_000)
    laid_us, before = room.clock.now_us + wait_us, len(room.news)
    for name, tag in tags.items():
        room.at(wait_us, lambda name=name, tag=tag: room.fields[name].put(tag))  # type: ignore[misc]
    room.run(wait_us + MOST_US, lambda: room.idle and len(lying()) == len(tags))
    news = [(at_us - laid_us, change) for at_us, change in room.news[before:] if at_us > laid_us]
    for name, tag in tags.items():
        room.fields[name].remove(tag)
    room.run(MOST_US, lambda: not lying())
    return [_told(news, name, tag.uid) for name, tag in tags.items()]


def _told(news: Sequence[tuple[int, Change]], name: str, uid: bytes) -> Laid:
    """What became of a card."""
    read_us = next((us for us, each in news if each.kind == Finding.PRESENT and each.uid == uid), MOST_US)
    named = (us for us, each in news if each.kind == Finding.FAULT and each.reader == name)
    named_us = next(named, None)
    return Laid(read_us, named_us if named_us is not None and named_us < read_us else None)


def main(kinds: Sequence[str], upon: Sequence[int], zones: Sequence[int], times: int) -> None:
    for kind, beneath, at_once in product(kinds, upon, zones):
        rounds = [
            laid for seed in SEEDS for laid in lay_together(in_bad_air(kind, beneath, seed), times, at_once)
        ]
        cards = [laid for each in rounds for laid in each]
        slow = [laid for laid in cards if laid.is_slow]
        read_us = [laid.read_us for laid in cards]
        last_us = [max(laid.read_us for laid in each) for each in rounds]
        print(
            f"{kind}, at {at_once} zones at once, upon {beneath}: {len(cards)} cards,"
            f" p50 {percentile(read_us, 50) / 1e6:.3f} s, p95 {percentile(read_us, 95) / 1e6:.3f} s,"
            f" longest {max(read_us) / 1e6:.2f} s; until all are read p95 {percentile(last_us, 95) / 1e6:.3f} s;"
            f" named {sum(laid.named_us is not None for laid in cards)}; over a second {len(slow)},"
            f" of these not named {sum(laid.named_us is None for laid in slow)}",
            flush=True,
        )


if __name__ == "__main__":
    options = parser("tests.drivers.newcomers", __doc__)
    options.add_argument("times", type=int, nargs="?", default=60)
    options.add_argument("--kind", choices=[*ROOMS], action="append")
    options.add_argument("--upon", type=int, choices=(0, 1, 2), action="append")
    options.add_argument("--zones", type=int, choices=(1, 2, 3), action="append")
    asked = options.parse_args()
    main(asked.kind or [*ROOMS], asked.upon or (0, 1, 2), asked.zones or (1, 2, 3), asked.times)
