"""Dark Age Arena. The ruling ids (DA-...) in this package are explained in docs/dark-age-arena.md.

What docs/dark-age-arena.md shows stands here; docs/core.md says where the rest is.
"""

from __future__ import annotations

from .actions import notation, parse
from .deck import Deck, Decks, both_texts, parse_deck, parse_decks, standard_deck
from .odds import odds, roll
from .position import Setup, begin
from .rules import DarkAgeArena

__all__ = [
    "DarkAgeArena",
    "Deck",
    "Decks",
    "Setup",
    "begin",
    "both_texts",
    "notation",
    "odds",
    "parse",
    "parse_deck",
    "parse_decks",
    "roll",
    "standard_deck",
]
