"""Cards and rules of Thermopyles, from signifer_core."""

from __future__ import annotations

from signifer_core.games.thermopyles.actions import Action
from signifer_core.games.thermopyles.deck import Deck, thermopyles_catalogue
from signifer_core.games.thermopyles.position import POSITIONS
from signifer_core.games.thermopyles.state import SPARTANS, State
from signifer_core.games.thermopyles.table.procedure import ThermopylesProcedure
from signifer_core.layout import Side

from signifer_firmware.game_api.game import Bundle, Core


def _active(state: State) -> Side:
    """The team, whichever of them has the turn."""
    return SPARTANS


def _lying(state: State) -> frozenset[str]:
    """The row, and the Spartan who fights."""
    return frozenset((*state.row, *((state.fight.spartan,) if state.fight else ())))


CORE: Core[Deck, State, Action] = Core(
    catalogue=thermopyles_catalogue,
    deck=Deck,
    procedure=ThermopylesProcedure,
    positions=POSITIONS,
    active=_active,
    lying=_lying,
)
ThermopylesBundle = Bundle[Deck, State, Action]
