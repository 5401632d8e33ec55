"""Cards, rules and notation of Thermopyles, from signifer_core."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.thermopyles import actions
from signifer_core.games.thermopyles.deck import Deck, thermopyles_catalogue
from signifer_core.games.thermopyles.position import Setup, begin
from signifer_core.games.thermopyles.rules import Thermopyles
from signifer_core.games.thermopyles.state import SPARTANS, State
from signifer_core.games.thermopyles.table.procedure import ThermopylesProcedure
from signifer_core.json_values import Json

from signifer_firmware.game_api.game import Bundle, Core


def _begin(deck: Deck, setup: Mapping[str, Json]) -> State:
    return begin(Thermopyles(deck), Setup.from_json(dict(setup)))


def _fresh(pads: bool) -> Mapping[str, Json]:
    """Who plays is said at the table."""
    return Setup().to_json()


def _active(state: State) -> str:
    """The team, whichever of them has the turn."""
    return SPARTANS


def _lying(state: State) -> frozenset[str]:
    """The row, and the Spartan who fights."""
    return frozenset((*state.row, *((state.fight.spartan,) if state.fight else ())))


CORE = Core(
    catalogue=thermopyles_catalogue,
    deck=Deck,
    procedure=ThermopylesProcedure,
    begin=_begin,
    fresh=_fresh,
    write=actions.notation,
    parse=actions.parse,
    active=_active,
    lying=_lying,
)
ThermopylesBundle = Bundle[Deck, State, actions.Action]
