"""Cards that an antenna overhears, while their own one hears them and cannot read them. Pure: no clock, no chip.

A card that is laid in bad air is now and then read first by an antenna beside. Until that has read it steadily, its
silence there tells nothing as long as an antenna beside hears somebody whom it cannot read. That one asks for the card
by its UID, which takes two answers fewer than to find out who it is: it reads it, or it is no longer waited for. Those
that hear nobody ask, too, for where most is missed that proves nothing. Nor does its lying there count for a while, in
bad air.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from .findings import Visit
from .miss_rates import CYCLE_S, MOST_RATE, TAGS, silent_tries
from .together import Together

# Who heard something that was not understood may hear a card for so long, unless it has asked for it in vain so often.
HEARD_US = 1_000_000
MOST_VAIN = silent_tries(MOST_RATE, TAGS, CYCLE_S)
# An antenna at which most is missed may have heard nobody at all, by chance: such a one asks, too, for a card that was
# silent in so many visits beside.
SILENT_VISITS = 3
# For so long a card that came in bad air, and is read in few visits, is thought to lie over another antenna, perhaps:
# where that lasts for longer nobody would know more by waiting.
ASTRAY_US = 6_000_000


class Overheard:
    """``together``: the tags that lie in each zone. ``near``: which antennas may hear the cards of each one; until that
    is said, any may."""

    def __init__(self, together: Together) -> None:
        self.near: Mapping[str, Collection[str]] | None = None
        self._together = together
        # When antennas last heard somebody whom they could not read, and how many tries there were in vain since.
        self._heard_us: dict[str, int] = {}
        self._vain: dict[tuple[str, bytes], int] = {}

    def visited(self, visit: Visit, *, missed: bool) -> None:
        """An antenna was visited, and a card that lies there perhaps ``missed``, who was perhaps heard."""
        reader, at_us = visit.reader, visit.at_us
        asked = [uid for uid in self.asked(reader) if uid in visit.misses and uid not in visit.uids]
        answered = [uid for uid in asked if visit.misses[uid][1]]
        if (visit.garbled and not missed) or answered:
            if reader not in self._heard_us:
                self._forget(reader)
            self._heard_us[reader] = at_us
        elif at_us - self._heard_us.get(reader, at_us) >= HEARD_US:
            self.failed(reader)
        for uid in () if visit.unexamined else asked:
            before = 0 if uid in answered else self._vain.get((reader, uid), 0)
            self._vain[reader, uid] = before + visit.misses[uid][0]

    def in_noise(self, reader: str, at_us: int) -> None:
        """It fails for noise, and so does not tell whom it heard."""
        self._heard_us[reader] = at_us

    def failed(self, reader: str) -> None:
        """It hears nobody, or fails."""
        if self._heard_us.pop(reader, None) is not None:
            self._forget(reader)

    def _forget(self, reader: str) -> None:
        """What it has asked in vain it is to ask again."""
        self._vain = {asked: tries for asked, tries in self._vain.items() if asked[0] != reader}

    def gone(self, uid: bytes) -> None:
        """It does not lie where it was heard."""
        if self._vain:
            self._vain = {asked: tries for asked, tries in self._vain.items() if asked[1] != uid}

    # What is known

    def asked(self, reader: str) -> tuple[bytes, ...]:
        """The cards of other zones for which this one should ask by their UIDs."""
        together = self._together
        own, enough = together.zone(reader), 0 if reader in self._heard_us else SILENT_VISITS
        found = {
            uid: None
            for other, here in together.lying.items()
            if together.zone(other) != own and self._is_near(reader, other)
            for uid, tag in here.items()
            if tag.is_new
            and tag.silent_visits >= enough
            and not together.is_found(other, uid)
            and self._waits(reader, uid)
        }
        return tuple(found)

    def hears(self, reader: str) -> bool:
        """Whether an antenna has heard somebody whom it cannot read, who may be a card that it asks for."""
        return reader in self._heard_us and bool(self.asked(reader))

    def may_be_beside(self, zone: str, uid: bytes, at_us: int) -> bool:
        """Whether a silent tag of this zone may lie over an antenna that hears somebody whom it cannot read."""
        readers = self._together.readers(zone)
        if not any(tag.is_new for _, tag in self._together.each(zone, uid)):
            return False
        return any(
            at_us - heard_us < HEARD_US
            and reader not in readers
            and any(self._is_near(reader, each) for each in readers)
            and self._waits(reader, uid)
            for reader, heard_us in self._heard_us.items()
        )

    def is_astray(self, hindered: Collection[str], at_us: int) -> bool:
        """Whether any card that has come, and is read in few visits, may lie over another antenna than that which has
        it: one of the two is ``hindered``. That one need not tell of it: who cannot read a card does not always hear
        it, nor know it from others that it misses."""
        return any(
            tag.is_new
            and not tag.is_mostly_read
            and at_us - tag.came_us < ASTRAY_US
            and self._is_near_any(reader, hindered)
            for reader, here in self._together.lying.items()
            for tag in here.values()
        )

    def _is_near_any(self, reader: str, hindered: Collection[str]) -> bool:
        return any(each == reader or self._is_near(each, reader) for each in hindered)

    def _waits(self, reader: str, uid: bytes) -> bool:
        return self._vain.get((reader, uid), 0) < MOST_VAIN

    def _is_near(self, reader: str, other: str) -> bool:
        return self.near is None or other in self.near.get(reader, ())
