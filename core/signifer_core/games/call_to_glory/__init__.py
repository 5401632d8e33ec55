"""Call to Glory. The ruling ids (CG-...) in this package are explained in docs/call-to-glory.md.

What docs/call-to-glory.md shows stands here; docs/core.md says where the rest is.
"""

from __future__ import annotations

from .actions import notation, parse
from .deck import Deck, standard_deck
from .odds import odds
from .position import Setup, begin
from .rules import CallToGlory
from .state import State

__all__ = ["CallToGlory", "Deck", "Setup", "State", "begin", "notation", "odds", "parse", "standard_deck"]
