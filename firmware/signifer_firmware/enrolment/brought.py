"""Decks that players have brought, for whose cards tags are: those of the table, and one that is named."""

from __future__ import annotations

from pathlib import Path

from signifer_core.errors import ConfigError

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.deck_files import DeckFile, read_deck
from signifer_firmware.game_api.table_decks import Decks, name_taken, read_decks


def known_decks(config: TableConfig, file: str | None, said: str | None) -> tuple[Decks, str | None]:
    """The decks that are known: the table's, and the one in ``file``, or of that name if it is shipped; and what is
    meant: that one, "GAME/DECK", else what people have ``said``. ConfigError with all faults."""
    decks, faults = read_decks(config)
    meant = said
    if file is not None:
        try:
            game, deck = _named(file)
            meant = f"{game}/{deck.name}"
            if said not in (None, game, deck.name, meant):
                faults.append(f"--deck {file}: this is {meant}, and not {said}")
            decks = {**decks, game: {**decks[game], deck.name: deck}}
        except ConfigError as error:
            faults += error.faults
    if faults:
        raise ConfigError(faults)
    return decks, meant


def _named(file: str) -> tuple[str, DeckFile]:
    """The game and the deck that people mean."""
    known = registry.deck_files()
    for game, files in known.items():
        if file in files.examples:
            return game, files.shipped()[file]
    game, deck = read_deck(Path(file), known)
    if deck.name in known[game].examples:
        raise ConfigError(name_taken(deck.name, deck.text, file))
    return game, deck
