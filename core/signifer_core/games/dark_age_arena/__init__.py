"""Dark Age Arena. The ruling ids (DA-...) in this package are explained in docs/dark-age-arena.md.

What other programs need stands here.
"""

from __future__ import annotations

from .actions import Action, notation, parse
from .deck import Deck, Decks, both_texts, parse_deck, parse_decks, standard_deck, training_decks
from .rules import DarkAgeArena
from .rules.dice import Due
from .state import STEPS, Cards, Combat, Confrontation, Player, Standing, State

__all__ = [
    "STEPS",
    "Action",
    "Cards",
    "Combat",
    "Confrontation",
    "DarkAgeArena",
    "Deck",
    "Decks",
    "Due",
    "Player",
    "Standing",
    "State",
    "both_texts",
    "notation",
    "parse",
    "parse_deck",
    "parse_decks",
    "standard_deck",
    "training_decks",
]
