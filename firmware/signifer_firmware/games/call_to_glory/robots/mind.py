"""The mind of a robot."""

from __future__ import annotations

import random

from signifer_core.games.call_to_glory import CallToGlory, State
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import Deck


class Mind:
    def __init__(self, deck: Deck, rng: random.Random, *, whim: float = 0.1) -> None:
        self._rules = CallToGlory(deck)
        self._rng = rng
        self._whim = whim

    def decide(self, state: State, seat: str) -> act.Action:
        legal = [a for a in self._rules.legal_actions(state) if not isinstance(a, act.Emptied)]
        other = [a for a in legal if isinstance(a, act.Draw)]
        if state.drawn in (("left",), ("right",)) and other:
            return other[0]
        lays = [a for a in legal if isinstance(a, act.Lay)]
        if lays and self._rng.random() < 0.7:
            return self._rng.choice(lays)
        return self._rng.choice(legal)
