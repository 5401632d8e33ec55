"""Time as a value: the clock of a virtual bus, which the bus itself moves on."""

from __future__ import annotations


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
        self.now_us = max(self.now_us, now_us)
