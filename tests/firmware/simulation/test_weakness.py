"""How robots of a lower level miss the best move: never by much, and the same again by their seed."""

from __future__ import annotations

from collections import Counter

import pytest
from signifer_core.search import Candidate, Thought
from signifer_firmware.game_api import registry
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.thinking import Level, weakened

CANDIDATES = (
    Candidate("best", 60, 0.6),
    Candidate("blunder", 30, 0.3),
    Candidate("good", 20, 0.5),
)
THOUGHT = Thought("best", CANDIDATES, 120)


def shares(weakness: float) -> dict[str, float]:
    chosen = Counter(weakened(THOUGHT, Level(9, weakness), seed).move for seed in range(800))
    return {move: number / 800 for move, number in chosen.items()}


def test_without_weakness_it_is_the_best_move() -> None:
    assert weakened(THOUGHT, Level(9), 7) is THOUGHT


@pytest.mark.parametrize(("weakness", "best"), [(0.3, 0.97), (1.0, 0.75), (50.0, 0.5)])
def test_it_draws_among_the_best_and_leaves_blunders(weakness: float, best: float) -> None:
    found = shares(weakness)
    assert set(found) <= {"best", "good"}
    assert found["best"] == pytest.approx(best, abs=0.05)


def test_a_level_says_how_much_it_may_lose() -> None:
    every = {weakened(THOUGHT, Level(9, 8.0, 0.4), seed).move for seed in range(50)}
    assert every == {"best", "blunder", "good"}


def test_it_keeps_what_was_thought_and_is_the_same_by_its_seed() -> None:
    weak = weakened(THOUGHT, Level(9, 2.0), 4)
    assert weak == weakened(THOUGHT, Level(9, 2.0), 4)
    assert (weak.candidates, weak.iterations) == (CANDIDATES, 120)
    nothing = Thought("only", (), 0)
    assert weakened(nothing, Level(9, 2.0), 4) == nothing


@pytest.mark.parametrize("game", registry.names())
def test_levels_of_a_game_rise(game: str) -> None:
    ladder = robot(game).ladder
    slips = [(each.weakness, each.lost if each.weakness else 0.0) for each in ladder]
    keys = [(each.iterations, -weakness, -lost) for each, (weakness, lost) in zip(ladder, slips, strict=True)]
    assert keys == sorted(set(keys))
    # None thinks less, slips more, or loses more by it than the one below.
    assert all(list(column) == sorted(column) for column in zip(*keys, strict=True))
    assert robot(game).levels == len(ladder)
    assert not ladder or ladder[0].weakness > 1 > 0.2 >= ladder[-1].weakness
