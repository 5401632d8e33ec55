"""Presence of cards in zones, from visits of readers. Pure: no clock, no chip.

A tag is present after one reading, which the visit itself has proved. It is absent only after enough clean silence:
`patience` says how much.

Tags of one zone that fall silent together are covered, or lifted in one grab: that is for people to say; so is the
silence of one alone in air in which silence tells nothing (`bursts`). In which zone a tag lies that is read in two,
`disputes` says. A zone may have several readers (`together`): a tag lies there as long as any of them reads it, and is
absent only when each of them works and has been silent for long enough.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Literal

from signifer_drivers.readers.faults import BAD_AIR, NOISE, STRANGE, UNREAD_CARD, sentence

from .bursts import Bursts
from .disputes import Disputes
from .findings import BURST, UNREAD, Change, ChangeKind, Doubt, Finding, Visit
from .hindrances import Hindrances, is_noise
from .leaving import Leaving
from .lying import ASK_US, Lying
from .miss_rates import CYCLE_S, MOST_TRIES, TAGS
from .newcomers import Newcomers
from .overheard import Overheard
from .patience import Patience
from .strangers import Strangers
from .together import Together

_NOT_MISSED = (0, 0)


class Presence:
    """What lies on each reader. ``absent_visits``: a card is absent after no fewer silent visits than these (at least
    1, ValueError otherwise). ``tags`` and ``cycle_s``: how large and how fast a table is, for `patience`.
    ``zones`` names the zone of each reader that shares one; any other is the only one of its zone. ``strangers``, once
    it is known which tags are cards', keeps the others few: where there are more, the reader fails for as long, and
    none of them is believed."""

    def __init__(
        self,
        absent_visits: int,
        *,
        tags: int = TAGS,
        cycle_s: float = CYCLE_S,
        zones: Mapping[str, str] | None = None,
    ) -> None:
        if absent_visits < 1:
            raise ValueError("absent_visits counts silent visits: it is at least 1")
        self.absent_visits = absent_visits
        self._together = Together(zones or {})
        self._lying = self._together.lying
        self._covered: dict[bytes, str] = {}
        self._home: dict[bytes, str] = {}
        self._unread_yet: set[bytes] = set()
        self._disputes = Disputes()
        self._patience = Patience(absent_visits, tags, cycle_s, self._together, self._disputes)
        self._bursts = Bursts(self._patience.miss_rate, self._together.dark_us, self._together.zone)
        self.newcomers = Newcomers()
        self.overheard = Overheard(self._together)
        self._leaving = Leaving(self._together, self._patience, self._disputes, self._bursts, self.overheard)
        self._visits: dict[str, int] = {}
        self._now_us = 0  # the time of the last one
        self._garbled: dict[str, bool] = {}
        self._faults: dict[str, str] = {}
        self.strangers: Strangers | None = None
        self._hindrances = Hindrances()
        # Whether a zone is in doubt, but for disputes: pollers ask that of all of them before each visit.
        self._doubted: dict[str, bool] = {}

    def believe(self, reader: str, uid: bytes, *, was_read: bool = False) -> None:
        """Take it for granted that a tag lies there, until silence says otherwise: what a record says at the start, or
        what this reader ``was_read`` to hold before it failed."""
        if uid not in self._home:
            self._doubted.clear()
            self._settle(reader, uid)
            if not was_read:
                self._unread_yet.add(uid)

    # Visits

    def visit(self, visit: Visit) -> list[Change]:
        """Take one visit in; return what it changes, in the order of reading."""
        reader, self._now_us = visit.reader, visit.at_us
        for each in self._together.beside(reader):
            self._doubted.pop(each, None)
        if visit.fault is not None:
            return self._failed(visit, visit.fault)
        changes = []
        if self._faults.pop(reader, "") and reader not in self._hindrances:
            changes.append(Change(Finding.OK, reader))
        self._visits[reader] = self._visits.get(reader, 0) + 1
        self._garbled[reader] = visit.garbled
        gone = self._strangers_gone(visit)
        for uid in visit.uids if self.strangers is None else self._believed(visit, self.strangers):
            changes += self._read(reader, uid, visit.at_us, visit.misses.get(uid, _NOT_MISSED))
        lying = self._lying.get(reader, {})
        unread = [uid for uid in lying if uid not in visit.uids]
        # Where somebody is known to be heard who cannot be read, that is no sign of the others.
        heard = replace(visit, garbled=False) if self.newcomers.is_unread(reader) else visit
        for uid in unread:
            self._unread(heard, uid, lying[uid])
            lying[uid].heard(in_part=visit.hears_part_of(uid), garbled=visit.garbled)
        changes += self._judge_beside(reader, unread, visit.at_us)
        if not lying:
            self._bursts.empty(reader)
        missed = any(not self._together.is_found(reader, uid) for uid in unread)
        lately = self._together.lately
        struck = self._bursts.visited(reader, visit.at_us, lately(reader), missed) if lying else []
        is_new = any(change.kind == Finding.PRESENT for change in changes)
        self.newcomers.visited(visit, read=is_new, missed=missed)
        self.overheard.visited(visit, missed=missed)
        if self.newcomers.is_unread(reader):
            self._together.asked(reader, visit.misses)
        else:
            self._together.hears_nobody_else(reader)
        if unread:
            changes += self._gone(reader, visit.at_us)
        if self._disputes:
            self._disputes.next_turn(self._turns(reader, visit.uids))
            self._disputes.in_vain(reader, visit.uids)
        if changes or gone:
            # What comes or goes may be a matter of another zone, too.
            self._doubted.clear()
        changes += gone + self._hindrances.noticed(reader, visit.at_us, self._hindrance(visit))
        return changes + self._hindrances.spread(struck, visit.at_us, sentence(BAD_AIR))

    def _judge_beside(self, reader: str, unread: list[bytes], at_us: int) -> list[Change]:
        """What a visit did not find other readers of the zone may; while one of them fails, nobody knows."""
        causes = [self._faults[other] for other in self._together.beside(reader) if other in self._faults]
        if causes:
            for uid in unread:
                self._lying[reader][uid].forgive()
            return self._lost(reader, unread, at_us) if any(map(is_noise, causes)) else []
        for uid in unread:
            self._together.missed(reader, uid)
        for uid, tag in self._lying[reader].items() if unread else ():
            if tag.failed_visits:
                self._patience.judge(self._together.zone(reader), uid)
        return []

    def _lost(self, reader: str, unread: Collection[bytes], at_us: int) -> list[Change]:
        """A reader of a zone fails for noise, and this one does not find these tags: which are for people to say."""
        lost = [uid for uid in unread if self._lying[reader][uid].is_lost_in_noise(at_us)]
        return [self._left(uid, reader, Finding.COVERED, BURST, at_us - ASK_US) for uid in lost]

    def _turns(self, reader: str, read: Collection[bytes]) -> list[bytes]:
        """The tags of which a visit of this reader was the turn of their zone: not those that another one finds."""
        found = self._together.is_found
        return [uid for uid in self._lying.get(reader, ()) if uid in read or not found(reader, uid)]

    def _believed(self, visit: Visit, strangers: Strangers) -> list[bytes]:
        """The tags of a visit without those that are no cards, and too many."""
        found = [uid for uid in visit.uids if uid in self._home]
        if len(found) == len(visit.uids):
            return found
        zone, here = self._together.zone(visit.reader), {*self._together.tags(visit.reader), *visit.uids}
        others = sum(not strangers.is_card(uid) for uid in here) - 1
        # Of many that come at once those are believed for which there is room.
        for uid in visit.uids:
            if uid not in self._home and strangers.takes(zone, uid, visit.at_us, others):
                found.append(uid)
        return found

    def _hindrance(self, visit: Visit) -> str:
        """Why a reader that works is of no use just now, "" if it is."""
        strangers, zone = self.strangers, self._together.zone(visit.reader)
        if strangers is not None and strangers.are_many(zone, visit.at_us):
            return sentence(STRANGE)
        half_heard = self._together.half_heard(visit.reader)
        if half_heard is not None and half_heard.is_damaged:
            return sentence(NOISE)
        if half_heard is not None or self._bursts.is_spoilt(visit.reader):
            return sentence(BAD_AIR)
        is_unread = self.newcomers.is_unread(visit.reader) and not self._together.is_overheard(visit.reader)
        return sentence(UNREAD_CARD) if is_unread else ""

    def _strangers_gone(self, visit: Visit) -> list[Change]:
        """Where more tags lie, or come and go, than can be cards that nobody knows, those that were believed before go,
        too: a telephone's numbers do not come again."""
        reader, strangers = visit.reader, self.strangers
        if strangers is None or not strangers.are_many(self._together.zone(reader), visit.at_us):
            return []
        gone = [uid for uid in self._together.tags(reader) if not strangers.is_card(uid)]
        self._unread_yet.difference_update(gone)
        return [self._left(uid, reader, Finding.ABSENT, "", visit.at_us) for uid in gone]

    def _failed(self, visit: Visit, cause: str) -> list[Change]:
        """The reader fails: its zone is unknown, and the silence before no longer counts, of none of its readers. But
        of a card that was lifted in noise nothing will be heard as long as that lasts."""
        reader, in_noise = visit.reader, is_noise(cause)
        self._together.failed(reader, visit.heard, visit.at_us, in_noise=in_noise)
        self._disputes.next_turn(self._turns(reader, ()))
        (self._bursts.failed if in_noise else self._bursts.empty)(reader)
        self.newcomers.failed(reader)
        if in_noise:
            self.overheard.in_noise(reader, visit.at_us)
        else:
            self.overheard.failed(reader)
        before, self._faults[reader] = self._faults.get(reader, ""), cause
        lost = self._lost(reader, self._lying.get(reader, ()), visit.at_us) if in_noise else []
        return lost + self._hindrances.failed(reader, visit.at_us, cause, before)

    def _read(self, reader: str, uid: bytes, at_us: int, failed: tuple[int, int]) -> list[Change]:
        home = self._home.get(uid)
        if home is None:
            self._settle(reader, uid, is_new=True)
            return [Change(Finding.PRESENT, reader, uid)]
        if home != self._together.zone(reader):
            heard_by = [each for each, _ in self._together.each(home, uid)]
            has_moved = self._disputes.read_elsewhere(reader, uid, heard_by, at_us)
            return self._moved(uid, reader) if has_moved else []
        self._unread_yet.discard(uid)
        self._disputes.read_at_home(uid)
        lying = self._together.found(reader, uid)
        if lying is None:
            return []
        silent, broken = lying.silent + failed[0], lying.broken + failed[1]
        lying.tally.add(silent, broken)
        lying.lately.found(at_us, lying.missed + failed[0], broken)
        if self._together.is_best(reader, uid):
            self._patience.tally(reader).add(silent, broken)
        lying.read()
        return []

    def _unread(self, visit: Visit, uid: bytes, lying: Lying) -> None:
        """A visit did not find a tag that lies there: silence, or an answer that was not understood."""
        # Who was not asked by its UID has looked for newcomers, and would have found it as one; that it hears at all is
        # not proved by that.
        unasked = MOST_TRIES if lying.is_sought and visit.garbled else 1
        silent, broken = visit.misses.get(uid, (unasked, 0))
        if lying.failed_visits == 0:
            lying.since, lying.since_us = self._visits[visit.reader], visit.at_us
            lying.on_us = visit.on_us
        lying.is_found, lying.last_us = False, visit.at_us
        lying.vain += 1
        lying.failed_visits += 1
        lying.missed += silent
        lying.waits = visit.unexamined
        if visit.unexamined:
            silent = broken = 0
        elif broken:
            lying.quiet = lying.silent_visits = 0
        elif visit.garbled:
            # Whoever was heard may be this one: silence begins again.
            lying.quiet = 0
            silent, broken = 0, silent
        else:
            lying.quiet += silent
            lying.silent_visits += not lying.is_sought or self._was_asked(visit, uid)
        lying.silent += silent
        lying.broken += broken

    def _was_asked(self, visit: Visit, uid: bytes) -> bool:
        """Whether it was asked for a tag that it never found; some drivers do not tell."""
        return uid in visit.misses or (not visit.misses and self._together.is_last(visit.reader, uid))

    # What is gone

    def _gone(self, reader: str, at_us: int) -> list[Change]:
        """What goes after this visit."""
        changes = []
        for each in self._leaving.of(reader, at_us):
            if each.heir is None:
                changes.append(self._left(each.uid, reader, each.kind, each.why, each.since_us))
            else:
                changes += self._moved(each.uid, each.heir)
                self._disputes.over(each.uid)
        return changes

    def _left(self, uid: bytes, reader: str, kind: ChangeKind, why: str, since_us: int) -> Change:
        """A tag does not lie there any more, or that is for people to say."""
        zone = self._home.pop(uid)
        self._together.gone(zone, uid)
        self._disputes.gone(uid)
        self.overheard.gone(uid)
        if kind == Finding.COVERED:
            self._covered[uid] = zone
        return Change(kind, reader, uid, self._why_gone(uid) or why, since_us)

    def _moved(self, uid: bytes, heir: str) -> list[Change]:
        """From now on the tag lies in the zone of ``heir``, which reads it."""
        home = self._home[uid]
        reader = self._together.each(home, uid)[0][0]
        self._together.gone(home, uid)
        self.overheard.gone(uid)
        why = self._why_gone(uid)
        self._settle(heir, uid, is_new=True)
        since_us = self._disputes.moved(uid, heir, self._together.beside(heir))
        return [
            Change(Finding.PRESENT, heir, uid, since_us=since_us),
            Change(Finding.ABSENT, reader, uid, why),
        ]

    def _why_gone(self, uid: bytes) -> str:
        """The cause of an absence, told once."""
        if uid not in self._unread_yet:
            return ""
        self._unread_yet.remove(uid)
        return UNREAD

    def _settle(self, reader: str, uid: bytes, *, is_new: bool = False) -> None:
        self._together.settle(reader, uid)
        tag = self._lying[reader][uid]
        tag.is_new, tag.came_us = is_new, self._now_us
        self._home[uid] = self._together.zone(reader)
        self._covered.pop(uid, None)

    # What is known

    def lying(self, reader: str) -> tuple[bytes, ...]:
        """The tags that this reader finds, or should, in the order first read."""
        return tuple(self._lying.get(reader, ()))

    def found(self, reader: str) -> tuple[bytes, ...]:
        """Those of them that this reader has found since they lie there."""
        return tuple(uid for uid, tag in self._lying.get(reader, {}).items() if not tag.is_sought)

    def known(self, reader: str) -> tuple[bytes, ...]:
        """The tags that this reader should ask for by their UIDs: those that lie there, and those it overhears."""
        known = self._together.known(reader)
        if self.newcomers.is_unread(reader):
            known += self._together.beside_it(reader)
        known += self.overheard.asked(reader)
        return tuple(dict.fromkeys((*known, *self._disputes.claimed(reader)))) if self._disputes else known

    def tries(self, reader: str) -> int:
        """How often this reader should ask for a known tag in one visit before it gives up."""
        return MOST_TRIES if self.overheard.asked(reader) else self._patience.tries(reader)

    def silent_tries(self, reader: str, uid: bytes) -> int:
        """How many silent tries in a row make this tag absent: from how often it, and its reader, are found to miss."""
        return self._patience.silent_tries(reader, uid)

    def miss_rate(self, reader: str) -> float:
        """The share of tries to which tags that lie there keep silent, as measured so far."""
        return self._patience.miss_rate(reader)

    def state(self, reader: str) -> Literal[Finding.OK, Finding.FAULT]:
        """OK, or FAULT while its zone is unknown."""
        return Finding.FAULT if reader in self._faults or reader in self._hindrances else Finding.OK

    def tag(self, reader: str, uid: bytes) -> Finding:
        """What is believed of a tag in this zone: PRESENT, ABSENT, COVERED, UNKNOWN (in doubt), FAULT."""
        lying = self._lying.get(reader, {}).get(uid)
        if lying is None:
            is_covered = self._covered.get(uid) == self._together.zone(reader)
            return Finding.COVERED if is_covered else Finding.ABSENT
        if reader in self._faults:
            return Finding.FAULT
        return Finding.PRESENT if lying.is_found and not lying.failed_visits else Finding.UNKNOWN

    def zone(self, reader: str) -> Finding:
        """What is believed of the zone: FAULT, UNKNOWN (not yet read, or somebody answers who is not understood),
        PRESENT if any card lies there, COVERED if one that fell silent with another may lie there, ABSENT if none."""
        if self.state(reader) == Finding.FAULT:
            return Finding.FAULT
        if self._garbled.get(reader, True):
            return Finding.UNKNOWN
        if self._lying.get(reader):
            return Finding.PRESENT
        is_covered = self._together.zone(reader) in self._covered.values()
        return Finding.COVERED if is_covered else Finding.ABSENT

    def doubts(self, reader: str) -> bool:
        """Whether a tag of this zone was not found in its last visit, another zone disputes it, or one more has come
        that is still to be read."""
        found = self._doubted.get(reader)
        if found is None:
            found = self._together.is_doubted(reader, self.absent_visits)
            found = self._doubted[reader] = found or self.newcomers.comes_first(reader)
        if found or self.overheard.hears(reader):
            return True
        if not self._disputes:
            return False
        return self._disputes.are_open_at(reader, self._lying.get(reader, {}))

    def doubtful(self) -> Doubt:
        """Whether any tag has been silent, but not yet for long enough to be gone, is between two zones, or has come to
        one in bad air and may lie in another."""
        hindered = (*self._hindrances,)
        if hindered and self.overheard.is_astray(hindered, self._now_us):
            return Doubt.ASTRAY
        for lying in self._lying.values():
            for tag in lying.values():
                if tag.silent_visits or tag.waits:
                    return Doubt.OPEN
        return Doubt.OPEN if self._disputes.are_open() else Doubt.NONE
