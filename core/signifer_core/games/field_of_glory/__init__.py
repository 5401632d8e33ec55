"""Field of Glory: The Card Game. The ruling ids (FG-...) in this package are explained in docs/rulings.md.

What docs/core.md shows stands here; it says where the rest is.
"""

from __future__ import annotations

from .actions import notation, parse
from .deck import Deck, standard_deck
from .position import Setup, begin
from .rules import FieldOfGlory
from .state import State

__all__ = [
    "Deck",
    "FieldOfGlory",
    "Setup",
    "State",
    "begin",
    "notation",
    "parse",
    "standard_deck",
]
