"""What tables know in moments of random games of Dark Age Arena, played once for all tests of its words."""

from __future__ import annotations

import random
from functools import cache

from signifer_core.games.dark_age_arena.state import State

from tests.core.dark_age_arena.hands import known_to_a_table
from tests.core.dark_age_arena.states import RULES, played

GAMES = 3


@cache
def moments() -> tuple[State, ...]:
    """The first, the middle and the last moment of each step, and the first of each kind of roll that is due, in a
    few games."""
    found: list[State] = []
    for seed in range(GAMES):
        states = [state for _, state in played(random.Random(seed), RULES.new_game()) if not state.owed]
        for step in sorted({state.step for state in states}):
            those = [state for state in states if state.step == step]
            found += [those[at] for at in sorted({0, len(those) // 2, len(those) - 1})]
        rolls: dict[str, State] = {}
        for state in states:
            if due := RULES.due(state):
                rolls.setdefault(f"{due.purpose} {bool(due.modifiers)}", state)
        found += rolls.values()
    return tuple(map(known_to_a_table, found))
