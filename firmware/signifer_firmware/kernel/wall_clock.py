"""The clock of the day, by which the table does not go: a unit that sees it jump, and says so."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

# The part of the table that it is, as news and screens name it.
PART = "clock"
LOOK_US = 2_000_000
# Less is what a computer mends by itself, and no date is wrong by it.
JUMP_US = 60_000_000
_SENTENCE = "the clock of the day has jumped "


def sentence(by_us: int) -> str:
    """What the log says of a jump by so much, forwards or back."""
    way = "forwards" if by_us > 0 else "back"
    by = timedelta(seconds=round(abs(by_us) / 1e6))
    return f"{_SENTENCE}{way} by {by}; the table goes by another one, and so does the game"


class DayClock:
    """Compares the clock of the day (``wall_us``, microseconds) with one that never jumps (``steady_us``), and
    ``tell``s the sentence of each jump. The first time that the clock ``is_set`` by the network is none: a computer
    without a battery knows no better before."""

    def __init__(
        self,
        *,
        wall_us: Callable[[], int],
        steady_us: Callable[[], int],
        is_set: Callable[[], bool],
        tell: Callable[[str], None],
    ) -> None:
        self._wall_us, self._steady_us, self._is_set, self._tell = wall_us, steady_us, is_set, tell
        self._ahead_us, self._was_set = self._ahead(), is_set()

    def _ahead(self) -> int:
        return self._wall_us() - self._steady_us()

    def step(self, now_us: int) -> int:
        """Look at both clocks."""
        before_us, was_set = self._ahead_us, self._was_set
        self._ahead_us, self._was_set = self._ahead(), self._is_set()
        by_us = self._ahead_us - before_us
        if abs(by_us) >= JUMP_US and (was_set or not self._was_set):
            self._tell(sentence(by_us))
        return now_us + LOOK_US
