"""All faults of a script come at once: those of its words, and what needs no table to be seen."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from signifer_firmware.simulation.files import WRONG, run_files


def faults(folder: Path, rows: str) -> list[str]:
    """Number and text of each line with a fault, without what to do instead."""
    path, err = folder / "it.table", io.StringIO()
    path.write_text(rows, encoding="utf-8")
    assert run_files([path], json=False, screens=None, out=io.StringIO(), err=err) == WRONG
    return [line.removeprefix(f"{path}:").partition(";")[0] for line in err.getvalue().splitlines()]


LEVEL = "the robots of thermopyles have levels 1 to"


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("take spartan-9", "3: spartan-9 does not lie on the table here"),
        ("swap spartan-3 spartan-9", "3: spartan-3 does not lie on the table here"),
        ("put spartan-3 1 red\nswap spartan-3 spartan-3", "4: spartan-3 cannot lie in its own place"),
        ("wait 9999", "3: up to here the script waits for more than 2 hours"),
        ("stall 9999", "3: up to here the script waits for more than 2 hours"),
        ("power cut again after 3600 3601", "3: up to here the script waits for more than 2 hours"),
        (
            "put spartan-3 1 red\nbrush spartan-3 2 red for 1\ntake spartan-3",
            "5: spartan-3 does not lie on the table here",
        ),
        ("fault card spartan-3 weak 50%", "3: a tag that loses more has no power"),
        ("put spartan-3 1 red\npush spartan-3 a a", "4: an antenna is named twice"),
        ("begin start", "2: no game is on at the start picture"),
        ("robots play 2", "2: robots begin at the empty table"),
    ],
)
def test_what_needs_no_table_is_told_beside_a_fault_of_words(tmp_path: Path, row: str, fault: str) -> None:
    script = f"game thermopyles\nplayers 1\n{row}\npres ok red\n"
    told = [fault, f'{3 + len(row.splitlines())}: "pres" is no statement']
    found = faults(tmp_path, script)
    assert [line for line in found if not line.startswith(f"3: {LEVEL}")] == told


@pytest.mark.parametrize(
    "wrong",
    [
        "put spartan-3 1 rde",
        "put spartan3 1 red",
        "setup 1 rde spartan-3",
        "putt spartan-3 1 red",
        "put spartan-4 1 red\nswap spartan-4 spartan-3 5",
    ],
)
def test_of_a_card_that_a_wrong_line_may_lay_nothing_follows(tmp_path: Path, wrong: str) -> None:
    found = faults(tmp_path, f"game thermopyles\nplayers 1\n{wrong}\ntake spartan-3\ntake persian-9\n")
    lines = 3 + len(wrong.splitlines())
    assert [line.partition(":")[0] for line in found] == [str(lines - 1), str(lines + 1)]
    assert found[-1] == f"{lines + 1}: persian-9 does not lie on the table here"


def test_of_a_deck_that_cannot_be_read_nothing_follows(tmp_path: Path) -> None:
    """Without it nobody knows which card a short name means."""
    (tmp_path / "wolves.toml").write_text("deck = [", encoding="utf-8")
    rows = "deck red wolves.toml\nturn 2\nsetup 1 red guard-1\nswap red/guard-1 guard-2\ntake guard-1\n"
    found = faults(tmp_path, f"game dark-age-arena\n{rows}")
    assert {line.partition(":")[0] for line in found} == {"2"}


@pytest.mark.parametrize(
    ("block", "told"),
    [
        ("togehter\nswap spartan-2 spartan-3\nput spartan-2 1 red\nend", ["3", "6"]),
        ("togehter\nswap spartan-2 spartan-3\nput spartan-2 1 red\nedn", ["3", "6"]),
        ("together\nput spartan-2 1 red\nedn\ntake spartan-2", ["3", "5"]),
        ("swap spartan-2 spartan-3\nput spartan-2 1 red\nend", ["5"]),
    ],
)
def test_of_a_block_whose_bounds_nobody_knows_nothing_follows(
    tmp_path: Path, block: str, told: list[str]
) -> None:
    found = faults(tmp_path, f"game thermopyles\nplayers 1\n{block}\n")
    assert [line.partition(":")[0] for line in found] == told
