"""Knowledge of a state: what a player may have, and what everybody: the only place where hidden things are left out,
and where they are dealt again.

Players help each other, and may talk; what they hold each sees alone. Everything that was played lies open.
"""

from __future__ import annotations

from signifer_core.chance import Chance, Unseen
from signifer_core.frozen import replace

from .deck import Deck
from .state import State


def view(state: State, viewer: str) -> State:
    """What ``viewer`` may know: their own hand by name; of the other hands, and of both piles, the number."""
    hands = state.hands_seen_by(viewer)
    return replace(state, hands=hands, pile=state.pile.covered, persians=state.persians.covered, full=False)


def determinized(deck: Deck, view: State, chance: Chance) -> State:
    """A full state that agrees with the view: the other hands and both piles get what nobody has seen."""
    spartans = Unseen((card for card in deck.spartans if view.known_place(card) is None), chance)
    persians = Unseen((card for card in deck.persians if view.known_place(card) is None), chance)
    return replace(
        view,
        hands=tuple(map(spartans.named, view.hands)),
        pile=spartans.named(view.pile),
        persians=persians.named(view.persians),
        full=True,
    )
