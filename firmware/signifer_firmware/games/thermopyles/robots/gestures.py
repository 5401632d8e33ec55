"""Gestures of hands for a decision: which card goes where, and which button is pressed (the table's procedure)."""

from __future__ import annotations

import random

from signifer_core.games.thermopyles import actions as act
from signifer_core.games.thermopyles.state import SPARTANS, State
from signifer_core.games.thermopyles.table import procedure as at
from signifer_core.layout import SIDES, Zone

from signifer_firmware.simulation.robots.gestures import Gesture, Put, column, held_ok, ok

OK, HOLD = ok(SPARTANS), held_ok(SPARTANS)
# Actions that belong to one gesture of hands, or to the cards that one button confirms.
Decision = tuple[act.Action, ...]


def gestures(state: State, decision: Decision, rng: random.Random) -> tuple[Gesture, ...]:
    """What the team does, in ``state``, so that the table understands ``decision``; ``rng`` chooses where hands may."""
    return tuple(gesture for action in decision for gesture in _of(state, action, rng))


def _of(state: State, action: act.Action, rng: random.Random) -> tuple[Gesture, ...]:
    match action:
        case act.Players(number=number):
            return (column(rng.choice(SIDES), number),)
        case act.Draw(player=player):
            if len(state.seats) == 1 and rng.random() < 0.5:
                return (OK,)
            return (column(rng.choice(SIDES), int(player)),)
        case act.Approach(card=card):
            return (Put(card, at.FIRST if state.first is None else at.SECOND),)
        case act.Repel(card=card):
            return (Put(card, Zone(at.REPELLED, rng.choice(SIDES))),)
        case act.Bury(card=card):
            return (Put(card, Zone(at.CEMETERY, rng.choice(SIDES))),)
        case act.Charge(card=card):
            return (Put(card, at.COMBAT),)
        case act.Support(card=card):
            return (Put(card, at.TEAM_PAD),)
        case act.Discard(card=card):
            return (Put(card, at.TEAM_PAD), OK)
        case act.Engage():
            return (OK,)
        case _:
            return (HOLD,)  # Retreat, Decline
