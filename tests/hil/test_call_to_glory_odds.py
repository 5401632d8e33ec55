"""Odds of Call to Glory at the whole table: what a held column means, and what it shows, if both sides allow odds."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.games.call_to_glory.state import State
from signifer_core.layout import SIDES
from signifer_core.procedure import Table
from signifer_firmware.game_api.game import is_of
from signifer_firmware.simulation.table_run import ScriptRun

from tests.hil.statements import do, running

START = """game call-to-glory
players 2
variant figures
begin play
setup 3 blue farmer-1 farmer-2 farmer-3
setup 2 red monk-1 monk-2
setup 1 red ninja-1 ninja-2
count left 40
count right 40
count red discard 15
"""
BEATEN = "Beaten? Odds"


def says(run: ScriptRun, text: str) -> set[str]:
    """The players whose screens say ``text``."""
    return {player for player in SIDES if text in run.appliance.words(player)}


def table_of(run: ScriptRun) -> Table[State]:
    table = run.appliance.keeper.table
    assert is_of(table, State)
    return table


def codes(run: ScriptRun) -> set[str]:
    return {refusal.code for refusal in run.appliance.keeper.outlook.refusals}


@pytest.mark.parametrize("asks", SIDES)
def test_a_held_column_shows_the_odds_of_what_lies_there_to_both(tmp_path: Path, asks: str) -> None:
    with running(tmp_path, f"hold column 3 {asks}\n", "odds on", start=START) as run:
        before = table_of(run)
        assert says(run, BEATEN) == says(run, "4 x Farmer: ") == set(SIDES)
        assert says(run, "Monk: ") == set()
        do(run, "hold column 2 red", start=START)
        assert says(run, "3 x Monk: ") == set(SIDES), "another column, other odds"
        assert says(run, "Farmer: ") == set()
        do(run, "hold column 2 blue", start=START)
        assert says(run, BEATEN) == set()
        assert table_of(run) == before, "asking is no gesture of the game"


def test_odds_that_are_not_allowed_are_not_told(tmp_path: Path) -> None:
    with running(tmp_path, "hold column 3 blue\n", start=START) as run:
        assert says(run, "Odds are off: menu") == {"blue"}
        assert says(run, BEATEN) == set()


def test_a_column_where_nothing_lies_has_no_odds(tmp_path: Path) -> None:
    with running(tmp_path, "hold column 4 blue\n", "odds on", start=START) as run:
        assert says(run, BEATEN) == set()


def test_a_held_column_that_means_a_face_down_pile_means_it(tmp_path: Path) -> None:
    with running(tmp_path, "hold column 1 blue\n", "odds on", start=START) as run:
        assert table_of(run).state.empty == {"left"}
        assert says(run, BEATEN) == set()
        # It is told; of what lies beside it there are odds now.
        do(run, "hold column 1 blue", start=START)
        assert says(run, "3 x Ninja: ") == set(SIDES)


def test_a_ninja_figure_comes_before_odds_for_whoever_may_return_one(tmp_path: Path) -> None:
    start = START + "figures 1 1\n"
    with running(tmp_path, "hold column 3 red\n", "odds on", start=start) as run:
        assert (table_of(run).held.named, says(run, BEATEN)) == (3, set())
        do(run, "press ok blue", "hold column 3 blue", start=start)
        assert says(run, BEATEN) == set(SIDES)
        do(run, "hold column 2 red", start=start)
        assert says(run, "3 x Monk: ") == set(SIDES), "no opponent's set lies there"


@pytest.mark.parametrize(
    ("more", "code"), [("", "no-figure"), ("figures 1 1\nfresh 1 1\n", "figure-too-new")]
)
def test_a_figure_that_cannot_be_returned_is_refused_unless_odds_are_allowed(
    tmp_path: Path, more: str, code: str
) -> None:
    start = START + more
    with running(tmp_path / "off", "hold column 3 red\n", start=start) as run:
        assert (codes(run), says(run, "Odds are off")) == ({code}, set())
    with running(tmp_path / "on", "hold column 3 red\n", "odds on", start=start) as run:
        assert (codes(run), says(run, BEATEN)) == (set(), set(SIDES))


def test_what_the_table_accepts_ends_odds(tmp_path: Path) -> None:
    with running(tmp_path, "hold column 3 red\nput shogun-1 pad blue\n", "odds on", start=START) as run:
        assert says(run, BEATEN) == set()
