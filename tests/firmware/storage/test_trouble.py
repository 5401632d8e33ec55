"""Disks that are full, read-only or bad, and files of older programs: nothing is lost, nothing is written twice."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from signifer_firmware.storage import rows
from signifer_firmware.storage.files import SHM, beside
from signifer_firmware.storage.schema import GUARDED_GAMES, VERSION
from signifer_firmware.storage.store import Entry, Store, StoreError
from signifer_firmware.storage.trouble import BUSY, FAILS, FULL, READ_ONLY, key_in, trouble

from tests.firmware.storage.states import BEGIN, ROOM, TAG, actions, read_only

OLD = Path(__file__).parent / "stores"


def on_disk(path: Path) -> list[tuple[int, str]]:
    """What another program finds in the file: times and kinds, in their order."""
    with closing(Store.reading(path)) as store:
        assert store._db is not None
        return store._db.execute("SELECT at_us, kind FROM journal ORDER BY number").fetchall()


# What a command says of a disk


def test_a_folder_that_is_not_there_is_told_as_that(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"there is no folder .*/none; make it first"):
        Store(tmp_path / "none/s")


@pytest.mark.parametrize("folder", ["there", "none"])
def test_a_folder_that_nobody_may_look_into_is_not_told_as_missing(tmp_path: Path, folder: str) -> None:
    closed, euid = tmp_path / "closed", os.geteuid()
    (closed / "there").mkdir(parents=True)
    closed.chmod(0)
    try:
        if euid == 0:
            os.seteuid(65534)
        with pytest.raises(StoreError, match="see that you may write there") as told:
            Store(closed / folder / "s")
    finally:
        os.seteuid(euid)
        closed.chmod(0o700)
    assert "there is no folder" not in str(told.value)


# Files of before


def test_a_file_of_version_1_with_its_log_is_taken_over_whole(tmp_path: Path) -> None:
    """`stores/v1.sqlite` was written by the program of before games had a table, and its plug was pulled."""
    path = tmp_path / "v1.sqlite"
    for end in ("", "-wal"):
        shutil.copy(OLD / f"v1.sqlite{end}", tmp_path / f"v1.sqlite{end}")
    shutil.copytree(OLD, tmp_path / "before")
    old = sqlite3.connect(tmp_path / "before" / "v1.sqlite")
    rows = old.execute("SELECT number, at_us, kind, body FROM journal ORDER BY number").fetchall()
    tags = {bytes(uid): card for uid, card in old.execute("SELECT uid, card FROM tags")}
    assert old.execute("PRAGMA user_version").fetchone() == (1,)
    old.close()
    store = Store(path)
    assert store._db is not None
    assert store._db.execute("PRAGMA user_version").fetchone() == (VERSION,)
    assert (
        store._db.execute("SELECT number, at_us, kind, body FROM journal ORDER BY number").fetchall() == rows
    )
    assert store.cards() == tags
    begun = [number for number, _, kind, _ in rows if kind == "begin"]
    assert [name for _, name, _ in store.games()] == ["field-of-glory"] * len(begun)
    assert len(store.last_game()) == rows[-1][0] - begun[-1] + 1
    assert store.settings() == ["help blue tutor", "language red de", "clock on"]
    store.append(actions(5, 1))
    store.close()
    assert on_disk(path)[-1] == (5, "action")


def test_a_file_of_version_0_is_one_of_version_1_that_was_not_numbered(tmp_path: Path) -> None:
    path = tmp_path / "s"
    old = sqlite3.connect(path)
    old.executescript(
        "CREATE TABLE tags (uid BLOB PRIMARY KEY, card TEXT NOT NULL) WITHOUT ROWID;"
        "CREATE TABLE journal (number INTEGER PRIMARY KEY, at_us INTEGER, kind TEXT, body TEXT);"
        """INSERT INTO journal VALUES (1, 1, 'begin', '{"game": "field-of-glory"}')"""
    )
    old.close()
    store = Store(path)
    assert store.last_game() == [BEGIN]
    store.close()


# A disk that does not take what is written


def _read_only(store: Store) -> None:
    assert store._db is not None
    store._db.execute("PRAGMA query_only = ON")


def _writable(store: Store) -> None:
    assert store._db is not None
    store._db.execute("PRAGMA query_only = OFF")


def _full(store: Store) -> None:
    assert store._db is not None
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")


def _roomy(store: Store) -> None:
    assert store._db is not None
    store._db.execute("PRAGMA max_page_count = 1000000")


@pytest.mark.parametrize(
    ("breaks", "mends", "key"), [(_read_only, _writable, READ_ONLY), (_full, _roomy, FULL)]
)
def test_what_the_disk_does_not_take_is_held_and_written_once(
    breaks: Callable[[Store], None], mends: Callable[[Store], None], key: str, tmp_path: Path
) -> None:
    store = Store(tmp_path / "s")
    store.bind(TAG)
    store.append([BEGIN])
    breaks(store)
    for number in range(10, 410, 10):
        store.append(actions(number, 10))
    assert key_in(store.trouble) == key
    assert store.waiting
    assert store.last_game() == [BEGIN, *actions(10, 400)], "the table goes on from memory"
    store.look()
    assert store.trouble
    mends(store)
    store.look()
    assert (store.trouble, store.waiting) == ("", 0)
    store.append(actions(500, 1))
    store.close()
    assert [at_us for at_us, _ in on_disk(tmp_path / "s")] == [1, *range(10, 410), 500]


def test_a_file_that_cannot_be_opened_on_a_read_only_disk_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite says of it no more than of a disk that fails: its log's index cannot be made there."""
    path = tmp_path / "s"
    store = Store(path)
    store.append([BEGIN])
    store.close()
    beside(path, SHM).symlink_to(tmp_path / "nothing")
    read_only(monkeypatch, tmp_path)
    table = Store.at_table(path)
    assert key_in(table.trouble) == READ_ONLY
    assert table.last_game() == [BEGIN]
    monkeypatch.undo()
    table.look()
    assert key_in(table.trouble) == FAILS, "it is writable, and cannot be opened all the same"
    beside(path, SHM).unlink()
    table.append(actions(2, 1))
    assert table.trouble == ""
    table.close()


