"""The board of a node, as its program needs it. Nothing runs here: the file is for type checkers, and on no node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from signifer_drivers.io.spi import SpiPort


class Board(Protocol):
    """What a node needs of its hardware. ``boot`` is any number, another one after each start."""

    @property
    def ports(self) -> Sequence[SpiPort]:
        """One for each reader, at most node_frames.MOST_READERS."""
        ...

    @property
    def serial(self) -> bytes:
        """The serial number of its chip."""
        ...

    @property
    def boot(self) -> int: ...

    def now_us(self) -> int:
        """Return the time since the start, the same as that of the ports; it never runs backwards."""
        ...

    def wait_until(self, us: int) -> None:
        """Wait until `now_us` is this, less than a millisecond: nothing else is done meanwhile."""
        ...

    def read(self, whole: bool = False) -> bytes:
        """Return the bytes that have come over USB, b"" if none; never wait.

        But if a frame has begun its rest may be waited for if ``whole``, which takes the node that it has no field on.
        """
        ...

    def write(self, data: bytes) -> None:
        """Send bytes over USB; drop them if nobody takes them."""
        ...

    def reset_readers(self) -> None:
        """Pull the reset line of all readers, and let them start again: all fields are off then."""
        ...

    def light(self, on: bool) -> None: ...

    def feed(self) -> None:
        """Feed the watchdog."""
        ...

    def free_bytes(self) -> int:
        """Return how much memory is free."""
        ...

    def console(self) -> None:
        """Start again, with some seconds in which the host finds a console in place of this program."""
        ...
