"""The files of a store: opened, read without touching them, and set aside under names that nothing has yet."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from signifer_firmware.files.reading import opened

from .trouble import read_only

WAL, SHM, JOURNAL, COPY = "-wal", "-shm", "-journal", "-copy"
# What belongs to the file itself: SQLite makes a new file, and looks whether it is alone with one, by a journal.
_LOGS = (WAL, JOURNAL)
# How long another program may hold the file before the table goes on without it.
BUSY_S = 0.5


def beside(path: Path, end: str) -> Path:
    """A file that belongs to the store at ``path``."""
    return path.with_name(path.name + end)


def connected(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on disk when they return; sqlite3.Error if the file cannot be written or is none
    of SQLite's."""
    db = sqlite3.connect(path, isolation_level=None, timeout=BUSY_S, check_same_thread=False)
    try:
        (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        # Where there can be no log, SQLite says so without an error. A commit is to delete its journal then: EXTRA has
        # that on disk, too, while a journal that is there again when the power is back would undo the commit.
        db.execute(f"PRAGMA synchronous = {'FULL' if mode == 'wal' else 'EXTRA'}")
        _check_writable(db)
    except (sqlite3.Error, MemoryError):
        db.close()
        raise
    return db


def _check_writable(db: sqlite3.Connection) -> None:
    """sqlite3.Error if the connection may only read: SQLite opens a file so that it may not write, and the connection
    stays so when the disk is writable again."""
    db.execute("BEGIN")
    try:
        db.execute("PRAGMA user_version = 0")
    except sqlite3.Error as error:
        if read_only(error):
            raise
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def set_aside(path: Path) -> Path:
    """Rename the store's files so that they stay together, under a number that is free; return the new name.

    The second copy stays: from it the new store is made, also if the power fails just now.
    """
    new = _free(path)
    for end in ("", *_LOGS, SHM):
        old = beside(path, end)
        if old.exists():
            old.rename(beside(new, end))
    return new


def set_copy_aside(path: Path) -> Path:
    """Rename a second copy that is none; return its new name."""
    new = beside(_free(path), COPY)
    beside(path, COPY).rename(new)
    return new


def _free(path: Path) -> Path:
    number = 1
    while any(beside(path, f".aside-{number}{end}").exists() for end in ("", *_LOGS, SHM, COPY)):
        number += 1
    return beside(path, f".aside-{number}")


def orphaned(path: Path) -> bool:
    """Whether only a write-ahead log is left: SQLite would delete it as it opens an empty store."""
    log = beside(path, WAL)
    return log.is_file() and log.stat().st_size > 0 and not (path.is_file() and path.stat().st_size > 0)


def _memory_folder() -> str | None:
    """Where files are kept in memory: a disk may be full, or read-only. None for the usual place."""
    shared = Path("/dev/shm")
    return str(shared) if os.access(shared, os.W_OK) else None


def snapshot(path: Path) -> sqlite3.Connection:
    """The store's content, in memory, empty if there is none: nothing of it is touched. One of FAILURES if it cannot be
    read."""
    with tempfile.TemporaryDirectory(prefix="signifer-", dir=_memory_folder()) as folder:
        copy = Path(folder) / "store"
        for end in ("", *_LOGS):
            if beside(path, end).is_file():
                with (
                    os.fdopen(opened(beside(path, end), links=False), "rb") as old,
                    beside(copy, end).open("xb") as new,
                ):
                    shutil.copyfileobj(old, new)
        memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        with closing(sqlite3.connect(copy, isolation_level=None)) as db:
            db.backup(memory)
        # What is no text any more is found by its check, not by an error of another kind.
        memory.text_factory = lambda content: content.decode(errors="replace")
        return memory
