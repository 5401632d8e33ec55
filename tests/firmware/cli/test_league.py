"""``signifer league``."""

from __future__ import annotations

import csv
from pathlib import Path

from tests.firmware.league.shelves import ANNA, BERT, add, named, played

from .conftest import Run


def test_the_book_is_printed_and_written_as_a_table(run: Run, tmp_path: Path) -> None:
    store = add(tmp_path / "s", (*played(), named({"red": ANNA, "blue": BERT})), played(form="broken-off"))
    status, out, err = run("league", str(store), "--csv", str(tmp_path / "x.csv"))
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "field-of-glory"
    assert [line.split() for line in lines[2:4]] == [
        ["1138", "1", "0", "0", "Bert"],
        ["927", "0", "0", "1", "Anna"],
    ]
    assert lines[-2:] == [
        "   1  2026-11-27  field-of-glory  blue won; red Anna, blue Bert",
        "   2  2026-11-27  field-of-glory  does not count: not over; red ?, blue ?",
    ]
    rows = list(csv.reader((tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()))
    assert [row[4:7] for row in rows] == [
        ["player", "robot level", "result"],
        ["Anna", "", "lost"],
        ["Bert", "", "won"],
        ["", "", ""],
        ["", "", ""],
    ]


def test_what_is_no_store_is_told_in_a_sentence(run: Run, tmp_path: Path) -> None:
    assert run("league", str(tmp_path / "x"))[0] == 2
    (tmp_path / "y").write_bytes(b"x" * 5000)
    status, out, _ = run("league", str(tmp_path / "y"))
    assert status == 2
    assert "cannot be read" in out
    assert run("league", str(add(tmp_path / "z", played())), "--csv", str(tmp_path / "no" / "x.csv"))[0] == 2
