"""The store, which survives a pulled plug: the append-only journal of every game, tags and settings, in SQLite.
docs/record.md."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path

from signifer_firmware.files.writing import sync_folder

from . import rows as rows_of
from . import trouble
from .files import COPY, beside, connected, orphaned, set_aside, set_copy_aside, snapshot
from .joining import joined
from .reading import Entry as Entry
from .reading import Reading, Work, as_replaced, replaced_by
from .reading import StoreError as StoreError
from .schema import ForeignError, prepare
from .second_copy import CopyFile, Held, transaction
from .trouble import FAILURES, Failure


class Store(Reading):
    """One SQLite file (WAL, synchronous FULL) and its second copy: what was written is on disk when the call returns.

    Where it cannot be written, ``trouble`` says why, everything is held in memory, and written with the next call that
    can: once, in its order. ``hook`` hears "write", "commit", "copy" and "done" of each transaction, before it is so.
    """

    def __init__(
        self,
        path: Path,
        *,
        hook: Callable[[str], None] = lambda moment: None,
        today: Callable[[], str] = lambda: "",
        _read_only: bool = False,
        _at_table: bool = False,
    ) -> None:
        """Open or create the file; raise StoreError if it is no store of this program, or cannot be used. ``today`` is
        the date of games, "" if it is not known."""
        self.path = path
        self.trouble = self.notice = ""
        self.restored = 0
        self.hook, self._today = hook, today
        self._db: sqlite3.Connection | None = None
        self._held = Held()
        # Up to which number the file is known to have entries; and had them when it was opened last.
        self._written = self._found = 0
        self._knew = False
        self._waiting: list[Work] = []
        self._copy = CopyFile(beside(path, COPY))
        self._copy_is_good = self._copy_is_unread = False
        if _read_only:
            self._begin_reading()
        elif _at_table:
            self._begin_at_table()
        else:
            self._begin()
        self._next = max(self._written, *(row[0] for row in self._held.rows[-1:]), 0) + 1

    @classmethod
    def at_table(cls, path: Path, *, today: Callable[[], str] = lambda: "") -> Store:
        """For a table, which always starts: a file that is no good is set aside, and ``notice`` says what it is called
        now; the game goes on from the second copy if that is good. Where the disk fails, memory serves."""
        return cls(path, today=today, _at_table=True)

    @classmethod
    def reading(cls, path: Path) -> Store:
        """To look into a store, also one that is in use: nothing of it is touched. StoreError if it is none."""
        return cls(path, _read_only=True)

    # Opening

    def _begin(self) -> None:
        try:
            self._attach()
            self._knew = True
        except (*FAILURES, rows_of.DamagedError) as error:
            if isinstance(error, MemoryError):
                what = "end other programs, and try again"
            elif isinstance(error, OSError) or trouble.of_disk(error):
                what = trouble.remedy(error, self.path.parent)
            elif self._copy.path.exists():
                what = "leave it: the table, when it starts, sets it aside and goes on from its second copy"
            else:
                what = "move it away and start again"
            why = str(error) or "out of memory"
            raise StoreError(f"{self.path} cannot be used as the store ({why}); {what}") from error
        except ForeignError as error:
            raise StoreError(f"{self.path} {error}; {error.advice}") from error

    def _begin_reading(self) -> None:
        if not self.path.is_file():
            raise StoreError(f"{self.path} is no file; name the store of a table")
        try:
            self._db = snapshot(self.path)
            prepare(self._db)
            self._held, self._written = rows_of.read(self._db), rows_of.last_number(self._db)
        except MemoryError as error:
            self._let_go()
            raise StoreError(
                f"{self.path} cannot be read (out of memory); end other programs, and try again"
            ) from error
        except (sqlite3.Error, UnicodeDecodeError, OSError, rows_of.DamagedError) as error:
            self._let_go()
            raise StoreError(f"{self.path} cannot be read ({error}); name the store of a table") from error
        except ForeignError as error:
            self._let_go()
            advice = error.advice if error.is_later else "name the store of a table"
            raise StoreError(f"{self.path} {error}; {advice}") from error

    def _begin_at_table(self) -> None:
        try:
            try:
                self._attach_or_set_aside()
            except FAILURES:
                # Without its file the table may begin with no game: a disk that fails now and then is asked twice.
                self._let_go()
                self._attach_or_set_aside()
            self._knew = True
        except FAILURES as error:
            self.trouble = trouble.trouble(error)
            self._let_go()
            self._held = self._found_elsewhere(rows_of.read)
            self._written = max((row[0] for row in self._held.rows), default=0)

    def _attach_or_set_aside(self) -> None:
        """Open the file; what is no store makes room for a new one, with all that is still to be had."""
        if orphaned(self.path):
            self._set_aside()
        is_later = False
        try:
            self._attach()
        except ForeignError as error:
            is_later = error.is_later
        except rows_of.DamagedError:
            pass
        except sqlite3.Error as error:
            if not trouble.damaged(error, opening=True):
                raise
        else:
            return
        saved = self._found_elsewhere(rows_of.saved)
        self._let_go()
        self._set_aside(is_later=is_later)
        self._attach()
        if self._written < max((row[0] for row in saved.rows), default=0) or not self._held.tags:
            self._fill(saved)

    def _set_aside(self, *, is_later: bool = False) -> None:
        self.notice = trouble.set_aside(set_aside(self.path).name, is_later=is_later)

    def _attach(self) -> None:
        """Open the file, and bring in what only the second copy has. What cannot be used is not touched."""
        try:
            with closing(snapshot(self.path)) as db:
                prepare(db)
                rows_of.check_whole(db)
                held, written = rows_of.read(db), rows_of.last_number(db)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            if trouble.of_disk(error):
                raise
            # It was read: what SQLite makes of it, also if its own message holds bytes of it, is no fault of the disk.
            raise rows_of.DamagedError(str(error)) from error
        try:
            db = connected(self.path)
            try:
                prepare(db)
            except BaseException:
                db.close()
                raise
        except sqlite3.Error as error:
            if not trouble.damaged(error, opening=True):
                trouble.check_room(error, self.path.parent)
                raise
            # It was whole just now: SQLite takes what the disk does not read for damage, too.
            raise OSError(errno.EIO, f"{os.strerror(errno.EIO)}: {error}") from error
        with suppress(OSError):
            sync_folder(self.path.parent)
        self._db, self._held, self._written = db, held, written
        self._found = written
        copy, good = self._copied()
        self._copy_is_good = good and copy is not None and rows_of.same(copy, held)
        if copy is not None and rows_of.goes_on(copy, held, written):
            self.restored = sum(row[0] > written for row in copy.rows)
            self._fill(copy)
            self._copy_is_good = good

    def _copied(self) -> tuple[Held | None, bool]:
        """The second copy; one that is none of ours is set aside."""
        self._copy_is_unread = False
        try:
            copy, good = self._copy.read()
            if copy is None and self._copy.path.exists() and self._copy.path.stat().st_size:
                set_copy_aside(self.path)
        except (OSError, MemoryError):
            self._copy_is_unread = True
            return None, False
        return copy, good

    def _found_elsewhere(self, read: Callable[[sqlite3.Connection], Held]) -> Held:
        """What can be had without the file's help: the second copy, or what can be ``read`` in the file itself."""
        copy, _ = self._copied()
        saved = Held()
        with (
            suppress(*FAILURES, UnicodeDecodeError, rows_of.DamagedError, ForeignError),
            closing(snapshot(self.path)) as db,
        ):
            saved = read(db)
        last = max((row[0] for row in saved.rows), default=0)
        if copy is not None and max((row[0] for row in copy.rows), default=0) >= last:
            return copy
        return saved

    def _fill(self, held: Held) -> None:
        """Write what the file lacks of ``held``."""
        assert self._db is not None
        rows_of.fill(self._db, held)
        self._held, self._written = rows_of.read(self._db), rows_of.last_number(self._db)

    def close(self, *, pulled: bool = False) -> None:
        """Write what is still waiting, if it can be written and the plug is not ``pulled``; let go of the files."""
        if self._waiting and not pulled:
            self.retry()
        self._let_go()

    def answers(self) -> bool:
        """Whether the file can be asked: also to say no is an answer, and so is that there is none."""
        if self._db is not None:
            with suppress(sqlite3.Error, MemoryError):
                self._db.execute("PRAGMA user_version").fetchone()
        return True

    def _let_go(self) -> None:
        self._copy.close()
        if self._db is not None:
            with suppress(sqlite3.Error, MemoryError):
                self._db.close()
            self._db = None

    # Writing

    def bind(self, tags: dict[bytes, str], forgotten: tuple[str, ...] = ()) -> None:
        """Remember which card each tag is stuck on; a tag bound before is bound again. All tags of the cards
        ``forgotten`` are forgotten before."""
        self._do((), tags, forgotten)

    def append(self, entries: list[Entry], spare: Mapping[bytes, str] | None = None) -> None:
        """Write ``entries`` in one transaction, and with them which card each ``spare`` tag is stuck on from now on:
        it replaces all others."""
        others = as_replaced(replaced_by(spare or {}, self.cards()))
        self._do(entries, {**others, **(spare or {})})

    def retry(self) -> None:
        """Try again to write what is waiting."""
        if self._waiting or self._db is None or self.trouble:
            self._flush()
            self._copy_all()

    def _do(self, entries: Iterable[Entry], tags: Mapping[bytes, str], unbound: tuple[str, ...] = ()) -> None:
        rows = tuple(
            (number, entry.at_us, entry.kind, json.dumps(entry.body))
            for number, entry in enumerate(entries, self._next)
        )
        work = Work(rows, dict(tags), unbound)
        self._next += len(rows)
        self._held.take(rows, tags, unbound)
        self._waiting.append(work)
        self._flush()
        self._copy_too(work)
        self.hook("done")

    def _flush(self, *, again: bool = False) -> None:
        """Write all that is waiting in one transaction."""
        try:
            self.hook("write")
            if self._db is None:
                self._attach_again()
            self._write()
        except FAILURES as error:
            self._roll_back(error)
            self.trouble = trouble.trouble(error)
            if isinstance(error, sqlite3.IntegrityError) and not again:
                self._let_go()  # it holds more than we know of: look again
                self._flush(again=True)
        else:
            self.trouble = ""

    def _roll_back(self, error: Failure) -> None:
        """Leave the file as it was; let go of one that is damaged, or does not even answer: it is looked at again then,
        and set aside if it is really no good."""
        if self._db is None:
            return
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        except (sqlite3.Error, MemoryError):
            self._let_go()
            return
        if isinstance(error, sqlite3.Error) and trouble.damaged(error):
            self._let_go()

    def _attach_again(self) -> None:
        """Open the file in mid-game: memory knows better than whatever it holds."""
        mine, notice, written = self._held, self.notice, self._written
        self._held = Held()
        try:
            self._attach_or_set_aside()
            if self._knew:
                self._catch_up(mine, written)
            else:
                self._join(mine, written)
        except BaseException:
            self._let_go()
            self._held, self._written = mine, written
            raise
        finally:
            self.notice = self.notice or notice

    def _join(self, mine: Held, written: int) -> None:
        """The file, which could not be read as the table was switched on, is there now."""
        assert self._db is not None
        found = joined(mine, written, self._waiting, self._held, self._written)
        rows_of.fill(self._db, Held(found.missing, found.held.settings, found.held.tags))
        self._held, self._waiting, self._knew = found.held, found.waiting, True
        self._written = rows_of.last_number(self._db)
        self._next = max((row[0] for work in self._waiting for row in work.rows), default=self._written) + 1

    def _catch_up(self, mine: Held, written: int) -> None:
        """The file was known up to ``written``. It has less, because it is another one; or more: a commit that failed
        has come through."""
        assert self._db is not None
        self._held, self._written = mine, rows_of.last_number(self._db)
        if self._written < written:
            rows_of.fill(self._db, mine)
            self._written = rows_of.last_number(self._db)
            self._waiting.clear()
        elif self._written > written:
            there = rows_of.since(self._db, written)
            if there != [row for work in self._waiting for row in work.rows][: len(there)]:
                raise StoreError(f"another program writes {self.path}, too; end it and start again")
            self._waiting = [
                Work(tuple(row for row in work.rows if row[0] > self._written), work.tags, work.unbound)
                for work in self._waiting
            ]

    def _write(self) -> None:
        assert self._db is not None
        self._db.execute("BEGIN IMMEDIATE")
        for work in self._waiting:
            rows_of.write(self._db, work.rows, work.tags, work.unbound, self._today())
        self.hook("commit")
        self._db.execute("COMMIT")
        self._written = max(self._written, *(row[0] for work in self._waiting for row in work.rows), 0)
        self._waiting.clear()

    def _copy_too(self, work: Work) -> None:
        """The second copy of a transaction: of a game that begins, a new one."""
        if not self._copy_is_good or any(kind == "begin" for _, _, kind, _ in work.rows):
            self._copy_all()
            return
        try:
            self.hook("copy")
            self._copy.append(transaction(work.rows, work.tags, work.unbound))
        except (OSError, MemoryError) as error:
            self._copy.close()
            self._copy_failed(error)

    def _copy_all(self) -> None:
        """Write the copy again. While the file has not been read, what the old one holds may be nowhere else."""
        if not self._knew and self._copy.path.exists():
            return
        try:
            self.hook("copy")
            if self._copy_is_unread:
                self._keep_unread_copy()
            self._copy.rewrite(self._held)
            self._copy_is_good = True
        except (OSError, MemoryError) as error:
            self._copy_failed(error)

    def _keep_unread_copy(self) -> None:
        """The copy could not be read as the file was: set it aside if it has more, or cannot be read now."""
        with suppress(OSError, MemoryError):
            copy, _ = self._copy.read()
            if copy is None or not copy.rows or copy.rows[-1][0] <= self._found:
                self._copy_is_unread = False
                return
        set_copy_aside(self.path)
        self._copy_is_unread = False

    def _copy_failed(self, error: OSError | MemoryError) -> None:
        """One file has it, and not both: that is told, too."""
        self._copy_is_good = False
        self.trouble = self.trouble or trouble.trouble(error)
