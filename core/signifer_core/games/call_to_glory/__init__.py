"""Call to Glory. The ruling ids (CG-...) in this package are explained in docs/call-to-glory.md.

What other programs need stands here.
"""

from __future__ import annotations

from signifer_core.twins import Same

from .actions import (
    Action,
    Deal,
    Discard,
    Displace,
    Draw,
    Drawn,
    Emptied,
    Given,
    Lay,
    Players,
    Proceed,
    Remove,
    Reveal,
    Rolled,
    Starter,
    Strike,
    Take,
    notation,
    parse,
)
from .deck import KINDS, Deck, Mission, kind_of, standard_deck
from .rules import CallToGlory
from .state import STEPS, VARIANTS, Cards, CardSet, Hand, State

__all__ = [
    "KINDS",
    "STEPS",
    "VARIANTS",
    "Action",
    "CallToGlory",
    "CardSet",
    "Cards",
    "Deal",
    "Deck",
    "Discard",
    "Displace",
    "Draw",
    "Drawn",
    "Emptied",
    "Given",
    "Hand",
    "Lay",
    "Mission",
    "Players",
    "Proceed",
    "Remove",
    "Reveal",
    "Rolled",
    "Same",
    "Starter",
    "State",
    "Strike",
    "Take",
    "kind_of",
    "notation",
    "parse",
    "standard_deck",
]
