"""The decks that may sit at a table, in games to which players bring their own: those that are shipped, and those whose
files ``table.toml`` names."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.cards import Catalogue
from signifer_core.errors import ConfigError
from signifer_core.toml_lines import parse_toml

from signifer_firmware.config.model import TableConfig

from . import registry
from .deck_files import DeckFile, read_deck

Decks = Mapping[str, Mapping[str, DeckFile]]


def catalogues_of(decks: Decks) -> dict[str, Catalogue]:
    """The cards of all games by name, as they are shipped, and as the tag record calls them; with the cards of these
    decks beside those of shipped ones."""
    found = registry.catalogues()
    for game, files in registry.deck_files().items():
        if decks.get(game):
            found[game] = files.catalogue({**files.shipped(), **decks[game]})
    return found


def name_taken(deck: DeckFile, file: str, where: str = "") -> list[str]:
    """The fault of a deck in ``file`` that has the name of the one in ``where``, or of one that is shipped."""
    toml = parse_toml(deck.text, file=file)
    whose = f"the deck in {where}" if where else "a deck that is shipped"
    toml.fault(("deck",), f'{whose} is called "{deck.name}", too: give this one a name of its own')
    return toml.faults_in_order()


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
            faults += name_taken(deck, str(path), where)
        else:
            decks[game][deck.name] = deck
    return decks, faults
