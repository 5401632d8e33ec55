"""The physical world of a virtual table: real cards with tags, and where they lie. The firmware never sees it."""

from __future__ import annotations

import heapq
import math
import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from signifer_core.layout import Zone

from signifer_drivers.air.figures import figures
from signifer_drivers.air.measured import Measured
from signifer_drivers.air.places import MIDDLES, PLACES

from .field import ENOUGH_DB, MISS_A_DB, POWER_DB, Field
from .laid import HALF_MODULE_MM, Point, couplings_db
from .ntag import Ntag213
from .tag import Tag

NTAG_MANUFACTURER = 0x04  # NXP, the first byte of every NTAG213's UID
NEVER = 1 << 62
# The gain of a chip after a reset, and the most answers that a tag loses at it before it has no power to answer.
GAIN_DB = 33.0
MOST_WEAK_PERCENT = 45.0
# Over each antenna of a zone hands lay so many cards, before they go on to the next one: docs/air.md.
CARDS_AN_ANTENNA = 2


class World:
    """Cards, each with its tag, in the fields of the antennas; hands move them at given times.

    ``fields`` are those of each zone's antennas; two zones share one where an antenna covers both sides. ``guard`` is
    held while a hand moves, by whoever drives the chips from another thread, too. ``air``: cards are heard as the model
    of the air has it where a hand lays them, a little beside their places, by all antennas of their zone; without it,
    as well as can be, and only by those that they lie above. Figures that somebody has measured take the model's place.
    """

    def __init__(
        self,
        fields: Mapping[Zone, Sequence[Field]],
        rng: random.Random,
        guard: AbstractContextManager[object] | None = None,
        *,
        air: bool | Measured = False,
    ) -> None:
        self.fields = fields
        self._measured = air if isinstance(air, Measured) else None
        self._airy = {zone for zone in fields if air and self._has_air(zone)}
        # Where each card lies in such a zone: the number of its place, and its tag.
        self._spots: dict[str, tuple[int, Point]] = {}
        self._weak: dict[str, float] = {}
        self._guard = guard or nullcontext()
        self._rng = rng
        self._tags: dict[str, Tag] = {}
        self._lying: dict[str, Zone] = {}
        # Each card's tag as each antenna meets it: no two antennas of a zone are on together.
        self._over: dict[str, list[tuple[Field, Tag]]] = {}
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
        tag, weak = self.tag(card), weak_db(percent)
        self._weak[card] = weak
        for field, met in self._over.get(card, ()):
            field.couple(met, weak)
        tag.coupling_db = weak
        if (zone := self._lying.get(card)) in self._airy and zone is not None:
            self._couple(zone)

    def known_tags(self) -> dict[bytes, str]:
        """The card of every UID in the world, enrolled or not."""
        return {tag.uid: card for card, tag in self._tags.items()}

    def where(self, card: str) -> Zone | None:
        """The zone in which ``card`` lies, or None while it is in a hand, a deck or the box."""
        return self._lying.get(card)

    def lying(self, zone: Zone) -> tuple[str, ...]:
        """The cards that lie in ``zone``, in the order laid."""
        return tuple(card for card, place in self._lying.items() if place == zone)

    def above(self, field: Field) -> tuple[str, ...]:
        """The cards that lie above an antenna, in the order laid."""
        return tuple(
            card
            for card, met in self._over.items()
            if any(each is field and tag.coupling_db >= POWER_DB for each, tag in met)
        )

    def put(self, card: str, zone: Zone, over: Sequence[int] = ()) -> None:
        """Lay ``card`` in ``zone``; from where it lay, if it lay. ``over``: these of the zone's antennas, by number;
        without it, the first one above which there is room."""
        self.take(card)
        fields, tag = self.fields[zone], self.tag(card)
        if zone in self._airy:
            self._spots[card] = self._spot(zone, over)
            over = range(len(fields))
        met = [tag, *(_again(tag) for _ in over[1:])]
        self._over[card] = [(fields[n], each) for n, each in zip(over or self._room(zone), met, strict=True)]
        for field, each in self._over[card]:
            field.put(each)
        self._lying[card] = zone
        if zone in self._airy:
            self._couple(zone)

    # By the model of the air

    def _has_air(self, zone: Zone) -> bool:
        """Whether the model knows the antennas of a zone: modules, which are no other zone's, too."""
        shared = [field for other, fields in self.fields.items() if other != zone for field in fields]
        own = self.fields[zone]
        return len(own) in PLACES and not any(field is other for field in own for other in shared)

    def _spot(self, zone: Zone, over: Sequence[int]) -> tuple[int, Point]:
        """The first free place, or the first one above this antenna, and where a hand lays a card there."""
        places = PLACES[len(self.fields[zone])]
        taken = {self._spots[card][0] for card in self.lying(zone)}
        free = [number for number in range(len(places)) if number not in taken] or [len(places) - 1]
        if len(over) == 1 < len(self.fields[zone]):
            x, y = MIDDLES[len(self.fields[zone])][over[0]]
            free.sort(key=lambda number: math.dist(places[number], (x, y)) > HALF_MODULE_MM)
        x, y = places[free[0]]
        play = figures().play_mm
        return free[0], (x + self._rng.uniform(-play, play), y + self._rng.uniform(-play, play))

    def _couple(self, zone: Zone) -> None:
        """Have all cards of a zone heard as they lie there now."""
        cards = self.lying(zone)
        spots = tuple(self._spots[card][1] for card in cards)
        found = couplings_db(len(self.fields[zone]), spots, self._measured)
        for at, card in enumerate(cards):
            for (field, tag), coupled in zip(self._over[card], found, strict=True):
                field.couple(tag, min(coupled[at], self._weak.get(card) or coupled[at]))

    def _room(self, zone: Zone) -> tuple[int]:
        """The number of the first antenna of a zone with fewer than CARDS_AN_ANTENNA cards, or with the fewest."""
        lying = [len(field.resting) for field in self.fields[zone]]
        roomy = (number for number, many in enumerate(lying) if many < CARDS_AN_ANTENNA)
        return (next(roomy, lying.index(min(lying))),)

    def take(self, card: str) -> None:
        """Take ``card`` off the table, if it lies there."""
        zone = self._lying.pop(card, None)
        for field, tag in self._over.pop(card, ()):
            field.remove(tag)
        if zone in self._airy and zone is not None:
            del self._spots[card]
            self.tag(card).coupling_db = self._weak.get(card, 0.0)
            self._couple(zone)

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


def _again(tag: Tag) -> Tag:
    """The same tag, as another antenna meets it."""
    met = Tag(tag.uid, memory=tag.memory)
    met.coupling_db = tag.coupling_db
    return met


def weak_db(percent: float) -> float:
    """The coupling, in decibels, of a tag of which so many answers are lost at GAIN_DB; 0 percent is no loss at all."""
    return ENOUGH_DB - GAIN_DB - percent / MISS_A_DB if percent else 0.0
