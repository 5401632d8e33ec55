"""One visit of the menu of agreement, as the tests of what people agree on share it."""

from __future__ import annotations

from signifer_core.games.field_of_glory.agreement.changes import AgreedDone, Change, overrule
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.state import State

from tests.core.field_of_glory.states import DECK, check_position


def agreed(state: State, *changes: Change) -> State:
    """The state after one visit of the menu."""
    for change in (*changes, AgreedDone()):
        state = overrule(DECK, state, change)
    check_position(state)
    return state


def counts(state: State, player: Player) -> tuple[int, int, int]:
    side = state.side(player)
    return side.hand, side.deck, side.discard
