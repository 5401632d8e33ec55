"""What a position is worth: each player's chance to win, from points, and from what the round may still bring
(`worth.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, sqrt

from signifer_core.games.call_to_glory import State
from signifer_core.games.call_to_glory.deck import Deck
from signifer_core.games.call_to_glory.rules.scoring import points
from signifer_core.games.call_to_glory.state import DEAL, MISSION_STEP, OVER

from .worth import Worth

# By how many points what a player has more than another may still turn: in this round, and in each that follows.
THIS_ROUND, A_ROUND = 44.0, 48.0
# The logistic function with this slope is a normal distribution, by and large.
SLOPE = 1.7


def chances(deck: Deck, state: State) -> Mapping[str, float]:
    """Each player's chance; of a game that is over, what is known."""
    if state.step == OVER:
        winners = (state.winner or "").split()
        return {seat: (seat in winners) / max(1, len(winners)) for seat in state.seats}
    expected, open_share = _expected(deck, state)
    rounds = max(0, state.rounds - state.round)
    slope = SLOPE / sqrt(1.0 + THIS_ROUND**2 * open_share + A_ROUND**2 * rounds)
    most = max(expected)
    weights = [exp(slope * (each - most)) for each in expected]
    whole = sum(weights)
    return {seat: weight / whole for seat, weight in zip(state.seats, weights, strict=True)}


def _expected(deck: Deck, state: State) -> tuple[list[float], float]:
    """The points that each player may expect by the end of the round, and how much of it is open, 0 to 1."""
    totals = [float(total) for total in state.totals()]
    if len(state.scores[0]) >= state.round or state.step == DEAL or not state.dealt:
        return totals, float(len(state.scores[0]) < state.round)
    if state.step == MISSION_STEP:
        found = points(deck, state)
        return [total + more for total, more in zip(totals, found, strict=True)], 0.0
    if not state.sets and not any(state.discards):
        return totals, 1.0  # hands that were dealt tell next to nothing
    worth = Worth(deck, state)
    return [total + worth.score(place) for place, total in enumerate(totals)], min(1.0, worth.later * 1.5)
