"""Tags that are no cards: a few may lie on a reader, many are a fault of it.

A telephone shows another number each time the field comes on, and a node that lies makes up as many as it has room for:
each would be a card to the table, with a sentence, a picture, and a place in every list.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

# A spare tag or two, a handful of cards that nobody has enrolled yet.
MOST = 8
# No more than these are new to a reader in so long, and no more than those in a minute: what lies takes its time, too.
WINDOW_US = 10_000_000
MOST_SLOWLY, SLOW_WINDOW_US = 24, 60_000_000
# It is over when there has been no more of it for so long; of what takes its time for longer, or it would flicker.
CALM_US, SLOW_CALM_US = 3_000_000, 10_000_000
# A number of four bytes that begins so is made up for the moment (ISO/IEC 14443-3).
_RANDOM = 0x08
_REMEMBERED = 16


class _AtReader:
    """What one reader has met: those that it took and when, those that it refused, and when something new last was."""

    __slots__ = ("calm_since_us", "calm_us", "refused", "refused_us", "taken")

    def __init__(self) -> None:
        self.taken: deque[tuple[int, bytes]] = deque(maxlen=MOST_SLOWLY)
        self.refused: deque[bytes] = deque(maxlen=_REMEMBERED)
        self.refused_us: int | None = None
        self.calm_us = CALM_US
        # What came quickly before it was calm is forgotten; what takes its time is remembered.
        self.calm_since_us = -WINDOW_US

    def forget_cards(self, is_card: Callable[[bytes], bool]) -> None:
        """What has become a card since, one after another being enrolled, was no stranger."""
        if len(self.taken) >= MOST:
            self.taken = deque((each for each in self.taken if not is_card(each[1])), MOST_SLOWLY)

    def is_full_slowly(self, at_us: int) -> bool:
        """Whether as many were new in a minute as may be."""
        return self._have_been(MOST_SLOWLY, at_us - SLOW_WINDOW_US)

    def is_full(self, at_us: int) -> bool:
        """Whether as many were new just now as may be."""
        return self._have_been(MOST, max(at_us - WINDOW_US, self.calm_since_us))

    def _have_been(self, many: int, since_us: int) -> bool:
        return len(self.taken) >= many and self.taken[-many][0] > since_us

    def calmed(self, at_us: int) -> None:
        """It has been quiet for as long as it takes."""
        self.refused.clear()
        self.refused_us, self.calm_us, self.calm_since_us = None, CALM_US, at_us


class Strangers:
    """Which tags that are no cards are believed. ``is_card`` says whether a tag is one of a card's."""

    def __init__(self, is_card: Callable[[bytes], bool]) -> None:
        self.is_card = is_card
        self._at: dict[str, _AtReader] = {}

    def takes(self, reader: str, uid: bytes, at_us: int, others: int) -> bool:
        """Whether a tag that was read, and lay nowhere so far, is believed; ``others`` are the strangers that lie at
        this reader or were read with it. A refused one that was not just refused already keeps the fault going."""
        if self.is_card(uid):
            return True
        met = self._at.setdefault(reader, _AtReader())
        made_up = len(uid) == 4 and uid[0] == _RANDOM
        met.forget_cards(self.is_card)
        if not made_up and met.is_full_slowly(at_us):
            met.calm_us = SLOW_CALM_US
        elif not (made_up or met.is_full(at_us) or others >= MOST or self.are_many(reader, at_us)):
            met.taken.append((at_us, uid))
            return True
        if made_up or others >= MOST or uid not in met.refused:
            met.refused_us = at_us
        if uid not in met.refused:
            met.refused.append(uid)
        return False

    def are_many(self, reader: str, at_us: int) -> bool:
        """Whether there are, or were just now, more of them than are believed."""
        met = self._at.get(reader)
        if met is None or met.refused_us is None:
            return False
        if at_us - met.refused_us < met.calm_us:
            return True
        met.calmed(at_us)
        return False
