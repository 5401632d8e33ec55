"""The figures of a fighter in support: the odds reckon them once, for they are the same at every pair (DA-30)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from signifer_core.games.dark_age_arena.combat import Confrontation
from signifer_core.games.dark_age_arena.odds.figures import Roster
from signifer_core.games.dark_age_arena.state import ROUND_STEPS, State

from .states import DECK, RULES, attacked, played

RED = "militia-1 1, shieldman-1 1, axeman-1 1 great-axe-1, berserk-1 1 mail-1, knight-1 1 drill-1"
BLUE = "scout-1 1, bowman-1 1, hunter-1 1 longbow-1, duellist-1 1 venom-1"


def in_support(state: State) -> Iterator[tuple[str, list[Confrontation]]]:
    """Each fighter at each pair that others may be."""
    assert state.combat is not None
    attackers, defenders = state.fighters(state.combat.attacker), state.fighters(state.combat.defender)
    for card in (*attackers, *defenders):
        pairs = [pair for pair in product(attackers, defenders) if card not in pair]
        yield card, [Confrontation(*pair, (card,)) for pair in pairs]


def combats(rng: random.Random) -> Iterator[State]:
    """Rounds of a random game that begins with an attack, with classes or without."""
    start = attacked(RED, BLUE, rules=RULES, classes=rng.random() < 0.5, has={"blue": {"com": 6}})
    for _, state in played(rng, start):
        if state.combat is None:
            return
        if state.step in ROUND_STEPS:
            yield state


@given(st.randoms(use_true_random=False))
def test_da_30_a_fighter_in_support_has_the_same_figures_at_every_pair(rng: random.Random) -> None:
    states = [*combats(rng)]
    for state in rng.sample(states, min(2, len(states))):
        roster = Roster(DECK, state)
        for card, places in in_support(state):
            for at, now in product(rng.sample(places, min(3, len(places))), (True, False)):
                # As if each pair were reckoned by itself.
                alone = roster._figures(card, (at,), roster._now if now else roster._later, roster.carriers)
                assert roster.of(card, at, roster.carriers, now=now) == alone


def test_da_30_they_are_reckoned_once() -> None:
    state = next(combats(random.Random(2)))
    roster = Roster(DECK, state)
    for card, places in in_support(state):
        assert len({id(roster.of(card, at, roster.carriers, now=True)) for at in places}) <= 1
