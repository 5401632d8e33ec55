"""Deck files: the cards of games whose players bring decks of their own, and the decks that may sit at a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from signifer_core.cards import Card, Catalogue, Kind
from signifer_core.errors import ConfigError
from signifer_core.frozen import FrozenMap
from signifer_core.layout import SIDES, Side
from signifer_core.toml_lines import did_you_mean, parse_toml

from signifer_firmware.files.reading import read_text

# What to do where a file cannot be had.
WHICH = "write the name of a deck file"


class DeckFile(Protocol):
    """What is told of a deck: its name, whether its cards are ``invented``, how many of which ``sorts`` it has, the
    ``text`` of its file."""

    @property
    def name(self) -> str: ...
    @property
    def invented(self) -> bool: ...
    @property
    def sorts(self) -> Mapping[str, int]: ...
    @property
    def text(self) -> str: ...


class Parse(Protocol):
    """The deck of a text that lies in ``file``; ConfigError with all faults, each with its line and card. How
    its names are ``worded`` is looked at where somebody asks for that."""

    def __call__(self, source: str, *, file: str, worded: bool = False) -> DeckFile: ...


@dataclass(frozen=True)
class DeckFiles:
    """The deck files of one game: ``examples`` are those that are shipped, ``example`` gives the text of one.

    ``cards`` are those of a sound deck file's text, as the tag record has them: by the name of their deck. ``both`` is
    the text of red's and of blue's deck as one: what a game is played with, and what its journal keeps.
    """

    examples: tuple[str, ...]
    example: Callable[[str], str]
    parse: Parse
    cards: Callable[[str], Catalogue]
    both: Callable[[str, str], str]

    def shipped(self) -> dict[str, DeckFile]:
        """The decks that are shipped, by their names."""
        return {name: self.parse(self.example(name), file=name) for name in self.examples}

    def catalogue(self, decks: Mapping[str, DeckFile]) -> Catalogue:
        """The cards of many decks as one catalogue, each deck in place of an army."""
        each = [self.cards(deck.text) for deck in decks.values()]
        kinds: dict[str, Kind] = {}
        cards: dict[str, Card] = {}
        for one in each:
            kinds = {**one.kinds, **kinds}
            cards |= one.cards
        nothing = FrozenMap[int]({})
        return Catalogue(
            each[0].game, tuple(decks), nothing, FrozenMap({}), FrozenMap(kinds), FrozenMap(cards)
        )


def seated(
    names: tuple[str, ...], wanted: Mapping[str, str], otherwise: Mapping[Side, str]
) -> dict[Side, str]:
    """Which of at least two decks sits on which side: those ``wanted``, as far as there are such, else those
    ``otherwise``, else the first ones; each on one side."""
    found: dict[Side, str] = {}
    for choice in ({**wanted}, {**otherwise}):
        for side in SIDES:
            if side not in found and choice.get(side) in names and choice[side] not in found.values():
                found[side] = choice[side]
    for side in SIDES:
        if side not in found:
            found[side] = next(name for name in names if name not in found.values())
    return found


def read_deck(path: Path, known: Mapping[str, DeckFiles], *, worded: bool = False) -> tuple[str, DeckFile]:
    """The game of a deck file, one of ``known``, and the deck; ConfigError with all of its faults, also with how its
    names are ``worded``, if somebody asks: no deck that people have played with is taken from them for that."""
    return deck_in(read_text(path, advice=WHICH), known, file=str(path), worded=worded)


def deck_in(
    text: str, known: Mapping[str, DeckFiles], *, file: str, worded: bool = False
) -> tuple[str, DeckFile]:
    """The same of the text of a file."""
    game = parse_toml(text, file=file).data.get("game")
    if not isinstance(game, str) or game not in known:
        game = next(iter(known))  # which says what to write instead
    return game, known[game].parse(text, file=file, worded=worded)


def example(name: str | None, known: Mapping[str, DeckFiles]) -> str:
    """The text of a shipped deck, of the first one without a name; ConfigError if there is none of this name."""
    found = {each: files for files in known.values() for each in files.examples}
    name = next(iter(found)) if name is None else name
    if name not in found:
        raise ConfigError([f'there is no example "{name}": {did_you_mean(name, [*found])}'])
    return found[name].example(name)
