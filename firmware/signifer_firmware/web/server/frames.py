"""Frames of a WebSocket, counted by their heads (RFC 6455, 5.2) before anything else reads them.

The library behind uvicorn limits the size of messages. Pings, pongs and fragments are no messages: it answers or keeps
each, as many as come, all that came in one piece before anybody else has a turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from .places import Allowance

# Of any kind; of those that tell nothing by themselves: control frames and fragments. A page sends two or three of
# the first a second, and of the others one, the answer to a ping, in five.
MOST_FRAMES, FRAMES_S = 120, 1.0
MOST_IDLE, IDLE_S = 30, 10.0
_FINAL, _OPCODE, _MASKED, _SIZE = 0x80, 0x0F, 0x80, 0x7F
_CONTROL = 8
# The bytes of a longer size, by what stands in its place.
_LONGER = {126: 2, 127: 8}


class FrameMeter:
    """What one client sends after the handshake, in pieces of any length."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._frames = Allowance(MOST_FRAMES, FRAMES_S, monotonic)
        self._idle = Allowance(MOST_IDLE, IDLE_S, monotonic)
        self._head = bytearray()
        self._left = 0

    def takes(self, data: bytes) -> bool:
        """Whether there are no more frames in it than a client may send; it stops counting where there are."""
        at = 0
        while at < len(data):
            if self._left:
                passed = min(self._left, len(data) - at)
                self._left -= passed
                at += passed
                continue
            missing = self._wanted() - len(self._head)
            self._head += data[at : at + missing]
            at += missing
            if len(self._head) == self._wanted() and not self._has_begun():
                return False
        return True

    def _wanted(self) -> int:
        """How long the head is, as far as it is known."""
        if len(self._head) < 2:
            return 2
        mask = 4 if self._head[1] & _MASKED else 0
        return 2 + _LONGER.get(self._head[1] & _SIZE, 0) + mask

    def _has_begun(self) -> bool:
        """A head is whole: count its frame."""
        first, size = self._head[0], self._head[1] & _SIZE
        longer = _LONGER.get(size, 0)
        self._left = int.from_bytes(self._head[2 : 2 + longer]) if longer else size
        self._head.clear()
        opcode = first & _OPCODE
        is_idle = opcode >= _CONTROL or opcode == 0 or not first & _FINAL
        return self._frames.has() and (not is_idle or self._idle.has())
