"""What a position is worth: the team's chance to win, from how far it is, and from what is left to go on with.

The weights are learnt from games of robots that play by rules of thumb (`python -m benchmarks.value`, docs/robots.md).
"""

from __future__ import annotations

from math import exp

from signifer_core.games.thermopyles import State
from signifer_core.games.thermopyles.deck import Deck
from signifer_core.games.thermopyles.state import (
    CEMETERY_TO_WIN,
    FIRST_PLACE,
    HOT_GATES,
    LAST_RAMPART,
    SPARTANS,
)

# In the logarithm of odds: for nothing; for each Persian that is still to be buried; for a step back; for standing
# where a die is given; for a Spartan, and ten points of battle that they have; for a support; for Spartans and battle
# for each Persian still to be buried; for steps back with so many to go; for ten points of either Persian of the row;
# for a card in the hand of whoever has the turn; and for playing alone.
WEIGHED = {
    "one": 2.434,
    "needed": -0.648,
    "needed squared": 0.090,
    "marker": -0.515,
    "gates": -0.166,
    "rampart": -0.108,
    "spartans": -0.092,
    "battle": 0.309,
    "supports": 0.366,
    "spartans a need": -0.046,
    "battle a need": 0.063,
    "supports a need": 1.247,
    "marker and need": 0.651,
    "first": -1.260,
    "second": -0.265,
    "hand": 0.253,
    "alone": -1.479,
}
NAMES, WEIGHTS = tuple(WEIGHED), tuple(WEIGHED.values())


def chance(deck: Deck, state: State) -> float:
    """The chance that the Spartans win; of a game that is over, what is known."""
    if state.step == "over":
        return float(state.winner == SPARTANS)
    return 1.0 / (1.0 + exp(-sum(map(float.__mul__, WEIGHTS, features(deck, state)))))


def features(deck: Deck, state: State) -> tuple[float, ...]:
    """What counts, as `NAMES` calls it, in a state of full knowledge."""
    needed = max(1, CEMETERY_TO_WIN - state.cemetery.number)
    places = state.marker - FIRST_PLACE
    spartans = [card for pile in (state.pile, *state.hands) for card in pile.named]
    battle = sum(map(deck.battle, spartans)) / 10
    first, second = (
        deck.persian(card).annihilation / 10 if card else 0.0 for card in (state.first, state.second)
    )
    return (
        1.0,
        float(needed),
        needed * needed / 12,
        float(places),
        float(state.marker == HOT_GATES),
        float(state.marker == LAST_RAMPART),
        float(len(spartans)),
        battle,
        float(len(state.supports)),
        len(spartans) / needed,
        battle / needed,
        len(state.supports) / needed,
        places * needed / 12,
        first,
        second,
        float(state.hand(state.active).number) if state.hands else 0.0,
        float(len(state.seats) == 1),
    )
