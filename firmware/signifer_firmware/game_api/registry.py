"""The games that this table knows. To add one: a function and a line here, and a package in ``games``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from signifer_core.cards import Catalogue

from signifer_firmware.i18n.words import brought

from .deck_files import DeckFiles
from .game import Action, AnyBundle, AnyGame, Deck, Game, Part, State


def _field_of_glory() -> AnyGame:
    from signifer_firmware.games.field_of_glory.game import GAME

    return GAME.unnamed


def _thermopyles() -> AnyGame:
    from signifer_firmware.games.thermopyles.game import GAME

    return GAME.unnamed


def _call_to_glory() -> AnyGame:
    from signifer_firmware.games.call_to_glory.game import GAME

    return GAME.unnamed


def _dark_age_arena() -> AnyGame:
    from signifer_firmware.games.dark_age_arena.game import GAME

    return GAME.unnamed


# In the order in which people may choose them.
_GAMES: dict[str, Part[AnyGame]] = {
    "field-of-glory": _field_of_glory,
    "thermopyles": _thermopyles,
    "call-to-glory": _call_to_glory,
    "dark-age-arena": _dark_age_arena,
}
# What is played where nobody says what.
DEFAULT_GAME = "field-of-glory"


def names() -> tuple[str, ...]:
    """The games that can be played, in the order in which people may choose them."""
    return tuple(_GAMES)


def game(name: str) -> AnyGame:
    """The record of a game; KeyError for a name that is none of `names`."""
    return _GAMES[name]()


def games() -> tuple[AnyGame, ...]:
    """All games that can be played."""
    return tuple(game(name) for name in names())


@contextmanager
def registered(added: Game[Deck, State, Action]) -> Iterator[None]:
    """One game more for a while, as tests and those who write a game want it."""
    if added.name in _GAMES:
        raise ValueError(f"there is a game {added.name} already")
    _GAMES[added.name] = lambda: added.unnamed
    try:
        with brought(added.texts().translations):
            yield
    finally:
        del _GAMES[added.name]


def titles() -> dict[str, str]:
    """What games are called, the same in every language."""
    return {known.name: known.title for known in games()}


def deck_files() -> dict[str, DeckFiles]:
    """The deck files of games whose players bring cards of their own, by game."""
    return {found.name: found.decks() for found in games() if found.decks is not None}


def bundle(name: str, corrections: str = "", *, file: str = "corrections") -> AnyBundle:
    """A game, with the owner's corrections of its cards, read from ``file``; ConfigError with all their faults."""
    found = game(name)
    return found.bundle(corrections, file=file) if corrections else _shipped(found)


@cache
def _shipped(found: AnyGame) -> AnyBundle:
    return found.bundle()


def bundles() -> Mapping[str, AnyBundle]:
    """All games by name, with the cards as they are shipped; with an owner's see `corrections`."""
    return {name: bundle(name) for name in names()}


def catalogues() -> dict[str, Catalogue]:
    """The cards of all games by name, as they are shipped, and as the tag record calls them."""
    return {found.name: _catalogue(found) for found in games()}


@cache
def _catalogue(found: AnyGame) -> Catalogue:
    if found.decks is None:
        return found.core().catalogue()
    files = found.decks()
    return files.catalogue(files.shipped())
