"""The clock of a virtual bus, a value, which the bus itself moves on."""

from __future__ import annotations

import time


class VirtualClock:
    """Microseconds since the start of the evening; only ever moves forward."""

    def __init__(self, now_us: int = 0) -> None:
        self.now_us = now_us

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass."""
        if us < 0:
            raise ValueError("time does not run backwards")
        self.now_us += us

    def catch_up(self, now_us: int) -> None:
        """Move to ``now_us`` unless the clock is there or beyond already."""
        if now_us > self.now_us:
            self.now_us = now_us


# Sleeping takes some 60 us more than asked for; what is shorter is slept later.
DEBT_US = 300


class RealTimeClock(VirtualClock):
    """The clock of a twin that takes its time in reality: whoever moves it ahead sleeps, as if it were hardware.

    Of several such clocks each has its own bus's doings ahead, by less than DEBT_US.
    """

    def __init__(self, since_us: int = 0) -> None:
        self._since_us = since_us
        self._ahead_us = 0

    @property
    def now_us(self) -> int:
        return max(self._real_us(), self._ahead_us)

    @now_us.setter
    def now_us(self, now_us: int) -> None:
        self._ahead_us = now_us
        left_us = now_us - self._real_us()
        if left_us > DEBT_US:
            time.sleep(left_us / 1e6)

    def advance(self, us: int) -> None:
        """Let ``us`` microseconds pass."""
        if us < 0:
            raise ValueError("time does not run backwards")
        self.now_us = self.now_us + us

    def catch_up(self, now_us: int) -> None:
        """Nothing to do: it moves by itself."""

    def _real_us(self) -> int:
        return time.monotonic_ns() // 1000 - self._since_us
