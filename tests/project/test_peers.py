"""How others' searchers are shown our games, and what is said where they are not there."""

from __future__ import annotations

import random
import sys

import pytest

from benchmarks.arena import pairs
from benchmarks.contests import CONTESTS
from benchmarks.peers import Shown

CONTEST = CONTESTS["field-of-glory"]()


def shown(seed: int) -> Shown:
    state = CONTEST.begun(seed, frozenset())
    while (action := CONTEST.happens(state, seed)) is not None:
        state = CONTEST.rules.apply(state, action)
    view = CONTEST.rules.view(state, CONTEST.mover(state))
    return Shown(CONTEST.plans(), view, CONTEST.players, random.Random(seed), [])


def test_moves_are_numbers_that_mean_the_same_in_each_deal() -> None:
    root = shown(3)
    first, second = root.resampled(), root.resampled()
    assert first.state != second.state
    assert first.legal_actions() == second.legal_actions() == root.legal_actions()
    number = first.legal_actions()[0]
    copy = first.clone()
    first.apply_action(number)
    assert copy.state != first.state
    assert copy.legal_actions()[0] == number
    assert copy.move(number) == second.move(number)


def test_a_game_of_moves_by_chance_comes_to_its_end_and_is_won_by_one() -> None:
    results = set()
    for seed in range(6):
        game, rng = shown(seed).resampled(), random.Random(seed)
        while not game.is_terminal():
            assert not game.is_chance_node()
            assert game.current_player() in (0, 1)
            game.apply_action(rng.choice(game.legal_actions()))
        results.add(tuple(game.returns()))
    assert results <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}
    assert len(results) > 1


def test_without_it_the_arena_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "open_spiel", None)
    with pytest.raises(ValueError, match="peers"):
        next(pairs(CONTEST, "openspiel:0.01s", "thumb", 1))
