"""What positions are worth is learnt: known weights are found, and what ships tells who wins better than a coin."""

from __future__ import annotations

import random

import pytest
import typer
from typer.testing import CliRunner

from benchmarks.value import Sample, chance, learn, learnt, solved, surprise


def test_equations_are_solved() -> None:
    assert solved([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]], [6.0, 10.0, 8.0]) == pytest.approx(
        [1.0, 2.0, 3.0]
    )


def test_weights_that_are_known_are_found() -> None:
    rng, weights = random.Random(1), [1.0, -0.5, 0.25]
    samples: list[Sample] = []
    for _ in range(4000):
        features = (rng.gauss(0, 1), rng.gauss(0, 1), 1.0)
        samples.append((features, float(rng.random() < chance(weights, features))))
    assert learnt(samples) == pytest.approx(weights, abs=0.12)


def test_a_coin_is_surprised_by_the_logarithm_of_two() -> None:
    assert surprise([((1.0,), 1.0), ((1.0,), 0.0)], [0.0]) == pytest.approx(0.6931, abs=0.0001)


def test_what_ships_tells_who_wins_better_than_a_coin() -> None:
    app = typer.Typer()
    app.command()(learn)
    told = CliRunner().invoke(app, ["--games", "40", "--seed", "90000"])
    assert told.exit_code == 0, told.output
    said = dict(line.strip().split(": ") for line in told.output.splitlines() if line.startswith("  "))
    assert float(said["as shipped"]) < 0.6 < float(said["a coin"])
    assert "MINE = (" in told.output
