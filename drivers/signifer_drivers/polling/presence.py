"""Presence of cards in zones, from visits of readers. Pure: no clock, no chip.

A tag is present after one reading, which the visit itself has proved. It is absent only after enough clean silence:
`miss_rates.silent_tries` says how much, from how often this tag and this reader are found to miss, and at least
``absent_visits`` visits. An answer that is not understood is no silence; but no tag lives on such answers alone for
longer than the same formula asks for at the highest miss rate, so that a lifted card is noticed in any noise.

Tags of one zone that fall silent together are covered, or lifted in one grab: that is for people to say. In which zone
a tag lies that is read in two, `disputes` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from signifer_drivers.readers.faults import STRANGE, sentence

from .disputes import Disputes
from .miss_rates import CYCLE_S, JAMMED_RATE, TAGS, Tally, silent_tries, tries_a_visit
from .strangers import Strangers


class Finding(StrEnum):
    """What visits say of a tag, of a zone, or (FAULT, OK) of the reader itself. COVERED: it fell silent together with
    others; UNKNOWN: in doubt."""

    PRESENT = "present"
    ABSENT = "absent"
    COVERED = "covered"
    UNKNOWN = "unknown"
    FAULT = "fault"
    OK = "ok"


# What a visit can change.
ChangeKind = Literal[Finding.PRESENT, Finding.ABSENT, Finding.COVERED, Finding.FAULT, Finding.OK]
# The cause of an absence: the tag was only believed to lie there, and no reader has ever found it.
UNREAD = "unread"


@dataclass(frozen=True, slots=True)
class Visit:
    """What one reader answered at ``at_us``: the UIDs read, whether anything garbled answered, or why it failed.

    ``fault`` is a plain sentence; a visit with one says nothing about cards. ``misses`` tells of tags asked for by
    their UIDs how many tries were met by silence, and to how many they answered, but not to the end; a known tag that
    is neither read nor in it counts as one silent try. ``on_us``: when the field came on; what was laid later was
    perhaps not heard.
    """

    reader: str
    at_us: int
    uids: tuple[bytes, ...] = ()
    garbled: bool = False
    fault: str | None = None
    misses: Mapping[bytes, tuple[int, int]] = field(default_factory=dict)
    on_us: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """What a visit changed in what is believed of a reader's antenna.

    ``kind`` is PRESENT, ABSENT or COVERED (of ``uid``), FAULT (with its ``cause``) or OK. ``since_us`` is
    the time of the first visit that no longer found an absent or covered tag; its ``cause`` is UNREAD if there was none
    that did.
    """

    kind: ChangeKind
    reader: str
    uid: bytes = b""
    cause: str = ""
    since_us: int | None = None


class _Lying:
    """A tag that is believed to lie in a zone, and what has been in vain since it was last read."""

    __slots__ = ("broken", "failed_visits", "quiet", "silent", "silent_visits", "since", "since_us", "tally")

    def __init__(self) -> None:
        self.tally = Tally()
        self.forgive()

    def forgive(self) -> None:
        """Begin to count again."""
        self.silent = 0  # tries met by silence
        self.broken = 0  # tries answered, or in a visit in which something answered
        self.quiet = 0  # silent tries in a row, without a sign of this tag
        self.silent_visits = 0
        self.failed_visits = 0
        self.since = 0  # the visit of its reader that failed first, and its time
        self.since_us = 0


class Presence:
    """What lies on each reader. ``absent_visits``: a card is absent after no fewer silent visits than these (at least
    1, ValueError otherwise). ``tags`` and ``cycle_s``: how large and how fast a table is, for `silent_tries`.
    ``strangers``, once it is known which tags are cards', keeps the others few: where there are more, the reader fails
    for as long, and none of them is believed."""

    def __init__(self, absent_visits: int, *, tags: int = TAGS, cycle_s: float = CYCLE_S) -> None:
        if absent_visits < 1:
            raise ValueError("absent_visits counts silent visits: it is at least 1")
        self.absent_visits = absent_visits
        self._tags = tags
        self._cycle_s = cycle_s
        self._lying: dict[str, dict[bytes, _Lying]] = {}
        self._covered: dict[bytes, str] = {}
        self._home: dict[bytes, str] = {}
        self._unread_yet: set[bytes] = set()
        self._disputes = Disputes()
        self._tallies: dict[str, Tally] = {}
        self._visits: dict[str, int] = {}
        self._garbled: dict[str, bool] = {}
        self._faults: dict[str, str] = {}
        self.strangers: Strangers | None = None
        self._crowded: set[str] = set()

    def believe(self, reader: str, uid: bytes, *, was_read: bool = False) -> None:
        """Take it for granted that a tag lies there, until silence says otherwise: what a record says at the start, or
        what this reader ``was_read`` to hold before it failed."""
        if uid not in self._home:
            self._settle(reader, uid)
            if not was_read:
                self._unread_yet.add(uid)

    # Visits

    def visit(self, visit: Visit) -> list[Change]:
        """Take one visit in; return what it changes, in the order of reading."""
        reader = visit.reader
        if visit.fault is not None:
            return self._failed(reader, visit.fault)
        changes = []
        if self._faults.pop(reader, None) is not None:
            changes.append(Change(Finding.OK, reader))
        self._visits[reader] = self._visits.get(reader, 0) + 1
        self._garbled[reader] = visit.garbled
        crowd = self._crowd(visit) if self.strangers else []
        for uid in visit.uids if self.strangers is None else self._believed(visit, self.strangers):
            changes += self._read(reader, uid, visit.misses.get(uid, (0, 0)))
        lying = self._lying.get(reader, {})
        unread = [uid for uid in lying if uid not in visit.uids]
        for uid in unread:
            self._unread(visit, uid, lying[uid])
        if unread:
            changes += self._gone(reader)
        if self._disputes:
            self._disputes.next_turn(lying)
            self._disputes.in_vain(reader, visit.uids)
        return changes + crowd

    def _believed(self, visit: Visit, strangers: Strangers) -> list[bytes]:
        """The tags of a visit without those that are no cards, and too many."""
        found = [uid for uid in visit.uids if uid in self._home]
        if len(found) == len(visit.uids):
            return found
        here = {*self._lying.get(visit.reader, ()), *visit.uids}
        others = sum(not strangers.is_card(uid) for uid in here) - 1
        # Of many that come at once those are believed for which there is room.
        for uid in visit.uids:
            if uid not in self._home and strangers.takes(visit.reader, uid, visit.at_us, others):
                found.append(uid)
        return found

    def _crowd(self, visit: Visit) -> list[Change]:
        """What becomes of a reader at which more tags lie, or come and go, than can be cards that nobody knows."""
        reader, strangers = visit.reader, self.strangers
        assert strangers is not None
        are_many = strangers.are_many(reader, visit.at_us)
        if are_many and reader not in self._crowded:
            self._crowded.add(reader)
            return [Change(Finding.FAULT, reader, cause=sentence(STRANGE))]
        if not are_many:
            if reader in self._crowded:
                self._crowded.remove(reader)
                return [Change(Finding.OK, reader)]
            return []
        # Those that were believed before go, too: a telephone's numbers do not come again.
        gone = [uid for uid in self._lying.get(reader, ()) if not strangers.is_card(uid)]
        for uid in gone:
            del self._lying[reader][uid], self._home[uid]
            self._unread_yet.discard(uid)
            self._disputes.gone(uid)
        return [Change(Finding.ABSENT, reader, uid, since_us=visit.at_us) for uid in gone]

    def _failed(self, reader: str, cause: str) -> list[Change]:
        """The reader fails: its zone is unknown, and the silence before no longer counts."""
        lying = self._lying.get(reader, {})
        for tag in lying.values():
            tag.forgive()
        self._disputes.next_turn(lying)
        self._crowded.discard(reader)
        if self._faults.get(reader) == cause:
            return []
        self._faults[reader] = cause
        return [Change(Finding.FAULT, reader, cause=cause)]

    def _read(self, reader: str, uid: bytes, failed: tuple[int, int]) -> list[Change]:
        home = self._home.get(uid)
        if home is None:
            self._settle(reader, uid)
            return [Change(Finding.PRESENT, reader, uid)]
        if home != reader:
            has_moved = self._disputes.read_elsewhere(reader, uid, home)
            return self._moved(uid, home, reader) if has_moved else []
        self._unread_yet.discard(uid)
        lying = self._lying[reader][uid]
        silent, broken = lying.silent + failed[0], lying.broken + failed[1]
        lying.tally.add(silent, broken)
        self._tally(reader).add(silent, broken)
        if lying.failed_visits:
            lying.forgive()
        self._disputes.read_at_home(uid)
        return []

    def _unread(self, visit: Visit, uid: bytes, lying: _Lying) -> None:
        """A visit did not find a tag that lies there: silence, or an answer that was not understood."""
        silent, broken = visit.misses.get(uid, (1, 0))
        if lying.failed_visits == 0:
            lying.since, lying.since_us = self._visits[visit.reader], visit.at_us
        lying.failed_visits += 1
        if broken:
            lying.quiet = lying.silent_visits = 0
        elif visit.garbled:
            silent, broken = 0, silent
        else:
            lying.quiet += silent
            lying.silent_visits += 1
        lying.silent += silent
        lying.broken += broken

    # What is gone

    def _gone(self, reader: str) -> list[Change]:
        """The tags for which this visit was one in vain too many.

        Who fell silent together is judged together: nobody goes while another one, silent as long, may still answer.
        """
        lying = self._lying[reader]
        due = {uid: tag.since for uid, tag in lying.items() if tag.failed_visits and self._is_due(uid, tag)}
        if not due:
            return []
        open_since = [tag.since for uid, tag in lying.items() if tag.silent_visits and uid not in due]
        changes = []
        left = []
        for uid, since in due.items():
            if any(abs(since - other) <= 1 for other in open_since):
                continue
            heir = self._disputes.heir(uid)
            if heir is None:
                left.append(uid)
            else:
                changes += self._moved(uid, reader, heir)
                self._disputes.over(uid)
        for uid in left:
            together = any(other != uid and abs(due[uid] - due[other]) <= 1 for other in left)
            kind: ChangeKind = Finding.COVERED if together else Finding.ABSENT
            since_us = lying.pop(uid).since_us
            changes.append(Change(kind, reader, uid, self._why_gone(uid), since_us))
            del self._home[uid]
            self._disputes.gone(uid)
            if together:
                self._covered[uid] = reader
        return changes

    def _is_due(self, uid: bytes, lying: _Lying) -> bool:
        """Whether silence, or failure of any kind, has lasted long enough; what another zone reads is soon gone."""
        if lying.silent_visits >= self.absent_visits:
            if self._disputes.heir(uid) is not None:
                return True
            if lying.quiet >= self.silent_tries(self._home[uid], uid):
                return True
        # Answers that nobody understands keep a tag for as long as silence would in air worse than any that is told.
        most = silent_tries(JAMMED_RATE, self._tags, self._cycle_s)
        return lying.failed_visits >= self.absent_visits and lying.silent + lying.broken >= most

    def _moved(self, uid: bytes, home: str, heir: str) -> list[Change]:
        """From now on the tag lies at ``heir``."""
        del self._lying[home][uid]
        why = self._why_gone(uid)
        self._settle(heir, uid)
        self._disputes.moved(uid, heir)
        return [Change(Finding.PRESENT, heir, uid), Change(Finding.ABSENT, home, uid, why)]

    def _why_gone(self, uid: bytes) -> str:
        """The cause of an absence, told once."""
        if uid not in self._unread_yet:
            return ""
        self._unread_yet.remove(uid)
        return UNREAD

    def _settle(self, reader: str, uid: bytes) -> None:
        self._lying.setdefault(reader, {})[uid] = _Lying()
        self._home[uid] = reader
        self._covered.pop(uid, None)

    # What is known

    def lying(self, reader: str) -> tuple[bytes, ...]:
        """The tags believed to lie there, in the order first read."""
        return tuple(self._lying.get(reader, ()))

    def known(self, reader: str) -> tuple[bytes, ...]:
        """The tags that this reader should ask for by their UIDs: those that lie there, and those it overhears."""
        known = tuple(self._lying.get(reader, ()))
        if not self._disputes:
            return known
        return (*known, *self._disputes.claimed(reader))

    def tries(self, reader: str) -> int:
        """How often this reader should ask for a known tag in one visit before it gives up."""
        tally = self._tally(reader)
        return tries_a_visit(tally.surely(tally.fail_rate()))

    def silent_tries(self, reader: str, uid: bytes) -> int:
        """How many silent tries in a row make this tag absent: from how often it, and its reader, are found to miss."""
        tally = self._lying[reader][uid].tally
        rate = tally.surely(tally.silent_rate(self._tally(reader).silent_rate()))
        return silent_tries(rate, self._tags, self._cycle_s)

    def miss_rate(self, reader: str) -> float:
        """The share of tries to which tags that lie there keep silent, as measured so far."""
        return self._tally(reader).silent_rate()

    def state(self, reader: str) -> Literal[Finding.OK, Finding.FAULT]:
        """OK, or FAULT while its zone is unknown."""
        return Finding.FAULT if reader in self._faults or reader in self._crowded else Finding.OK

    def tag(self, reader: str, uid: bytes) -> Finding:
        """What is believed of a tag in this zone: PRESENT, ABSENT, COVERED, UNKNOWN (in doubt), FAULT."""
        lying = self._lying.get(reader, {}).get(uid)
        if lying is None:
            return Finding.COVERED if self._covered.get(uid) == reader else Finding.ABSENT
        if reader in self._faults:
            return Finding.FAULT
        return Finding.UNKNOWN if lying.failed_visits else Finding.PRESENT

    def zone(self, reader: str) -> Finding:
        """What is believed of the zone: FAULT, UNKNOWN (not yet read, or somebody answers who is not understood),
        PRESENT if any card lies there, COVERED if one that fell silent with another may lie there, ABSENT if none."""
        if self.state(reader) == Finding.FAULT:
            return Finding.FAULT
        if self._garbled.get(reader, True):
            return Finding.UNKNOWN
        if self._lying.get(reader):
            return Finding.PRESENT
        return Finding.COVERED if reader in self._covered.values() else Finding.ABSENT

    def doubts(self, reader: str) -> bool:
        """Whether a tag of this zone was not found in its last visit, or another zone disputes it."""
        lying = self._lying.get(reader, {})
        for tag in lying.values():
            if tag.failed_visits:
                return True
        return bool(self._disputes) and self._disputes.are_open_at(reader, lying)

    def doubtful(self) -> bool:
        """Whether any tag has been silent, but not yet for long enough to be gone, or is between two zones."""
        for lying in self._lying.values():
            for tag in lying.values():
                if tag.silent_visits:
                    return True
        return self._disputes.are_open()

    def _tally(self, reader: str) -> Tally:
        if reader not in self._tallies:
            self._tallies[reader] = Tally()
        return self._tallies[reader]
