"""The layout of cards on the table: zones, what lies in them, and what is due to lie there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeGuard

# A side of the table. A plain string, which a checker knows all the same: sides are compared and hashed at every step
# of the rules, and to name the member of an enum costs more than the comparison. Who sits at a side is the game's: a
# seat is no side, and a game may have more of them.
Side = Literal["red", "blue"]
SIDES: tuple[Side, Side] = ("red", "blue")
COLUMNS = (1, 2, 3, 4, 5)
PAD = "pad"


def is_side(text: str) -> TypeGuard[Side]:
    """Whether ``text`` names a side."""
    return text in SIDES


def side_of(text: str) -> Side:
    """The side that ``text`` names; ValueError for anything else."""
    if not is_side(text):
        raise ValueError(f'"{text}" is no side: say "red" or "blue"')
    return text


def other(side: Side) -> Side:
    """The side across the table."""
    return "blue" if side == "red" else "red"


class Zone(NamedTuple):
    """A place where readers see cards: ``place`` is "1" to "5" or "pad", ``side`` "red" or "blue"."""

    place: str
    side: Side

    def __str__(self) -> str:
        return f"{self.place} {self.side}"

    @property
    def column(self) -> int | None:
        """The column's number, or None for a pad."""
        return None if self.place == PAD else int(self.place)


def zone(text: str) -> Zone:
    """Parse "3 red" or "pad blue"; raise ValueError for anything else."""
    place, _, side = text.partition(" ")
    if not is_side(side) or place not in (PAD, *map(str, COLUMNS)):
        raise ValueError(f'"{text}" is no zone: say "1 red" to "5 blue", "pad red" or "pad blue"')
    return Zone(place, side)


ZONES = tuple(Zone(place, side) for place in (*map(str, COLUMNS), PAD) for side in SIDES)


class Layout:
    """Which cards lie in which zone, in the order laid. A value: every change gives a new layout."""

    __slots__ = ("_cards",)

    def __init__(self, cards: Mapping[Zone, tuple[str, ...]] | None = None) -> None:
        self._cards = {zone: tuple(lying) for zone, lying in (cards or {}).items() if lying}

    def __getitem__(self, place: Zone) -> tuple[str, ...]:
        return self._cards.get(place, ())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._cards == other._cards

    def __hash__(self) -> int:
        return hash(frozenset(self._cards.items()))

    def __repr__(self) -> str:
        return f"Layout({ {str(zone): cards for zone, cards in self._cards.items()} })"

    def items(self) -> Iterator[tuple[Zone, str]]:
        """Every card with its zone, zone by zone in the table's order, each in the order laid."""
        for place in ZONES:
            for card in self._cards.get(place, ()):
                yield place, card

    def zones_of(self, card: str) -> tuple[Zone, ...]:
        """The zones in which ``card`` is seen: none, one, or more where readers cross-read."""
        return tuple(place for place, cards in self._cards.items() if card in cards)

    def beyond(self, other: Layout) -> tuple[tuple[Zone, str], ...]:
        """The cards, each with its zone, that do not lie so in ``other``."""
        return tuple((zone, card) for zone, card in self.items() if card not in other[zone])

    def laid(self, card: str, place: Zone) -> Layout:
        """This layout with ``card`` laid last in ``place``; unchanged if it lies there."""
        if card in self[place]:
            return self
        return Layout({**self._cards, place: (*self[place], card)})

    def lifted(self, card: str, place: Zone) -> Layout:
        """This layout without ``card`` in ``place``."""
        return Layout({**self._cards, place: tuple(other for other in self[place] if other != card)})


EMPTY = Layout()


@dataclass(frozen=True, slots=True)
class Due:
    """The layout that is due.

    ``must`` are the cards that have to lie in each zone; ``may`` the zones in which any further card may lie until
    something is said about it (offers on pads). ``free`` cards mean nothing in that zone, whether they lie
    there or not. Every other card must not lie there. Of the zones in ``may``, cards in ``hidden`` ones may lie face
    down: what lies there is meant for nothing else. ``piled`` cards lie in the pile of that zone, watched or not: what
    was asked away before stays.
    """

    must: Layout
    may: frozenset[Zone] = frozenset()
    free: frozenset[tuple[str, Zone]] = frozenset()
    hidden: frozenset[Zone] = frozenset()
    piled: frozenset[tuple[str, Zone]] = frozenset()


@dataclass(frozen=True, slots=True)
class Difference:
    """What is seen beside what is due: cards too many, and cards not there; each with its zone."""

    extra: tuple[tuple[Zone, str], ...]
    missing: tuple[tuple[Zone, str], ...]


def difference(seen: Layout, due: Due) -> Difference:
    """Compare ``seen`` with ``due``; both halves stand in the table's order, then the order laid."""
    extra = tuple(
        (at, card)
        for at, card in seen.items()
        if card not in due.must[at] and at not in due.may and (card, at) not in due.free
    )
    return Difference(extra, due.must.beyond(seen))


def to_move(before: Layout, after: Layout, seen: Layout) -> frozenset[tuple[str, Zone]]:
    """The cards that were due in one zone and are due in another now, where they do not lie yet."""
    return frozenset(
        (card, zone)
        for zone, card in after.items()
        if card not in before[zone] and card not in seen[zone] and before.zones_of(card)
    )


def to_leave(before: Layout, after: Due, seen: Layout) -> frozenset[tuple[str, Zone]]:
    """The cards that were due, still lie there, and no longer are due there."""
    return frozenset(
        (card, zone)
        for zone, card in before.items()
        if zone not in after.may
        and card not in after.must[zone]
        and card in seen[zone]
        and (card, zone) not in after.free
    )
