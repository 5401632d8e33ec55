"""Landing of a card on a reader: what a person has done there with it, from visits. Pure: no clock, no chip.

A tag counts as laid when it is read steadily: in STEADY visits in a row from the first one on, or, once it was missed,
in all but one of WINDOW. So a tag that would be missed in play is found out here, where it costs nothing.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from signifer_drivers.readers.reader import Reading

STEADY = 8
WINDOW = 20
MOST_MISSED = 1
# Visits in vain after which a tag has gone: one that was never missed before, and one that was.
GONE, GONE_WEAK = 4, 10
SEVERAL_VISITS = 3
GARBLED_VISITS = 10
# Of a tag whose number is another one in each field.
CHANGING_VISITS = 3
RANDOM = 0x08


@dataclass(frozen=True, slots=True)
class Lying:
    """One tag lies there, and is read steadily."""

    uid: bytes


@dataclass(frozen=True, slots=True)
class Several:
    """More than one tag lies there."""

    uids: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Weak:
    """One tag lies there, and is read in so many of WINDOW visits only."""

    uid: bytes
    read: int


@dataclass(frozen=True, slots=True)
class Early:
    """A tag was taken away before it was read for long enough."""

    uid: bytes


@dataclass(frozen=True, slots=True)
class Changing:
    """A tag lies there that makes up its number again each time, this one last."""

    uid: bytes


@dataclass(frozen=True, slots=True)
class Unread:
    """Something answers there, and cannot be understood."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Nothing lies there any more."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reader fails, as this sentence says."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Mended:
    """It works again."""


Event = Lying | Several | Weak | Early | Changing | Unread | Gone | Trouble | Mended


class Landing:
    """What lies on one reader. `hear` each visit that it made, `fail` each that it could not make; both return what has
    happened by it, None for nothing new. What was told once is not told again while it lasts."""

    def __init__(self) -> None:
        self._trouble = ""
        self._clear()

    def _clear(self) -> None:
        self._uid: bytes | None = None
        self._reads: deque[bool] = deque(maxlen=WINDOW)
        self._lost = 0
        self._was_missed = False
        self._told: type[Event] | None = None
        self._several = self._garbled = self._changed = 0

    @property
    def is_settled(self) -> bool:
        """Whether nothing is in doubt: as long as nobody moves a hand, nothing more will be told."""
        if self._trouble:
            return True
        if self._told is not None:
            return not self._lost
        return self._uid is None and not (self._several or self._garbled)

    @property
    def is_failing(self) -> bool:
        """Whether the last visit could not be made."""
        return bool(self._trouble)

    def fail(self, sentence: str) -> Event | None:
        """A visit could not be made. What lies there is not known any more."""
        if self._trouble == sentence:
            return None
        self._trouble = sentence
        self._clear()
        return Trouble(sentence)

    def hear(self, reading: Reading) -> Event | None:
        """A visit was made."""
        if self._trouble:
            self._trouble = ""
            return Mended()
        if len(reading.uids) > 1:
            return self._many(reading.uids)
        if self._several:
            self._clear()
        seen = reading.uids[0] if reading.uids else None
        if seen is not None and len(seen) == 4 and seen[0] == RANDOM:
            return self._random(seen)
        if self._uid is None or (seen is not None and seen != self._uid):
            return self._fresh(seen, reading.garbled)
        return self._again(seen, reading.garbled)

    def _many(self, uids: tuple[bytes, ...]) -> Event | None:
        told = self._told is Several
        count = self._several + 1
        self._clear()
        self._several = count
        if told or count < SEVERAL_VISITS:
            self._told = Several if told else None
            return None
        self._told = Several
        return Several(tuple(sorted(uids)))

    def _random(self, seen: bytes) -> Event | None:
        self._uid, self._lost = seen, 0
        self._changed += 1
        if self._changed < CHANGING_VISITS or self._told is Changing:
            return None
        self._told = Changing
        return Changing(seen)

    def _fresh(self, seen: bytes | None, garbled: bool) -> Event | None:
        """Nothing was known to lie there, or something else does now."""
        if seen is None:
            return self._nothing(garbled)
        self._clear()
        self._uid = seen
        self._reads.append(not garbled)
        return None

    def _nothing(self, garbled: bool) -> Event | None:
        told = self._told
        if garbled:
            self._garbled += 1
            if self._garbled >= GARBLED_VISITS and told is not Unread:
                self._told = Unread
                return Unread()
            return None
        self._clear()
        return Gone() if told is not None else None

    def _again(self, seen: bytes | None, garbled: bool) -> Event | None:
        """A tag is known, and was read again, or nothing was."""
        assert self._uid is not None
        if seen is None and not garbled:
            if not self._lost:
                self._was_missed = self._told is not Lying and not all(self._reads)
            self._lost += 1
            if self._lost >= (GONE_WEAK if self._was_missed else GONE):
                uid, told = self._uid, self._told
                self._clear()
                return Early(uid) if told in (None, Weak) else Gone()
        else:
            self._lost = 0
        self._reads.append(seen is not None and not garbled)
        if self._told in (Lying, Changing) or self._lost:
            return None
        read = sum(self._reads)
        first_ones = len(self._reads) >= STEADY and read == len(self._reads)
        if first_ones or (len(self._reads) == WINDOW and read >= WINDOW - MOST_MISSED):
            self._told = Lying
            return Lying(self._uid)
        if len(self._reads) == WINDOW and self._told is None:
            self._told = Weak
            return Weak(self._uid, read)
        return None
