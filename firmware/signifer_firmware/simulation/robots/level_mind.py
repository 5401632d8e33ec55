"""A robot of a level at a match, which has full knowledge: it is shown what its player sees of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Generic

from signifer_core.rules import Rules
from signifer_core.search import Plans, Thought

from signifer_firmware.game_api.game import Action

from .match import Decision
from .thinking import Level, State, Thinker


class LevelMind(Generic[State, Action]):
    """Decides for any player of a game. ``thought`` is what it came to last: it names what its player alone sees, so it
    is only for whoever may see that player's hand."""

    def __init__(
        self,
        rules: Rules[State, Action],
        plans: Plans[State, Decision[Action]],
        level: Level,
        rng: random.Random,
    ) -> None:
        self._rules = rules
        self._thinker = Thinker(plans)
        self._level = level
        self._rng = rng
        self.thought: Thought[Decision[Action]] | None = None

    def decide(self, state: State, player: str) -> Decision[Action]:
        """What ``player`` does next, in a state of full knowledge in which that player has to decide."""
        view = self._rules.view(state, player)
        self.thought = self._thinker.decide(view, self._rng.getrandbits(64), self._level)
        return self.thought.move


def of_level(
    level: int | None,
    ladder: Sequence[Level],
    rules: Rules[State, Action],
    plans: Plans[State, Decision[Action]],
    rng: random.Random,
) -> LevelMind[State, Action] | None:
    """The robots of a level of the game's ladder, from 1 on; None where they are to play by rules of thumb."""
    if level is None:
        return None
    return LevelMind(rules, plans, ladder[level - 1], random.Random(rng.getrandbits(64)))
