"""A file of a store is opened: looked at first, and not touched where it is none. docs/record.md: what a table does."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from signifer_firmware.files.writing import sync_folder

from . import rows as rows_of
from . import trouble
from .files import connected, snapshot
from .reading import StoreError
from .schema import ForeignError, prepare
from .second_copy import Held
from .trouble import FAILURES


def looked_into(path: Path) -> tuple[sqlite3.Connection, Held, int]:
    """A copy in memory of a store, what it holds, and its last number. StoreError if it is none."""
    if not path.is_file():
        raise StoreError(f"{path} is no file; name the store of a table")
    db: sqlite3.Connection | None = None
    try:
        db = snapshot(path)
        prepare(db)
        return db, rows_of.read(db), rows_of.last_number(db)
    except BaseException as error:
        if db is not None:
            db.close()
        match error:
            case MemoryError():
                why = "cannot be read (out of memory); end other programs, and try again"
            case sqlite3.Error() | UnicodeDecodeError() | OSError() | rows_of.DamagedError():
                why = f"cannot be read ({error}); name the store of a table"
            case ForeignError():
                why = f"{error}; {error.advice if error.is_later else 'name the store of a table'}"
            case _:
                raise
        raise StoreError(f"{path} {why}") from error


def opened(path: Path) -> tuple[sqlite3.Connection, Held, int]:
    """A connection to the store, what it holds, and its last number. What cannot be used is not touched: DamagedError,
    ForeignError, and one of FAILURES where the disk does not do what it should."""
    with _sound(path) as whole:
        held, written = rows_of.read(whole), rows_of.last_number(whole)
    try:
        db = connected(path)
        try:
            prepare(db)
        except BaseException:
            db.close()
            raise
    except sqlite3.Error as error:
        if not trouble.damaged(error, opening=True):
            trouble.check_room(error, path.parent)
            raise
        # It was whole just now: SQLite takes what the disk does not read for damage, too.
        raise OSError(errno.EIO, f"{os.strerror(errno.EIO)}: {error}") from error
    with suppress(OSError):
        sync_folder(path.parent)
    return db, held, written


def with_its_log(path: Path) -> tuple[Held, int] | None:
    """What a store holds that somebody has written to, and its last number; None if it is not sound, or not what the
    log beside it was written for. Raises as `opened`, but for DamagedError and ForeignError."""
    try:
        with _sound(path) as whole:
            games = rows_of.games(whole)
            found = rows_of.read(whole), rows_of.last_number(whole)
            try:
                with _sound(path, logs=()) as alone:
                    last = rows_of.last_number(alone)
                    is_of_it = rows_of.row(alone, last) == rows_of.row(whole, last)
                    return found if is_of_it and {*rows_of.games(alone)} <= {*games} else None
            except (rows_of.DamagedError, ForeignError):
                return found  # only the log makes it whole
    except (rows_of.DamagedError, ForeignError):
        return None


@contextmanager
def _sound(path: Path, **logs: tuple[str, ...]) -> Iterator[sqlite3.Connection]:
    """The content of a store that is one."""
    try:
        with closing(snapshot(path, **logs)) as db:
            prepare(db)
            rows_of.check_whole(db)
            yield db
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if trouble.of_disk(error):
            raise
        # It was read: what SQLite makes of it, also if its own message holds bytes of it, is no fault of the disk.
        raise rows_of.DamagedError(str(error)) from error


def found_elsewhere(path: Path, copy: Held | None, read: Callable[[sqlite3.Connection], Held]) -> Held:
    """What can be had without the file's help: the second ``copy``, or what can be ``read`` in the file itself."""
    saved = Held()
    with (
        suppress(*FAILURES, UnicodeDecodeError, rows_of.DamagedError, ForeignError),
        closing(snapshot(path)) as db,
    ):
        saved = read(db)
    last = max((row[0] for row in saved.rows), default=0)
    if copy is not None and max((row[0] for row in copy.rows), default=0) >= last:
        return copy
    return saved


def refused(path: Path, error: Exception, has_copy: Callable[[], bool]) -> StoreError:
    """What a command says of a file that cannot be used as the store."""
    if isinstance(error, ForeignError):
        return StoreError(f"{path} {error}; {error.advice}")
    if isinstance(error, MemoryError):
        what = "end other programs, and try again"
    elif isinstance(error, OSError) or trouble.of_disk(error):
        what = trouble.remedy(error, path.parent)
    elif has_copy():
        what = "leave it: the table, when it starts, sets it aside and goes on from its second copy"
    else:
        what = "move it away and start again"
    return StoreError(f"{path} cannot be used as the store ({str(error) or 'out of memory'}); {what}")
