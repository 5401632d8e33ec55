"""Newcomers: something answers at an antenna, and has not been understood so far. Pure: no clock, no chip.

A card laid in noise is often heard before it is read. Its zone comes first until it is; if that takes too long it is
said, so that nobody waits for a card, or pushes it away, of which the table knows only that it is there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from .findings import Visit

# Where so many visits more were clean than had an answer that was not understood, nobody waits.
CLEAN_VISITS = 5
# A zone comes first for so long, and for twice as long if it is not named by then. It is named so long after the last
# visit in which nobody was heard, which is the earliest that the card was laid: from then on nobody waits without a
# word. Only if something was heard so often, and in most visits: in air in which much is damaged a visit is garbled now
# and then, though all that lies there is read.
UNREAD_US = 1_000_000
UNREAD_VISITS = 4


@dataclass(slots=True)
class _Unread:
    """Since when something at an antenna answers, and may have been laid there at the earliest; in how many visits of
    those that found all known tags it did; and by how many of late more were clean than were not.

    ``others`` are the known tags that are not the one that is heard.
    """

    since_us: int
    laid_us: int
    is_named: bool = False
    comes_first: bool = True
    visits: int = 0
    garbled: int = 0
    clean: int = 0
    others: set[bytes] = field(default_factory=set)

    def add(self, visit: Visit) -> None:
        """Count a visit that found all tags that are known there."""
        self.visits += 1
        self.garbled += visit.garbled
        if visit.garbled:
            # One that is asked in vain may not hear, either, that it should sleep, and be heard once more.
            self.others.update(uid for uid, tries in visit.misses.items() if not any(tries))

    def is_card(self, known: Collection[bytes]) -> bool:
        """Whether so much was heard that it is a card, and none of these."""
        is_often = self.garbled >= UNREAD_VISITS and 2 * self.garbled > self.visits
        return is_often and self.others.issuperset(known)


class Newcomers:
    """The antennas at which something answers that is not read."""

    def __init__(self) -> None:
        self._unread: dict[str, _Unread] = {}
        self._silent_us: dict[str, int] = {}  # the last visit in which nobody was heard who is not known

    def visited(self, visit: Visit, *, read: bool, missed: bool) -> None:
        """A visit has ``read`` a tag that is new there, or ``missed`` one that is known, and was perhaps heard."""
        reader, at_us, garbled = visit.reader, visit.at_us, visit.garbled
        unread = self._unread.get(reader)
        if unread is None:
            if read or not garbled:
                self._silent_us[reader] = at_us
                return
            unread = self._unread[reader] = _Unread(at_us, self._silent_us.get(reader, at_us))
        if not missed:
            unread.add(visit)
        unread.clean = max(0, unread.clean - 1) if garbled else unread.clean + 1
        if (read and not garbled) or unread.clean >= CLEAN_VISITS:
            del self._unread[reader]
            self._silent_us[reader] = at_us
            return
        if at_us - unread.laid_us >= UNREAD_US and unread.is_card(visit.misses):
            unread.is_named = True
        first_us = UNREAD_US if unread.is_named else 2 * UNREAD_US
        unread.comes_first = at_us - unread.since_us < first_us

    def failed(self, reader: str) -> None:
        """Nobody knows what lies there."""
        self._unread.pop(reader, None)
        self._silent_us.pop(reader, None)

    def comes_first(self, reader: str) -> bool:
        """Whether a card has just been laid there, and is still to be read."""
        unread = self._unread.get(reader)
        return unread is not None and unread.comes_first

    def is_unread(self, reader: str) -> bool:
        """Whether something has answered there for too long."""
        unread = self._unread.get(reader)
        return unread is not None and unread.is_named
