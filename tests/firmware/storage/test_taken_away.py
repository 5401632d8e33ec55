"""Files that are taken away, renamed, or replaced while the table is on: it notices within a second, and loses nothing.

Each world ends with the plug pulled: what counts is what lies there by name then."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from signifer_firmware.storage import files, owed
from signifer_firmware.storage.second_copy import CopyFile
from signifer_firmware.storage.store import Entry, Store
from signifer_firmware.storage.trouble import FAILS, MEMORY, key_in

from tests.firmware.storage.states import BEGIN, TAG, actions
from tests.firmware.storage.taken import (
    NAMES,
    away,
    check,
    cut,
    played,
    put,
    put_alone,
    put_over,
    put_over_without_log,
)


def _renamed(folder: Path) -> None:
    (folder / "s").rename(folder / "mine")


def _all_renamed(folder: Path) -> None:
    for name in NAMES:
        (folder / name).rename(folder / f"old-{name}")


def _folder_away(folder: Path) -> None:
    shutil.rmtree(folder)


def _folder_renamed(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


def _index_replaced(folder: Path) -> None:
    (folder / "s-shm").unlink()
    (folder / "s-shm").write_bytes(b"")


def _log_replaced(folder: Path) -> None:
    (folder / "s-wal").unlink()
    (folder / "s-wal").write_bytes(b"somebody else's")


def _copied_and_moved(folder: Path) -> None:
    shutil.copytree(folder, folder.with_name("twin"))
    folder.rename(folder.with_name("elsewhere"))
    folder.with_name("twin").rename(folder)


def _touched(folder: Path) -> None:
    os.utime(folder / "s", (1, 1))


def _emptied(folder: Path) -> None:
    """By somebody's shell, `> s`."""
    (folder / "s").write_bytes(b"")


AWAY = {
    "file": away("s"),
    "log": away("s-wal"),
    "index": away("s-shm"),
    "copy": away("s-copy"),
    "file and log": away("s", "s-wal"),
    "file and copy": away("s", "s-copy"),
    "all": away(*NAMES),
    "file renamed": _renamed,
    "all renamed": _all_renamed,
    "folder": _folder_away,
    "folder renamed": _folder_renamed,
    "index replaced": _index_replaced,
    "log replaced": _log_replaced,
    "folder copied and moved": _copied_and_moved,
    "touched": _touched,
    "emptied": _emptied,
}


@pytest.mark.parametrize("name", AWAY)
@pytest.mark.parametrize("notices", ["look", "append"])
def test_what_is_taken_away_is_there_again(name: str, notices: str, tmp_path: Path) -> None:
    store = played(tmp_path / "state")
    AWAY[name](tmp_path / "state")
    last = 13
    if notices == "append":
        store.append(actions(13, 1))
        last = 14
    store.look()
    assert (store.trouble, store.notice, store.waiting) == ("", "", 0)
    check(tmp_path / "state", tmp_path / "cut", last)
    store.append(actions(last, 1))
    check(tmp_path / "state", tmp_path / "cut-again", last + 1)
    store.close()
    check(tmp_path / "state", tmp_path / "off", last + 1)


def _of_disk() -> sqlite3.Error:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    return error


