"""Games with up to four seats whose cards are counted: what their states have in common, and their rules say alike."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import Field
from typing import Annotated, Any, ClassVar, Generic, Protocol, Self, TypeVar

from .counted import Cards
from .errors import RulesError
from .frozen import replace
from .notation import one_of
from .rules import Fix, Refusal, Verb

SEATS = ("1", "2", "3", "4")
# A field of actions that names a player.
Seat = Annotated[str, replace(one_of(SEATS, f"players are {', '.join(SEATS)}"), of_seats=True)]


class Coverable(Protocol):
    """What a player holds: `Cards`, or what a game makes of them."""

    @property
    def covered(self) -> Self:
        """The same as others see it."""
        ...


Hand = TypeVar("Hand", bound=Coverable)


class Seated(ABC, Generic[Hand]):
    """The parent of such states. It has no fields: those that it speaks of are the game's own."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    active: str
    step: Any
    hands: tuple[Hand, ...]

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, "1" to "4", clockwise."""
        return SEATS[: len(self.hands)]

    def place(self, player: str) -> int:
        """Where the player's entry stands in what is kept by player; RulesError if nobody of that name plays."""
        if player not in self.seats:
            raise RulesError(f'"{player}" is no player of this game: {", ".join(self.seats) or "nobody yet"}')
        return int(player) - 1

    def hand(self, player: str) -> Hand:
        """RulesError if nobody of that name plays."""
        return self.hands[self.place(player)]

    def with_hand(self, player: str, hand: Hand) -> Self:
        """With another hand of the player."""
        place = self.place(player)
        return replace(self, hands=(*self.hands[:place], hand, *self.hands[place + 1 :]))

    def hands_seen_by(self, viewer: str) -> tuple[Hand, ...]:
        """All hands, covered but for that of ``viewer``."""
        return tuple(
            hand if seat == viewer else hand.covered
            for seat, hand in zip(self.seats, self.hands, strict=True)
        )

    @abstractmethod
    def known_places(self) -> Mapping[str, Collection[str]]:
        """The cards that are known to be in each place, which is called by a word or two."""

    def known_place(self, card: str) -> str | None:
        """Where the card is known to be; None if nobody has seen where."""
        return next((place for place, cards in self.known_places().items() if card in cards), None)

    def may_be_among(self, cards: Cards, card: str) -> bool:
        """Whether ``card`` is, or may be as far as anybody knows, one of ``cards``."""
        return card in cards.named or (cards.unnamed > 0 and self.known_place(card) is None)


def not_asked(state: Seated[Any], ruling: str, wanted: str) -> tuple[Refusal, ...]:
    """The reason against an action that belongs to the step ``wanted``, while another one stands."""
    step = state.step
    return (Refusal.of("wrong-phase", state.active, ruling, Fix(Verb.WAIT), step=step, wanted=wanted),)


def not_among(state: Seated[Any], cards: Cards, card: str, ruling: str) -> tuple[Refusal, ...]:
    """The reason against a card that cannot be one of ``cards``."""
    if state.may_be_among(cards, card):
        return ()
    fix, known = Fix(Verb.TAKE, card), state.known_place(card) or "elsewhere"
    return (Refusal.of("card-elsewhere", state.active, ruling, fix, card, card=card, pile=known),)