def test_a_commit_that_fails_and_comes_through_is_not_written_again(tmp_path: Path) -> None:
    """As after a sync that fails: nobody knows whether the log's last frames are on the disk."""
    fails = [False]

    def hook(moment: str) -> None:
        if moment == "commit" and fails.pop():
            assert store._db is not None
            store._db.execute("COMMIT")
            raise OSError(errno.EIO, "the sync failed")
        fails[:] = fails or [False]

    store = Store(tmp_path / "s", hook=hook)
    store.append([BEGIN])
    fails[:] = [True]
    store.append(actions(10, 2))
    assert key_in(store.trouble) == FAILS
    store.append(actions(20, 2))
    assert store.trouble == ""
    store.close()
    assert [at_us for at_us, _ in on_disk(tmp_path / "s")] == [1, 10, 11, 20, 21]


def test_a_table_whose_folder_is_missing_starts_and_writes_when_it_is_there(tmp_path: Path) -> None:
    path = tmp_path / "mount" / "s"
    store = Store.at_table(path)
    assert key_in(store.trouble) == FAILS
    store.bind(TAG)
    store.append([BEGIN])
    assert store.last_game() == [BEGIN]
    path.parent.mkdir()
    store.append(actions(10, 1))
    assert store.trouble == ""
    store.close()
    store = Store.at_table(path)
    assert (store.last_game(), store.cards()) == ([BEGIN, *actions(10, 1)], TAG)
    store.close()


def test_a_file_that_could_not_be_read_as_the_table_started_keeps_its_games(tmp_path: Path) -> None:
    """The disk comes late: what it holds stays before what was played meanwhile."""
    path = tmp_path / "mount" / "s"
    path.parent.mkdir()
    store = Store(path)
    store.append([BEGIN, *actions(10, 3)])
    store.close()
    path.parent.rename(tmp_path / "away")
    store = Store.at_table(path)
    store.append([BEGIN, *actions(20, 1)])
    (tmp_path / "away").rename(path.parent)
    store.append(actions(30, 1))
    assert store.trouble == ""
    store.close()
    assert [at_us for at_us, _ in on_disk(path)] == [1, 10, 11, 12, 1, 20, 30]
    with closing(Store.reading(path)) as reading:
        assert len(reading.games()) == 2


