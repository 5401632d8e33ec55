"""Whether the files of a store are still those that were opened: people and other programs take files away, put older
ones in their place, and unmount disks. Who has a file open hears nothing of that."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, suppress
from enum import Enum
from pathlib import Path

from .files import SHM, WAL, beside, set_aside_alone
from .trouble import FAILURES, cut_short, of_disk

# Device and inode; length and time of the last change.
Mark = tuple[tuple[int, int], tuple[int, int]]


def mark_of(found: os.stat_result) -> Mark:
    """By what a file is known again, and whether anybody has written to it."""
    return (found.st_dev, found.st_ino), (found.st_size, found.st_mtime_ns)


def mark(path: Path | str) -> Mark | None:
    """The mark of the file at ``path``, None if there is none. OSError where nobody may look."""
    try:
        return mark_of(os.stat(path))
    except (FileNotFoundError, NotADirectoryError):
        return None


class Found(Enum):
    """How the files of a store lie there: as this program left them; one of them is gone, or is another file; they are
    the same files, and somebody else has written to them; or has done so with the log out of the way."""

    SAME = 1
    ELSEWHERE = 2
    CHANGED = 3
    OVERWRITTEN = 4


class Standing:
    """The files of the store at ``path`` that is open: its file, its log and the log's index."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._names = {end: str(beside(path, end)) for end in ("", WAL, SHM)}
        self._marks: dict[str, Mark] = {}
        self._device: int | None = None

    def begin(self) -> None:
        """The files have just been opened."""
        self._marks.clear()
        self.note()
        self._device = self.path.parent.stat().st_dev

    def note(self) -> None:
        """This program has written to them."""
        for end, name in self._names.items():
            with suppress(OSError):
                now, before = mark(name), self._marks.get(end)
                if now is not None and (before is None or before[0] == now[0]):
                    self._marks[end] = now

    def found(self) -> Found:
        """How they lie there now; OSError where nobody may look."""
        now = {end: mark(self._names[end]) for end in self._marks}
        if now == self._marks:
            return Found.SAME
        others = {
            end for end, before in self._marks.items() if (there := now[end]) is None or there[0] != before[0]
        }
        written = {end for end, before in self._marks.items() if end not in others and now[end] != before}
        if "" in written:
            return Found.OVERWRITTEN if WAL in others else Found.CHANGED
        if others:
            return Found.ELSEWHERE
        return Found.CHANGED if WAL in written else Found.SAME

    def make_place(self) -> None:
        """Have a folder again where one was. OSError if that is on another disk now, and holds no store: the right one
        is not mounted."""
        folder = self.path.parent
        there = next(each for each in (folder, *folder.parents) if each.is_dir())
        if there.stat().st_dev == self._device:
            with suppress(OSError):
                folder.mkdir(parents=True, exist_ok=True)
        elif self._device is not None and not self.path.exists():
            raise FileNotFoundError(errno.ENOENT, "the disk of the record is not there", str(folder))

    def leave(self, db: sqlite3.Connection) -> sqlite3.Connection | None:
        """Close the connection to files that are not at their place any more; a copy, in memory, of what they hold, or
        None if they are damaged. What other programs have put there is not touched, and no log of ours stays beside it:
        SQLite would take it for that file's. One of FAILURES where they cannot be read now: the connection, without
        which nobody can read them later, stays open."""
        with suppress(OSError):
            if self._is_ours("") and not self._is_ours(WAL) and beside(self.path, WAL).exists():
                # SQLite deletes, as it closes, what has that name.
                set_aside_alone(self.path, WAL)
        is_whole = False
        with suppress(*FAILURES):
            (busy, _, _) = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            is_whole = not busy
        rest = _copied(db)
        # Where its file has been moved away, SQLite neither writes to it now nor deletes anything.
        db.close()
        with suppress(OSError):
            if not self._is_ours(""):
                self._clear_logs(is_whole=is_whole)
        return rest

    def leave_changed(
        self, db: sqlite3.Connection, is_sound: Callable[[sqlite3.Connection], bool]
    ) -> sqlite3.Connection | None:
        """Close the connection to a file that somebody has written to, which stays as it is: our log, which belongs to
        what it was, is set aside. What it was is returned, as of `leave`; None, too, if it is not sound any more."""
        rest = _copied(db)
        with ExitStack() as copied:
            if rest is not None:
                copied.callback(rest.close)
                if is_sound(rest):
                    copied.pop_all()
                else:
                    rest = None
        self._clear_logs(is_whole=False)
        hidden = set_aside_alone(self.path, "")
        # SQLite would write its pages into that file, but not where it has another name.
        db.close()
        if not self.path.exists():
            hidden.rename(self.path)
        return rest

    def _is_ours(self, end: str) -> bool:
        before, now = self._marks.get(end), mark(self._names[end])
        return before is not None and now is not None and before[0] == now[0]

    def _clear_logs(self, *, is_whole: bool) -> None:
        for end in (WAL, SHM):
            if self._is_ours(end):
                if is_whole or end == SHM:
                    beside(self.path, end).unlink()
                else:
                    set_aside_alone(self.path, end)


def _copied(db: sqlite3.Connection) -> sqlite3.Connection | None:
    copy = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        db.backup(copy)
    except (sqlite3.Error, MemoryError) as error:
        copy.close()
        # Of a log that somebody has made shorter nothing more comes, however often it is asked.
        if of_disk(error) and not cut_short(error):
            raise
        return None
    copy.text_factory = lambda content: content.decode(errors="replace")
    return copy
