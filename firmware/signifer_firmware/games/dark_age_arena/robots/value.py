"""What a position is worth where a turn begins: each side's chance to win, from points, fighters, cards and places.

The weights are learnt from games of robots that play by rules of thumb (`python -m benchmarks.value`, docs/robots.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from signifer_core.dice import FACES
from signifer_core.games.dark_age_arena.deck import Deck
from signifer_core.games.dark_age_arena.deck.printed import Character
from signifer_core.games.dark_age_arena.state import GOAL, ZONE, Standing, State
from signifer_core.layout import SIDES, Side

from .chances import fighter

# In the logarithm of odds for each more than the other has, where a turn begins: points that count for the goal, and
# their square, in tens; a fighter, its strength, a life that is left, and a point that its death may give; a card, the
# strength of the best character among them; a marker; a place that has not been pillaged.
NAMES = (
    *("score", "near the goal", "fighters", "strength", "lives", "at risk"),
    *("hand", "best in hand", "markers", "whole"),
)
WEIGHTS = (-0.108, 0.304, -0.285, 0.177, 0.181, -0.408, -0.059, 0.118, 0.042, 0.823)


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
    player = state.player(side)
    own = [fighter(deck, each) for each in state.of_side(side)]
    held = (
        fighter(deck, Standing(card, ZONE)).strength
        for card in player.hand.named
        if deck.is_a(Character, card)
    )
    return (
        float(player.score),
        player.score**2 / GOAL,
        float(len(own)),
        sum(each.strength for each in own),
        float(sum(each.life for each in own)),
        sum(each.control - 1 for each in own) / FACES,
        float(player.hand.number),
        max(held, default=0.0),
        float(player.markers),
        float(sum(not spot.pillaged for spot in player.spots)),
    )
