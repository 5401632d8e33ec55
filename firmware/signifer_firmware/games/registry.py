"""The games that this table knows. To add one: its name here, and a package beside this file (CONTRIBUTING.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from signifer_core.cards import Catalogue

from .bundle import Bundle

# In the order in which people may choose them; "field-of-glory" has its package in ``field_of_glory``.
NAMES = ("field-of-glory", "thermopyles")


@cache
def part(game: str, module: str, name: str) -> Any:
    """What ``name`` is in a game's own ``module``: loaded when it is needed, so that parts may use what is common."""
    package = f"{__package__}.{game.replace('-', '_')}"
    return getattr(import_module(f"{package}.{module}"), name)


def bundle(game: str, corrections: str = "", *, file: str = "corrections") -> Bundle:
    """A game, with the owner's corrections of its cards, read from ``file``; ConfigError with all their faults."""
    made: Bundle = part(game, "bundle", "BUNDLE")(corrections, file=file)
    return made


def bundles() -> Mapping[str, Bundle]:
    """All games by name, with the cards as they are shipped; with an owner's see correction_files."""
    return {game: bundle(game) for game in NAMES}


def catalogues() -> dict[str, Catalogue]:
    """The cards of all games by name, as they are shipped."""
    return {game: part(game, "bundle", "CATALOGUE")() for game in NAMES}


def full_id(game: str, card: str) -> str:
    """A card's id among those of all games, as the store keeps it: cards of the first game have no game's name."""
    return card if game == NAMES[0] or ":" in card or card.startswith("tag/") else f"{game}:{card}"


def known_as(game: str, card: str) -> str:
    """What ``game`` calls a card of this full id: without its own name, and with that of any other game."""
    owner, colon, name = card.rpartition(":")
    if (owner or NAMES[0]) == game:
        return name
    return card if colon or card.startswith("tag/") else f"{NAMES[0]}:{card}"


class CardNames(Mapping[bytes, str]):
    """The card of each tag, as ``game``, whichever is on, calls it; ``cards`` has full ids, and may change."""

    def __init__(self, cards: Mapping[bytes, str], game: Callable[[], str]) -> None:
        self._cards = cards
        self._game = game

    def __getitem__(self, uid: bytes) -> str:
        return known_as(self._game(), self._cards[uid])

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._cards)

    def __len__(self) -> int:
        return len(self._cards)
