"""The lines of both decks as sources: whose they are, and what they are called where they count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from signifer_core.layout import SIDES, Side

from .both import Decks, side_of_card
from .effects import Effect
from .printed import Character


@dataclass(frozen=True, slots=True)
class Source:
    """A line: whose, from which card, place ("2 blue") or leader ("leader red"), and its number there; ``about`` is the
    character itself, the bearer, or who was chosen."""

    owner: Side
    name: str
    line: int
    effect: Effect
    about: str | None = None

    def reaches(self, card: str) -> bool:
        """Whether the line is about this character."""
        match self.effect.who:
            case "mine":
                return side_of_card(card) == self.owner
            case "theirs":
                return side_of_card(card) != self.owner
            case _:
                return self.about == card

    def is_for(self, side: Side) -> bool:
        """Whether the line is about this player."""
        return (side == self.owner) != (self.effect.who == "theirs")


Lines = tuple[Source, ...]


def place_name(side: Side, place: int) -> str:
    """How a place is called among the sources: "2 blue"."""
    return f"{place} {side}"


def leader_name(side: Side) -> str:
    return f"leader {side}"


def sources_of(decks: Decks) -> Mapping[str, Lines]:
    """Every line of the decks, by the card, place or leader on which it is printed; nothing of what has none. About a
    weapon or skill it is not said who bears it."""
    return {
        name: tuple(Source(side, name, line, effect, about) for line, effect in enumerate(effects))
        for side in SIDES
        for name, about, effects in _printed(decks, side)
        if effects
    }


def _printed(decks: Decks, side: Side) -> Iterator[tuple[str, str | None, tuple[Effect, ...]]]:
    """What may have lines, whom they are about, and these."""
    file = decks.files[side]
    yield leader_name(side), None, file.leader.effects
    for number, place in enumerate(file.places, 1):
        yield place_name(side, number), None, place.effects
    for card in decks.card_ids(side):
        printed = file.kinds[decks[card].kind]
        yield card, card if isinstance(printed, Character) else None, printed.effects
