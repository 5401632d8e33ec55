"""Findings: what a visit of a reader has answered, and what that changes in what is believed to lie there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Literal


class Finding(StrEnum):
    """What visits say of a tag, of a zone, or (FAULT, OK) of the reader itself. COVERED: it fell silent together with
    others, or alone in bad air; UNKNOWN: in doubt."""

    PRESENT = "present"
    ABSENT = "absent"
    COVERED = "covered"
    UNKNOWN = "unknown"
    FAULT = "fault"
    OK = "ok"


class Doubt(IntEnum):
    """What is open of where cards lie: nothing, whether some lie there or have gone (OPEN), or also over which of two
    antennas one lies that has come in bad air (ASTRAY). Flight recorders keep the numbers, which False and True were
    before."""

    NONE = 0
    OPEN = 1
    ASTRAY = 2


# What a visit can change.
ChangeKind = Literal[Finding.PRESENT, Finding.ABSENT, Finding.COVERED, Finding.FAULT, Finding.OK]
# The cause of an absence: the tag was only believed to lie there, and no reader has ever found it.
UNREAD = "unread"
# The cause of a COVERED: air in which silence tells nothing.
BURST = "burst"
# So many bytes of a UID are asked for at once.
PART = 3
_NOT_MISSED = (0, 0)


@dataclass(frozen=True, slots=True)
class Visit:
    """What one reader answered at ``at_us``: the UIDs read, whether anything garbled answered, or why it failed.

    ``unexamined``: what was silent is to be looked at more closely first, and is not told. ``fault`` is a plain
    sentence; a visit with one says nothing about cards, but which were ``heard`` all the same. ``misses`` tells
    of tags asked for by their UIDs how many tries were met by silence, and to how many they answered, but not to the
    end; a known tag that is neither read nor in it counts as one silent try. ``in_part``: one of these that it did not
    find answered a part of its UID as it should, or nearly.
    ``on_us``: when the field came on; what was laid later was perhaps not heard.
    """

    reader: str
    at_us: int
    uids: tuple[bytes, ...] = ()
    garbled: bool = False
    fault: str | None = None
    misses: Mapping[bytes, tuple[int, int]] = field(default_factory=dict)
    on_us: int = 0
    unexamined: bool = False
    in_part: bool = False
    heard: tuple[bytes, ...] = ()

    def hears_part_of(self, uid: bytes) -> bool:
        """Whether a tag that was not read is there all the same, for a part of its UID was answered as it should be,
        and by none of those that were read and begin alike."""
        broken = self.misses.get(uid, _NOT_MISSED)[1]
        return self.in_part and broken > 0 and all(other[:PART] != uid[:PART] for other in self.uids)


@dataclass(frozen=True, slots=True)
class Change:
    """What a visit changed in what is believed of a reader's antenna.

    ``kind`` is PRESENT, ABSENT or COVERED (of ``uid``), FAULT (with its ``cause``) or OK. ``since_us`` is the time of
    the first visit that no longer found an absent or covered tag; its ``cause`` is UNREAD if there was none
    that did find it, else BURST if the air may be to blame. Of a present tag that lay elsewhere it is the time of the
    first visit that found it here.
    """

    kind: ChangeKind
    reader: str
    uid: bytes = b""
    cause: str = ""
    since_us: int | None = None
