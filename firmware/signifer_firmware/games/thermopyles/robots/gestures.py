"""From a decision to what hands do: which card goes where, and which button is pressed (the table's procedure)."""

from __future__ import annotations

import random

from signifer_core.games.thermopyles import actions as act
from signifer_core.games.thermopyles.state import SPARTANS, State
from signifer_core.games.thermopyles.table.procedure import (
    CEMETERY,
    COMBAT,
    FIRST,
    REPELLED,
    SECOND,
    TEAM_PAD,
)
from signifer_core.layout import PLAYERS, Zone
from signifer_core.procedure import Press

from signifer_firmware.simulation.robots.gestures import Gesture, Put
from signifer_firmware.simulation.robots.match import Decision

OK, HOLD = Press("press", "ok", SPARTANS), Press("hold", "ok", SPARTANS)
DICE = Press("press", "dice")


def gestures(state: State, decision: Decision, rng: random.Random) -> tuple[Gesture, ...]:
    """What the team does, in ``state``, so that the table understands ``decision``; ``rng`` chooses where hands may."""
    return tuple(gesture for action in decision for gesture in _of(state, action, rng))


def _of(state: State, action: act.Action, rng: random.Random) -> tuple[Gesture, ...]:
    match action:
        case act.Players(number=number):
            return (Press("press", "column", rng.choice(PLAYERS), number),)
        case act.Draw(player=player):
            if len(state.seats) == 1 and rng.random() < 0.5:
                return (OK,)
            return (Press("press", "column", rng.choice(PLAYERS), int(player)),)
        case act.Approach(card=card):
            return (Put(card, FIRST if state.first is None else SECOND),)
        case act.Repel(card=card):
            return (Put(card, Zone(REPELLED, rng.choice(PLAYERS))),)
        case act.Bury(card=card):
            return (Put(card, Zone(CEMETERY, rng.choice(PLAYERS))),)
        case act.Charge(card=card):
            return (Put(card, COMBAT),)
        case act.Support(card=card):
            return (Put(card, TEAM_PAD),)
        case act.Discard(card=card):
            return (Put(card, TEAM_PAD), OK)
        case act.Engage():
            return (OK,)
        case _:
            return (HOLD,)  # Retreat, Decline
