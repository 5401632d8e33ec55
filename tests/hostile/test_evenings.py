"""Hostile evenings at every table: after hands have done everything wrong, and then only what the table tells them,
belief and table agree, no action has happened that no gesture meant, and nothing that was legal is lost.

One evening again: ``python -m tests.hostile GAME SEED`` (CONTRIBUTING.md).
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.sweeps import shared_out

from .acts import FINGERS, HANDS
from .evening import MOST_PRESSES
from .tables import GUESTS, Report, play, shrunk, told

# Evenings in every run of the tests, and in the soak, by table.
FEW = {"field-of-glory": 6, "field-of-glory-starter": 8, "thermopyles": 8}
MANY = {"field-of-glory": 800, "field-of-glory-starter": 500, "thermopyles": 700}
CHUNK = 50


def played(name: str, seeds: range) -> Report:
    """All those evenings; the first that fails is shrunk and told."""
    report = Report()
    for seed in seeds:
        evening, fault = play(name, seed)
        if fault is not None:
            smaller, same = shrunk(name, seed)
            pytest.fail(told(smaller, name, seed, same), pytrace=False)
        report.add(evening.account)
    print("\n".join([name, *report.lines()]))
    return report


@pytest.mark.slow
@pytest.mark.parametrize("name", GUESTS)
def test_a_hostile_table_comes_back_by_what_it_says_itself(name: str) -> None:
    report = played(name, range(FEW[name]))
    assert report.longest[0] <= MOST_PRESSES
    assert {act.__name__ for act in (*HANDS, *FINGERS)} - set(report.hostile) <= {"wrong_card_on_the_pad"}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "first"),
    [(name, first) for name, many in MANY.items() for first in range(0, many, CHUNK)],
)
def test_many_hostile_tables_come_back_by_what_they_say_themselves(name: str, first: int) -> None:
    assert played(name, range(first, first + CHUNK)).longest[0] <= MOST_PRESSES


@pytest.mark.parametrize("name", GUESTS)
def test_one_seed_gives_one_evening(name: str) -> None:
    assert play(name, 3)[0].acts == play(name, 3)[0].acts


ACTS = """
import sys
from tests.hostile.tables import play
print(*play(sys.argv[1], int(sys.argv[2]))[0].acts, sep="\\n")
"""


@pytest.mark.parametrize(
    ("name", "seed"),
    shared_out([("field-of-glory-starter", 274), ("field-of-glory", 228), ("thermopyles", 3)], 1),
)
@pytest.mark.slow
def test_one_seed_gives_one_evening_in_every_process(name: str, seed: int) -> None:
    """Sets lie in another order in each: whoever asks one for its first card plays another evening."""
    told = [
        subprocess.run(
            [sys.executable, "-c", ACTS, name, str(seed)],
            env=os.environ | {"PYTHONHASHSEED": order},
            stdout=subprocess.PIPE,
            check=True,
        ).stdout
        for order in ("0", "1")
    ]
    assert told[0] == told[1]
    assert len(told[0].splitlines()) > 100


@pytest.mark.parametrize(
    ("name", "seed"),
    [("field-of-glory", 216), ("field-of-glory", 288), ("field-of-glory-starter", 235)],
)
def test_a_terrain_card_that_waits_is_confirmed_or_taken_back(name: str, seed: int) -> None:
    """Hands laid one that nobody meant, or exchanged it for its twin, and went on with another: that confirmed it."""
    assert play(name, seed)[1] is None


def test_units_grabbed_in_the_advance_come_back() -> None:
    """Three at once, one of two and two that lay alone: what was laid back stood in the way of the one of two."""
    assert play("field-of-glory", 228)[1] is None


@pytest.mark.parametrize("name", GUESTS)
def test_careful_hands_never_need_a_way_back(name: str) -> None:
    evening, fault = play(name, 1, rate=0.0)
    assert fault is None
    assert not evening.account.ways
    assert evening.account.decisions > 40
