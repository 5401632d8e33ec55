"""Levels of robots that search, and such a robot at a match: what it decides, as hands do it."""

from __future__ import annotations

import random
from collections import deque

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import State

from signifer_firmware.simulation.robots.thinking import Thinker, after

from .gestures import Decision
from .mind import PAD_READS
from .plans import FieldOfGloryPlans

# Iterations for each decision, from level 1 on (docs/robots.md says how they fare against each other).
LEVELS = (4, 12, 40, 150, 1500)


class ThinkingMind:
    """One player's robot of a level, at a match that has full knowledge: it is shown what its player sees of it."""

    def __init__(self, player: Player, rules: FieldOfGlory, rng: random.Random, level: int) -> None:
        self.player = player
        self._rules = rules
        self._rng = rng
        self._iterations = LEVELS[level - 1]
        self._thinker = Thinker(FieldOfGloryPlans(rules))
        self._plan: deque[Decision] = deque()

    def decide(self, state: State) -> Decision:
        """What to do next, in a state of full knowledge in which this player has to decide."""
        if not self._plan:
            view = self._rules.view(state, self.player)
            thought = self._thinker.think(view, self._rng.getrandbits(64), after(self._iterations))
            self._plan.extend(by_hand(thought.move))
        return self._plan.popleft()


def by_hand(move: Decision) -> list[Decision]:
    """The move as hands do it: a unit lifted and one laid are two gestures, and four cards at most lie on a pad."""
    if isinstance(move[0], act.Discard):
        return [(action,) for action in move]
    if len(move) <= PAD_READS or not isinstance(move[0], (act.Pay, act.DiscardDown)):
        return [move]
    cards = [action for action in move if not isinstance(action, act.Settle)]
    parts = [tuple(cards[start : start + PAD_READS]) for start in range(0, len(cards), PAD_READS)]
    return [*parts[:-1], (*parts[-1], *move[len(cards) :])]
