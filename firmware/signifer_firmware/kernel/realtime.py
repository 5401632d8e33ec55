"""Real time: a loop that sleeps until the next wake, or until another thread has something for it."""

from __future__ import annotations

import os
import select
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import RLock
from typing import Protocol

from .scheduler import NEVER, Clock, Scheduler, Unit

# Nobody sleeps longer at a stretch: what a kernel takes as a time-out is limited.
MOST_SLEEP_US = 60_000_000
# How long a thread that reckons keeps one waiting that is back from a bus or a socket (`sys.setswitchinterval`).
SWITCH_S = 0.0005


class Pace(Protocol):
    """Time that goes by."""

    @property
    def now_us(self) -> int:
        """Microseconds since any start; never runs backwards."""
        ...

    def wait_until(self, at_us: int) -> None:
        """Let time pass until ``at_us``; less if somebody wakes."""
        ...

    def wake(self) -> None:
        """End the wait that is on, or the next one; from any thread, and from a signal's handler."""
        ...

    def close(self) -> None: ...


class RealPace:
    """The monotonic clock, counted from ``since_us``. Of setting the clock of the day it knows nothing."""

    def __init__(self, since_us: int = 0) -> None:
        self._since_us = since_us
        # A pipe, since whoever sleeps is to be woken from a signal's handler, too.
        self._ear, self._bell = os.pipe()
        # Once given back, the pipe's number may be another file's. A handler may interrupt the thread that holds it.
        self._held = RLock()
        os.set_blocking(self._ear, False)
        os.set_blocking(self._bell, False)

    @property
    def now_us(self) -> int:
        return time.monotonic_ns() // 1000 - self._since_us

    def wait_until(self, at_us: int) -> None:
        """See Pace."""
        left_us = min(at_us - self.now_us, MOST_SLEEP_US)
        if select.select([self._ear], [], [], max(left_us, 0) / 1e6)[0]:
            with suppress(BlockingIOError):
                os.read(self._ear, 4096)

    def wake(self) -> None:
        """See Pace."""
        with self._held:
            if self._bell >= 0:
                with suppress(BlockingIOError):  # a full pipe wakes, too
                    os.write(self._bell, b"!")

    def close(self) -> None:
        """Give the pipe back; harmless if done twice, and if somebody wakes it after that."""
        with self._held:
            bell, self._bell = self._bell, -1
            if bell >= 0:
                os.close(self._ear)
                os.close(bell)


class PacedScheduler(Scheduler):
    """Runs units when they are due in real time, and in between what other threads `call`.

    ``clock`` moves by itself, or is moved to the time of ``pace``: that of twins. All but `call`, `post`, `end` and
    `late_us` is for the thread that runs it.
    """

    def __init__(self, clock: Clock, pace: Pace) -> None:
        super().__init__(clock)
        self.ended = False
        self._pace = pace
        self._calls: deque[Callable[[], None]] = deque()
        # When it gives a sign of life at the latest: it sleeps until then, or has been at work since then.
        self._sign_us = pace.now_us

    def call(self, work: Callable[[], None]) -> None:
        """Have ``work`` done by the thread that runs the units, soon."""
        self._calls.append(work)
        self._pace.wake()

    def post(self, unit: Unit) -> None:
        """Have ``unit`` run, soon."""
        self.call(lambda: self.wake(unit, self.clock.now_us))

    def end(self) -> None:
        """Have `run` return, soon."""
        self.ended = True
        self._pace.wake()

    def late_us(self) -> int:
        """For how long it has been at work on one thing; zero or less while it sleeps or is quick."""
        return self._pace.now_us - self._sign_us

    def run(self, until_us: int = NEVER, stop: Callable[[], bool] = lambda: False) -> bool:
        """As `Scheduler.run`, in real time, or until `end`."""
        while not self.ended:
            self._sign_us = self._pace.now_us
            self.clock.catch_up(self._pace.now_us)
            while self._calls:
                self._calls.popleft()()
            if self._run_due(min(self.clock.now_us, until_us), stop):
                return True
            if self.clock.now_us >= until_us:
                break
            wake_us = min(until_us, *self._wakes, NEVER)
            self._sign_us = max(wake_us, self._sign_us)
            self._pace.wait_until(wake_us)
        return stop()
