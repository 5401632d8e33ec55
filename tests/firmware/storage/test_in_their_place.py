"""What a table finds in the place of its files while it is on: somebody else's store, a lock, a disk that takes
nothing. Nothing of it is lost, and nothing of the table's."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from signifer_firmware.storage.lock import LOCK, alone, is_alone
from signifer_firmware.storage.store import Entry, Store, StoreError
from signifer_firmware.storage.trouble import BUSY, FULL, GAMES_ASIDE, READ_ONLY, file_in, key_in

from tests.firmware.storage.states import BEGIN, TAG, actions, read_only
from tests.firmware.storage.taken import (
    NAMES,
    OTHER,
    THERE,
    away,
    check,
    cut,
    games_in,
    played,
    put,
    put_alone,
    put_over,
    put_over_without_log,
)


def _others(folder: Path) -> Path:
    """The store of another table."""
    folder.mkdir()
    with closing(Store(folder / "s", today=lambda: "2026-11-29")) as store:
        store.bind(OTHER)
        store.append([Entry(7, "begin", {"game": "thermopyles"}), *actions(500, 20)])
    return folder


@pytest.mark.parametrize("puts", [put, put_over, put_over_without_log, put_alone])
def test_the_store_of_another_table_keeps_all_that_it_has(
    puts: Callable[[Path, Path], None], tmp_path: Path
) -> None:
    """As when a folder is moved away, and a backup is taken back in its place."""
    folder = tmp_path / "state"
    store = played(folder)
    puts(_others(tmp_path / "other"), folder)
    store.append(actions(13, 1))
    assert (store.trouble, store.waiting) == ("", 0)
    assert store.last_game() == [BEGIN, *actions(10, 4)]
    with closing(Store.at_table(cut(folder, tmp_path / "cut"))) as again:
        assert (again.trouble, again.notice) == ("", "")
        assert again.last_game() == [BEGIN, *actions(10, 4)]
        assert again.game(1) == [Entry(7, "begin", {"game": "thermopyles"}), *actions(500, 20)]
        assert again.cards() == TAG | OTHER
    assert key_in(store.notice) == GAMES_ASIDE
    before = tmp_path / "cut" / file_in(store.notice)
    assert games_in(before) == [THERE[0], ("field-of-glory", 13)]
    store.append(actions(14, 1))
    store.close()
    with closing(Store.reading(folder / "s")) as again:
        assert len(again.games()) == 2
        assert again.last_game() == [BEGIN, *actions(10, 5)]


def test_games_of_before_become_one_store_however_long_another_table_s_is_busy(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    store = played(folder)
    put_alone(_others(tmp_path / "other"), folder)
    with closing(sqlite3.connect(folder / "s", isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            store.look()
            assert key_in(store.trouble) == BUSY
    store.look()
    assert (store.trouble, store.waiting) == ("", 0)
    assert [path.name for path in folder.glob("s.aside*")] == [file_in(store.notice)]
    assert games_in(folder / file_in(store.notice)) == [THERE[0], ("field-of-glory", 13)]
    store.close()


def test_a_game_that_ended_before_another_table_s_store_was_there_is_whole_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    store = played(folder)
    shutil.rmtree(folder)
    folder.write_text("in the way")
    store.append(actions(13, 1))
    store.append([BEGIN, *actions(20, 2)])
    folder.unlink()
    _others(folder)
    store.look()
    assert (store.trouble, store.waiting) == ("", 0)
    store.close()
    with closing(Store.reading(folder / "s")) as again:
        games = [again.game(number) for number in (1, 2, 3)]
    assert games == [
        [Entry(7, "begin", {"game": "thermopyles"}), *actions(500, 20)],
        [BEGIN, *actions(10, 4)],
        [BEGIN, *actions(20, 2)],
    ]


def test_a_second_copy_of_somebody_elses_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    store = played(folder)
    shutil.copy(_others(tmp_path / "other") / "s-copy", folder / "s-copy")
    theirs = (folder / "s-copy").read_bytes()
    store.look()
    assert store.trouble == ""
    assert (folder / "s.aside-1-copy").read_bytes() == theirs
    check(folder, tmp_path / "cut", 13)
    store.close()


def test_tags_of_a_store_that_another_program_has_just_made_are_kept(tmp_path: Path) -> None:
    """Somebody has taken the folder away, and cards are enrolled before a second is over."""
    store = played(tmp_path / "state")
    shutil.rmtree(tmp_path / "state")
    (tmp_path / "state").mkdir()
    with closing(Store(store.path)) as other:
        other.bind(OTHER)
    store.look()
    assert (store.trouble, store.notice) == ("", "")
    assert store.cards() == TAG | OTHER
    with closing(Store.at_table(cut(tmp_path / "state", tmp_path / "cut"))) as again:
        assert again.cards() == TAG | OTHER
        assert again.last_game() == [BEGIN, *actions(10, 3)]
        assert len(again.games()) == 3
    store.close()


@pytest.mark.parametrize("makes", [os.mkdir, os.mkfifo])
def test_what_is_no_file_in_the_place_of_the_second_copy_is_set_aside(
    makes: Callable[[Path], None], tmp_path: Path
) -> None:
    store = played(tmp_path / "state")
    (tmp_path / "state" / "s-copy").unlink()
    makes(tmp_path / "state" / "s-copy")
    store.look()
    assert store.trouble == ""
    assert not (tmp_path / "state" / "s.aside-1-copy").is_file()
    (tmp_path / "state" / "s.aside-1-copy").rename(tmp_path / "theirs")
    check(tmp_path / "state", tmp_path / "cut", 13)
    store.close()


def test_a_disk_that_is_full_as_it_is_written_again_gets_it_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = played(tmp_path / "state")

    def full(path: Path) -> sqlite3.Connection:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    away(*NAMES)(tmp_path / "state")
    with monkeypatch.context() as patch:
        patch.setattr("signifer_firmware.storage.opening.connected", full)
        store.look()
        store.append(actions(13, 1))
        store.look()
        assert (key_in(store.trouble), store.waiting) == (FULL, 1)
    store.look()
    assert store.trouble == ""
    check(tmp_path / "state", tmp_path / "cut", 14)
    store.close()


def test_a_disk_that_becomes_read_only_is_told_before_the_next_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = played(tmp_path / "state")
    with monkeypatch.context() as patch:
        read_only(patch, tmp_path)
        for _ in range(2):
            store.look()
            assert key_in(store.trouble) == READ_ONLY
        store.append(actions(13, 1))
        assert store.waiting == 1
    store.look()
    assert (store.trouble, store.waiting) == ("", 0)
    check(tmp_path / "state", tmp_path / "cut", 14)
    store.close()


def test_a_file_system_that_syncs_no_folders_is_no_failing_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def fsync(file: int) -> None:
        if stat.S_ISDIR(os.fstat(file).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        real(file)

    monkeypatch.setattr(os, "fsync", fsync)
    store = played(tmp_path / "state")
    assert store.trouble == ""
    check(tmp_path / "state", tmp_path / "cut", 13)
    store.close()


ANOTHER = """
import sys
from pathlib import Path
from signifer_firmware.storage.lock import alone
from signifer_firmware.storage.store import Entry, Store

