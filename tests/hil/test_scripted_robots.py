"""Robots that a table script lets play: the same again by its seed, and a sentence where they cannot."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from signifer_firmware.simulation.files import FAILED, OK, WRONG, run_files


def played(folder: Path, rows: str) -> tuple[int, list[dict[str, object]], str]:
    """The exit status of a script, its report's events and what it said of faults."""
    path = folder / "it.table"
    path.write_text(rows)
    out, err = io.StringIO(), io.StringIO()
    status = run_files([path], json=True, screens=None, out=out, err=err)
    return status, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def did(events: list[dict[str, object]]) -> list[object]:
    return [event["text"] for event in events if event["kind"] == "action"]


HEAD = "game thermopyles\ntable direct\nseed 3\n"


def test_in_pieces_they_play_what_they_play_at_once(tmp_path: Path) -> None:
    _, at_once, _ = played(tmp_path, HEAD + "robots play 9\n")
    status, in_pieces, _ = played(tmp_path, HEAD + "robots play 4\nwait 2\nrobots play 0\nrobots play 5\n")
    assert status == OK
    assert did(at_once) == did(in_pieces) != []


def test_a_level_plays_otherwise_than_rules_of_thumb(tmp_path: Path) -> None:
    _, by_thumb, _ = played(tmp_path, HEAD + "robots play 12\n")
    _, thinking, _ = played(tmp_path, HEAD + "robots level 5\nrobots play 12\n")
    assert did(by_thumb) != did(thinking)


@pytest.mark.slow
def test_what_the_table_cannot_see_is_said_where_they_stop(tmp_path: Path) -> None:
    rows = "robots play 6\nfault reader 1 blue unplug\nfault reader 1 red unplug\nrobots play\n"
    status, events, _ = played(tmp_path, HEAD + rows + "mend reader 1 blue\nmend reader 1 red\nrobots play\n")
    stopped, still = (event for event in events if event["kind"] == "expect")
    assert status == FAILED
    assert (stopped["line"], stopped["held"], stopped["wanted"]) == (7, False, "robots that get on")
    assert re.fullmatch(
        r"the table in turn \d+, [a-z]+, robots in turn \d+, [a-z]+: it has not seen all that they did",
        str(stopped["seen"]),
    )
    assert (still["line"], still["seen"]) == (10, "robots that stopped before, and do not play on")


def test_all_that_does_not_go_with_robots_is_told_at_once(tmp_path: Path) -> None:
    rows = """game field-of-glory
table handy
robots level 9
terrain plain plain woods plain rough
put red/spear-1 3 red
together
press dice
take red/spear-1
end
robots play 20
"""
    status, _, told = played(tmp_path, rows)
    hand = "robots' hands play this game; leave this line out, or let hands play all of it"
    assert status == WRONG
    assert [line.partition(".table:")[2] for line in told.splitlines()] == [
        '3: robots lay cards on pads, and the table "handy" has none; choose another',
        "3: the robots of field-of-glory have levels 1 to 5; write another, or leave it out",
        "4: robots begin at the empty table; leave this line out, or let hands play",
        f"5: {hand}",
        f"7: {hand}",
        f"8: {hand}",
    ]
