"""Cards and rules of Field of Glory, from signifer_core."""

from __future__ import annotations

from signifer_core.games.field_of_glory.actions import Action
from signifer_core.games.field_of_glory.deck import Deck, field_of_glory_catalogue
from signifer_core.games.field_of_glory.position import POSITIONS
from signifer_core.games.field_of_glory.state import State
from signifer_core.games.field_of_glory.table.procedure import FieldOfGloryProcedure
from signifer_core.layout import Side

from signifer_firmware.game_api.game import Bundle, Core


def _active(state: State) -> Side:
    return state.active


def _lying(state: State) -> frozenset[str]:
    """The units in all columns."""
    return frozenset(card for column in state.columns for card in (*column.red, *column.blue))


CORE: Core[Deck, State, Action] = Core(
    catalogue=field_of_glory_catalogue,
    deck=Deck,
    procedure=FieldOfGloryProcedure,
    positions=POSITIONS,
    active=_active,
    lying=_lying,
)
FieldOfGloryBundle = Bundle[Deck, State, Action]
