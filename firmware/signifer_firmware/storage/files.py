"""The files of a store: opened, read without touching them, and set aside under names that nothing has yet."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from threading import Lock
from typing import BinaryIO, cast

from signifer_firmware.files.reading import check_regular, opened

from .trouble import cannot_open, read_only

WAL, SHM, JOURNAL, COPY = "-wal", "-shm", "-journal", "-copy"
# What belongs to the file itself: SQLite makes a new file, and looks whether it is alone with one, by a journal.
_LOGS = (WAL, JOURNAL)
# How long another program may hold the file before the table goes on without it.
BUSY_S = 0.5
_AT_ONCE = 1 << 18
# A backup has no more; a store forgets the oldest games long before.
MOST_BYTES = 400_000_000
_HEAD = b"SQLite format 3\0"
_BY_NUMBER = "/proc/self/fd"


def beside(path: Path, end: str) -> Path:
    """A file that belongs to the store at ``path``."""
    return path.with_name(path.name + end)


class _Connected(sqlite3.Connection):
    """A connection to a store; meanwhile `snapshot` leaves open what it reads of the same file.

    The system drops all locks that a process has on a file when the process closes any descriptor of it. SQLite minds
    that for its own descriptors alone: other programs would take the store for free, and delete the log under a table.
    """

    inode: tuple[int, int] | None = None

    def close(self) -> None:
        super().close()
        with _GUARD:
            if self.inode in _IN_USE:
                for file in _IN_USE.pop(self.inode):
                    os.close(file)


# Files to which this process has a connection, and the descriptor by which `snapshot` reads each, if it has.
_IN_USE: dict[tuple[int, int] | None, list[int]] = {}
_GUARD = Lock()


def _inode(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


def check_logs(path: Path) -> None:
    """OSError if what has the name of one of a store's logs is no file: before SQLite opens a store it opens those, and
    waits for a pipe without end."""
    for log in (beside(path, end) for end in (*_LOGS, SHM)):
        if log.exists():
            check_regular(log.stat(), log)


def connected(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on disk when they return; sqlite3.Error if the file cannot be written or is none
    of SQLite's, OSError as of `check_logs`."""
    check_logs(path)
    db = sqlite3.connect(
        path, isolation_level=None, timeout=BUSY_S, check_same_thread=False, factory=_Connected
    )
    try:
        (mode,) = db.execute("PRAGMA journal_mode = WAL").fetchone()
        # Where there can be no log, SQLite says so without an error. A commit is to delete its journal then: EXTRA has
        # that on disk, too, while a journal that is there again when the power is back would undo the commit.
        db.execute(f"PRAGMA synchronous = {'FULL' if mode == 'wal' else 'EXTRA'}")
        _check_writable(db)
        db.inode = _inode(path.stat())
    except (sqlite3.Error, OSError, MemoryError) as error:
        db.close()
        if cannot_open(error) and is_read_only(path.parent):
            # SQLite cannot make its log's index there, and says of that no more than of a disk that fails.
            raise OSError(errno.EROFS, f"{os.strerror(errno.EROFS)}: {error}") from error
        raise
    with _GUARD:
        _IN_USE.setdefault(db.inode, [])
    return db


def is_read_only(folder: Path) -> bool:
    """Whether its disk is mounted for reading alone."""
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False


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
    new = free_name(path)
    for end in ("", *_LOGS, SHM):
        old = beside(path, end)
        if old.exists():
            old.rename(beside(new, end))
    return new


def set_aside_alone(path: Path, end: str) -> Path:
    """Rename one file of the store's, such as a second copy that is none; return its new name."""
    new = beside(free_name(path), end)
    beside(path, end).rename(new)
    return new


def free_name(path: Path) -> Path:
    """How a store that is set aside can be called: by a number that nothing has."""
    number = 1
    while any(beside(path, f".aside-{number}{end}").exists() for end in ("", *_LOGS, SHM, COPY)):
        number += 1
    return beside(path, f".aside-{number}")


