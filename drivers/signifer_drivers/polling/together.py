"""Zones of several readers: which of them find a tag that lies there. Pure, as `presence` is.

A reader is asked for the tags that it finds. When none of them finds a tag any more, all readers of the zone have to
look for it: it may have been pushed from one antenna to another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from .bursts import Lately
from .lying import GRAB_US, Lying

# A reader that misses a tag in so many visits in a row, while another one of the zone finds it, need not be asked.
DEAF_VISITS = 3


class Together:
    """``zones`` names the zone of each reader that shares one with others; any other reader is a zone by itself, of its
    own name. ``lying`` are the tags that each reader finds, or should look for."""

    def __init__(self, zones: Mapping[str, str]) -> None:
        self.lying: dict[str, dict[bytes, Lying]] = {}
        self._zones = dict(zones)
        self._readers: dict[str, tuple[str, ...]] = {}
        for reader, zone in zones.items():
            self._readers[zone] = (*self._readers.get(zone, ()), reader)
        # Readers that were found not to hear a tag of their zone.
        self._deaf: set[tuple[str, bytes]] = set()
        # In how many visits readers that hear somebody whom they cannot read have asked such a tag in vain.
        self._in_vain: dict[tuple[str, bytes], int] = {}

    def zone(self, reader: str) -> str:
        """The zone of a reader."""
        return self._zones.get(reader, reader)

    def readers(self, zone: str) -> tuple[str, ...]:
        """The readers of a zone."""
        return self._readers.get(zone, (zone,))

    def beside(self, reader: str) -> tuple[str, ...]:
        """All readers of the zone of this one, itself among them."""
        zone = self._zones.get(reader)
        return (reader,) if zone is None else self._readers[zone]

    # Tags

    def settle(self, reader: str, uid: bytes) -> None:
        """A tag lies in the zone of this reader, which hears it."""
        self.lying.setdefault(reader, {})[uid] = Lying()

    def found(self, reader: str, uid: bytes) -> Lying | None:
        """A tag of its zone was read here: whatever others have not heard, it lies there. None if this reader is known
        to find it now and then only."""
        beside = self.beside(reader)
        here = self.lying.setdefault(reader, {})
        tag = here.get(uid)
        if len(beside) > 1:
            is_chance = tag is None and (reader, uid) in self._deaf
            for other in beside:
                if other != reader:
                    self._found_beside(other, uid)
            if is_chance and any(uid in self.lying.get(other, ()) for other in beside):
                return None
            self._deaf.discard((reader, uid))
            if tag is None or tag.is_sought:
                tag = here[uid] = Lying()
            tag.is_found = True
        return tag

    def _found_beside(self, reader: str, uid: bytes) -> None:
        """Another reader of the zone has found a tag that this one perhaps looks for."""
        tag = self.lying.get(reader, {}).get(uid)
        if tag is None:
            return
        if tag.is_sought:
            self._is_deaf(reader, uid)
        else:
            tag.restart()

    def missed(self, reader: str, uid: bytes) -> None:
        """A visit of this reader did not find a tag: others have to look for it, unless one of them finds it."""
        beside = self.beside(reader)
        if len(beside) == 1:
            return
        tag = self.lying[reader][uid]
        tag.is_found = False
        if self.is_found(reader, uid):
            if tag.vain >= DEAF_VISITS:
                self._is_deaf(reader, uid)
            return
        for other in beside:
            if uid not in self.lying.setdefault(other, {}):
                self.lying[other][uid] = Lying(is_sought=True)

    def _is_deaf(self, reader: str, uid: bytes) -> None:
        del self.lying[reader][uid]
        self._deaf.add((reader, uid))

    def gone(self, zone: str, uid: bytes) -> None:
        """The tag does not lie in this zone any more."""
        for reader in self.readers(zone):
            self.lying.get(reader, {}).pop(uid, None)
            self._deaf.discard((reader, uid))
            self._in_vain.pop((reader, uid), None)

    # Somebody who is heard, and not read

    def beside_it(self, reader: str) -> tuple[bytes, ...]:
        """The tags of its zone that another reader finds, and this one does not: one of these it may hear."""
        here = self.lying.get(reader, {})
        others = (self.lying.get(each, {}) for each in self.beside(reader) if each != reader)
        return tuple(
            uid for other in others for uid, tag in other.items() if tag.is_found and uid not in here
        )

    def asked(self, reader: str, misses: Mapping[bytes, tuple[int, int]]) -> None:
        """A reader that hears somebody has asked those by their UIDs: any answer to that is a tag's own."""
        for uid in self.beside_it(reader):
            silent, broken = misses.get(uid, (0, 0))
            if broken:
                self._in_vain.pop((reader, uid), None)
            elif silent:
                self._in_vain[reader, uid] = self._in_vain.get((reader, uid), 0) + 1

    def hears_nobody_else(self, reader: str) -> None:
        """Whoever was heard there, and not read, is gone: the next one may be any of these tags again."""
        if self._in_vain:
            self._in_vain = {asked: often for asked, often in self._in_vain.items() if asked[0] != reader}

    def is_overheard(self, reader: str) -> bool:
        """Whether what it hears may be a tag that another reader of its zone finds: one that it has not asked often
        enough in vain."""
        return any(self._in_vain.get((reader, uid), 0) < DEAF_VISITS for uid in self.beside_it(reader))

    # What is known

    def half_heard(self, reader: str) -> Lying | None:
        """A tag that answers there, and that nobody has heard to the end for long."""
        here = self.lying.get(reader, {}).items()
        return next((tag for uid, tag in here if tag.is_half_heard and not self.is_found(reader, uid)), None)

    def of(self, reader: str) -> Iterator[Lying]:
        """The tags of the zone of this reader, as each of its readers finds them."""
        for each in self.beside(reader):
            yield from self.lying.get(each, {}).values()

    def tags(self, reader: str) -> tuple[bytes, ...]:
        """The tags that lie in the zone of a reader, in the order first read by each of its readers."""
        return tuple(dict.fromkeys(uid for each in self.beside(reader) for uid in self.lying.get(each, ())))

    def known(self, reader: str) -> tuple[bytes, ...]:
        """The tags for which a reader is asked by their UIDs. Others it would find as newcomers, which takes less; but
        at last it is asked for them, too, for nobody is proved to hear whom nobody asked."""
        here = self.lying.get(reader, {})
        if reader not in self._zones:
            return tuple(here)
        return tuple(uid for uid, tag in here.items() if tag.is_asked or self.is_last(reader, uid))

    def sought_at_last(self, reader: str) -> list[bytes]:
        """The tags that a reader has never found, and is asked for now: the last that can be done to find them."""
        here = self.lying.get(reader, {}).items()
        return [uid for uid, tag in here if tag.is_sought and not tag.is_asked and self.is_last(reader, uid)]

    def is_last(self, reader: str, uid: bytes) -> bool:
        """Whether all readers that have found a tag have listened for it long enough, so that this one is asked for it:
        a hand that moves it may have it in the air until then."""
        others = (self.lying.get(each, {}).get(uid) for each in self.beside(reader) if each != reader)
        return all(tag is None or tag.is_sought or tag.is_over for tag in others)

    def is_doubted(self, reader: str, enough: int) -> bool:
        """Whether a reader should be visited soon: for a tag that it did not find in its last visit, unless it has
        listened long enough, and another one has not; for one that another reader did not find. For one that it never
        found it looks in ``enough`` visits, and again when it is the last."""
        here = self.lying.get(reader)
        # Asked of every antenna before each visit: most zones are empty, and have one antenna.
        if not here:
            return False
        for uid, tag in here.items():
            if tag.is_sought and tag.failed_visits >= enough and not self.is_last(reader, uid):
                continue
            if tag.is_sought or tag.failed_visits:
                each = self.each(self.zone(reader), uid)
                if not tag.is_over or all(other.is_over for _, other in each):
                    return True
        if reader not in self._zones:
            return False
        for other in self.beside(reader):
            if other != reader:
                for uid, tag in self.lying.get(other, {}).items():
                    if tag.failed_visits and uid in here and here[uid].is_found:
                        return True
        return False

    def each(self, zone: str, uid: bytes) -> list[tuple[str, Lying]]:
        """A tag as each reader finds it that does, or looks for it."""
        found = ((reader, self.lying.get(reader, {}).get(uid)) for reader in self.readers(zone))
        return [(reader, tag) for reader, tag in found if tag is not None]

    def first(self, zone: str, uid: bytes) -> Lying:
        """A tag that nobody finds, as the reader does that missed it first."""
        failed = [tag for _, tag in self.each(zone, uid) if tag.failed_visits]
        return min(failed, key=lambda tag: tag.since_us)

    def fell_together(self, zone: str, uid: bytes, other: bytes) -> bool:
        """Whether two tags that nobody finds fell silent in one grab, if hands took them."""
        for reader in self.readers(zone):
            here = self.lying.get(reader, {})
            if uid in here and other in here:
                pair = here[uid], here[other]
                if all(tag.failed_visits and not tag.is_sought for tag in pair) and pair[0].fell_with(
                    pair[1]
                ):
                    return True
        return abs(self.first(zone, uid).on_us - self.first(zone, other).on_us) <= GRAB_US

    def is_found(self, reader: str, uid: bytes) -> bool:
        """Whether the last visit of any reader of this one's zone found a tag."""
        tags = (self.lying.get(each, {}).get(uid) for each in self.beside(reader))
        return any(tag is not None and tag.is_found for tag in tags)

    def failed(self, reader: str, uids: Collection[bytes], at_us: int, *, in_noise: bool) -> None:
        """A reader fails, for noise or not, and has heard these tags all the same: the silence before no longer counts,
        of no reader of its zone. Those, and whichever any of these found in its last visit, or heard a part of since
        one failed, are not lost in noise."""
        heard = {*uids}
        for each in self.beside(reader):
            heard.update(uid for uid, tag in self.lying.get(each, {}).items() if tag.is_found or tag.in_part)
        for each in self.beside(reader):
            for uid, tag in self.lying.get(each, {}).items():
                tag.forgive()
                if uid in heard and tag.noisy_us is not None:
                    tag.noisy_us = at_us
        for tag in self.lying.get(reader, {}).values():
            tag.reader_failed(is_noise=in_noise)

    def is_best(self, reader: str, uid: bytes) -> bool:
        """Whether no other reader of the zone finds a tag more surely than this one: who hears it from afar misses it
        in any air, and it says nothing about that reader."""
        if reader not in self._zones:
            return True
        rate = self.lying[reader][uid].tally.fail_rate()
        others = (self.lying.get(each, {}).get(uid) for each in self.beside(reader) if each != reader)
        return all(tag is None or tag.is_sought or tag.tally.fail_rate() >= rate for tag in others)

    def lately(self, reader: str) -> list[Lately]:
        """How those tags have answered lately that the last visit of a reader found, and that stand for it."""
        here = self.lying[reader].items()
        found = ((uid, tag) for uid, tag in here if tag.is_found and not tag.failed_visits)
        return [tag.lately for uid, tag in found if self.is_best(reader, uid)]

    def still_open(self, zone: str, due: Collection[bytes]) -> set[bytes]:
        """The tags of a zone that are silent, but not for long enough."""
        return {
            uid
            for reader in self.readers(zone)
            for uid, tag in self.lying.get(reader, {}).items()
            if tag.silent_visits and uid not in due and not self.is_found(reader, uid)
        }

    def dark_us(self, reader: str) -> int | None:
        """Since when all tags that lie there are silent, without a sign of any; None if one is not, or it is empty. Of
        several readers of a zone one speaks for all, so that nobody takes one zone for several."""
        if reader != next((each for each in self.beside(reader) if self.lying.get(each)), reader):
            return None
        since_us = None
        for tag in self.of(reader):
            if tag.is_found or tag.broken:
                return None
            if tag.failed_visits:
                since_us = tag.since_us if since_us is None else max(since_us, tag.since_us)
        return since_us
