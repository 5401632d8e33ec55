"""Random games: legality said twice agrees, counts are kept, actions read back, refused ones change nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.actions import (
    Action,
    Discard,
    Place,
    Restore,
    Reveal,
    TakeBack,
    notation,
    parse,
)
from signifer_core.layout import SIDES

from tests.core.field_of_glory.states import (
    DOMAIN,
    RULES,
    after,
    belongings,
    check_position,
    position,
    somewhere,
    unordered,
    walk,
)
from tests.core.field_of_glory.walks import check_refusal
from tests.sweeps import often

SOME = settings(max_examples=often(12, 25), deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**32 - 1)


@pytest.mark.slow
@settings(SOME, max_examples=often(4, 12))
@given(SEEDS)
def test_fg_t0_legal_actions_and_refusals_agree_over_the_whole_domain(seed: int) -> None:
    rng = random.Random(seed)
    state = somewhere(rng)
    for _, visited in [(None, state), *walk(state, rng, 12)]:
        legal = RULES.legal_actions(visited)
        assert len(set(legal)) == len(legal)
        assert set(RULES.chance(visited)) <= set(legal)
        accepted = set()
        for action in DOMAIN:
            reasons = RULES.refusals(visited, action)
            if not reasons:
                accepted.add(action)
            for reason in reasons:
                check_refusal(reason, action)
            assert len(set(reasons)) == len(reasons)
        shown = {action for action in legal if isinstance(action, Reveal) and action not in DOMAIN}
        assert not any(RULES.refusals(visited, action) for action in shown)
        assert accepted == set(legal) - shown
        assert bool(legal) == (RULES.outcome(visited) is None)


@pytest.mark.slow
@SOME
@given(SEEDS)
def test_fg_t0_refused_actions_raise_and_change_nothing(seed: int) -> None:
    rng = random.Random(seed)
    state = somewhere(rng)
    for _, visited in [(None, state), *walk(state, rng, 10)]:
        for action in rng.sample(DOMAIN, 40):
            before = repr(visited)
            if RULES.refusals(visited, action):
                with pytest.raises(RulesError):
                    RULES.apply(visited, action)
            else:
                check_position(RULES.apply(visited, action))
            assert repr(visited) == before


@pytest.mark.slow
@settings(max_examples=often(40, 100), deadline=None)
@given(SEEDS)
def test_fg_t0_counts_are_kept_and_the_notation_replays_the_game(seed: int) -> None:
    rng = random.Random(seed)
    start = somewhere(rng)
    check_position(start)
    had = {player: belongings(start, player) for player in SIDES}
    path = walk(start, rng, 60)
    for _, state in path:
        check_position(state)
        assert {player: belongings(state, player) for player in SIDES} == had
        hash(state)
    journal = [notation(action) for action, _ in path]
    assert after(start, *map(parse, journal)) == (path[-1][1] if path else start)


@pytest.mark.slow
@settings(max_examples=often(25, 50), deadline=None)
@given(SEEDS)
def test_fg_p1_what_hands_can_take_back_is_taken_back_without_a_trace(seed: int) -> None:
    rng = random.Random(seed)
    state = position(units={"3 red": "pike-1 pike-2", "2 red": "archer-1"})
    for action, later in walk(state, rng, 15):
        may = state.step == "actions" and not state.paid
        if may and isinstance(action, Place | TakeBack | Discard | Restore):
            assert RULES.reversible(state, action)
            card, column = action.card, state.where(action.card) or later.where(action.card)
            backs: list[Action] = [TakeBack(card), Restore(card), Discard(card), Place(card, column or 0)]
            legal = [back for back in backs if back in RULES.legal_actions(later)]
            assert unordered(state) in [unordered(after(later, back)) for back in legal], action
        state = later


@pytest.mark.slow
def test_fg_t0_random_games_reach_every_step_and_an_end() -> None:
    rng = random.Random(5)
    steps: set[str] = set()
    ended: set[str | None] = set()
    for _ in range(80):
        for _, state in walk(somewhere(rng), rng, 150):
            steps.add(state.step)
            ended.add(state.winner)
    assert steps == {
        *("advance", "flank", "actions", "draw", "shuffle", "over"),
        *("lead", "bonus", "retreat", "result", "rampage"),
    }
    assert {"red", "blue"} <= ended