def orphaned(path: Path) -> bool:
    """Whether only a write-ahead log is left: SQLite would delete it as it opens an empty store."""
    log = beside(path, WAL)
    return log.is_file() and log.stat().st_size > 0 and not (path.is_file() and path.stat().st_size > 0)


def memory_folder() -> str | None:
    """Where files are kept in memory: a disk may be full, or read-only. None for the usual place."""
    shared = Path("/dev/shm")
    return str(shared) if os.access(shared, os.W_OK) else None


def snapshot(path: Path, logs: tuple[str, ...] = _LOGS) -> sqlite3.Connection:
    """The store's content in a file of its own (in memory, where that can be), empty if there is none: nothing of it is
    touched. The file has no name, and goes with this process whatever ends it. One of FAILURES if it cannot be read, or
    is longer than any. Without its ``logs`` it is as it was some time ago."""
    place = memory_folder() or tempfile.gettempdir()
    there = [end for end in ("", *logs) if beside(path, end).is_file()]
    with ExitStack() as stack:
        copies, left = dict[str, BinaryIO](), MOST_BYTES
        for end in there:
            copies[end] = stack.enter_context(_nameless(place))
            # By its log a head that is torn may be mended.
            left -= _copy(beside(path, end), copies[end], left, starts=b"" if there[1:] else _HEAD)
        return _opened(copies, place)


def _nameless(place: str) -> BinaryIO:
    """A file that can be given a name, where the disk has such."""
    try:
        return os.fdopen(os.open(place, getattr(os, "O_TMPFILE", 0) | os.O_RDWR | os.O_CLOEXEC, 0o600), "w+b")
    except OSError:
        return cast(BinaryIO, tempfile.TemporaryFile(dir=place))


def _copy(old: Path, new: BinaryIO, most: int, *, starts: bytes) -> int:
    """How many bytes were copied; sqlite3.Error if the file is not empty and does not begin so, OSError if it is
    longer."""
    with _GUARD:
        kept = _IN_USE.get(_inode(old.stat()))
        file = kept[0] if kept else opened(old, links=False)
        try:
            at, length = 0, os.fstat(file).st_size
            while content := os.pread(file, _AT_ONCE, at):
                if not at and not content.startswith(starts):
                    raise sqlite3.DatabaseError("file is not a database")
                at += len(content)
                if max(at, length) > most:  # files of the kernel say that they have no bytes
                    raise OSError(errno.EFBIG, f"longer than {MOST_BYTES // 1_000_000} MB, as no store is")
                new.write(content)
        finally:
            if kept is None:
                os.close(file)
            elif not kept:
                kept.append(file)
    new.flush()
    return at


def _opened(copies: Mapping[str, BinaryIO], place: str) -> sqlite3.Connection:
    """A connection to what was copied, which has names in ``place`` only as long as SQLite asks for them."""
    folder = Path(tempfile.mkdtemp(prefix="signifer-", dir=place))
    try:
        for end, copy in copies.items():
            _give_name(copy, beside(folder / "store", end))
        db = sqlite3.connect(folder / "store", isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA synchronous = OFF")
            # What is in the log comes into the file, and no file is wanted beside it any more.
            db.execute("PRAGMA journal_mode = MEMORY")
        except BaseException:
            db.close()
            raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    # What is no text any more is found by its check, not by an error of another kind.
    db.text_factory = lambda content: content.decode(errors="replace")
    return db


def _give_name(copy: BinaryIO, path: Path) -> None:
    """The file itself; where none without a name can have one, as without /proc, a copy of it."""
    anywhere = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        # Only with a folder Python asks for a call that follows links: the number of a file is one.
        os.link(f"{_BY_NUMBER}/{copy.fileno()}", path, src_dir_fd=anywhere, follow_symlinks=True)
    except OSError:
        copy.seek(0)
        with path.open("xb") as named:
            shutil.copyfileobj(copy, named)
    finally:
        os.close(anywhere)
