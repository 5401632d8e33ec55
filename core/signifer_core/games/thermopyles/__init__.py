"""Thermopyles. The ruling ids (TH-...) in this package are explained in docs/thermopyles.md.

What docs/thermopyles.md shows stands here; docs/core.md says where the rest is.
"""

from __future__ import annotations

from .actions import notation, parse
from .deck import Deck, standard_deck
from .odds import odds
from .odds.best import BestPlay
from .position import Setup, begin
from .rules import Thermopyles
from .state import Pile, State

__all__ = [
    "BestPlay",
    "Deck",
    "Pile",
    "Setup",
    "State",
    "Thermopyles",
    "begin",
    "notation",
    "odds",
    "parse",
    "standard_deck",
]
