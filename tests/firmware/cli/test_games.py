"""``signifer record``, ``dice``, ``report``: the store that is meant, and what of a game there is none of."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TextIO

import pytest
from signifer_firmware.storage.schema import VERSION
from signifer_firmware.storage.store import Store

from .conftest import Run

WHOLE = Path(__file__).parents[2] / "data" / "0.1.0" / "thermopyles" / "whole"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A table's, as --store of other commands has it, with one game of 80 lines."""
    folder = tmp_path / "table"
    folder.mkdir()
    shutil.copy(WHOLE / "table.sqlite", folder)
    return folder


@pytest.mark.parametrize(
    "command",
    [("record", "list"), ("record", "export"), ("record", "link"), ("dice",), ("league",), ("report",)],
    ids=" ".join,
)
def test_the_folder_of_a_store_is_as_good_as_its_file(
    run: Run, folder: Path, command: tuple[str, ...]
) -> None:
    assert run(*command, str(folder)) == run(*command, str(folder / "table.sqlite"))
    (folder / "table.sqlite").unlink()
    status, _, err = run(*command, str(folder))
    assert status == 2
    assert f"{folder / 'table.sqlite'} is no file; name the store of a table" in err


@pytest.fixture
def empty() -> Iterator[TextIO]:
    """An input that is a file, as that of every program."""
    with open(os.devnull, encoding="utf-8") as file:
        yield file


STORE_SAID = {
    "enrol": ("enrol", "--list"),
    "backup": ("backup", "NEW"),
    "restore": ("restore", "BACKUP"),
}


@pytest.mark.parametrize("name", STORE_SAID)
def test_the_store_itself_is_as_good_as_its_folder_for_store_and_no_other_file_is(
    run: Run, folder: Path, name: str, monkeypatch: pytest.MonkeyPatch, empty: TextIO
) -> None:
    """``enrol --list`` said of either that no card has a tag; a restore, "File exists", and where nothing was yet it
    made a folder of the store's name."""
    monkeypatch.setattr(sys, "stdin", empty)
    saved = folder.parent / "saved"
    assert run("backup", str(saved), "--store", str(folder))[0] == 0

    def said(store: Path) -> tuple[int, str, str]:
        new = folder.parent / "new"
        new.unlink(missing_ok=True)
        named = {"NEW": str(new), "BACKUP": str(saved)}
        return run(*(named.get(word, word) for word in STORE_SAID[name]), "--store", str(store))

    assert said(folder / "table.sqlite") == said(folder)
    assert said(folder)[::2] == (0, "")
    nowhere = folder.parent / "none"
    of_folder, made = said(nowhere), nowhere.exists()
    shutil.rmtree(nowhere, ignore_errors=True)
    assert said(nowhere / "table.sqlite") == of_folder
    assert (nowhere.exists(), (nowhere / "table.sqlite").is_file()) == (made, made)
    copy = folder.parent / "table.sqlite-copy"
    sentence = f"{copy}: is no folder; name the one in which a table keeps its record\n"
    assert said(copy) == (2, "", sentence)
    assert not copy.exists()
    other = folder / "picture.png"
    other.write_bytes(b"\x89PNG")
    sentence = f"{other}: is no folder; name the one in which a table keeps its record\n"
    assert said(other) == (2, "", sentence)
    assert other.read_bytes() == b"\x89PNG"


def test_a_database_of_another_program_is_not_taken_for_one_of_a_later_version(
    run: Run, tmp_path: Path
) -> None:
    """To update the program helps nobody there."""
    with closing(sqlite3.connect(tmp_path / "x")) as db:
        db.execute("CREATE TABLE other (it)")
    said = f"signifer: {tmp_path / 'x'} is of version 0, and this program writes {VERSION}; name the store of a table\n"
    assert run("record", "list", str(tmp_path / "x")) == (2, "", said)
    with closing(sqlite3.connect(tmp_path / "x")) as db:
        db.execute("PRAGMA user_version = 99")
    assert run("record", "list", str(tmp_path / "x"))[2].endswith("; update the program\n")


def test_a_game_is_added_to_the_store_of_a_folder(run: Run, folder: Path) -> None:
    (folder / "x.txt").write_text(run("record", "export", str(folder))[1], encoding="utf-8")
    status, out, err = run("record", "import", str(folder / "x.txt"), str(folder))
    assert (status, out, err) == (0, f"game 2 of {folder / 'table.sqlite'}: 80 lines\n", "")
    assert len(run("record", "list", str(folder))[1].splitlines()) == 2


def test_a_store_without_games_is_told_to_have_none(run: Run, tmp_path: Path) -> None:
    Store(tmp_path / "s").close()
    assert run("record", "list", str(tmp_path / "s")) == (0, "", f"{tmp_path / 's'} holds no game\n")


def test_a_link_leads_to_a_line_that_there_is(run: Run, folder: Path) -> None:
    status, out, _ = run("record", "link", str(folder), "--line", "80")
    assert (status, out.partition("#")[0]) == (0, "http://127.0.0.1:8520/")
    assert run("record", "link", str(folder), "--line", "81") == (
        2,
        "",
        "--line 81: the game has lines 0 to 80\n",
    )


@pytest.mark.parametrize(
    "page",
    [
        *(
            "nonsense",
            "ftp://x/",
            "http://",
            "http://[",
            "http://x/#game=1",
            "http://x/?a=b",
            "http://x/?",
            "",
        ),
        *("http://x/upkeep.html", "http://x/league.html/"),
    ],
)
def test_a_link_is_for_a_page(run: Run, folder: Path, page: str) -> None:
    status, out, err = run("record", "link", str(folder), "--page", page)
    assert (status, out) == (2, "")
    assert err == f"--page {page}: say the address of a page, as in http://127.0.0.1:8520/\n"


@pytest.mark.parametrize(
    ("page", "opens"),
    [
        ("https://table.local", "https://table.local/"),
        ("http://x/index.html", "http://x/"),
        ("http://x/index.html/", "http://x/"),
        ("http://x:8520/mine", "http://x:8520/mine/"),
        ("http://x/mine/index.html", "http://x/mine/"),
        ("https://x/v0.1.0/", "https://x/v0.1.0/"),
        ("https://x/table.v2", "https://x/table.v2/"),
    ],
)
def test_a_link_is_for_any_page(run: Run, folder: Path, page: str, opens: str) -> None:
    """Behind index.html went another slash, and nothing is there."""
    out = run("record", "link", str(folder), "--page", page)[1]
    assert out.partition("#game=")[0] == opens
