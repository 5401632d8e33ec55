"""Expectations tell the truth: of cards in piles, of players who do not play, whatever order lists are in."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from signifer_firmware.simulation.files import WRONG, run_files

THERMOPYLES = """game thermopyles
players 2
setup 1 blue persian-3
setup 2 blue persian-4
setup 5 blue persian-7 persian-9
setup 4 blue persian-10
begin act
"""
CALL = "game call-to-glory\nplayers 3\nround 2\nseen 1 monk-4 farmer-8\ncount 1 hand 4\n"
MISSIONS = f"{CALL}variant missions\nrevealed mission-a-1 mission-b-1\nbegin draw\n"
WON = """game call-to-glory
players 3
begin score
round 4
score 1 1 40
score 1 2 6
score 2 2 45
score 3 1 40
setup 1 red emperor-1 emperor-2
owner emperor 3
press ok red
press ok blue
"""
ARENA = """game dark-age-arena
turn 4
known red discards sack-1 rally-1
count red discards 2
known red under sack-2 rally-2
begin prepare
"""


def held(folder: Path, rows: str) -> list[bool]:
    """Of each expectation, whether it held."""
    path = folder / "it.table"
    path.write_text(rows, encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    assert run_files([path], json=True, screens=None, out=out, err=err) != WRONG, err.getvalue()
    told = map(json.loads, out.getvalue().splitlines())
    return [each["held"] for each in told if each["kind"] == "expect"]


@pytest.mark.parametrize(
    ("begun", "true", "false"),
    [
        (THERMOPYLES, "units 5 blue persian persian", "units 5 blue none"),
        (THERMOPYLES, "units 4 blue persian", "units 4 blue none"),
        (THERMOPYLES, "units 5 red none", "units 5 red persian persian"),
        (THERMOPYLES, "hand 2 3", "hand 3 0"),
        (MISSIONS, "hand 1 4", "hand 4 0"),
        (MISSIONS, "letters 3 abc", "letters 4 none"),
        (MISSIONS, "score 1 1 0", "score 1 4 0"),
        (MISSIONS, "bonus 1 0", "bonus 4 0"),
        (MISSIONS, "seen 2 none", "seen 4 none"),
        (MISSIONS, "figures 1 0", "figures 4 0"),
        (MISSIONS, "seen 1 monk-4 farmer-8", "seen 1 monk-4"),
        (MISSIONS, "seen 1 farmer-8 monk-4", "seen 1 farmer-8 monk-4 monk-4"),
        (ARENA, "known red discards sack-1 rally-1", "known red discards sack-1"),
        (ARENA, "known red discards rally-1 sack-1", "known red discards sack-1 sack-1"),
        (ARENA, "known red under sack-2 rally-2", "known red under rally-2 sack-2"),
    ],
)
def test_what_is_expected_holds_only_if_it_is_so(begun: str, true: str, false: str, tmp_path: Path) -> None:
    assert held(tmp_path, f"{begun}expect {true}\nexpect {false}\n") == [True, False]


def test_a_table_without_a_buzzer_sounds_nothing(tmp_path: Path) -> None:
    path, err = tmp_path / "it.table", io.StringIO()
    path.write_text("game field-of-glory\ntable handy\nexpect sound none\n", encoding="utf-8")
    assert run_files([path], json=False, screens=None, out=io.StringIO(), err=err) == WRONG
    assert err.getvalue() == f'{path}:3: the table "handy" has no buzzer\n'


@pytest.mark.parametrize("cards", ["1 3", "3 1"])
def test_victory_is_shared_in_any_order(cards: str, tmp_path: Path) -> None:
    assert held(tmp_path, f"{WON}expect winner {cards}\n") == [True]


@pytest.mark.parametrize(
    ("rows", "lines"),
    [
        ("game thermopiles\nplayers 2\nmarker 3\nbegin act\nexpect row none\n", [1]),
        ("game chess\nplayers 2\ncount white 7\n", [1]),
        ("game field-of-glory\ntable nothere.toml\n", [2]),
        (
            "game field-of-glory\ncount blue hand 12\ncount blue deck 13\ncount red points 100\nbegin lead\n",
            [3, 4],
        ),
    ],
)
def test_faults_have_their_lines_and_hide_no_others(rows: str, lines: list[int], tmp_path: Path) -> None:
    path, err = tmp_path / "it.table", io.StringIO()
    path.write_text(rows, encoding="utf-8")
    assert run_files([path], json=False, screens=None, out=io.StringIO(), err=err) == WRONG
    told = err.getvalue().splitlines()
    assert [int(row.removeprefix(f"{path}:").partition(":")[0]) for row in told] == lines
