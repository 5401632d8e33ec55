"""Plans of a player, for the search: what is worth thinking about in each step of a round, and how it is played."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache

from signifer_core.chance import Chance
from signifer_core.games.call_to_glory import CallToGlory, State
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS
from signifer_core.games.call_to_glory.state import DEAL, MISSION_STEP, SCORE
from signifer_core.search import RulesPlans

from .gestures import Decision, decider
from .mind import Mind
from .value import chances

Moves = list[tuple[Decision, float]]

# So many actions are thought about, those that look best by the rules of thumb; so many points less look half as good.
TRIED, HALF = 6, 1.5
KEPT = 2048


class CallToGloryPlans(RulesPlans[State, act.Action]):
    """What the search asks of the game."""

    rules: CallToGlory

    def __init__(self, rules: CallToGlory) -> None:
        self.rules = rules
        # A turn begins again in each iteration: what was thought of it is kept.
        self._kept = lru_cache(maxsize=KEPT)(self._moves)

    def mover(self, state: State) -> str | None:
        return decider(state) if state.step in (*ROUND_STEPS, MISSION_STEP) else None

    def moves(self, state: State) -> Moves:
        player = decider(state)
        return self._kept(self.rules.view(state, player), player)

    def _moves(self, view: State, player: str) -> Moves:
        found = Mind(self.rules.deck, random.Random(0), whim=0.0).weighed(view, player)
        best = sorted(found, key=lambda each: -each[0])[:TRIED]
        return [((action,), 2.0 ** ((worth - best[0][0]) / HALF)) for worth, action in best]

    def passed(self, state: State, chance: Chance) -> State:
        """What happens by itself until somebody decides; between rounds nobody does."""
        while True:
            if state.step == SCORE:
                state = self.rules.effect(state, act.Proceed())
            elif state.step == DEAL and state.starter is not None and not state.dealt:
                state = self.rules.effect(state, act.Deal())
            elif due := self.rules.chance(state):
                state = self.rules.effect(state, due[0] if len(due) == 1 else chance.choice(due))
            else:
                return state

    def value(self, state: State, chance: Chance) -> Mapping[str, float]:
        return chances(self.rules.deck, state)
