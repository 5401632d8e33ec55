"""Cards, rules and notation of Field of Glory, from signifer_core."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.field_of_glory import actions
from signifer_core.games.field_of_glory.deck import Deck, field_of_glory_catalogue
from signifer_core.games.field_of_glory.position import Setup, begin
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import State
from signifer_core.games.field_of_glory.table.procedure import FieldOfGloryProcedure
from signifer_core.json_values import Json

from signifer_firmware.game_api.game import Bundle, Core


def _begin(deck: Deck, setup: Mapping[str, Json]) -> State:
    return begin(FieldOfGlory(deck), Setup.from_json(dict(setup)))


def _fresh(pads: bool) -> Mapping[str, Json]:
    return Setup(terrain=(), first=None, unseen=not pads).to_json()


def _active(state: State) -> str:
    return state.active


def _lying(state: State) -> frozenset[str]:
    """The units in all columns."""
    return frozenset(card for column in state.columns for card in (*column.red, *column.blue))


CORE = Core(
    catalogue=field_of_glory_catalogue,
    deck=Deck,
    procedure=FieldOfGloryProcedure,
    begin=_begin,
    fresh=_fresh,
    write=actions.notation,
    parse=actions.parse,
    active=_active,
    lying=_lying,
)
FieldOfGloryBundle = Bundle[Deck, State, actions.Action]
