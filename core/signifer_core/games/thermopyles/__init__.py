"""Thermopyles. The ruling ids (TH-...) in this package are explained in docs/thermopyles.md.

What other programs need stands here.
"""

from __future__ import annotations

from signifer_core.games.thermopyles.odds.best import BestPlay
from signifer_core.twins import Same

from .actions import (
    Action,
    Approach,
    Bury,
    Charge,
    Decline,
    Discard,
    Draw,
    Drawn,
    Engage,
    Players,
    Repel,
    Retreat,
    Rolled,
    Support,
    notation,
    parse,
)
from .deck import Deck, Persian, kind_of, standard_deck
from .odds import Course, Odds, Way, odds
from .position import Setup, begin
from .rules import Thermopyles
from .state import STEPS, Beaten, Fight, Pile, State

__all__ = [
    "STEPS",
    "Action",
    "Approach",
    "Beaten",
    "BestPlay",
    "Bury",
    "Charge",
    "Course",
    "Deck",
    "Decline",
    "Discard",
    "Draw",
    "Drawn",
    "Engage",
    "Fight",
    "Odds",
    "Persian",
    "Pile",
    "Players",
    "Repel",
    "Retreat",
    "Rolled",
    "Same",
    "Setup",
    "State",
    "Support",
    "Thermopyles",
    "Way",
    "begin",
    "kind_of",
    "notation",
    "odds",
    "parse",
    "standard_deck",
]
