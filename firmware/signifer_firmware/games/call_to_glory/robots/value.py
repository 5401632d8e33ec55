"""What a position is worth: each player's chance to win, from the points so far and those that the round may bring."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt

from signifer_core.games.call_to_glory import State
from signifer_core.games.call_to_glory.deck import Deck
from signifer_core.games.call_to_glory.state import OVER

from .prospects import Prospects

# So many points are gained or lost by chance in a round that has just begun, and as much in each that follows.
SPREAD = 6.0


def chances(deck: Deck, state: State) -> Mapping[str, float]:
    """Each player's chance; of a game that is over, what is known."""
    if state.step == OVER:
        winners = (state.winner or "").split()
        return {seat: (seat in winners) / max(1, len(winners)) for seat in state.seats}
    totals = dict(zip(state.seats, state.totals(), strict=True))
    expected = {seat: totals[seat] + _of_round(deck, state, seat) for seat in state.seats}
    spread = SPREAD * sqrt(state.rounds - state.round + _left(deck, state))
    weights = {seat: exp(points / spread) for seat, points in expected.items()}
    whole = sum(weights.values())
    return {seat: weight / whole for seat, weight in weights.items()}


def _left(deck: Deck, state: State) -> float:
    """How much of the round is still to be played."""
    return min(1.0, 0.05 + sum(state.piles) / len(deck.characters))


def _of_round(deck: Deck, state: State, seat: str) -> float:
    """What a player may expect of the round."""
    mine = Prospects(deck, state, seat)
    if mine.ended:
        return 0.0
    own = sum(mine.set_worth(kind) for kind in state.kinds(seat))
    return own + sum(mine.cards_worth(kind, number) for kind, number in mine.hand.items())
