"""A best response: whoever thinks as the level does shares each pair, who thinks the contrary loses, training helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path

import pytest
import typer
from signifer_firmware.games.field_of_glory.robots.value import SHIPPED, Weights
from signifer_firmware.simulation.robots.thinking import Level
from typer.testing import CliRunner

from benchmarks.arena import Standing
from benchmarks.best_response import PIECE, Kept, Training, respond, trained

CONTRARY = tuple(-weight for weight in SHIPPED)


def test_who_thinks_as_the_level_does_shares_each_pair() -> None:
    training = Training(Level(3))
    assert training.standing(SHIPPED, range(2)).points == (1.0, 1.0)
    assert {won for _, won in training.samples} == {0.0, 1.0}


def test_who_thinks_the_contrary_loses() -> None:
    assert Training(Level(6)).standing(CONTRARY, range(3)).rate < 0.5


def test_an_hour_is_trained_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app, file, begun = typer.Typer(), tmp_path / "weights.json", list[tuple[int, Weights]]()
    app.command()(respond)
    better = (*SHIPPED[:-1], 0.25)

    def trained(
        training: Training, over: Callable[[], bool], seed: int, start: Weights
    ) -> Iterator[tuple[Weights, Standing]]:
        begun.append((seed, start))
        yield better, Standing((2.0,))

    monkeypatch.setattr("benchmarks.best_response.trained", trained)
    asked = ["--minutes", "20", "--pairs", "0", "--kept", str(file)]
    for _ in range(2):
        told = CliRunner().invoke(app, asked)
        assert told.exit_code == 0
        assert told.output.strip().endswith("0.250")
    assert begun == [(1, SHIPPED), (1 + PIECE, better)]
    assert Kept.of(file).pieces == 2
    for nonsense, said in (("[1]", "no weights"), ('{"weights": [1.0]}', "another program")):
        file.write_text(nonsense, "utf-8")
        told = CliRunner().invoke(app, asked)
        assert told.exit_code == 2
        # Framed and broken into lines, as typer does.
        assert said in " ".join(told.output.replace("│", " ").split())


@pytest.mark.soak
def test_training_from_the_contrary_finds_what_wins_more() -> None:
    training, tries = Training(Level(6)), count()
    found = islice(trained(training, lambda: next(tries) > 12, 1, start=CONTRARY), 12)
    *_, (weights, _) = found
    fresh = range(900, 920)
    assert training.standing(weights, fresh).rate > training.standing(CONTRARY, fresh).rate
