"""Pollers of antennas: a bus of readers, read one by one, and a column node with its token."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from signifer_core.errors import DriverError

from signifer_drivers.node.host import Node
from signifer_drivers.node.reader import reader_error
from signifer_drivers.node.results import NodeError, NodeVisit
from signifer_drivers.portable.mfrc522 import FIELD_UP_US
from signifer_drivers.readers.faults import NODE_AWAY
from signifer_drivers.readers.reader import Reading

from .schedule import STARVED_US, Place, Schedule, line_is_due, line_pulled

# A visit is never shorter: so much later at the earliest comes the turn of the next antenna of a token.
LEAST_VISIT_US = FIELD_UP_US + 400
# Where something is in doubt, or beside it, a token is short, so that its turn comes again soon.
MOST_IN_DOUBT = 1
# A node that was never there has not failed before it had the time to start.
START_US = 900_000
# An antenna fails that was in so many tokens in a row without a visit, and not read for so long, however much its node
# has to say. With one byte in a hundred damaged the longest in five minutes is 1.3 s.
VAIN_TOKENS = 2
VAIN_US = 2_500_000


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


class BusPoller:
    """Readers of one bus: one is read while the field of the next one comes up. ``now_us``: the time of their bus.

    ``pull_line`` pulls the reset line that all these chips share, if there is one.
    """

    def __init__(
        self,
        readers: Mapping[str, BankReader],
        schedule: Schedule,
        *,
        now_us: Callable[[], int],
        pull_line: Callable[[], None] | None = None,
    ) -> None:
        self.wake_us = now_us()
        self._schedule = schedule
        self._now_us = now_us
        self._pull_line = pull_line
        self._readers = dict(readers)
        self._places = schedule.add(readers, now_us())
        self._up: Place | None = None
        self._line_due = False
        self._after_starving = False

    @property
    def is_mixed(self) -> bool:
        """Whether it has to share the air with other pollers."""
        return any(place.outside for place in self._places)

    def hear(self) -> None:
        """Another poller has news: whoever waits for it is asked again, as soon as the bus is idle."""
        if self._up is None:
            self.wake_us = min(self.wake_us, self._now_us())

    def step(self) -> None:
        """Read the reader whose field is up, while the next one comes up. Never waits: ``wake_us`` says when to come
        again."""
        if self._up is not None:
            ready_us = self._up.on_us + FIELD_UP_US
            if self._now_us() < ready_us:
                self.wake_us = ready_us
                return
            current, self._up = self._up, None
            self._switch_on_next(current)
            self._read(current)
        if self._line_due and self._pull_line is not None:
            self._pull(self._pull_line)
        if self._up is None:
            self._switch_on_next(None)
        self.wake_us = self._next_us()

    def _next_us(self) -> int:
        now_us = self._now_us()
        if self._up is not None:
            return max(now_us, self._up.on_us + FIELD_UP_US)
        wakes = []
        for place in self._places:
            due_us = self._schedule.due_us(place)
            if place.outside:
                clear_us = self._schedule.clear_us(place, now_us)
                # Held up by another poller: its news are a reason to come again.
                if clear_us is None or (due_us <= now_us and clear_us <= now_us):
                    continue
                due_us = max(due_us, clear_us)
            wakes.append(due_us)
        return max(now_us, min(wakes, default=now_us + STARVED_US))

    def _switch_on_next(self, current: Place | None) -> None:
        """Bring up the field of who should be read after ``current``, if anybody can be."""
        while (place := self._next(current)) is not None:
            place.on_us = self._now_us()
            try:
                self._readers[place.name].switch_on()
            except DriverError as error:
                self._failed(place, error)
                continue
            # Setting the chip up may have taken a while: the field is younger than the attempt.
            place.on_us = self._now_us()
            place.held = True
            self._up = place
            return

    def _next(self, current: Place | None) -> Place | None:
        """Who has waited longest, doubted and wanted zones counting more; None if nobody is due.

        Neighbours of ``current`` stand back, unless one of them starves: then None, and its turn comes after this.
        """
        now_us = self._now_us()
        schedule = self._schedule
        wanted = schedule.wanted()
        best: tuple[int, Place | None] = (0, None)
        stands_back: tuple[int, Place | None] = (0, None)
        for place in self._places:
            if place is current or not schedule.is_due(place, now_us):
                continue
            score = schedule.score(place, now_us, wanted, after_starving=self._after_starving)
            if place.outside and not self._may_go(place, score, now_us, wanted):
                continue
            if current is not None and place.name in current.neighbours:
                if score > stands_back[0]:
                    stands_back = (score, place)
            elif score > best[0]:
                best = (score, place)
        starving = stands_back[1]
        if (
            starving is not None
            and now_us - starving.visited_us > STARVED_US
            and stands_back[0] > 2 * best[0]
        ):
            return None
        if best[1] is not None:
            self._after_starving = schedule.only_starves(best[1], now_us)
        return best[1]

    def _may_go(self, place: Place, score: int, now_us: int, wanted: Collection[str]) -> bool:
        """Whether the other pollers leave an antenna of this one the air."""
        return self._schedule.clear_us(place, now_us) == now_us and not self._schedule.stands_back(
            place, score, now_us, wanted
        )

    def _read(self, place: Place) -> None:
        presence = self._schedule.presence
        known = presence.known(place.name)
        try:
            reading = self._readers[place.name].read(known, presence.tries(place.name))
        except DriverError as error:
            self._failed(place, error)
            return
        now_us = self._now_us()
        place.held = False
        place.off_us = now_us
        self._schedule.read(place, reading, now_us)

    def _failed(self, place: Place, error: DriverError) -> None:
        """Try again later, and pull the reset line if that may help."""
        now_us = self._now_us()
        place.held = False
        place.off_us = now_us
        self._schedule.failed(place, error, now_us)
        if line_is_due(place, self._places):
            self._line_due = True

    def _pull(self, pull_line: Callable[[], None]) -> None:
        """Reset all chips, while none is being read."""
        pull_line()
        self._line_due = False
        self._up = None
        for place in self._places:
            self._readers[place.name].lost()
            if place.held:
                place.held = False
                place.off_us = self._now_us()
        line_pulled(self._places, self._now_us())


class NodePoller:
    """A column node. It gets one token at a time, for all its antennas whose turn it is, and visits one after another.

    ``antennas``: the number of each on the node. ``now_us``: the host's time.
    """

    def __init__(
        self, node: Node, antennas: Mapping[str, int], schedule: Schedule, *, now_us: Callable[[], int]
    ) -> None:
        self.node = node
        self.wake_us = now_us()
        self._schedule = schedule
        self._numbers = dict(antennas)
        self._places = schedule.add(antennas, now_us())
        self._out: dict[int, Place] = {}
        self._vain = dict.fromkeys(antennas, 0)
        self._greetings = node.greetings
        self._patient_us = now_us() + START_US
        self._works = False
        for place in self._places:
            place.works = False

    @property
    def is_idle(self) -> bool:
        """Whether the node could take a token."""
        return not self._out and self.node.is_ready

    def step(self, now_us: int) -> bool:
        """Hear what the node says; whether somebody may get a token for it. ``wake_us`` says when to come again."""
        node = self.node
        self.wake_us = node.step()
        visits = node.take()
        for visit in visits:
            self._visited(visit, now_us)
        news = bool(visits)
        if self._out and not node.is_busy:
            # The lease ended before their turn came: that is no visit.
            self._end(node.dark_us, now_us)
            news = True
        if node.greetings != self._greetings:
            self._greetings = node.greetings
            self._started(now_us)
        works = node.is_ready or bool(self._out)
        if works != self._works:
            self._works = works
            for place in self._places:
                place.works = works
        if not node.is_there:
            self._is_away(now_us)
        return news or self.is_idle

    def _started(self, now_us: int) -> None:
        """What failed with the node before may work now."""
        self._patient_us = now_us
        for place in self._places:
            if place.failures:
                place.free_us = now_us

    def _is_away(self, now_us: int) -> None:
        """All its readers fail, for the node's reason; that takes up no air."""
        error = self.node.error
        if error is None or now_us < self._patient_us:
            self.wake_us = min(self.wake_us, max(now_us + 1, self._patient_us))
            return
        for place in self._places:
            if place.free_us <= now_us:
                self._schedule.failed(place, reader_error(place.name, self.node, error), now_us)
            self.wake_us = min(self.wake_us, place.free_us)

    def _end(self, off_us: int, now_us: int) -> None:
        unheard = NodeError(NODE_AWAY, "what it reads does not arrive")
        for place in self._out.values():
            place.held = False
            place.off_us = off_us
            self._vain[place.name] += 1
            is_vain = self._vain[place.name] >= VAIN_TOKENS and now_us >= place.visited_us + VAIN_US
            if is_vain and not place.failures:
                self._schedule.failed(place, reader_error(place.name, self.node, unheard), now_us)
        self._out.clear()

    def _visited(self, visit: NodeVisit, now_us: int) -> None:
        place = self._out.pop(visit.reader, None)
        if place is None:
            return
        place.held = False
        place.on_us = visit.on_us
        self._vain[place.name] = 0
        if visit.reading is not None:
            # The node says so only when the field is off.
            place.off_us = now_us
            self._schedule.read(place, visit.reading, visit.at_us)
            return
        assert visit.error is not None
        place.off_us = now_us if self.node.is_there else self.node.dark_us
        self._schedule.failed(place, reader_error(place.name, self.node, visit.error), now_us)
        if self.node.is_there and line_is_due(place, self._places):
            self.node.reset_readers()
            line_pulled(self._places, now_us)

    def grant(self, now_us: int, wanted: Collection[str]) -> int | None:
        """Give the node a token if it is idle and one of its antennas may go: returns None then, else when to ask again
        at the earliest, unless another poller has news."""
        schedule = self._schedule
        best, first = 0, None
        again_us = now_us + STARVED_US
        for place in self._places:
            clear_us = schedule.clear_us(place, now_us)
            if clear_us is None:
                continue
            due_us = max(clear_us, schedule.due_us(place))
            if due_us > now_us:
                again_us = min(again_us, due_us)
                continue
            score = schedule.score(place, now_us, wanted)
            if score > best and not schedule.stands_back(place, score, now_us, wanted):
                best, first = score, place
        if first is None:
            return again_us
        self._send(self._with(first, now_us, wanted), now_us)
        return None

    def _with(self, first: Place, now_us: int, wanted: Collection[str]) -> list[Place]:
        """Who shares the token of ``first``: all whose turn will have come, and who hold up nobody else but those."""
        schedule = self._schedule
        token = [first]
        rest = [place for place in self._places if place is not first]
        most = len(self._places)
        if any(schedule.presence.doubts(place.name) for place in (*self._places, *first.outside)):
            most = MOST_IN_DOUBT
        rest.sort(key=lambda place: -schedule.score(place, now_us, wanted))
        for place in rest:
            turn_us = now_us + len(token) * LEAST_VISIT_US
            if (
                len(token) < most
                and schedule.due_us(place) <= turn_us
                and set(place.outside) <= set(first.outside)
            ):
                token.append(place)
        return token

    def _send(self, token: Sequence[Place], now_us: int) -> None:
        presence = self._schedule.presence
        self._out = {self._numbers[place.name]: place for place in token}
        for place in token:
            place.held = True
            place.on_us = now_us
        self.wake_us = self.node.grant(
            [(number, presence.known(place.name)) for number, place in self._out.items()],
            tries=max(presence.tries(place.name) for place in token),
        )
