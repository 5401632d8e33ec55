"""Fingers on buttons: they drive mock pins with edges that bounce as real contacts do, or touch keys of a page."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Collection
from typing import Any

from .buzzer import forget
from .clock import VirtualClock

BOUNCE_US = 5_000  # contacts rest after this
PRESS_US = 120_000
HOLD_MORE_US = 200_000  # a hand holds on a little longer than it must
TOGETHER_US = 250_000  # within the 300 ms in which two presses count as one
GAP_US = 100_000  # between two gestures on one button
FAR_US = 1_000_000
LEAST_US = 50_000  # no finger is faster: one that is told to let go at once stays for so long


class Fingers:
    """Press and hold the buttons on ``pins`` (BCM numbers by name) of a gpiozero ``MockFactory``, and ``keys`` by name,
    which are a page's: they move ``touch``, once there is somebody at its other end, and do not bounce.

    Make it before the drivers of the buttons: it stands for the external pull-ups, too, and lets all lines rise.
    Times are chosen with ``rng``. ``step`` drives the edges that are due. Hand ``now_us`` to the drivers, so that
    each edge is stamped with its own time, as by an interrupt, even if ``step`` comes late. ``hold_us`` says how long a
    hold is at the moment when it begins: hands know what is set.
    """

    def __init__(
        self,
        pin_factory: Any,
        pins: dict[str, int],
        clock: VirtualClock,
        rng: random.Random,
        *,
        hold_us: Callable[[], int] = lambda: 800_000,
        keys: Collection[str] = (),
    ) -> None:
        self.touch: Callable[[str, bool], None] = _nobody
        self._pins = {name: pin_factory.pin(pin) for name, pin in pins.items()}
        self._clock = clock
        self._rng = rng
        self.hold_us = hold_us
        self._due: list[tuple[int, int, str, bool]] = []  # when, running number, button, down
        self._number = 0
        self._free_us = dict.fromkeys((*pins, *keys), 0)
        self._down_us: dict[str, int] = {}
        self._stuck: set[str] = set()
        self._let_go_us = 0  # when the last finger that was told to let go is off
        self._edge_us: int | None = None
        for pin in self._pins.values():
            pin.drive_high()

    @property
    def busy(self) -> bool:
        """Whether edges are still to come."""
        return bool(self._due)

    @property
    def free_us(self) -> int:
        """When every finger that has been told to let go is off."""
        return max(self._free_us.values(), default=0)

    def now_us(self) -> int:
        """The time: of the edge that is just being driven, else of the clock."""
        return self._clock.now_us if self._edge_us is None else self._edge_us

    def press(self, name: str, *, delay_us: int = 0) -> None:
        """Press and release one button, ``delay_us`` from now; raise KeyError if there is no such button."""
        self._press(name, self._start_us((name,), delay_us), PRESS_US + self._rng.randint(-30_000, 30_000))

    def hold(self, *names: str, delay_us: int = 0) -> None:
        """Hold buttons together for longer than the threshold, the first one down first; whoever is told to go `down`
        meanwhile comes after them."""
        start_us = self._start_us(names, delay_us)
        downs = [start_us, *(start_us + self._rng.randint(0, TOGETHER_US) for _ in names[1:])]
        up_us = max(downs) + self.hold_us() + HOLD_MORE_US
        for name, down_us in zip(names, downs, strict=True):
            self._press(name, down_us, up_us - down_us + self._rng.randint(0, 50_000))
        self._let_go_us = max(self._let_go_us, max(self._free_us[name] for name in names) - GAP_US)

    def down(self, name: str) -> None:
        """Press one button and stay on it; raise KeyError if there is no such button.

        Whoever was told to let go before is off by then: on a machine that hangs, all this may be told in one moment,
        and two fingers that were never down together would disturb each other.
        """
        self._down_us[name] = max(self._start_us((name,), 0), self._let_go_us)
        self._contact(name, self._down_us[name], True)

    def up(self, name: str) -> None:
        """Let go of a button that is `down`, once its contacts have come to rest, and no sooner than fingers can."""
        rest_us = max((due + 1 for due, _, of, _ in self._due if of == name), default=0)
        up_us = max(self._clock.now_us, rest_us, self._down_us.get(name, 0) + LEAST_US)
        self._contact(name, up_us, False)
        self._free_us[name] = up_us + BOUNCE_US + GAP_US
        self._let_go_us = max(self._let_go_us, up_us + BOUNCE_US)

    def stick(self, name: str) -> None:
        """Something lies on a button, and it is down, whatever fingers do; raise KeyError if there is no such one."""
        if name not in self._stuck:
            self._contact(name, self._clock.now_us, True)
            self._stuck.add(name)

    def free(self, name: str) -> None:
        """Nothing lies on it any more."""
        if name in self._stuck:
            self._stuck.remove(name)
            self._due = [each for each in self._due if each[2] != name]
            heapq.heapify(self._due)
            self._contact(name, self._clock.now_us, False)
            self._free_us[name] = self._clock.now_us + BOUNCE_US + GAP_US

    def step(self, now_us: int) -> int:
        """Drive the edges that are due; return when the next one is."""
        while self._due and self._due[0][0] <= now_us:
            self._edge_us, _, name, down = heapq.heappop(self._due)
            try:
                self._move(name, down)
            finally:
                self._edge_us = None
        return self._due[0][0] if self._due else now_us + FAR_US

    def _move(self, name: str, down: bool) -> None:
        if name in self._stuck and not down:
            return
        if name not in self._pins:
            self.touch(name, down)
            return
        if down:
            self._pins[name].drive_low()
        else:
            self._pins[name].drive_high()
        forget(self._pins[name])

    def _start_us(self, names: tuple[str, ...], delay_us: int) -> int:
        return max(self._clock.now_us + delay_us, *(self._free_us[name] for name in names))

    def _press(self, name: str, down_us: int, for_us: int) -> None:
        self._contact(name, down_us, True)
        self._contact(name, down_us + for_us, False)
        self._free_us[name] = down_us + for_us + BOUNCE_US + GAP_US

    def _contact(self, name: str, at_us: int, down: bool) -> None:
        """Close or open a contact: there and back a few times within 5 ms, and there at last."""
        times = self._rng.randint(0, 4) if name in self._pins else 0
        bounces = sorted(self._rng.sample(range(100, BOUNCE_US), 2 * times))
        for number, offset_us in enumerate((0, *bounces)):
            level = down if number % 2 == 0 else not down
            heapq.heappush(self._due, (at_us + offset_us, self._number, name, level))
            self._number += 1


def _nobody(name: str, down: bool) -> None:
    """Nobody is there yet: the table is switched off."""
