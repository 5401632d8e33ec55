"""Whole tables: every script of the project on the twins, and what ``signifer script`` promises about its output."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from signifer_firmware.cli import showcase
from signifer_firmware.game_api import registry
from signifer_firmware.simulation import bundled
from signifer_firmware.simulation.files import run_files

from tests.sweeps import shared_out

SCRIPTS = sorted((Path(__file__).parents[1] / "scripts").glob("*.table"))
BUNDLED = [
    bundled.bundled_script(name)
    for name in (*(game.demo_script for game in registry.games()), *showcase.SHOWN.values())
]
# Scripts that break a node, or what it reads, are played over column nodes in every run, and one of so many of the
# others; the rest with every reader on the Pi's own bus, where pads and screens hang anyway, and which takes half the
# time: rules and screens are the same there. In the soak these are played over nodes, too.
NODES_IN_ONE_OF = 40
OF_NODES = re.compile(r"^ *fault (node|reader [1-5])", re.MULTILINE)
ON_BUS = [
    path
    for number, path in enumerate(SCRIPTS)
    if number % NODES_IN_ONE_OF and not OF_NODES.search(path.read_text())
]
# What these tell is of places with one coil: how deep into a stack it reads, and what its reader is called.
OF_ONE_COIL = ("cg-displaced-at-once", "da-waiting-in-a-pile", "language-each-his-own")
START = "game field-of-glory\nterrain plain plain plain plain plain\nfirst red\n"


def run(
    *paths: Path, json: bool = False, screens: Path | None = None, table: str = "standard"
) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run_files(list(paths), json=json, screens=screens, out=out, err=err, table=table)
    return status, out.getvalue(), err.getvalue()


def events(path: Path) -> list[dict[str, Any]]:
    _, out, _ = run(path, json=True)
    return [json.loads(line) for line in out.splitlines()]


@pytest.fixture
def script(tmp_path: Path) -> Any:
    def write(text: str, *, start: str = START) -> Path:
        path = tmp_path / "it.table"
        path.write_text(start + text)
        return path

    return write


@pytest.mark.slow
@pytest.mark.parametrize("path", [*SCRIPTS, *BUNDLED], ids=lambda path: path.stem)
def test_script_holds(path: Path) -> None:
    status, _, err = run(path, table="direct" if path in ON_BUS else "standard")
    assert (status, err) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["covered", "nine-points"])
def test_script_holds_with_two_readers_a_zone_too(name: str) -> None:
    status, _, err = run(SCRIPTS[0].with_name(f"{name}.table"), table="double")
    assert (status, err) == (0, "")


@pytest.mark.soak
@pytest.mark.parametrize(
    "path", [path for path in SCRIPTS if path.stem not in OF_ONE_COIL], ids=lambda path: path.stem
)
def test_every_script_holds_with_two_readers_a_zone_too(path: Path) -> None:
    status, _, err = run(path, table="double")
    assert (status, err) == (0, "")


@pytest.mark.soak
@pytest.mark.parametrize("path", ON_BUS, ids=lambda path: path.stem)
def test_script_holds_over_nodes_too(path: Path) -> None:
    status, _, err = run(path)
    assert (status, err) == (0, "")


def test_there_are_scripts() -> None:
    assert len(SCRIPTS) >= 14, "an empty folder would hold without a word"
    assert len(SCRIPTS) - len(ON_BUS) >= len(SCRIPTS) / NODES_IN_ONE_OF


def test_a_failed_expectation_is_named_with_line_and_both_sides(script: Any) -> None:
    path = script("put spear-1 3 red\nexpect due red 4\nexpect units 3 red pike\nexpect due red 5\n")
    status, out, err = run(path)
    assert status == 1
    assert err.splitlines() == [
        f"{path}:5: expect due red 4: expected 4, seen 5",
        f"{path}:6: expect units 3 red pike: expected pike, seen spear",
    ]
    assert "1 held, 2 failed" in out


def test_a_wrong_script_names_all_faults_and_runs_nothing(script: Any) -> None:
    path = script(
        "putt spear-1 3 red\nput speer-1 3 red\ntake blue/pike-1\nexpect reader 3 red asleep\nput spear-1 6 red\n"
    )
    status, out, err = run(path, json=True)
    assert (status, out) == (2, "")
    lines = err.splitlines()
    assert [line.split(":")[1] for line in lines] == ["4", "5", "7", "8"], err
    assert 'did you mean "put"' in lines[0]


def test_faults_that_only_the_table_shows_are_found_before_it_runs(script: Any) -> None:
    path = script("table stock\nput spear-1 pad red\ntake blue/pike-1\nfault node 3 unplug\n")
    status, out, err = run(path)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 3
    assert "Traceback" not in err


def test_a_set_up_that_no_placing_could_reach_is_a_fault(script: Any) -> None:
    path = script(
        "setup 3 red spear-1 spear-2 spear-3\nsetup 2 red cavalry-1 pike-1\n"
        "count red points 100\nput archer-1 4 red\n",
    )
    status, out, err = run(path)
    assert (status, out) == (2, "")
    assert "Traceback" not in err
    lines = err.splitlines()
    for line, words in ((4, "takes two units"), (5, "cannot share"), (6, "0 to 99")):
        assert any(f":{line}: " in fault and words in fault for fault in lines), (line, err)


def test_the_worst_status_counts_and_the_others_still_run(script: Any, tmp_path: Path) -> None:
    good = script("expect due red 0\n")
    wrong = tmp_path / "wrong.table"
    wrong.write_text("nonsense\n")
    status, out, err = run(wrong, good, tmp_path / "missing.table")
    assert status == 2
    assert "1 held" in out
    assert "missing.table: cannot be read" in err


def test_every_kind_of_event_has_its_fields(script: Any) -> None:
    path = script(
        "put spear-1 3 red\nput tag/1 2 red\npress dice\nfault reader 5 red unplug\nexpect due red 5\n"
        "take tag/1\nput spear-2 4 red\nput commander-1 pad red\nput commander-2 pad red\npress ok red\n"
    )
    fields = {
        "did": {"statement"},
        "action": {"player", "text"},
        "refused": {"player", "code", "ruling", "message", "fix"},
        "correction": {"verb", "card", "place"},
        "prompt": {"player", "step", "text"},
        "roll": {"player", "value", "for"},
        "fault": {"part", "state", "cause"},
        "expect": {"held", "wanted", "seen"},
        "end": {"winner", "held", "failed"},
    }
    seen = events(path)
    assert {event["kind"] for event in seen} == set(fields)
    for event in seen:
        assert set(event) == {"time_s", "line", "kind"} | fields[event["kind"]]
    times = [event["time_s"] for event in seen]
    assert times == sorted(times)
    assert {"verb": "take", "card": "tag/1", "place": "2"}.items() <= next(
        event for event in seen if event["kind"] == "correction"
    ).items(), "a tag keeps its script's name"
    assert seen[-1]["kind"] == "end"
    assert [event["statement"] for event in seen if event["kind"] == "did"][:3] == START.splitlines()


def test_the_same_script_gives_the_same_events() -> None:
    path = next(path for path in SCRIPTS if path.stem == "any-order")
    assert events(path) == events(path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", shared_out(range(12), 3))
def test_legal_hands_in_any_order_are_never_refused_not_even_for_a_moment(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "it.table"
    source = next(path for path in SCRIPTS if path.stem == "any-order").read_text()
    path.write_text(source.replace("seed 15", f"seed {seed}"))
    kinds = {event["kind"] for event in events(path)}
    assert {"action", "expect"} <= kinds
    assert not {"refused", "correction"} & kinds


def test_another_seed_gives_other_rolls(tmp_path: Path) -> None:
    rolls = []
    for seed in (1, 2):
        path = tmp_path / f"{seed}.table"
        path.write_text(START.replace("terrain", f"seed {seed}\nterrain") + "press dice\n" * 12)
        rolls.append([event["value"] for event in events(path) if event["kind"] == "roll"])
    assert all(1 <= value <= 6 for roll in rolls for value in roll)
    assert len(rolls[0]) == 12
    assert rolls[0] != rolls[1]


def test_screens_are_written_as_png(script: Any, tmp_path: Path) -> None:
    path = script("put spear-1 3 red\n")
    run(path, screens=tmp_path / "out")
    names = {file.name for file in (tmp_path / "out").iterdir()}
    assert len(names) == 13
    assert {"it.png", "it-3-red.png", "it-red.png"} <= names


def test_cards_believed_to_lie_in_a_zone_are_expected_all_of_them(script: Any) -> None:
    status, _, err = run(
        script(
            "put spear-1 3 red\nput tag/7 pad blue\nexpect lying 3 red spear-1\nexpect lying pad blue tag/7\n"
            "expect lying 4 red none\nexpect lying 3 red none\nexpect lying 3 red spear-1 spear-2\n"
        )
    )
    assert status == 1
    assert [line.partition(": ")[2] for line in err.splitlines()] == [
        "expect lying 3 red none: expected none, seen red/spear-1",
        "expect lying 3 red spear-1 spear-2: expected red/spear-1, red/spear-2, seen red/spear-1",
    ]


def test_a_weak_tag_is_still_read_and_no_tag_has_too_little_power_to_answer(script: Any) -> None:
    weak = "put spear-1 3 red\nfault card red/spear-1 weak {}%\nwait 10\nexpect lying 3 red spear-1\n"
    moved = "put red/spear-1 4 red\nwait 5\nexpect lying 3 red none\nexpect lying 4 red spear-1\n"
    status, _, err = run(script(weak.format(40) + moved + "mend card red/spear-1\n"))
    assert status == 0, err
    status, _, err = run(script(weak.format(50)))
    assert status == 2
    assert "no power; write 45% or less" in err


def test_of_cards_that_fell_silent_together_nothing_is_expected(script: Any) -> None:
    together = "setup 3 red spear-1 spear-2\nfault reader 3 red stack\nwait 4\n"
    status, _, err = run(script(together + "expect lying 3 red none\nexpect lying 3 red spear-1 spear-2\n"))
    assert status == 0, err
    status, _, err = run(script(together + "expect lying 3 red spear-1 spear-3\n"))
    assert status == 1
    assert "seen red/spear-1 (silent), red/spear-2 (silent)" in err


def test_expecting_words_that_are_not_there_fails(script: Any) -> None:
    status, _, err = run(
        script("expect screen red pay on pad\nput spear-1 3 red\nexpect screen red pay on pad\n")
    )
    assert status == 1
    assert len(err.splitlines()) == 1


def test_what_another_game_than_the_one_on_would_have_is_not_there(script: Any) -> None:
    """People chose the other game at the start picture."""
    start = "game thermopyles\nbegin start\npress ok red\npress ok blue\nexpect active red\n"
    status, _, err = run(script("expect marker 1\nexpect total 1 red 3\n", start=start))
    assert status == 1
    assert err.splitlines()[0].endswith(
        ":6: expect marker 1: expected a game of thermopyles, seen one of field-of-glory"
    )
    assert len(err.splitlines()) == 2


def test_dice_fall_as_they_are_told_and_then_by_the_seed(tmp_path: Path) -> None:
    rolls = []
    for seed in (1, 2):
        path = tmp_path / f"{seed}.table"
        path.write_text(START.replace("terrain", f"seed {seed}\ndice 6 1\nterrain") + "press dice\n" * 9)
        rolls.append([event["value"] for event in events(path) if event["kind"] == "roll"])
    assert [roll[:2] for roll in rolls] == [[6, 1]] * 2
    assert rolls[0][2:] != rolls[1][2:]


def test_a_screen_that_shows_nothing_is_no_evidence(script: Any) -> None:
    status, _, err = run(script("fault screen red unplug\nexpect screen red place units\n"))
    assert status == 1
    assert "does not show" in err
