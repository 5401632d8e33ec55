"""What tables know in moments of random games of Call to Glory, played once for all tests of its words."""

from __future__ import annotations

import random
from functools import cache

from signifer_core.games.call_to_glory.state import State

from tests.core.call_to_glory.hands import RESTING, spread
from tests.core.call_to_glory.states import RULES, played

GAMES = ((2, "both"), (3, "missions"), (4, "figures"), (2, "none"))


@cache
def moments() -> tuple[State, ...]:
    """The first, the tenth and the last moment of each step in which hands rest, in a game for each of GAMES."""
    found: list[State] = []
    for number, (players, variant) in enumerate(GAMES):
        rng = random.Random(number)
        states = [
            state for _, state in played(rng, RULES.new_game(players, variant)) if state.step in RESTING
        ]
        for step in sorted({state.step for state in states}):
            those = [state for state in states if state.step == step]
            picked = {0, min(9, len(those) - 1), len(those) - 1}
            found += [spread(RULES.view(those[each], "anyone"), rng) for each in sorted(picked)]
    return tuple(found)
