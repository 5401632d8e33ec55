"""Gestures of hands for a decision: which card goes where, and which button is pressed (the table's procedure)."""

from __future__ import annotations

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules import turn
from signifer_core.games.field_of_glory.rules.attack import mover
from signifer_core.games.field_of_glory.state import BONUS, DRAWING, LEAD, RAMPAGE, RETREAT, SHUFFLE, State
from signifer_core.layout import PAD, Zone
from signifer_core.presses import Button, Press, PressKind

from signifer_firmware.simulation.robots.gestures import Gesture, Put, Reshuffle, Select, Take

# Actions that belong to one gesture of hands, or to the cards that one button confirms.
Decision = tuple[act.Action, ...]

SILENT = (
    act.Place,
    act.TakeBack,
    act.Discard,
    act.Restore,
    act.PlayOverlap,
    act.DeclareAttack,
    act.FlankAttack,
)
HOLDS = (act.BonusFromDeck, act.EndActions)


def decider(state: State) -> Player:
    """The player who has to decide in ``state``."""
    if state.drawing is not None and state.step in (SHUFFLE, DRAWING):
        return state.drawing.player
    if state.attack is not None and state.step in (LEAD, BONUS, RETREAT):
        return mover(state)
    if state.attack is not None and state.step == RAMPAGE and state.attack.loser is not None:
        return state.attack.loser
    return state.active


def gestures(state: State, decision: Decision) -> tuple[Gesture, ...]:
    """What the player who decides does, in ``state``, so that the table understands ``decision``."""
    player = decider(state)
    found: list[Gesture] = []
    for action in decision:
        found += _cards(state, player, action)
    if not isinstance(decision[-1], SILENT):
        found.append(Press(_kind(state, decision), Button.OK, player))
    return tuple(found)


def _kind(state: State, decision: Decision) -> PressKind:
    """Whether the button is pressed or held."""
    part = isinstance(decision[-1], act.Pay) or (
        isinstance(decision[-1], act.DiscardDown) and len(decision) < turn.excess(state)
    )
    top = isinstance(decision[-1], act.Drawn)
    return PressKind.HOLD if part or top or isinstance(decision[-1], HOLDS) else PressKind.PRESS


def _cards(state: State, player: Player, action: act.Action) -> list[Gesture]:
    pad = Zone(PAD, player)
    match action:
        case act.Place(card=card, column=column):
            return [Put(card, Zone(str(column), player))]
        case act.Restore(card=card):
            (column,) = (number for cleared, number, _ in state.cleared if cleared == card)
            return [Put(card, Zone(str(column), player))]
        case act.PlayOverlap(card=card) if state.attack is not None:
            return [Put(card, Zone(str(state.attack.column), player))]
        case act.Discard(card=card) | act.Retreat(card=card) | act.TakeBack(card=card):
            return [Take(card)]
        case act.ChooseLead(card=card):
            return [Select(card)]
        case act.DeclareAttack(column=column) | act.FlankAttack(column=column):
            return [Press(PressKind.PRESS, Button.COLUMN, player, column)]
        case act.Shuffle():
            return [Reshuffle(player)]
        case (
            act.Pay(card=str() as card)
            | act.PlayReserves(card=str() as card)
            | act.DiscardToDraw(card=str() as card)
            | act.DiscardDown(card=str() as card)
            | act.BonusFromHand(card=str() as card)
            | act.Drawn(card=str() as card)
            | act.Rampage(card=str() as card)
        ):
            return [Put(card, pad)]
        case _:
            return []
