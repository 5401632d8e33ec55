"""The pace of virtual time beside real time: how far the scheduler may go now. Real time is passed in."""

from __future__ import annotations

from collections.abc import Callable

MOST_BEHIND_US = 250_000


class Pace:
    """``monotonic`` tells real seconds. Who falls behind by more than MOST_BEHIND_US gives up what was lost, so that a
    laptop that slept does not play an hour in a second."""

    def __init__(self, monotonic: Callable[[], float], now_us: int, speed: float = 1.0) -> None:
        self._monotonic = monotonic
        self._speed = speed
        self._begin(now_us)

    def _begin(self, now_us: int) -> None:
        self._since, self._from_us = self._monotonic(), now_us

    @property
    def speed(self) -> float:
        """Virtual seconds a real one."""
        return self._speed

    def change(self, speed: float, now_us: int) -> None:
        """Go on from ``now_us`` with another speed."""
        self._speed = speed
        self._begin(now_us)

    def due_us(self, now_us: int) -> int:
        """The virtual time that should be now, where it is ``now_us``; never before that."""
        due_us = self._from_us + round((self._monotonic() - self._since) * self._speed * 1e6)
        if due_us - now_us > MOST_BEHIND_US * max(1.0, self._speed) or due_us < now_us:
            self._begin(now_us)
            return now_us if due_us < now_us else now_us + MOST_BEHIND_US
        return due_us
