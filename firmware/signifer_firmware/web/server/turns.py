"""Turns of strangers: what comes in from the network is taken so often a second, from each address alike.

All is done by one loop, one thing after the other. Without turns the table itself would wait behind whoever asks most.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable

# Pieces that are taken in a second, of all together; of one address at least.
MOST_TURNS, LEAST_TURNS = 400, 6
TURNS_S = 1.0
# Who waits comes again at a moment of their own within the next second, each so much of it after the last one: all of
# them at once would hold up the table for as long as hundreds of pieces take. (The golden section spreads any number.)
STEP = 0.618
# What somebody may send who has to wait.
MOST_HELD_BYTES = 65_536
# So much is read at once: whatever has come waits whole, and asyncio would read sixteen times as much of each sender.
READ_BYTES = 16_384


class Turns:
    """Counts by address. ``monotonic`` tells seconds, ``is_free`` who needs no turn."""

    def __init__(
        self, is_free: Callable[[str], bool], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._is_free, self._monotonic = is_free, monotonic
        self._since_s = float("-inf")
        self._had: Counter[str] = Counter()
        self._before = 0
        self._at = 0.0

    def has(self, peer: str) -> bool:
        """Whether it is the turn of ``peer``."""
        if self._is_free(peer):
            return True
        now_s = self._monotonic()
        if now_s - self._since_s >= TURNS_S:
            self._before = len(self._had) if now_s - self._since_s < 2 * TURNS_S else 0
            self._since_s = now_s
            self._had.clear()
        self._had[peer] += 1
        share = MOST_TURNS // max(len(self._had), self._before)
        return self._had[peer] <= max(share, LEAST_TURNS)

    def wait_s(self) -> float:
        """In how many seconds somebody who has to wait may ask again: turns are counted again by then."""
        self._at = (self._at + STEP) % 1
        return max(self._since_s + TURNS_S - self._monotonic(), 0.0) + self._at * TURNS_S


def read_little(transport: asyncio.BaseTransport) -> None:
    """Have asyncio read READ_BYTES of a connection at once; it asks for the size by this name (``max_size``)."""
    vars(transport)["max_size"] = READ_BYTES


class InTurn:
    """What one connection has sent and nobody has taken yet."""

    def __init__(
        self,
        turns: Turns,
        peer: str,
        transport: asyncio.Transport,
        take: Callable[[bytes], None],
        is_paused: Callable[[], bool],
    ) -> None:
        self._turns, self._peer, self._transport = turns, peer, transport
        self._take, self._is_paused = take, is_paused
        self._held = bytearray()
        self._waiting: asyncio.TimerHandle | None = None

    def has_come(self, data: bytes) -> None:
        """Take it, or let it wait; meanwhile no more is read."""
        if self._waiting is None and self._turns.has(self._peer):
            self._take(data)
            return
        self._held += data
        if len(self._held) > MOST_HELD_BYTES:
            self._transport.abort()
        elif self._waiting is None:
            self._wait()

    def _wait(self) -> None:
        self._transport.pause_reading()
        loop = asyncio.get_running_loop()
        self._waiting = loop.call_later(self._turns.wait_s(), self._again)

    def _again(self) -> None:
        self._waiting = None
        if self._transport.is_closing():
            return
        if not self._turns.has(self._peer):
            self._wait()
            return
        held, self._held = bytes(self._held), bytearray()
        self._take(held)
        if not self._is_paused() and not self._transport.is_closing():
            self._transport.resume_reading()

    def end(self) -> None:
        """The connection is over."""
        if self._waiting is not None:
            self._waiting.cancel()
        self._held.clear()
