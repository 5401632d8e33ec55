"""Field of Glory: The Card Game. The ruling ids (FG-...) in this package are explained in docs/rulings.md.

What other programs need stands here; docs/core.md shows its use.
"""

from __future__ import annotations

from signifer_core.errors import RulesError
from signifer_core.rules import Fix, Refusal
from signifer_core.twins import Same

from .actions import (
    Action,
    Advance,
    BonusFromDeck,
    BonusFromHand,
    ChooseLead,
    DeclareAttack,
    Discard,
    DiscardDown,
    DiscardToDraw,
    Drawn,
    DrawThree,
    EndActions,
    EndFlank,
    EndRetreat,
    First,
    FlankAttack,
    Keep,
    LayTerrain,
    NoBonus,
    Pay,
    Place,
    PlayOverlap,
    PlayReserves,
    Rampage,
    Ready,
    Restore,
    Retreat,
    Reveal,
    Settle,
    Shuffle,
    TakeBack,
    notation,
    parse,
)
from .battle import Attack, Bonus, Line, Result
from .deck import Deck, UnitKind, army_of, kind_of, standard_deck
from .odds import Assumption, Chance, Odds, Pairing, odds
from .position import Counts, Setup, begin
from .rules import FieldOfGlory
from .state import STEPS, Column, Holdings, State

__all__ = [
    "STEPS",
    "Action",
    "Advance",
    "Assumption",
    "Attack",
    "Bonus",
    "BonusFromDeck",
    "BonusFromHand",
    "Chance",
    "ChooseLead",
    "Column",
    "Counts",
    "Deck",
    "DeclareAttack",
    "Discard",
    "DiscardDown",
    "DiscardToDraw",
    "DrawThree",
    "Drawn",
    "EndActions",
    "EndFlank",
    "EndRetreat",
    "FieldOfGlory",
    "First",
    "Fix",
    "FlankAttack",
    "Holdings",
    "Keep",
    "LayTerrain",
    "Line",
    "NoBonus",
    "Odds",
    "Pairing",
    "Pay",
    "Place",
    "PlayOverlap",
    "PlayReserves",
    "Rampage",
    "Ready",
    "Refusal",
    "Restore",
    "Result",
    "Retreat",
    "Reveal",
    "RulesError",
    "Same",
    "Settle",
    "Setup",
    "Shuffle",
    "State",
    "TakeBack",
    "UnitKind",
    "army_of",
    "begin",
    "kind_of",
    "notation",
    "odds",
    "parse",
    "standard_deck",
]
