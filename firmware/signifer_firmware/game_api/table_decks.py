"""The decks that may sit at a table, in games to which players bring their own: those that are shipped, and those whose
files ``table.toml`` names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from signifer_core.cards import Catalogue
from signifer_core.errors import ConfigError
from signifer_core.toml_lines import parse_toml

from signifer_firmware.config.model import TableConfig
from signifer_firmware.files.reading import read_text

from . import registry
from .deck_files import WHICH, DeckFile, deck_in, read_deck

Decks = Mapping[str, Mapping[str, DeckFile]]


def catalogues_of(decks: Decks) -> dict[str, Catalogue]:
    """The cards of all games by name, as they are shipped, and as the tag record calls them; with the cards of these
    decks beside those of shipped ones."""
    found = registry.catalogues()
    for game, files in registry.deck_files().items():
        if decks.get(game):
            found[game] = files.catalogue({**files.shipped(), **decks[game]})
    return found


def name_taken(name: str, text: str, file: str, where: str = "") -> list[str]:
    """The fault of a deck of ``text`` in ``file`` that has the ``name`` of the one in ``where``, or of one that is
    shipped."""
    line = parse_toml(text, file=file).line(("deck",))
    whose = f"the deck in {where}" if where else "a deck that is shipped"
    return [f'{file}:{line}: {whose} is called "{name}", too: give this one a name of its own']


def checked_deck(path: Path) -> tuple[str, DeckFile]:
    """The game of a deck file, and the deck; ConfigError with all that is wrong with it and its words. What is no more
    than a copy of a shipped deck may be called as that is, here and at no table: its owner is about to begin."""
    known, text = registry.deck_files(), read_text(path, advice=WHICH)
    name = parse_toml(text, file=str(path)).data.get("deck")
    shipped = [files.example(name) for files in known.values() if name in files.examples]
    is_changed = shipped and all(text.splitlines() != each.splitlines() for each in shipped)
    faults = name_taken(str(name), text, str(path)) if is_changed else []
    try:
        found = deck_in(text, known, file=str(path), worded=True)
    except ConfigError as error:
        raise ConfigError([*faults, *error.faults]) from None
    if faults:
        raise ConfigError(faults)
    return found


def read_decks(config: TableConfig) -> tuple[Decks, list[str]]:
    """The sound decks that the table names, by game and by the name of the deck; and all faults of all files."""
    known = registry.deck_files()
    taken = {(game, name): "" for game, files in known.items() for name in files.examples}
    decks: dict[str, dict[str, DeckFile]] = {game: {} for game in known}
    faults: list[str] = []
    for named in config.cards.decks:
        path = config.folder / named
        try:
            game, deck = read_deck(path, known)
        except ConfigError as error:
            faults += error.faults
            continue
        where = taken.setdefault((game, deck.name), str(path))
        if deck.name in decks[game] or not where:
            faults += name_taken(deck.name, deck.text, str(path), where)
        else:
            decks[game][deck.name] = deck
    return decks, faults
