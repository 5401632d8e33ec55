"""The readers of one table, visited in turn: which antenna is on when, who is asked for what, and who is left alone.

At most two antennas are on at once, the one that is read and the next one, whose field comes up meanwhile; they are
never neighbours. A reader that fails is set up anew, ever less often, and costs the others next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from signifer_core.errors import DriverError
from signifer_core.layout import Zone

from .mfrc522 import FIELD_UP_US
from .presence import Change, Presence, Visit
from .reader import Reading

# A tag forgets what it was told only when its field has been off for as long as it takes to come up.
FIELD_OFF_US = 5_100
# Where nothing is in doubt, no reader is visited again sooner: more would only cost the processor.
REST_US = 30_000
# How much waiting counts: of the starving, and of zones in which a card is between there and gone, or expected.
STARVED, DOUBTED, WANTED, ORDINARY = 100, 16, 2, 1
# Who has waited for so long comes before all others. If he has waited twice as long as they have, he no longer stands
# back for his neighbours, either: then the 5 ms for his field are paid in full.
STARVED_US = 250_000
# When a reader that failed is tried again; the last one holds from then on.
RETRY_US = (20_000, 100_000, 300_000, 600_000)
# After so many failures of one reader in a row, or with so many readers failing, the reset line is pulled, once.
LINE_AFTER = 3
LINE_TOGETHER = 2


class BankReader(Protocol):
    """A reader as a bank needs it; `reader.Reader` is one. All three raise DriverError only."""

    def switch_on(self) -> None:
        """Switch the field on, setting the chip up before if need be."""
        ...

    def read(self, known: Sequence[bytes], tries: int) -> Reading:
        """Read all tags with the field up, the known ones by their UIDs, and switch the field off."""
        ...

    def lost(self) -> None:
        """The chip has lost all that it was told."""
        ...


class _Place:
    """One reader of the bank. Times in us: ``asked_us`` is the end of the last visit, failed or not; ``on_us`` when
    its field was switched on; ``free_us`` when it may be visited again at the earliest."""

    __slots__ = ("asked_us", "failures", "free_us", "line_pulled", "name", "neighbours", "on_us", "reader")

    def __init__(self, name: str, reader: BankReader, neighbours: Collection[str], now_us: int) -> None:
        self.name = name
        self.reader = reader
        self.neighbours = frozenset(neighbours)
        self.asked_us = now_us - REST_US
        self.free_us = now_us
        self.on_us = now_us
        self.failures = 0
        self.line_pulled = False


def neighbours(zones: Mapping[str, Sequence[Zone]]) -> dict[str, frozenset[str]]:
    """The readers whose antennas may not be on together with each reader's, from the zones that each one covers.

    The two sides of a column are neighbours, and so are adjacent columns, on either side; pads are far from all.
    """

    def near(one: Zone, other: Zone) -> bool:
        return one.column is not None and other.column is not None and abs(one.column - other.column) <= 1

    return {
        name: frozenset(
            other
            for other, theirs in zones.items()
            if other != name and any(near(a, b) for a in own for b in theirs)
        )
        for name, own in zones.items()
    }


class Bank:
    """Visits ``readers`` in turn, one a step.

    ``neighbours``: see the function of this name. ``now_us``: the time of their bus. ``tell`` hears each visit and what
    it changed. ``wanted`` names readers at which cards are expected. ``pull_line`` pulls the reset line that all these
    chips share, if there is one.
    """

    def __init__(
        self,
        readers: Mapping[str, BankReader],
        presence: Presence,
        *,
        neighbours: Mapping[str, Collection[str]],
        now_us: Callable[[], int],
        tell: Callable[[Visit, list[Change]], None],
        wanted: Callable[[], Collection[str]] = tuple,
        pull_line: Callable[[], None] | None = None,
    ) -> None:
        self.presence = presence
        self._now_us = now_us
        self._tell = tell
        self._wanted = wanted
        self._pull_line = pull_line
        start_us = now_us()
        self._places = [
            _Place(name, reader, neighbours.get(name, ()), start_us) for name, reader in readers.items()
        ]
        self._up: _Place | None = None
        self._line_due = False

    def step(self) -> int | None:
        """Read the reader whose field is up, while the next one comes up; return when to come again.

        A step never waits: it returns early if no field is up yet. None: there are no readers.
        """
        if self._up is not None:
            ready_us = self._up.on_us + FIELD_UP_US
            if self._now_us() < ready_us:
                return ready_us
            current, self._up = self._up, None
            self._switch_on_next(current)
            self._read(current)
        if self._line_due and self._pull_line is not None:
            self._pull(self._pull_line)
        if self._up is None:
            self._switch_on_next(None)
        return self._wake_us()

    def _wake_us(self) -> int | None:
        if self._up is not None:
            return max(self._now_us(), self._up.on_us + FIELD_UP_US)
        due_us = min((self._due_us(place) for place in self._places), default=None)
        return None if due_us is None else max(self._now_us(), due_us)

    def failing(self) -> frozenset[str]:
        """The readers that fail, and are tried again now and then."""
        return frozenset(place.name for place in self._places if place.failures)

    def _switch_on_next(self, current: _Place | None) -> None:
        """Bring up the field of who should be read after ``current``, if anybody can be."""
        while (place := self._next(current)) is not None:
            place.on_us = self._now_us()
            try:
                place.reader.switch_on()
            except DriverError as error:
                self._failed(place, str(error))
                continue
            # Setting the chip up may have taken a while: the field is younger than the attempt.
            place.on_us = self._now_us()
            self._up = place
            return

    def _next(self, current: _Place | None) -> _Place | None:
        """Who has waited longest, doubted and wanted zones counting more; None if nobody is due.

        Neighbours of ``current`` stand back, unless one of them starves: then None, and it is his turn after this.
        """
        now_us = self._now_us()
        wanted = self._wanted()
        best: tuple[int, _Place | None] = (0, None)
        stands_back: tuple[int, _Place | None] = (0, None)
        for place in self._places:
            if place is current or place.free_us > now_us or self._due_us(place) > now_us:
                continue
            age_us = now_us - place.asked_us + 1
            if age_us > STARVED_US:
                score = age_us * STARVED
            elif self.presence.doubts(place.name):
                score = age_us * DOUBTED
            else:
                score = age_us * (WANTED if place.name in wanted else ORDINARY)
            if current is not None and place.name in current.neighbours:
                if score > stands_back[0]:
                    stands_back = (score, place)
            elif score > best[0]:
                best = (score, place)
        starving = stands_back[1]
        if starving is not None and now_us - starving.asked_us > STARVED_US and stands_back[0] > 2 * best[0]:
            return None
        return best[1]

    def _due_us(self, place: _Place) -> int:
        """When a reader may be visited again: what is in no doubt rests for a while."""
        if place.failures or self.presence.doubts(place.name):
            return place.free_us
        return max(place.free_us, place.asked_us + REST_US)

    def _read(self, place: _Place) -> None:
        known = self.presence.known(place.name)
        try:
            reading = place.reader.read(known, self.presence.tries(place.name))
        except DriverError as error:
            self._failed(place, str(error))
            return
        now_us = self._now_us()
        place.failures = 0
        place.line_pulled = False
        place.asked_us = now_us
        place.free_us = now_us + FIELD_OFF_US
        self._told(Visit(place.name, now_us, reading.uids, reading.garbled, None, reading.asked, place.on_us))

    def _failed(self, place: _Place, cause: str) -> None:
        """Its zone is unknown from now on; try again later, and pull the reset line if that may help."""
        now_us = self._now_us()
        place.asked_us = now_us
        place.free_us = now_us + RETRY_US[min(place.failures, len(RETRY_US) - 1)]
        place.failures += 1
        self._told(Visit(place.name, now_us, fault=cause, on_us=place.on_us))
        failing = [each for each in self._places if each.failures]
        if not place.line_pulled and (place.failures >= LINE_AFTER or len(failing) >= LINE_TOGETHER):
            self._line_due = True

    def _pull(self, pull_line: Callable[[], None]) -> None:
        """Reset all chips, while none is being read; who fails has had its chance then, until it works again."""
        pull_line()
        self._line_due = False
        self._up = None
        for place in self._places:
            place.reader.lost()
            if place.failures:
                place.line_pulled = True
                place.free_us = self._now_us()

    def _told(self, visit: Visit) -> None:
        self._tell(visit, self.presence.visit(visit))
