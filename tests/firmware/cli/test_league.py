"""``signifer league``."""

from __future__ import annotations

import csv
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.firmware.league.shelves import ANNA, BERT, DATA, add, named, played

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


@pytest.mark.parametrize("is_of_earlier", [False, True], ids=["fresh", "of-0.1.0"])
def test_whom_the_first_game_named_is_in_the_book_after_two_hundred_more(
    run: Run, tmp_path: Path, *, is_of_earlier: bool
) -> None:
    store, short = tmp_path / "s", played(form="broken-off")[:6]
    if is_of_earlier:
        shutil.copyfile(DATA / "field-of-glory/whole/table.sqlite", store)
        add(store, [named({"red": ANNA, "blue": BERT}, 1), *short])
    else:
        add(store, (*played(), named({"red": ANNA, "blue": BERT})), short)
    add(store, *[short] * 200)
    status, out, _ = run("league", str(store), "--csv", "-")
    assert status == 0
    rows = list(csv.reader(out.splitlines()))
    assert [row[4:7] for row in rows[1:3]] == [["Anna", "", "lost"], ["Bert", "", "won"]]
    assert len({row[0] for row in rows[1:]}) == 202
    with closing(sqlite3.connect(store)) as db, pytest.raises(sqlite3.Error, match="append-only"):
        db.execute("DELETE FROM journal")


def test_a_store_without_a_game_is_told_to_have_none(run: Run, tmp_path: Path) -> None:
    for store in (add(tmp_path / "fresh"), tmp_path / "empty"):
        store.touch()
        found = run("league", str(store), "--csv", str(tmp_path / "x.csv"))
        assert found == (0, "No game was played here yet.\n", "")
        assert (tmp_path / "x.csv").read_text(encoding="utf-8").count("\n") == 1


def test_a_table_for_a_pipe_comes_alone(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = add(tmp_path / "s", (*played(), named({"red": ANNA, "blue": BERT})))
    run("league", str(store), "--csv", "x.csv")
    status, out, err = run("league", str(store), "--csv", "-")
    assert (status, out, err) == (0, (tmp_path / "x.csv").read_bytes().decode(), "")
    assert not (tmp_path / "-").exists()


def test_what_is_no_store_is_told_in_a_sentence(run: Run, tmp_path: Path) -> None:
    assert run("league", str(tmp_path / "x"))[0] == 2
    (tmp_path / "y").write_bytes(b"x" * 5000)
    status, out, _ = run("league", str(tmp_path / "y"))
    assert status == 2
    assert "cannot be read" in out
    assert run("league", str(add(tmp_path / "z", played())), "--csv", str(tmp_path / "no" / "x.csv"))[0] == 2


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("name", b"\xff"),
        ("name", b"field-of-glory"),
        ("date", b"\xff"),
        ("date", b"2026"),
        ("first", "x"),
        ("first", b"1"),
        ("first", 10**9),
    ],
)
def test_a_store_whose_list_of_games_is_damaged_costs_a_sentence(
    run: Run, tmp_path: Path, column: str, value: object
) -> None:
    store = add(tmp_path / "s", played()[:6], played()[:6])
    with closing(sqlite3.connect(store)) as db:
        db.execute(f"UPDATE games SET {column} = ? WHERE number = 1", (value,))
        db.commit()
    for command in ("league", "record"):
        status, out, err = run(command, str(store))
        assert "Traceback" not in out + err
        assert status in (0, 1, 2)
    assert "read" in run("league", str(store), "--csv", str(tmp_path / "x.csv"))[1]
