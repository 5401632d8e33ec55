"""Knowledge of a state: what a player may have, and what everybody: the only place where hidden things are left out.

Players help each other, and may talk; what they hold each sees alone. Everything that was played lies open.
"""

from __future__ import annotations

from signifer_core.frozen import replace

from .state import State


def view(state: State, viewer: str) -> State:
    """What ``viewer`` may know: their own hand by name; of the other hands, and of both piles, the number."""
    hands = state.hands_seen_by(viewer)
    return replace(state, hands=hands, pile=state.pile.covered, persians=state.persians.covered, full=False)
