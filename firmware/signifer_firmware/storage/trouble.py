"""Troubles of the disk under the record: each with a name and with what to do about it."""

from __future__ import annotations

import errno
import os
import sqlite3
import stat
from pathlib import Path

FULL, READ_ONLY, BUSY, FAILS, MEMORY, ASIDE, LATER, GAMES_ASIDE, UNPLAYED = (
    "disk-full",
    "disk-read-only",
    "disk-busy",
    "disk-fails",
    "memory-full",
    "set-aside",
    "later-set-aside",
    "games-set-aside",
    "game-not-understood",
)
# How the sentence of each begins; it ends with what the system said.
_SENTENCES = {
    FULL: "the disk is full; make room, nothing is lost as long as the table is on",
    READ_ONLY: "the disk is read-only; remount it, nothing is lost as long as the table is on",
    BUSY: "another program holds the record; end it",
    FAILS: "the disk fails; nothing is lost as long as the table is on",
    MEMORY: "the memory is full; end other programs, nothing is lost as long as the table is on",
    ASIDE: "the record was no good and is kept as ",
    LATER: "the record is of a later version of this program and is kept as ",
    GAMES_ASIDE: "another table's record is there now; the games of before are kept as ",
    UNPLAYED: "the last game cannot go on; it stays in the record",
}
_CODES = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
}
_NUMBERS = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EROFS: READ_ONLY,
    errno.EACCES: READ_ONLY,
    errno.ENOMEM: MEMORY,
    errno.EAGAIN: BUSY,
}
_DISK = (*_CODES, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM)
_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
# Whatever a disk or the memory under the record can do: SQLite says of memory that it lacks MemoryError.
FAILURES = (sqlite3.Error, OSError, MemoryError)
Failure = sqlite3.Error | OSError | MemoryError
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _code(error: sqlite3.Error) -> int:
    """The primary code of SQLite; 0 for an error of the module's own."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def damaged(error: sqlite3.Error, *, opening: bool = False) -> bool:
    """Whether the file itself is bad, and not the disk; while it is opened, whatever does not fit our tables is."""
    return _code(error) in _DAMAGED or (opening and _code(error) == sqlite3.SQLITE_ERROR)


def of_disk(error: Exception) -> bool:
    """Whether SQLite says that the disk, or the memory, does not do what it should, and nothing about the file."""
    return isinstance(error, MemoryError) or (isinstance(error, sqlite3.Error) and _code(error) in _DISK)


def cut_short(error: Exception) -> bool:
    """Whether SQLite found a file shorter than what it knows of it."""
    return getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_IOERR_SHORT_READ


def read_only(error: Exception) -> bool:
    """Whether SQLite may not write."""
    return isinstance(error, sqlite3.Error) and _code(error) == sqlite3.SQLITE_READONLY


def cannot_open(error: Exception) -> bool:
    """Whether SQLite cannot open a file of a store, or make one."""
    return isinstance(error, sqlite3.Error) and _code(error) == sqlite3.SQLITE_CANTOPEN


def check_room(error: sqlite3.Error, folder: Path) -> None:
    """OSError if SQLite fails because the disk is full: where it cannot make the index of its log it says no more than
    that the disk fails."""
    if _code(error) in _ROOM and os.path.isdir(folder) and not os.statvfs(folder).f_bavail:
        raise OSError(errno.ENOSPC, f"{os.strerror(errno.ENOSPC)}: {error}") from error


def _is_missing(folder: Path) -> bool:
    """Whether there is no such folder, as far as one may look."""
    try:
        return not stat.S_ISDIR(os.stat(folder).st_mode)
    except PermissionError:
        return False
    except OSError:
        return True


def remedy(error: Exception, folder: Path) -> str:
    """What to do where a store in the folder cannot be opened, because the disk does not do what it should."""
    if _is_missing(folder):
        return f"there is no folder {folder}; make it first"
    if isinstance(error, FAILURES) and key_in(trouble(error)) == FULL:
        return "leave it, and make room: the disk is full"
    return (
        in_the_way(error) or "leave it, and see that you may write there and that the disk is not read-only"
    )


def in_the_way(error: Exception) -> str:
    """What to do where a pipe, or a folder, has the name of a store's log (`files.check_logs`); "" where none has."""
    if isinstance(error, OSError) and error.filename and error.errno in (errno.EINVAL, errno.EISDIR):
        return f"take {error.filename} away, and say it again"
    return ""


def trouble(error: Failure) -> str:
    """The sentence about an error of the disk, or of the memory."""
    match error:
        case MemoryError():
            return f"{_SENTENCES[MEMORY]} (out of memory)"
        case OSError():
            found = _NUMBERS.get(error.errno or 0)
        case _:
            found = _CODES.get(_code(error))
    return f"{_SENTENCES[found or FAILS]} ({error})"


def behind() -> str:
    """The sentence about a file that was taken away, of which not all is there again."""
    return f"{_SENTENCES[FAILS]} (its file was taken away, and is being written again)"


def set_aside(name: str, *, is_later: bool = False) -> str:
    """The sentence about a file that was set aside and is called ``name`` now; ``is_later``: of a later program."""
    return f"{_SENTENCES[LATER if is_later else ASIDE]}{name}"


def games_aside(name: str) -> str:
    """The sentence about games that were in a record in whose place another table's is now; ``name`` as above."""
    return f"{_SENTENCES[GAMES_ASIDE]}{name}"


def unplayed(error: BaseException) -> str:
    """The sentence about a game that is on the disk, and that this program cannot play again."""
    return f"{_SENTENCES[UNPLAYED]} ({error})"


def key_in(sentence: str) -> str:
    """Which trouble a sentence tells, "" if none of these."""
    return next((key for key, start in _SENTENCES.items() if sentence.startswith(start)), "")


def file_in(sentence: str) -> str:
    """The name of the file that was set aside."""
    return sentence.removeprefix(_SENTENCES.get(key_in(sentence), ""))