def test_another_program_on_the_same_store_is_told(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    store.append([BEGIN])
    other = Store(tmp_path / "s")
    other.append(actions(10, 1))
    other.close()
    with pytest.raises(StoreError, match="another program"):
        store.append(actions(20, 1))


def test_a_locked_file_is_waited_for(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    other = sqlite3.connect(tmp_path / "s", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert store._db is not None
    store._db.execute("PRAGMA busy_timeout = 0")
    store.append([BEGIN])
    assert key_in(store.trouble) == BUSY
    other.close()
    store.look()
    assert store.trouble == ""
    store.close()


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (OSError(errno.ENOSPC, ""), FULL),
        (OSError(errno.EROFS, ""), READ_ONLY),
        (OSError(errno.EIO, ""), FAILS),
        (sqlite3.OperationalError("any"), FAILS),
    ],
)
def test_each_trouble_has_its_name(error: OSError | sqlite3.Error, key: str) -> None:
    assert key_in(trouble(error)) == key


def test_a_disk_that_fails_as_the_file_is_opened_does_not_set_the_file_aside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s"
    store = Store(path)
    store.append([BEGIN])
    store.close()

    def fails(db: sqlite3.Connection) -> None:
        error = sqlite3.OperationalError("disk I/O error")
        error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("signifer_firmware.storage.rows.check_whole", fails)
        store = Store.at_table(path)
        assert key_in(store.trouble) == FAILS
        assert store.notice == ""
        assert store.last_game() == [BEGIN]
    store.close()
    assert [file.name for file in tmp_path.iterdir() if "aside" in file.name] == []


# Sizes


@pytest.fixture
def room() -> Iterator[Path]:
    """A folder in memory: here nobody asks what a disk has."""
    with tempfile.TemporaryDirectory(dir=ROOM) as folder:
        yield Path(folder)


def test_the_file_does_not_grow_for_ever(room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of games before the last that it keeps nothing stays; all that is younger is append-only."""
    monkeypatch.setattr(rows, "KEPT_GAMES", GUARDED_GAMES)
    store = Store(room / "s")
    assert store._db is not None
    sizes = []
    for number in range(GUARDED_GAMES + 60):
        store.append([Entry(number, "begin", {"game": "field-of-glory"}), *actions(10, 20)])
        (pages,) = store._db.execute("PRAGMA page_count").fetchone()
        sizes.append(pages)
    assert sizes[-1] <= sizes[GUARDED_GAMES] + 2
    assert len(store.games()) == GUARDED_GAMES
    with pytest.raises(sqlite3.Error, match="append-only"):
        store._db.execute("DELETE FROM journal WHERE kind = 'action'")
    store.close()


def test_rolls_are_listed_with_their_commitment(tmp_path: Path) -> None:
    store = Store(tmp_path / "s")
    secret = Entry(2, "secret", {"secret": "00", "commitment": "abc"})
    roll = Entry(
        3,
        "roll",
        [{"player": "red", "value": 4, "for": "free"}, {"player": "blue", "value": 2, "for": "first"}],
    )
    store.append([BEGIN, secret, roll])
    assert store._db is not None
    rows = store._db.execute("SELECT game, player, value, purpose, commitment FROM rolls").fetchall()
    assert rows == [(1, "red", 4, "free", "abc"), (1, "blue", 2, "first", "abc")]
    store.close()


def test_who_looks_into_a_store_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "v1.sqlite"
    shutil.copy(OLD / "v1.sqlite", path)
    shutil.copy(OLD / "v1.sqlite-wal", tmp_path / "v1.sqlite-wal")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    store = Store.reading(path)
    assert store.last_game()
    store.close()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
