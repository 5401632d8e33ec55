"""What a position is worth: red's chance to win, from what lies on the table and how many cards there are.

The weights are learnt from games of robots that play by rules of thumb (`python -m benchmarks.value`, docs/robots.md).
"""

from __future__ import annotations

from math import exp

from signifer_core.games.field_of_glory.deck import Deck, Player
from signifer_core.games.field_of_glory.state import State, other

# In the logarithm of odds, for whoever's turn it is; what the other has counts with a weight of its own. For each: the
# first, second and third column that they control or stand in alone, and each that they control without an enemy there;
# a point of strength in columns that both hold, and in all others; a card, a point of victory, a shuffle.
NAMES = ("first", "second", "third", "sure", "fought", "strength", "hand", "points", "shuffles")
MINE = (-0.212, 0.031, 0.583, 0.842, 0.232, 0.111, 0.396, 0.034, 0.105)
THEIRS = (-0.141, -0.296, -0.871, -0.300, -0.136, -0.190, -0.378, -0.025, -0.024)
MOVE = 0.467
# Those of both, then that of the move.
Weights = tuple[float, ...]
SHIPPED: Weights = (*MINE, *THEIRS, MOVE)


def chances(deck: Deck, state: State, weights: Weights = SHIPPED) -> float:
    """Between 0 and 1; a game that is over is no matter for this."""
    number = len(NAMES)
    score = weights[-1]
    for own, player in ((weights[:number], state.active), (weights[number:-1], other(state.active))):
        score += sum(map(float.__mul__, own, features(deck, state, player)))
    mine = 1.0 / (1.0 + exp(-score))
    return mine if state.active == "red" else 1.0 - mine


def features(deck: Deck, state: State, player: Player) -> tuple[float, ...]:
    """What counts of a player, as `NAMES` calls it."""
    side, enemy = state.side(player), other(player)
    columns, sure, fought, strength = 0, 0, 0.0, 0.0
    for column in state.columns:
        own, theirs = column.units(player), column.units(enemy)
        columns += column.control == player or bool(own and not theirs)
        sure += column.control == player and not theirs
        terrain = deck.terrain(f"terrain/{column.terrain}-1")
        here = 0.0
        for card in own:
            unit = deck.unit(card)
            assert unit is not None
            here += unit.combat + terrain.lead.get(unit.kind, 0)
        if theirs:
            fought += here
        else:
            strength += here
    return (
        *(float(columns >= number) for number in (1, 2, 3)),
        float(sure),
        fought,
        strength,
        float(side.hand),
        float(side.points),
        float(side.shuffles),
    )
