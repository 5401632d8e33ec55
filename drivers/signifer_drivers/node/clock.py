"""The clock of a node beside the host's, worked out from questions and answers. Pure."""

from __future__ import annotations

from collections import deque

_TURN = 1 << 32
# So many comparisons are kept; quartz clocks part by some 50 us a second.
SAMPLES = 8


class NodeClock:
    """The offset of a clock of which only the low 32 bits are told. Before the first comparison it is taken that what
    is told took no time."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, int]] = deque(maxlen=SAMPLES)
        # What to add to the node's time, modulo 2**32: of the comparison that was on its way for the shortest time.
        self.offset_us: int | None = None

    def measure(self, asked_us: int, heard_us: int, sent_us: int, answered_us: int) -> None:
        """One question and its answer: the outer two times are the host's, the inner two the node's."""
        at_work_us = (sent_us - heard_us) % _TURN
        on_the_way_us = answered_us - asked_us - at_work_us
        if on_the_way_us < 0:
            return
        # The best guess is that both ways took as long.
        offset_us = (asked_us + on_the_way_us // 2 - heard_us) % _TURN
        self._samples.append((on_the_way_us, offset_us))
        self.offset_us = min(self._samples)[1]

    def host_us(self, node_us: int, now_us: int) -> int:
        """The host's time of an event at ``node_us`` that was told at ``now_us``; never after that."""
        offset_us = self.offset_us
        if offset_us is None:
            return now_us
        ago_us = (now_us - node_us - offset_us) % _TURN
        return now_us if ago_us > _TURN // 2 else now_us - ago_us
