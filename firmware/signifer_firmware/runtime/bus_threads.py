"""Buses on threads of their own: what they find comes to the main loop as messages, what is wanted goes there as calls.

The main loop alone owns the state of the game, and never waits for a bus; no bus waits for the main loop, and so none
for the record on the disk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Container, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from threading import Thread
from typing import assert_never

from PIL import Image
from signifer_drivers.io.page_screen import TableScreen
from signifer_drivers.polling.findings import Change, Doubt, Finding

from signifer_firmware.kernel.realtime import Pace, PacedScheduler
from signifer_firmware.kernel.scheduler import Clock, Unit

from .units import ReadersUnit, ScreensUnit

# The longest that anything on a bus takes is an examination of the air, some 2 s; the kernel gives up on a bus after 1.
HUNG_US = 5_000_000
# And it is found so for so long: where the whole program stood still, its lines go on as soon as the main loop does.
SURE_US = 500_000
LOOK_US = 1_000_000
END_S = 3.0
# Hears what a visit has changed, and when; which part fails, why (None: no longer), and since when.
Tell = Callable[[Change, int], None]
Fault = Callable[[str, str | None, int], None]
SILENT = "its bus has been silent for {seconds} s"


class Line:
    """A thread that runs one unit. ``clock``: the bus's; ``pace``: the same time as the main loop's."""

    def __init__(self, name: str, clock: Clock, pace: Pace) -> None:
        self.name = name
        self.scheduler = PacedScheduler(clock, pace)
        self._pace = pace
        self._found_us: int | None = None  # since when the main loop has found it at one thing for too long
        self._thread = Thread(target=self.scheduler.run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def is_dead(self) -> bool:
        """Whether it has come to grief: an error that nobody expected is on stderr."""
        return self._thread.ident is not None and not self.scheduler.ended and not self._thread.is_alive()

    @property
    def is_hung(self) -> bool:
        """Whether it has been at one thing for too long; for the main loop to ask again and again."""
        if not self._thread.is_alive() or self.scheduler.late_us() <= HUNG_US:
            self._found_us = None
            return False
        now_us = self._pace.now_us
        if self._found_us is None:
            self._found_us = now_us
        return now_us >= self._found_us + SURE_US

    def end(self, wait_s: float = END_S) -> bool:
        """Have the thread end; whether it did."""
        self.scheduler.end()
        if self._thread.ident is not None:
            self._thread.join(wait_s)
            if self._thread.is_alive():
                return False
        self._pace.close()
        return True


class _Reporting:
    """A unit that says how it stands after each of its steps."""

    def __init__(self, unit: Unit, report: Callable[[], None]) -> None:
        self._unit = unit
        self._report = report

    def step(self, now_us: int) -> int:
        next_us = self._unit.step(now_us)
        self._report()
        return next_us


@dataclass(frozen=True, slots=True)
class _Looked:
    """How the readers stand, after so many ``messages`` of theirs."""

    messages: int = 0
    looked_us: int = -1
    rested_us: int = -1
    doubtful: Doubt = Doubt.OPEN


class ThreadedReaders:
    """The readers on a `Line`, as the main loop sees them; offers what it needs of the `ReadersUnit` that ``unit``
    makes.

    A line that hangs makes all its zones unknown until it goes on.
    """

    def __init__(
        self,
        line: Line,
        main: PacedScheduler,
        names: Iterable[str],
        unit: Callable[[Tell], ReadersUnit],
        tell: Tell,
    ) -> None:
        self._line, self._main = line, main
        self._tell = tell
        self._names = tuple(names)
        self._news: deque[tuple[Change, int]] = deque()
        self._heard = 0
        self._sent = 0
        # What readers that fail by themselves have told of it.
        self._failing: dict[str, Change] = {}
        self._hung = False
        self._unit = unit(self._found)
        self._looked = _Looked()
        line.scheduler.add(_Reporting(self._unit, self._report))

    # On the line's thread

    def _found(self, change: Change, at_us: int) -> None:
        self._sent += 1
        self._news.append((change, at_us))
        self._main.post(self)

    def _report(self) -> None:
        unit = self._unit
        self._looked = _Looked(self._sent, unit.looked_us, unit.rested_us, unit.doubtful())

    # In the main loop

    def step(self, now_us: int) -> int:
        """Hand on what the line has found; find out whether it hangs."""
        while self._news:
            change, at_us = self._news.popleft()
            self._heard += 1
            match change.kind:
                case Finding.FAULT:
                    self._failing[change.reader] = change
                    told = not self._hung
                case Finding.OK:
                    self._failing.pop(change.reader, None)
                    told = not self._hung
                case Finding.PRESENT | Finding.ABSENT | Finding.COVERED:
                    told = True
                case never:
                    assert_never(never)
            if told:
                self._tell(change, at_us)
        if self._line.is_hung != self._hung:
            self._hung = not self._hung
            self._tell_of_hanging(now_us)
        return now_us + LOOK_US

    def _tell_of_hanging(self, now_us: int) -> None:
        cause = SILENT.format(seconds=HUNG_US // 1_000_000)
        for name in self._names:
            if self._hung:
                self._tell(Change(Finding.FAULT, name, cause=f"reader {name}: {cause}"), now_us)
            else:
                self._tell(self._failing.get(name, Change(Finding.OK, name)), now_us)

    def expect(self, wanted: Collection[str]) -> None:
        """See ReadersUnit."""
        self._unit.expect(wanted)

    def believe(self, reader: str, uid: bytes, *, was_read: bool = False) -> None:
        """See ReadersUnit; soon."""
        self._line.scheduler.call(partial(self._unit.believe, reader, uid, was_read=was_read))

    def doubtful(self) -> Doubt:
        """See ReadersUnit; also while there are messages under way. Of a line that hangs nobody waits to know more."""
        looked = self._looked
        found = looked.doubtful if looked.messages == self._heard else max(looked.doubtful, Doubt.OPEN)
        return min(found, Doubt.OPEN) if self._hung else found

    def looked_since(self, since_us: int) -> bool:
        """See ReadersUnit. A line that hangs keeps nobody waiting."""
        looked = self._looked
        return self._hung or (looked.looked_us > since_us and not self.doubtful())

    def rested_since(self, since_us: int, unsteady: Container[str] = ()) -> bool:
        """See ReadersUnit; here all readers are steady."""
        return self._looked.rested_us > since_us and not self.doubtful()


class ThreadedScreens:
    """The screens on a `Line`, as the main loop sees them; offers what it needs of a `ScreensUnit`."""

    def __init__(
        self,
        line: Line,
        main: PacedScheduler,
        screens: Mapping[str, TableScreen],
        clock: Clock,
        fault: Fault,
        free: Callable[[str], None] | None = None,
    ) -> None:
        self._line, self._main = line, main
        self._fault = fault
        self._names = tuple(screens)
        self._news: deque[tuple[str, str | None, int]] = deque()
        # The parts that fail by themselves, each with its cause.
        self._failing: dict[str, str] = {}
        self._hung = False
        self._wanted = 0
        self._done = 0
        # Up to which picture all of them stand, and since when that is certain.
        self._stands = (0, -1)
        self._unit = ScreensUnit(screens, clock, self._failed, free=free)
        self._reporting = _Reporting(self._unit, self._report)
        line.scheduler.add(self._reporting)

    # On the line's thread

    def _failed(self, part: str, cause: str | None, at_us: int) -> None:
        self._news.append((part, cause, at_us))
        self._main.post(self)

    def _report(self) -> None:
        self._stands = (self._done, self._unit.asked_us if self._unit.idle else -1)

    def _do(self, work: Callable[[], object], number: int) -> None:
        work()
        self._done = number
        self._line.scheduler.wake(self._reporting, self._line.scheduler.clock.now_us)

    # In the main loop

    def step(self, now_us: int) -> int:
        """Hand on which screens fail and which are back; find out whether the line hangs."""
        while self._news:
            part, cause, at_us = self._news.popleft()
            if cause is None:
                self._failing.pop(part, None)
            else:
                self._failing[part] = cause
            if not self._hung:
                self._fault(part, cause, at_us)
        if self._line.is_hung != self._hung:
            self._hung = not self._hung
            silent = SILENT.format(seconds=HUNG_US // 1_000_000)
            for part in (f"screen {name}" for name in self._names):
                self._fault(part, f"{part}: {silent}" if self._hung else self._failing.get(part), now_us)
        return now_us + LOOK_US

    def _have(self, work: Callable[[], object]) -> None:
        self._wanted += 1
        self._line.scheduler.call(partial(self._do, work, self._wanted))

    def show(self, place: str, image: Image.Image) -> None:
        """See ScreensUnit."""
        self._have(partial(self._unit.show, place, image))

    def stir(self, now_us: int) -> bool:
        """See ScreensUnit; nobody has to wake the line."""
        self._have(partial(self._unit.stir, now_us))
        return False

    def picture(self, place: str) -> Image.Image | None:
        """See ScreensUnit."""
        return self._unit.picture(place)

    def held(self, place: str) -> tuple[bytes | None, ...]:
        """See ScreensUnit."""
        return self._unit.held(place)

    @property
    def idle(self) -> bool:
        """See ScreensUnit."""
        return self.rested_since(-1)

    def rested_since(self, since_us: int) -> bool:
        """See ScreensUnit."""
        done, asked_us = self._stands
        # What was found until then is told before, if it is still under way.
        return self._hung or (done == self._wanted and asked_us > since_us and not self._news)


class Threads:
    """The lines of one table: one for all readers, since which fields may be on together is one decision, and one for
    all screens, which share a wire. ``pace`` makes a pace for each."""

    def __init__(
        self, main: PacedScheduler, *, spi_clock: Clock, i2c_clock: Clock, pace: Callable[[], Pace]
    ) -> None:
        self.lines = (Line("readers", spi_clock, pace()), Line("screens", i2c_clock, pace()))
        self._main = main

    def readers(
        self, names: Iterable[str], unit: Callable[[Tell], ReadersUnit], tell: Tell
    ) -> ThreadedReaders:
        """In place of the `ReadersUnit` that ``unit`` makes."""
        return ThreadedReaders(self.lines[0], self._main, names, unit, tell)

    def screens(
        self,
        screens: Mapping[str, TableScreen],
        clock: Clock,
        fault: Fault,
        *,
        free: Callable[[str], None] | None = None,
    ) -> ThreadedScreens:
        """In place of `ScreensUnit`."""
        return ThreadedScreens(self.lines[1], self._main, screens, clock, fault, free)

    def start(self) -> None:
        for line in self.lines:
            line.start()

    def end(self) -> tuple[str, ...]:
        """Have all threads end; the names of those that hang."""
        for line in self.lines:
            line.scheduler.end()
        return tuple(line.name for line in self.lines if not line.end())
