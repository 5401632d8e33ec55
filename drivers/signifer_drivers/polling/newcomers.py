"""Newcomers: something answers at an antenna, and has not been understood so far. Pure: no clock, no chip.

A card laid in noise is often heard before it is read. Its zone comes first until it is; if that takes too long it is
said, so that nobody waits for a card, or pushes it away, of which the table knows only that it is there.
"""

from __future__ import annotations

from dataclasses import dataclass

from .findings import Visit

# Where so many visits more were clean than had an answer that was not understood, nobody waits.
CLEAN_VISITS = 5
# A zone comes first for so long, and is named from then on, if something was heard so often, and in most visits: in air
# in which much is damaged a visit is garbled now and then, though all that lies there is read.
UNREAD_US = 1_000_000
UNREAD_VISITS = 4


@dataclass(slots=True)
class _Unread:
    """Since when something at an antenna answers, in how many visits since then, and by how many of late more were
    clean than were not."""

    since_us: int
    comes_first: bool = True
    is_named: bool = False
    visits: int = 1
    garbled: int = 1
    clean: int = 0


class Newcomers:
    """The antennas at which something answers that is not read."""

    def __init__(self) -> None:
        self._unread: dict[str, _Unread] = {}

    def visited(self, visit: Visit, *, read: bool, missed: bool) -> None:
        """A visit has ``read`` a tag that is new there, or ``missed`` one that is known. Where any try of one was in
        vain, it was perhaps that one that was heard, and not understood."""
        reader, at_us, garbled = visit.reader, visit.at_us, visit.garbled
        unread = self._unread.get(reader)
        if unread is None:
            if garbled and not read:
                self._unread[reader] = _Unread(at_us)
            return
        if not missed and not any(map(any, visit.misses.values())):
            unread.visits += 1
            unread.garbled += garbled
        unread.clean = max(0, unread.clean - 1) if garbled else unread.clean + 1
        if (read and not garbled) or unread.clean >= CLEAN_VISITS:
            del self._unread[reader]
        elif at_us - unread.since_us >= UNREAD_US:
            is_often = unread.garbled >= UNREAD_VISITS and 2 * unread.garbled > unread.visits
            unread.is_named = unread.is_named or is_often
            unread.comes_first = False

    def failed(self, reader: str) -> None:
        """Nobody knows what lies there."""
        self._unread.pop(reader, None)

    def comes_first(self, reader: str) -> bool:
        """Whether a card has just been laid there, and is still to be read."""
        unread = self._unread.get(reader)
        return unread is not None and unread.comes_first

    def is_unread(self, reader: str) -> bool:
        """Whether something has answered there for too long."""
        unread = self._unread.get(reader)
        return unread is not None and unread.is_named
