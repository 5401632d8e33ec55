"""Stores for tests: what stands in them, their files as a pulled plug leaves them, and what a table does with any."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Mapping
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest
from signifer_firmware.storage.store import Entry, Store, StoreError

# In memory, where there is room: the disk is not what is tested.
ROOM = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
ENDS = ("", "-wal", "-copy")
TAG = {b"\x04abc": "red/spear-1"}
BEGIN = Entry(1, "begin", {"game": "field-of-glory"})


def actions(first: int, count: int) -> list[Entry]:
    return [Entry(number, "action", f"place red/spear-{number} 3") for number in range(first, first + count)]


def read_only(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """The disk of ``folder`` is mounted for reading alone: it says so, and no folder can be made there."""
    statvfs, mkdir = os.statvfs, os.mkdir

    def said(place: Path) -> object:
        real = statvfs(place)
        there = {name: getattr(real, name) for name in dir(real) if name.startswith("f_")}
        is_there = Path(place).is_relative_to(folder)
        return SimpleNamespace(**there | {"f_flag": real.f_flag | (os.ST_RDONLY if is_there else 0)})

    def refused(place: Path, mode: int = 0o777) -> None:
        if Path(place).is_relative_to(folder):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(place))
        mkdir(place, mode)

    monkeypatch.setattr(os, "statvfs", said)
    monkeypatch.setattr(os, "mkdir", refused)


@cache
def sound() -> dict[str, bytes]:
    """The files of a store whose plug was pulled, with pages in the file and in the log."""
    with tempfile.TemporaryDirectory(dir=ROOM) as folder:
        path = Path(folder) / "s"
        store = Store.at_table(path)
        store.bind(TAG)
        store.append([Entry(0, "setting", "sound quiet"), BEGIN, *actions(10, 80)])
        assert store._db is not None
        store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for number in range(100, 110):
            store.append(actions(number, 1))
        files = {end: path.with_name(f"s{end}").read_bytes() for end in ENDS}
        store.close()
    return files


def check_goes_on(files: Mapping[str, bytes]) -> None:
    """Of the files of :func:`sound` with any damage: who reads the store gets it or StoreError; the table starts, makes
    no game up, and plays on."""
    expected = [BEGIN, *actions(10, 80), *actions(100, 10)]
    with tempfile.TemporaryDirectory(dir=ROOM) as folder:
        path = Path(folder) / "s"
        for end, content in files.items():
            path.with_name(f"s{end}").write_bytes(content)
        _read(path)
        with closing(Store.at_table(path)) as store:
            found = store.last_game()
            assert found == expected[: len(found)]
            store.append([BEGIN, *actions(500, 2)])
            assert not store.trouble, store.trouble
        with closing(Store.at_table(path)) as again:
            assert again.last_game() == [BEGIN, *actions(500, 2)]
            assert not again.notice
        Store(path).close()


def _read(path: Path) -> None:
    with suppress(StoreError), closing(Store.reading(path)) as reading:
        for number, _, _ in reading.games():
            with suppress(StoreError):
                reading.game(number)
