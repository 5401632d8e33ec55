"""What a position is worth: each side's chance to win, from points, fighters, cards and resources."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from signifer_core.games.dark_age_arena.deck import Deck
from signifer_core.games.dark_age_arena.state import State
from signifer_core.layout import SIDES, Side

from .chances import fighter

# In the logarithm of odds for each more than the other has: points that count for the goal; a fighter, its strength;
# a card, COM and LOG; a marker; a place that has not been pillaged.
NAMES = ("score", "fighters", "strength", "hand", "com", "log", "markers", "whole")
WEIGHTS = (0.45, 0.3, 0.1, 0.08, 0.08, 0.05, 0.08, 0.1)


def chances(deck: Deck, state: State) -> Mapping[str, float]:
    """Each side's chance; of a game that is over, what is known."""
    if state.step == "over":
        if state.winner not in SIDES:
            return dict.fromkeys(SIDES, 0.5)
        return {side: float(side == state.winner) for side in SIDES}
    mine, theirs = (features(deck, state, side) for side in SIDES)
    score = sum(weight * (one - other) for weight, one, other in zip(WEIGHTS, mine, theirs, strict=True))
    red = 1.0 / (1.0 + exp(-score))
    return {"red": red, "blue": 1.0 - red}


def features(deck: Deck, state: State, side: Side) -> tuple[float, ...]:
    """What counts of a side, as `NAMES` calls it."""
    player, own = state.player(side), state.of_side(side)
    return (
        float(player.score),
        float(len(own)),
        float(sum(fighter(deck, each).strength for each in own)),
        float(player.hand.number),
        float(player.com),
        float(player.log),
        float(player.markers),
        float(sum(not spot.pillaged for spot in player.spots)),
    )
