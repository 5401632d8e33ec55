"""The physical world of a virtual table: real cards with tags, and where they lie. The firmware never sees it."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from signifer_core.layout import Zone

from .field import ENOUGH_DB, MISS_A_DB, Field, Tag
from .ntag import Ntag213

NTAG_MANUFACTURER = 0x04  # NXP, the first byte of every NTAG213's UID
NEVER = 1 << 62
# The gain of a chip after a reset, and the most answers that a tag loses at it before it has no power to answer.
GAIN_DB = 33.0
MOST_WEAK_PERCENT = 45.0


class World:
    """Cards, each with its tag, in the fields of the antennas; hands move them at given times.

    ``fields`` is the field that covers each zone; two zones share one where an antenna covers both sides. ``guard`` is
    held while a hand moves, by whoever drives the chips from another thread, too.
    """

    def __init__(
        self,
        fields: dict[Zone, Field],
        rng: random.Random,
        guard: AbstractContextManager[object] | None = None,
    ) -> None:
        self.fields = fields
        self._guard = guard or nullcontext()
        self._rng = rng
        self._tags: dict[str, Tag] = {}
        self._lying: dict[str, Zone] = {}
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._moves = 0

    def tag(self, card: str) -> Tag:
        """The tag stuck on ``card``: a 7-byte UID that no other card has."""
        if card not in self._tags:
            known = {tag.uid for tag in self._tags.values()}
            # The cascade tag 0x88 never stands where a fourth UID byte would begin the second level (ISO 14443-3).
            uid = bytes([NTAG_MANUFACTURER, *self._rng.randbytes(6)])
            while uid in known or uid[3] == 0x88:
                uid = bytes([NTAG_MANUFACTURER, *self._rng.randbytes(6)])
            self._tags[card] = Tag(uid, memory=Ntag213(uid))
        return self._tags[card]

    def stick(self, card: str, tag: Tag) -> None:
        """From now on ``tag`` is on ``card``; ValueError if the card lies on the table."""
        if card in self._lying:
            raise ValueError(f"{card} lies on the table")
        self._tags[card] = tag

    def weaken(self, card: str, percent: float) -> None:
        """From now on so many answers of the card's tag, up to MOST_WEAK_PERCENT, are too weak to be heard by a chip at
        the gain that it has after a reset; 0 for none."""
        zone, tag, weak = self._lying.get(card), self.tag(card), weak_db(percent)
        if zone is None:
            tag.coupling_db = weak
        else:
            self.fields[zone].couple(tag, weak)

    def known_tags(self) -> dict[bytes, str]:
        """The card of every UID in the world, enrolled or not."""
        return {tag.uid: card for card, tag in self._tags.items()}

    def where(self, card: str) -> Zone | None:
        """The zone in which ``card`` lies, or None while it is in a hand, a deck or the box."""
        return self._lying.get(card)

    def lying(self, zone: Zone) -> tuple[str, ...]:
        """The cards that lie in ``zone``, in the order laid."""
        return tuple(card for card, place in self._lying.items() if place == zone)

    def put(self, card: str, zone: Zone) -> None:
        """Lay ``card`` in ``zone``; from where it lay, if it lay."""
        self.take(card)
        self.fields[zone].put(self.tag(card))
        self._lying[card] = zone

    def take(self, card: str) -> None:
        """Take ``card`` off the table, if it lies there."""
        zone = self._lying.pop(card, None)
        if zone is not None:
            self.fields[zone].remove(self.tag(card))

    def at(self, time_us: int, move: Callable[[], None]) -> None:
        """Do ``move`` at ``time_us``."""
        self._moves += 1
        heapq.heappush(self._due, (time_us, self._moves, move))

    @property
    def busy(self) -> bool:
        """Whether a hand is still under way."""
        return bool(self._due)

    def step(self, now_us: int) -> int:
        """Let hands do what is due."""
        while self._due and self._due[0][0] <= now_us:
            with self._guard:
                heapq.heappop(self._due)[2]()
        return self._due[0][0] if self._due else NEVER


def weak_db(percent: float) -> float:
    """The coupling, in decibels, of a tag of which so many answers are lost at GAIN_DB; 0 percent is no loss at all."""
    return ENOUGH_DB - GAIN_DB - percent / MISS_A_DB if percent else 0.0
