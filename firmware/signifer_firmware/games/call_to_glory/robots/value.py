"""What a position is worth: each player's chance to win, from points, and from what lies and is held in the round.

The weights are learnt from games of robots that play by rules of thumb (`python -m benchmarks.value`, docs/robots.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import exp, sqrt

from signifer_core.games.call_to_glory import State
from signifer_core.games.call_to_glory.deck import Deck, kind_of
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS, needed
from signifer_core.games.call_to_glory.state import KINDS_TO_END, OVER

# For each point that a player has, that own sets would bring now, and would bring before they can be beaten, that sets
# in the hand would bring, and that may still become a set; for a card in the hand, and a ninja figure. The later in
# the game, the more each counts.
NAMES = ("points", "laid", "threatened", "ready", "begun", "hand", "figures")
WEIGHTS = (0.035, 0.021, -0.016, 0.049, 0.138, -0.441, -0.015)


def chances(deck: Deck, state: State) -> Mapping[str, float]:
    """Each player's chance; of a game that is over, what is known."""
    if state.step == OVER:
        winners = (state.winner or "").split()
        return {seat: (seat in winners) / max(1, len(winners)) for seat in state.seats}
    scores = {seat: sum(map(float.__mul__, WEIGHTS, features(deck, state, seat))) for seat in state.seats}
    most = max(scores.values())
    weights = {seat: exp(score - most) for seat, score in scores.items()}
    whole = sum(weights.values())
    return {seat: weight / whole for seat, weight in weights.items()}


def features(deck: Deck, state: State, seat: str) -> tuple[float, ...]:
    """What counts of a player, as `NAMES` calls it, in a state that names that player's cards."""
    left = _left(state)
    spread = sqrt(max(0, state.rounds - state.round) + 0.1 + left)
    place = state.place(seat)
    laid, ready, begun = 0.0, 0.0, 0.0
    hand = state.hands[place]
    for each in state.sets if left else ():
        if each.owner == seat:
            laid += deck.value(each.kind)
    # In one order, or the sum is not the same to the last digit.
    for kind, number in sorted(Counter(map(kind_of, hand.cards.named)).items()) if left else ():
        asked, there = needed(deck, state, kind), state.set_of(kind)
        if there is not None and there.owner == seat:
            continue
        if number >= asked:
            ready += deck.value(kind)
        else:
            begun += deck.value(kind) * (number / asked) ** 2
    found = (
        float(sum(state.scores[place])) if state.scores else 0.0,
        laid,
        laid * left,
        ready * sqrt(left),
        begun * left,
        hand.number * left,
        float(state.figures[place]) if state.figures else 0.0,
    )
    return tuple(each / spread for each in found)


def _left(state: State) -> float:
    """How much of the round is still to be played, 0 to 1."""
    if state.step not in ROUND_STEPS:
        return 0.0
    players = len(state.seats)
    kinds = max(len(state.kinds(seat)) for seat in state.seats)
    return max(0.02, min(1.0, min(state.piles) / 20, 1.0 - kinds / KINDS_TO_END[players] + 0.1))
