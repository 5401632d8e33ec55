"""What a position is worth: red's chance to win, from what lies on the table and how many cards there are."""

from __future__ import annotations

from math import exp

from signifer_core.games.field_of_glory.deck import Deck, Player
from signifer_core.games.field_of_glory.state import State, other

# By hand, in the logarithm of odds: a column held for good, one that is only controlled or only occupied, a point of
# strength there, a card, a point of victory, and to have the move.
HELD, CONTROLLED, OCCUPIED, STRENGTH, CARD, POINT, MOVE = 0.9, 0.45, 0.35, 0.06, 0.12, 0.02, 0.3


def chances(deck: Deck, state: State) -> float:
    """Between 0 and 1; a game that is over is no matter for this."""
    score = _score(deck, state, "red") - _score(deck, state, "blue")
    score += MOVE if state.active == "red" else -MOVE
    return 1.0 / (1.0 + exp(-score))


def _score(deck: Deck, state: State, player: Player) -> float:
    side, score = state.side(player), 0.0
    for column in state.columns:
        own, enemy = column.units(player), column.units(other(player))
        if column.control == player:
            score += CONTROLLED if enemy or not own else HELD
        elif own and not enemy:
            score += OCCUPIED
        terrain = deck.terrain(f"terrain/{column.terrain}-1")
        for card in own:
            unit = deck.unit(card)
            assert unit is not None
            score += STRENGTH * (unit.combat + terrain.lead.get(unit.kind, 0))
    return score + CARD * side.hand + POINT * side.points
