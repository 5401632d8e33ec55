"""The games that this table knows. To add one: a function and a line here, and a package in ``games``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
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


def _dark_age_arena_decks() -> DeckFiles:
    from signifer_core.games.dark_age_arena.deck import TRAINING, parse_deck, training

    return DeckFiles(TRAINING, lambda name: training(name).text, parse_deck)


# In the order in which people may choose them.
_GAMES: dict[str, Part[AnyGame]] = {
    "field-of-glory": _field_of_glory,
    "thermopyles": _thermopyles,
    "call-to-glory": _call_to_glory,
}
# What is played where nobody says what.
DEFAULT_GAME = "field-of-glory"
# The game whose cards stores keep without a game's name before them: they did so before there were others.
UNPREFIXED = "field-of-glory"
# Games that are not here yet. Their cards may be enrolled, and have to be told from those of the game that is on.
_COMING = {"dark-age-arena": "Dark Age Arena"}

# Games whose players bring cards of their own, also those that are not here yet.
_DECK_FILES: dict[str, Part[DeckFiles]] = {"dark-age-arena": _dark_age_arena_decks}


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
    """What games are called, the same in every language; those that cannot be played yet, too."""
    return {known.name: known.title for known in games()} | _COMING


def deck_files() -> dict[str, DeckFiles]:
    """The deck files of games whose players bring cards of their own, by game."""
    return {name: part() for name, part in _DECK_FILES.items()}


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
    """The cards of all games by name, as they are shipped."""
    return {found.name: found.core().catalogue() for found in games()}


def full_id(game: str, card: str) -> str:
    """A card's id among those of all games, as the store keeps it: cards of one game have no game's name."""
    return card if game == UNPREFIXED or ":" in card or card.startswith("tag/") else f"{game}:{card}"


def known_as(game: str, card: str) -> str:
    """What ``game`` calls a card of this full id: without its own name, and with that of any other game."""
    owner, colon, name = card.rpartition(":")
    if (owner or UNPREFIXED) == game:
        return name
    return card if colon or card.startswith("tag/") else f"{UNPREFIXED}:{card}"


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
