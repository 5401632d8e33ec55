"""A best response: whoever thinks as the level does shares each pair, who thinks the contrary loses, training helps."""

from __future__ import annotations

from itertools import count, islice

import pytest
from signifer_firmware.games.field_of_glory.robots.value import SHIPPED
from signifer_firmware.simulation.robots.thinking import Level

from benchmarks.best_response import Training, trained

CONTRARY = tuple(-weight for weight in SHIPPED)


def test_who_thinks_as_the_level_does_shares_each_pair() -> None:
    training = Training(Level(3))
    assert training.standing(SHIPPED, range(2)).points == (1.0, 1.0)
    assert {won for _, won in training.samples} == {0.0, 1.0}


def test_who_thinks_the_contrary_loses() -> None:
    assert Training(Level(6)).standing(CONTRARY, range(3)).rate < 0.5


@pytest.mark.soak
def test_training_from_the_contrary_finds_what_wins_more() -> None:
    training, tries = Training(Level(6)), count()
    found = islice(trained(training, lambda: next(tries) > 12, 1, start=CONTRARY), 12)
    *_, (weights, _) = found
    fresh = range(900, 920)
    assert training.standing(weights, fresh).rate > training.standing(CONTRARY, fresh).rate
