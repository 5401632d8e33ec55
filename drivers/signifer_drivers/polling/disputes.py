"""Cards that are read in two zones: which zone has them, and which one overhears them. Pure, as `presence` is.

A UID that is read in two zones lies in the one that reads it steadily; another zone takes it over when it is ahead by
enough reads.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

# Reads by which another zone must be ahead before it takes over a card that its own zone reads, too; each time that it
# happens to a card, it takes twice as many.
AHEAD = 4
# A card read in two zones is a matter of doubt for so many reads; then it is known to be overheard.
DISPUTE_READS = 8
# Visits without a read after which a zone no longer claims a card of another one.
CLAIM_VISITS = 3


@dataclass(slots=True)
class _Claim:
    """A zone that reads a tag which lies in another one, since when: in how many turns of that zone it did, the last of
    these turns, and how many of its own visits since were in vain."""

    since_us: int | None = None

    reads: int = 0
    turn: int = -1
    vain: int = 0


@dataclass(slots=True)
class _Dispute:
    """A tag read in more than one zone: how often its own zone has been visited since, and read it; what the others
    read, of which one a turn counts, since they may be visited more often."""

    turns: int = 0
    own_reads: int = 0
    claims: dict[str, _Claim] = field(default_factory=dict)

    @property
    def is_open(self) -> bool:
        """Whether it is a matter of doubt yet where the tag lies."""
        return self.own_reads < DISPUTE_READS


class Disputes:
    """The tags that are read in more than one zone, by which readers; ``lying`` are the tags of one."""

    def __init__(self) -> None:
        self._by_uid: dict[bytes, _Dispute] = {}
        self._moves: dict[bytes, int] = {}

    def __bool__(self) -> bool:
        return bool(self._by_uid)

    # Visits

    def read_at_home(self, uid: bytes) -> None:
        """The zone in which the tag lies has read it."""
        if uid in self._by_uid:
            self._by_uid[uid].own_reads += 1

    def read_elsewhere(self, reader: str, uid: bytes, heard_by: Collection[str], at_us: int) -> bool:
        """A tag that lies in a zone whose readers hear it, ``heard_by`` these, is read here. Whether it has moved: then
        `moved` follows, and from now on these claim it; else it is overheard by one of the antennas."""
        dispute = self._by_uid.setdefault(uid, _Dispute())
        claim = dispute.claims.setdefault(reader, _Claim(at_us))
        claim.vain = 0
        if claim.turn != dispute.turns:
            claim.turn = dispute.turns
            claim.reads += 1
        if claim.reads < dispute.own_reads + (AHEAD << self._moves.get(uid, 0)):
            return False
        self._moves[uid] = self._moves.get(uid, 0) + 1
        dispute.claims |= {home: _Claim() for home in heard_by}
        return True

    def next_turn(self, lying: Collection[bytes]) -> None:
        """The zone in which these tags lie was visited."""
        for uid, dispute in self._by_uid.items():
            if uid in lying:
                dispute.turns += 1

    def in_vain(self, reader: str, read: Collection[bytes]) -> None:
        """Claims of this zone to tags that are not among those ``read`` now grow old."""
        for uid, dispute in [*self._by_uid.items()]:
            claim = dispute.claims.get(reader)
            if claim is None or uid in read:
                continue
            claim.vain += 1
            if claim.vain >= CLAIM_VISITS:
                del dispute.claims[reader]
                self.over(uid)

    # What comes of them

    def heir(self, uid: bytes) -> str | None:
        """The zone that reads a tag of another zone most often, and read it in its last visit; None if none does."""
        dispute = self._by_uid.get(uid)
        if dispute is None:
            return None
        reads = {reader: claim.reads for reader, claim in dispute.claims.items() if not claim.vain}
        return max(reads, key=lambda reader: reads[reader], default=None)

    def moved(self, uid: bytes, heir: str, beside: Collection[str]) -> int | None:
        """From now on the tag lies at ``heir``, one of the readers of a zone (``beside``), and all is counted from the
        beginning; since when it is read there."""
        dispute = self._by_uid[uid]
        claim = dispute.claims.get(heir)
        for reader in beside:
            dispute.claims.pop(reader, None)
        # What was overheard for long was pushed here now, not when it was first heard.
        since_us = claim.since_us if claim is not None and dispute.is_open else None
        dispute.own_reads = 0
        for other in dispute.claims.values():
            other.reads = 0
        return since_us

    def over(self, uid: bytes) -> None:
        """End a dispute in which nobody claims anything any more."""
        if not self._by_uid[uid].claims:
            del self._by_uid[uid]

    def gone(self, uid: bytes) -> None:
        """The tag lies nowhere any more."""
        self._by_uid.pop(uid, None)
        self._moves.pop(uid, None)

    # What is known

    def claimed(self, reader: str) -> tuple[bytes, ...]:
        """The tags of other zones that this one reads."""
        return tuple(uid for uid, dispute in self._by_uid.items() if reader in dispute.claims)

    def is_claiming(self, reader: str) -> bool:
        """Whether a card of another zone may just have come to this one."""
        return any(dispute.is_open and reader in dispute.claims for dispute in self._by_uid.values())

    def are_open(self) -> bool:
        """Whether it is a matter of doubt where any tag lies."""
        return any(dispute.is_open for dispute in self._by_uid.values())

    def are_open_at(self, reader: str, lying: Collection[bytes]) -> bool:
        """Whether it is, of a tag that lies in this zone or is read there."""
        return any(
            dispute.is_open and (reader in dispute.claims or uid in lying)
            for uid, dispute in self._by_uid.items()
        )
