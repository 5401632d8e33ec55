"""Real time that does not pass by itself."""

from __future__ import annotations

from collections.abc import Callable

from signifer_drivers.virtual.clock import VirtualClock
from signifer_firmware.kernel.scheduler import NEVER


class FakePace:
    """Time that passes only by waiting. ``late_us``: every sleep takes so much longer than it should."""

    def __init__(self, clock: VirtualClock | None = None, late_us: Callable[[], int] = lambda: 0) -> None:
        self.clock = clock or VirtualClock()
        self.slept: list[int] = []
        self.meanwhile: list[Callable[[], None]] = []
        self._late_us = late_us
        self._woken = False

    @property
    def now_us(self) -> int:
        return self.clock.now_us

    def wait_until(self, at_us: int) -> None:
        self.slept.append(at_us)
        while self.meanwhile and not self._woken:
            self.meanwhile.pop(0)()
        if not self._woken:
            assert at_us < NEVER, "nobody would ever wake it"
            self.clock.catch_up(at_us + self._late_us())
        self._woken = False

    def wake(self) -> None:
        self._woken = True

    def close(self) -> None:
        """Nothing to give back."""
