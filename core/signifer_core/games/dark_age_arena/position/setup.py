"""What is said of a position, and what it means where something is not said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from signifer_core.json_values import Json
from signifer_core.layout import SIDES, Side, other, side_of
from signifer_core.position_fields import Plain

from ..deck import side_of_card
from ..state import FIRST_HAND, MARKERS, MOST, OPEN_STEPS, PLACES, STEPS, Step

ASSEMBLE, PREPARE, BID, DECLARE = "assemble", "prepare", "bid", "declare"
NONE, BOTH = "none", "both"
# How players are said, and who they are.
WHO: dict[str, tuple[Side, ...]] = {"red": ("red",), "blue": ("blue",), BOTH: SIDES, NONE: ()}
BySide = tuple[int | None, ...]
NamedBySide = tuple[tuple[str, ...] | None, ...]
T = TypeVar("T")


@dataclass(frozen=True)
class Known(Plain):
    """Cards beside the table of which everybody knows, by side: in hands, among discards, out of the game, and under
    the stock, the next one first."""

    hand: NamedBySide = ()
    discards: NamedBySide = ()
    out: NamedBySide = ()
    under: NamedBySide = ()

    def of(self, pile: str, side: Side) -> tuple[str, ...]:
        named: NamedBySide = getattr(self, pile)
        return _of(named, SIDES.index(side)) or ()


@dataclass(frozen=True)
class Setup(Plain):
    """``turn`` None: nothing but the empty table, with the option of ``classes`` or without (DA-42). Which deck sits
    where the catalogue says.

    ``step`` None is prepare. ``active`` are those who have not done yet what the step is about; ``initiative`` None:
    nobody's, or in declare that of who is active. ``attacked`` have had their attack, ``marked`` have used this turn's
    marker. ``lying`` are characters, supply and artifacts by place and side, ``gear`` weapons and skills with their
    bearers, in the order in which they were given; ``wounds`` are by character. ``pillaged`` says of each place whose.
    Counts are by side: ``stock`` None is what the other cards leave, ``discarded`` those of this stock phase.
    ``lent_ends`` is false in records of games begun when who lived of a dead lender's life lived on (DA-34),
    ``die_together`` in those when their control was that without what it had lent (DA-40), ``agreed_follows`` in those
    when nothing followed from agreements (`State.agreed_bare`).
    """

    classes: bool = False
    turn: int | None = None
    step: str | None = None
    active: str | None = None
    initiative: str | None = None
    attacked: str | None = None
    marked: str = NONE
    fought: bool = False
    idle: int = 0
    lying: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    gear: tuple[tuple[str, str], ...] = ()
    wounds: tuple[tuple[str, int], ...] = ()
    pillaged: tuple[str | None, ...] = ()
    com: BySide = ()
    log: BySide = ()
    points: BySide = ()
    markers: BySide = ()
    hand: BySide = ()
    stock: BySide = ()
    discards: BySide = ()
    discarded: BySide = ()
    known: Known = Known()
    enlisted: tuple[str | None, ...] = ()
    lent_ends: bool = True
    die_together: bool = True
    agreed_follows: bool = True

    @classmethod
    def from_json(cls, data: Mapping[str, Json]) -> Setup:
        """Older records do not say that lent life ends with its lender, which it did not, and all at one moment; nor
        that anything follows from agreements."""
        older = dict.fromkeys(("lent_ends", "die_together", "agreed_follows"), False)
        return super().from_json({**older, **data})

    @property
    def at(self) -> Step:
        """The step in which play begins."""
        return next(step for step in STEPS if step == (self.step or PREPARE))

    # Whose turn it is

    @property
    def acting(self) -> tuple[Side, ...]:
        """Who has something to decide."""
        if self.active is not None:
            return WHO[self.active]
        if self.at == BID:
            return self.bidding
        return SIDES if self.at in OPEN_STEPS else (self.leads or SIDES[0],)

    @property
    def bidding(self) -> tuple[Side, ...]:
        """Who has something to decide in bid: whose hand is empty has bid nothing by itself (DA-18). Where both have,
        both roll."""
        return tuple(side for side in SIDES if self.count("hand", side)) or SIDES

    @property
    def leads(self) -> Side | None:
        """Who has the initiative."""
        if self.initiative is not None:
            return next(iter(WHO[self.initiative]), None)
        return side_of(self.active) if self.at == DECLARE and self.active in SIDES else None

    @property
    def attackers(self) -> tuple[Side, ...]:
        """Who has had an attack in this turn, or has it now, in their order."""
        first = self.leads
        order = SIDES if first is None else (first, other(first))
        if self.attacked is not None:
            return tuple(side for side in order if side in WHO[self.attacked])
        return order[: order.index(self.acting[0]) + 1] if self.at == DECLARE and self.acting else ()

    # Cards

    def cards_at(self, place: int, side: Side) -> tuple[str, ...]:
        return tuple(card for at, of, cards in self.lying if (at, of) == (place, side) for card in cards)

    @property
    def in_play(self) -> Iterator[tuple[str, int]]:
        """Every card that lies at a place, with it; those of a side and place in the order laid."""
        for side in SIDES:
            for place in PLACES:
                yield from ((card, place) for card in self.cards_at(place, side))

    def borne_by(self, card: str) -> tuple[str, ...]:
        return tuple(gear for gear, bearer in self.gear if bearer == card)

    def wounds_of(self, card: str) -> int:
        return dict(self.wounds).get(card, 0)

    def is_pillaged(self, place: int, side: Side) -> bool:
        return side in WHO[_of(self.pillaged, place - 1) or NONE]

    def enlisted_by(self, side: Side) -> str | None:
        said = _of(self.enlisted, SIDES.index(side))
        return None if said == NONE else said

    # Counts

    def count(self, what: str, side: Side) -> int:
        """What is said of a player's numbers, or else what it is as a game begins; of a stock see `stock_of`."""
        usual = {"com": MOST, "log": MOST, "markers": MARKERS, "hand": FIRST_HAND}.get(what, 0)
        if what == "discards":
            usual = len(self.known.of("discards", side))
        said: int | None = _of(getattr(self, what), SIDES.index(side))
        return usual if said is None else said

    def stock_of(self, side: Side) -> int | None:
        return _of(self.stock, SIDES.index(side))

    def elsewhere(self, side: Side, artifacts: frozenset[str]) -> int:
        """How many of a side's cards are not in its stock."""
        lying = [card for card, _ in self.in_play if side_of_card(card) == side and card not in artifacts]
        lying += [card for card, _ in self.gear if side_of_card(card) == side]
        beside = len(self.known.of("out", side)) + len(self.known.of("under", side))
        return len(lying) + beside + self.count("hand", side) + self.count("discards", side)


def _of(values: Sequence[T | None], place: int) -> T | None:
    """What is said at a place; None for nothing."""
    return values[place] if place < len(values) else None