@pytest.mark.parametrize("error", [MemoryError(), _of_disk()], ids=["memory", "disk"])
@pytest.mark.parametrize(
    "name", ["file", "log", "all", "file renamed", "folder", "folder renamed", "log replaced"]
)
def test_what_cannot_be_read_of_files_that_are_left_is_asked_for_again(
    name: str, error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody but this process can read them: it keeps them open, and says so, until it has what they hold."""

    def fails(*_: object) -> None:
        raise error

    store = played(tmp_path / "state")
    AWAY[name](tmp_path / "state")
    with monkeypatch.context() as failing:
        failing.setattr(files._Connected, "backup", fails, raising=False)
        for number in (13, 14):
            store.look()
            store.append(actions(number, 1))
            assert (key_in(store.trouble) in (FAILS, MEMORY), store.waiting) == (True, number - 12)
        (_, good) = CopyFile(tmp_path / "state" / "s-copy").read()
        assert good, "the game that is on is on the disk meanwhile"
    store.look()
    assert (store.trouble, store.notice, store.waiting) == ("", "", 0)
    check(tmp_path / "state", tmp_path / "cut", 15)
    store.close()
    check(tmp_path / "state", tmp_path / "off", 15)


def test_what_a_file_was_before_it_was_written_over_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The memory is full while it is copied, and then while it is looked at whether it is sound."""
    store = played(tmp_path / "state")
    _older(tmp_path / "state", tmp_path / "old")
    store.append(actions(13, 1))
    put_over_without_log(tmp_path / "old", tmp_path / "state")

    looked_at: list[sqlite3.Connection] = []

    def fails(first: sqlite3.Connection, *_: object, **__: object) -> None:
        looked_at.append(first)
        raise MemoryError

    for place, name in ((files._Connected, "backup"), (owed, "check_all")):
        with monkeypatch.context() as failing:
            failing.setattr(place, name, fails, raising=False)
            store.look()
            assert key_in(store.trouble) == MEMORY
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        looked_at[-1].execute("SELECT 1")
    store.look()
    assert (store.trouble, store.notice) == ("", "")
    check(tmp_path / "state", tmp_path / "cut", 14)
    store.close()


def test_nothing_is_waited_for_that_can_never_be_read_again(tmp_path: Path) -> None:
    """The log of the files that were moved away has been emptied, too: the game that is on is in memory."""
    store = played(tmp_path / "state")
    assert store._db is not None
    store._db.execute("PRAGMA shrink_memory")
    _all_renamed(tmp_path / "state")
    os.truncate(tmp_path / "state" / "old-s-wal", 0)
    store.look()
    assert store.trouble == ""
    with closing(Store.at_table(cut(tmp_path / "state", tmp_path / "cut"))) as again:
        assert again.last_game() == [BEGIN, *actions(10, 3)]
    store.close()


def _older(folder: Path, into: Path) -> None:
    """A copy of the store, as somebody makes one while the table is on."""
    into.mkdir()
    with closing(sqlite3.connect(folder / "s")) as db, closing(sqlite3.connect(into / "s")) as new:
        db.backup(new)


@pytest.mark.parametrize("puts", [put, put_over, put_over_without_log, put_alone])
@pytest.mark.parametrize("when", ["in this game", "in the one before", "of the first"])
def test_an_older_copy_is_brought_up_to_date(
    puts: Callable[[Path, Path], None], when: str, tmp_path: Path
) -> None:
    folder = tmp_path / "state"
    folder.mkdir()
    store = Store.at_table(folder / "s", today=lambda: "2026-11-29")
    store.bind(TAG)
    for game in range(2):
        store.append([Entry(game, "begin", {"game": "field-of-glory"})])
        for number in range(11):
            store.append(actions(100 * game + number, 1))
            if when == ("of the first", "in the one before")[game] and number == 5:
                _older(folder, tmp_path / "old")
    store.append([Entry(0, "setting", "sound quiet"), BEGIN, *actions(10, 2)])
    if when == "in this game":
        _older(folder, tmp_path / "old")
    store.append(actions(12, 1))
    puts(tmp_path / "old", folder)
    store.look()
    assert store.trouble == ""
    store.append(actions(13, 1))
    with closing(Store.at_table(cut(folder, tmp_path / "cut"))) as again:
        assert (again.trouble, again.notice) == ("", "")
        assert again.last_game() == [BEGIN, *actions(10, 4)]
        assert (again.cards(), again.settings()) == (TAG, ["sound quiet"])
    store.close()
    check(folder, tmp_path / "off", 14)


def test_what_is_written_again_comes_in_pieces_and_is_told_until_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owed, "_ROWS", owed._ROWS.replace(str(owed.ROWS_AT_ONCE), "10"))
    monkeypatch.setattr(owed, "ROWS_AT_ONCE", 10)
    store = played(tmp_path / "state")
    away(*NAMES)(tmp_path / "state")
    store.look()
    assert store.trouble
    with closing(Store.at_table(cut(tmp_path / "state", tmp_path / "cut"))) as again:
        assert again.last_game() == [BEGIN, *actions(10, 3)], "what counts is there at once"
    for number in range(13, 17):
        store.append(actions(number, 1))
    assert store.trouble == ""
    check(tmp_path / "state", tmp_path / "all", 17)
    store.close()


def test_games_that_begin_before_the_files_are_there_again_follow_the_others(tmp_path: Path) -> None:
    """The folder's place is taken by a file: nothing can be written."""
    folder = tmp_path / "state"
    store = played(folder)
    shutil.rmtree(folder)
    folder.write_text("in the way")
    store.append(actions(13, 1))
    store.append([BEGIN, *actions(20, 2)])
    assert (store.trouble != "", store.waiting) == (True, 4)
    folder.unlink()
    store.look()
    assert store.trouble == ""
    with closing(Store.at_table(cut(folder, tmp_path / "cut"))) as again:
        assert again.last_game() == [BEGIN, *actions(20, 2)]
        assert [len(again.game(number)) for number in (1, 2, 3)] == [12, 13, 5]
    store.close()


def test_folders_above_that_are_taken_away_too_are_there_again(tmp_path: Path) -> None:
    above = tmp_path / "state" / "signifer"
    above.parent.mkdir()
    store = played(above)
    shutil.rmtree(tmp_path / "state")
    store.look()
    assert store.trouble == ""
    check(above, tmp_path / "cut", 13)
    store.close()
