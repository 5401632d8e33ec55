"""The schedule of all antennas of a table, on whatever bus: which are on, which are due, and in which order. Pure.

Neighbours are never on together. A *poller* is what works through antennas by itself: a bus, or a column node.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from signifer_core.errors import DriverError

from signifer_drivers.portable.mfrc522 import FIELD_OFF_US, HOT
from signifer_drivers.readers.faults import (
    BUS,
    BUS_FAILS,
    GAIN,
    NEIGHBOUR,
    NODE_AWAY,
    NODE_FILES,
    NOISE,
    SEVERAL,
    SLOW,
    STACKED,
    WEAK,
    ReaderError,
)
from signifer_drivers.readers.reader import Reading

from .findings import Change, Visit
from .presence import Presence

# What is seen of a node that cannot be used tells what to do, and may change.
OF_NODES = (NODE_AWAY, NODE_FILES)
# Where nothing is in doubt, no reader is visited again sooner: more would only cost the processor.
REST_US = 30_000
# How much waiting counts: of the starving, and of zones in which a card is between there and gone, or expected. In bad
# air a round of all takes longer than STARVED_US: there newcomers come FIRST, by turns with the starving, and do not
# wait for a whole round. Nobody else does: in a burst most are in doubt, and the others have to be heard.
FIRST, STARVED, DOUBTED, WANTED, ORDINARY = 10_000, 100, 16, 2, 1
# A place that has waited for so long comes before all others. On a bus, one that has waited twice as long as they have
# no longer stands back for its neighbours, either: then the 5 ms for its field are paid in full.
STARVED_US = 250_000
# A place stands back for a neighbour of another poller that is due and whose waiting counts for so many quarters of its
# own. With four quarters, places whose turns differ by a hair would keep the whole table from going in step.
STAND_BACK_QUARTERS = 5
# When a reader that failed is tried again; the last one holds from then on.
RETRY_US = (20_000, 100_000, 300_000, 600_000)
# A chip that is too hot is left alone for so long (assumed), that it may cool down.
COOL_US = 1_500_000
# After so many failures of one reader in a row, or with so many readers failing, the reset line is pulled, once.
LINE_AFTER = 3
LINE_TOGETHER = 2
# What lies outside a chip is none of its resets' business.
NOT_RESET = (BUS, BUS_FAILS, GAIN, NEIGHBOUR, WEAK, SLOW, NOISE, STACKED, SEVERAL)


class Place:
    """One antenna. Times in us: ``visited_us`` is the end of the last visit, failed or not; ``free_us`` when it may be
    visited again at the earliest; ``on_us`` when its field was switched on.

    ``held``: its field is on, or may come on at any moment. While it is not, it is off from ``off_us`` on at the
    latest. ``outside`` are the neighbours in other pollers. While it fails, ``cause`` is a key of
    `readers.faults` that stays what it is, None if there is none, and ``sentence`` says it.
    """

    __slots__ = (
        "cause",
        "failures",
        "free_us",
        "held",
        "line_pulled",
        "name",
        "neighbours",
        "off_us",
        "on_us",
        "outside",
        "poller",
        "sentence",
        "visited_us",
        "works",
    )

    def __init__(self, name: str, poller: int, now_us: int) -> None:
        self.name = name
        self.poller = poller
        self.neighbours: frozenset[str] = frozenset()
        self.outside: tuple[Place, ...] = ()
        self.visited_us = now_us - REST_US
        self.free_us = now_us
        self.on_us = now_us
        self.off_us = now_us
        self.held = False
        self.works = True
        self.failures = 0
        self.cause: str | None = None
        self.sentence = ""
        self.line_pulled = False


class Schedule:
    """What pollers ask before they switch a field on, and tell when it is off.

    ``neighbours``: the names of each antenna's neighbours. ``tell`` hears each visit and what it changed. ``wanted``
    names antennas at which cards are expected.
    """

    def __init__(
        self,
        presence: Presence,
        neighbours: Mapping[str, Collection[str]],
        *,
        tell: Callable[[Visit, list[Change]], None],
        wanted: Callable[[], Collection[str]] = tuple,
    ) -> None:
        self.presence = presence
        self.places: dict[str, Place] = {}
        self.wanted = wanted
        self._neighbours = neighbours
        self._tell = tell
        self._pollers = 0

    def add(self, names: Collection[str], now_us: int) -> list[Place]:
        """Add the antennas of a poller."""
        self._pollers += 1
        new = [Place(name, self._pollers, now_us) for name in names]
        self.places |= {place.name: place for place in new}
        for place in self.places.values():
            place.neighbours = frozenset(self._neighbours.get(place.name, ()))
            near = [self.places[name] for name in sorted(place.neighbours) if name in self.places]
            place.outside = tuple(other for other in near if other.poller != place.poller)
        return new

    # Who comes first

    def due_us(self, place: Place) -> int:
        """When an antenna may be visited again: where nothing is in doubt it rests for a while."""
        rested_us = place.visited_us + REST_US
        if rested_us <= place.free_us or place.failures or self.presence.doubts(place.name):
            return place.free_us
        return rested_us

    def is_due(self, place: Place, now_us: int) -> bool:
        """Whether an antenna may be visited now. Asked of all of them before each visit: whether it is in doubt, which
        is the dearest to find out, only where that matters."""
        if place.free_us > now_us:
            return False
        return place.visited_us + REST_US <= now_us or self.due_us(place) <= now_us

    def score(
        self, place: Place, now_us: int, wanted: Collection[str], *, after_starving: bool = False
    ) -> int:
        """How much it counts that an antenna has waited; ``after_starving``: its poller has just visited one for no
        other reason than that it starved."""
        age_us = now_us - place.visited_us + 1
        if after_starving and self.presence.newcomers.comes_first(place.name):
            return age_us * FIRST
        if age_us > STARVED_US:
            return age_us * STARVED
        if self.presence.doubts(place.name):
            return age_us * DOUBTED
        return age_us * (WANTED if place.name in wanted else ORDINARY)

    def only_starves(self, place: Place, now_us: int) -> bool:
        """Whether an antenna comes first for no other reason than that it starves."""
        is_newcomer = self.presence.newcomers.comes_first(place.name)
        return now_us - place.visited_us + 1 > STARVED_US and not is_newcomer

    def clear_us(self, place: Place, now_us: int) -> int | None:
        """From when on all neighbours in other pollers are off; None if that is not yet known."""
        clear_us = now_us
        for other in place.outside:
            if other.held:
                return None
            if other.off_us > clear_us:
                clear_us = other.off_us
        return clear_us

    def stands_back(self, place: Place, score: int, now_us: int, wanted: Collection[str]) -> bool:
        """Whether a neighbour in another poller has waited for much longer: between two others that take turns it would
        never find both off."""
        for other in place.outside:
            if other.held or not other.works or not self.is_due(other, now_us):
                continue
            clear_us = self.clear_us(other, now_us)
            if clear_us is not None and clear_us > now_us + STARVED_US:
                continue
            if 4 * self.score(other, now_us, wanted) > STAND_BACK_QUARTERS * score:
                return True
        return False

    # What came of it

    def read(self, place: Place, reading: Reading, at_us: int) -> None:
        """A visit that ended at ``at_us`` went well."""
        place.failures = 0
        place.line_pulled = False
        place.visited_us = at_us
        place.free_us = at_us + FIELD_OFF_US
        self._visited(
            Visit(
                place.name,
                at_us,
                reading.uids,
                reading.garbled,
                None,
                reading.misses,
                place.on_us,
                reading.unexamined,
                reading.in_part,
            )
        )

    def failed(self, place: Place, error: DriverError, at_us: int) -> None:
        """Its zone is unknown from now on; it is tried again later.

        As long as it fails by one cause it is told in the words in which it was told first: what is seen of a chip
        that hangs, for one, depends on where in a visit it is looked at, and that is no news.
        """
        cause = error.cause if isinstance(error, ReaderError) and error.cause not in OF_NODES else None
        if not place.failures or cause is None or cause != place.cause:
            place.cause, place.sentence = cause, str(error)
        place.visited_us = at_us
        retry_us = RETRY_US[min(place.failures, len(RETRY_US) - 1)]
        place.free_us = at_us + (COOL_US if cause == HOT else retry_us)
        place.failures += 1
        heard = error.heard if isinstance(error, ReaderError) else ()
        self._visited(Visit(place.name, at_us, fault=place.sentence, on_us=place.on_us, heard=heard))

    def _visited(self, visit: Visit) -> None:
        self._tell(visit, self.presence.visit(visit))

    def failing(self) -> frozenset[str]:
        """The antennas that fail, and are tried again now and then."""
        return frozenset(place.name for place in self.places.values() if place.failures)


def line_is_due(place: Place, poller: Collection[Place]) -> bool:
    """Whether the reset line that the readers of a poller share should be pulled, now that one of them has failed."""
    if not _is_helped(place):
        return False
    together = sum(map(_is_helped, poller))
    return place.failures >= LINE_AFTER or together >= LINE_TOGETHER


def _is_helped(place: Place) -> bool:
    """Whether a reset may help a reader that fails, and it has not had its own yet."""
    return place.failures > 0 and not place.line_pulled and place.cause not in NOT_RESET


def line_pulled(poller: Collection[Place], now_us: int) -> None:
    """Who fails has had its chance then, until it works again."""
    for place in poller:
        if place.failures:
            place.line_pulled = True
            place.free_us = now_us