with alone(Path(sys.argv[1])):
    store = Store(Path(sys.argv[1]))
    store.append([Entry(900, "action", "place red/spear-1 3")])
    store.bind({b"\\x04xyz": "blue/spear-9"})
    print(store.trouble or "written", flush=True)
    sys.stdin.readline()
    store.close()
"""


def test_a_lock_that_is_taken_away_is_taken_again(tmp_path: Path) -> None:
    store, lock = played(tmp_path / "state"), tmp_path / "state" / f"s{LOCK}"
    with alone(store.path):
        lock.unlink()
        store.look()
        assert store.trouble == ""
        with lock.open("w") as file, pytest.raises(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    store.close()


def test_a_lock_that_is_taken_away_keeps_this_very_process_from_the_store_too(tmp_path: Path) -> None:
    store = tmp_path / "s"
    with alone(store):
        (tmp_path / f"s{LOCK}").unlink()
        with pytest.raises(StoreError, match="another program is at this table"), alone(store):
            pass
        assert is_alone(store)
    with alone(store):
        pass


def test_while_another_program_has_the_lock_nothing_is_written_and_nothing_of_its_is_lost(
    tmp_path: Path,
) -> None:
    """The lock was taken away, and a second program was quicker than a second."""
    store = played(tmp_path / "state")
    with alone(store.path):
        (tmp_path / "state" / f"s{LOCK}").unlink()
        words = [sys.executable, "-c", ANOTHER, str(store.path)]
        with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
            assert other.stdout is not None
            assert other.stdout.readline() == "written\n"
            store.look()
            assert key_in(store.trouble) == BUSY
            store.append(actions(13, 1))
            assert (key_in(store.trouble), store.waiting) == (BUSY, 1)
            other.communicate("end\n")
        assert other.returncode == 0
        store.look()
        assert (store.trouble, store.waiting) == ("", 0)
    with closing(Store.at_table(cut(tmp_path / "state", tmp_path / "cut"))) as again:
        assert again.last_game() == [BEGIN, *actions(10, 4)]
        assert again.game(3) == [BEGIN, *actions(10, 3), Entry(900, "action", "place red/spear-1 3")]
        assert again.cards() == TAG | OTHER
    store.close()
