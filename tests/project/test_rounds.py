"""What a round of Call to Glory brings is learnt from turn to turn: known weights are found, in few rounds."""

from __future__ import annotations

import random

import pytest
import typer
from typer.testing import CliRunner

from benchmarks.rounds import Round, learnt, solved, surprise
from benchmarks.value import learn


def test_equations_are_solved_whatever_their_order() -> None:
    """Not only such as are symmetric, or begin with what they are solved by."""
    assert solved([[0.0, 2.0, 0.0], [1.0, 3.0, -1.0], [0.0, 1.0, 2.0]], [4.0, 4.0, 8.0]) == pytest.approx(
        [1.0, 2.0, 3.0]
    )


def test_weights_that_are_known_are_found_through_the_chance_of_the_end() -> None:
    """Each turn chance changes the figures, and at the end what is scored."""
    rng, weights = random.Random(1), (2.0, -1.0)
    played: list[Round] = []
    for _ in range(600):
        turn: tuple[float, ...] = (rng.gauss(0, 3), rng.gauss(0, 3))
        turns = [turn]
        for _ in range(9):
            turn = (turn[0] + rng.gauss(0, 1), turn[1] + rng.gauss(0, 1))
            turns.append(turn)
        played.append((turns, sum(map(float.__mul__, weights, turn)) + rng.gauss(0, 20)))
    found = learnt(played, (0.0, 0.0))
    assert found == pytest.approx(weights, abs=0.3)
    assert surprise(played, found) < surprise(played, [0.0, 0.0])


@pytest.mark.slow
def test_a_game_is_played_and_learnt_from() -> None:
    app = typer.Typer()
    app.command()(learn)
    asked = ["--game", "call-to-glory", "--games", "10", "--players", "search:1"]
    told = CliRunner().invoke(app, asked)
    assert told.exit_code == 0, told.output
    assert "WEIGHTS = (" in told.output
