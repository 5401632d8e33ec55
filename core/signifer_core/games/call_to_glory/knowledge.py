"""What a player may know of a state, and what everybody may: the only place where hidden things are left out.

Sets and discard piles lie open, so a card that was drawn from a discard pile is known to be in that hand until it is
played.
"""

from __future__ import annotations

from signifer_core.frozen import replace

from .state import State


def view(state: State, viewer: str) -> State:
    """What ``viewer`` may know: their own hand and missions by name; of other hands the cards that were seen, of other
    missions the letters, of the face-down piles the numbers."""
    hands = state.hands_seen_by(viewer)
    missions = tuple(
        held if seat == viewer else held.covered
        for seat, held in zip(state.seats, state.missions, strict=False)
    )
    return replace(state, hands=hands, missions=missions, stock=state.stock.covered, full=False)
