"""Placements that stand half done where somebody begins to think: a unit lifted for which none was laid (FG-P3), units
laid that the hand cannot pay for (FG-P1)."""

from __future__ import annotations

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Deck, Player
from signifer_core.games.field_of_glory.rules.placing import restore_refusals
from signifer_core.games.field_of_glory.state import State

from .gestures import Decision


def open_columns(state: State) -> frozenset[int]:
    """The columns in which a unit was lifted and none laid: the table lets nobody go on before one lies there."""
    return frozenset(column for _, column, _ in state.cleared) - {laid.column for laid in state.unpaid}


def laid_back(deck: Deck, state: State) -> list[act.Restore]:
    """What can be laid back in these columns."""
    waiting = open_columns(state)
    found = [act.Restore(card) for card, column, _ in state.cleared if column in waiting]
    return [restore for restore in found if not restore_refusals(deck, state, restore)]


def can_pay(deck: Deck, state: State, player: Player) -> bool:
    """Whether the cards that are known in the hand are worth what is due."""
    return state.due <= sum(map(deck.command_points, state.side(player).hand_cards))


def put_right(deck: Deck, state: State, player: Player) -> Decision | None:
    """One step back towards what the table takes; None where nothing stands in the way, or nothing helps."""
    if back := laid_back(deck, state):
        return (back[0],)
    if state.unpaid and not can_pay(deck, state, player):
        return (act.TakeBack(state.unpaid[-1].card),)
    return None
