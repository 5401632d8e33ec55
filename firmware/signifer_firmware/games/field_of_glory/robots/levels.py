"""Levels of robots that search, and such a robot at a match: what it decides, as hands do it."""

from __future__ import annotations

import random
from collections import deque

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import State

from signifer_firmware.simulation.robots.level_mind import LevelMind
from signifer_firmware.simulation.robots.thinking import Level

from .gestures import Decision
from .mind import PAD_READS
from .plans import FieldOfGloryPlans

# From level 1 on; docs/robots.md says how they fare against each other.
LEVELS = (
    Level(12, 5.0, lost=0.7),
    Level(16, 1.65, lost=0.38),
    Level(22, 1.0, lost=0.25),
    Level(31, 0.52, lost=0.15),
    Level(50, 0.2, lost=0.065),
)


class ThinkingMind:
    """One player's robot of a level, at a match that has full knowledge: it is shown what its player sees of it."""

    def __init__(self, player: Player, rules: FieldOfGlory, rng: random.Random, level: int) -> None:
        self.player = player
        self.mind = LevelMind(rules, FieldOfGloryPlans(rules), LEVELS[level - 1], rng)
        self._plan: deque[Decision] = deque()

    def decide(self, state: State) -> Decision:
        """What to do next, in a state of full knowledge in which this player has to decide."""
        if not self._plan:
            self._plan.extend(by_hand(self.mind.decide(state, self.player)))
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
