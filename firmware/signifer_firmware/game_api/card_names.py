"""What cards are called among those of all games, as the tag record keeps them, and in the game that is on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

# The game whose cards stores keep without a game's name before them: they did so before there were others.
UNPREFIXED = "field-of-glory"


def full_id(game: str, card: str) -> str:
    """The id of a card, as the tag record calls it in ``game``, among those of all games: cards of one game have no
    game's name."""
    return card if game == UNPREFIXED or ":" in card or card.startswith("tag/") else f"{game}:{card}"


def known_as(game: str, card: str) -> str:
    """What the tag record calls a card of this full id in ``game``: without its name, and with that of any other."""
    owner, colon, name = card.rpartition(":")
    if (owner or UNPREFIXED) == game:
        return name
    return card if colon or card.startswith("tag/") else f"{UNPREFIXED}:{card}"


class Naming(Protocol):
    """Whatever gives cards their names, such as a game with the decks that play it."""

    def known_as(self, card: str) -> str:
        """What a card of this full id is called."""
        ...


@dataclass(frozen=True)
class TagNames:
    """The names of cards as the tag record has them in ``game``, whoever's decks play it."""

    game: str

    def known_as(self, card: str) -> str:
        return known_as(self.game, card)


class CardNames(Mapping[bytes, str]):
    """The card of each tag, as ``game``, whichever is on, calls it; ``cards`` has full ids, and may change."""

    def __init__(self, cards: Mapping[bytes, str], game: Callable[[], Naming]) -> None:
        self._cards = cards
        self._game = game

    def __getitem__(self, uid: bytes) -> str:
        return self._game().known_as(self._cards[uid])

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)
