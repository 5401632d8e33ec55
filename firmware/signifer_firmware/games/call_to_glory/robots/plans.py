"""Plans of a player, for the search: what is worth thinking about in each step of a round, and how it is played."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from signifer_core.chance import Chance
from signifer_core.games.call_to_glory import CallToGlory, State
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.rules.turn import ROUND_STEPS
from signifer_core.games.call_to_glory.state import DEAL, DRAW, MISSION_STEP, SCORE
from signifer_core.search import RulesPlans

from .gestures import Decision, decider
from .value import chances
from .weighing import Weighing

Moves = list[tuple[Decision, float]]

# So many actions are thought about, those that look best by what they bring, unless they bring so many points less; two
# points less look half as good.
TRIED, LESS, HALF = 6, 10.0, 2.0
KEPT = 2048
# A turn is played to its end by what looks best, in no more actions than this.
MOST_ACTIONS = 12


class CallToGloryPlans(RulesPlans[State, act.Action]):
    """What the search asks of the game."""

    rules: CallToGlory
    curiosity = 0.1

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
        found = sorted(Weighing(self.rules, view, player).weighed(), key=lambda each: -each[0])
        best = found[0][0]
        return [
            ((action,), 2.0 ** ((worth - best) / HALF))
            for worth, action in found[:TRIED]
            if worth > best - LESS
        ]

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
        """By what stands where a turn begins: one that has begun is first played to its end."""
        for _ in range(MOST_ACTIONS):
            if self.mover(state) is None or (state.step == DRAW and not state.drawn):
                break
            # Promising the most, it comes first.
            state = self.play(state, self.moves(state)[0][0], chance)
        return chances(self.rules.deck, state)
