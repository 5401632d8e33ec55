"""The store, which survives a pulled plug: the append-only journal of every game, tags and settings, in SQLite.
docs/record.md."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from . import rows as rows_of
from . import trouble
from .copying import Copying
from .files import is_read_only, orphaned, set_aside
from .joining import joined
from .lock import is_alone
from .opening import found_elsewhere, looked_into, opened, refused, with_its_log
from .owed import Owed
from .reading import Entry as Entry
from .reading import Reading, Work, as_replaced, replaced_by
from .reading import StoreError as StoreError
from .schema import ForeignError
from .second_copy import Held, Row
from .standing import Found, Standing
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
        self._copy = Copying(path, lambda moment: self.hook(moment), self._has)
        # Where its files stood; whether they are not there any more, and what they held that is still to be written.
        self._standing = Standing(path)
        self._is_moved = self._was_shared = False
        self._owed: list[Owed] = []
        if _read_only:
            self._db, self._held, self._written = looked_into(path)
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
        except (*FAILURES, rows_of.DamagedError, ForeignError) as error:
            raise refused(self.path, error, self._copy.exists) from error

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
            self._held = found_elsewhere(self.path, self._copy.found()[0], rows_of.read)
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
        saved = found_elsewhere(self.path, self._copy.found()[0], rows_of.saved)
        self._let_go()
        self._set_aside(is_later=is_later)
        self._attach()
        if self._written < max((row[0] for row in saved.rows), default=0) or not self._held.tags:
            self._fill(saved)

    def _set_aside(self, *, is_later: bool = False) -> None:
        self.notice = trouble.set_aside(set_aside(self.path).name, is_later=is_later)

    def _attach(self) -> None:
        """Open the file, and bring in what only the second copy has. What cannot be used is not touched."""
        db, held, written = opened(self.path)
        self._db, self._held, self._written = db, held, written
        self._found = written
        self._standing.begin()
        # A copy of ours beside a file that may be another one's says nothing that is not in memory.
        is_mine = self._is_moved and self._copy.is_as_left()
        copy, good = self._copy.found()
        self._copy.is_good = good and copy is not None and rows_of.same(copy, held)
        if copy is not None and not is_mine and rows_of.goes_on(copy, held, written):
            self.restored = sum(row[0] > written for row in copy.rows)
            self._fill(copy)
            self._copy.is_good = good

    def _fill(self, held: Held) -> None:
        """Write what the file lacks of ``held``."""
        assert self._db is not None
        rows_of.fill(self._db, held)
        self._held, self._written = rows_of.read(self._db), rows_of.last_number(self._db)

    def close(self, *, pulled: bool = False) -> None:
        """Write what is still waiting, if it can be written and the plug is not ``pulled``; let go of the files."""
        if not pulled and (self._waiting or (self._knew and self._db is not None)):
            with suppress(StoreError):
                self.look()
                while self._owed and self.trouble == trouble.behind():
                    self.look()
        self._forget_owed(len(self._owed))
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
        bound = {**as_replaced(replaced_by(spare, self.cards())), **spare} if spare else {}
        self._do(entries, bound)

    def look(self) -> None:
        """Notice whether the files are still at their place, and as they were left there; what is not is written again.
        This costs some calls of the system, which may be made once a second."""
        try:
            is_well = not self.trouble and not self._owed and self._stands() and self._copy.is_as_left()
        except OSError:
            is_well = False
        if not is_well:
            self._flush()
            self._copy_too()

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
            self._leave_what_is_moved()
            try:
                if self._db is None:
                    self._attach_again()
                self._write()
                self._bring()
            finally:
                self._standing.note()
        except FAILURES as error:
            self._roll_back(error)
            self.trouble = trouble.trouble(error)
            if isinstance(error, sqlite3.IntegrityError) and not again:
                self._let_go()  # it holds more than we know of: look again
                self._flush(again=True)
        else:
            self.trouble = trouble.behind() if self._owed else ""

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

    def _stands(self) -> bool:
        """Whether the files are where they were opened, and as this program left them. OSError if nothing can be
        written there now."""
        if not is_alone(self.path):
            self._was_shared = True
            raise BlockingIOError(errno.EAGAIN, "its lock is another program's")
        if self._db is None:
            return True
        if is_read_only(self.path.parent):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return self._standing.found() is Found.SAME

    def _leave_what_is_moved(self) -> None:
        """Let go of files that are not at their place any more, or that somebody has written to."""
        if self._stands() or self._db is None:
            return
        if (found := self._standing.found()) is Found.ELSEWHERE:
            if rest := self._standing.leave(self._db):
                self._owed.append(Owed(rest))
        elif found is Found.CHANGED and (there := with_its_log(self.path)):
            held, last = there
            if (last, held.rows) == (self._written, self._held.rows_to(last)):
                return
            self._let_go()
            self._is_moved = self._was_shared
            return
        elif rest := self._standing.leave_changed(self._db, lambda db: Owed(db).is_sound(self._written)):
            self._owed.append(Owed(rest))
        self._db = None
        self._is_moved = True

    def _attach_again(self) -> None:
        """Open the file in mid-game: memory knows better than whatever it holds."""
        mine, notice, written = self._held, self.notice, self._written
        try:
            if self._is_moved:
                self._standing.make_place()
            self._held = Held()
            self._attach_or_set_aside()
            if self._knew and (not self._is_moved or self._is_mine(mine, written)):
                self._catch_up(mine, written)
            else:
                self._join(mine, written)
            self._is_moved = self._was_shared = False
        except BaseException:
            self._let_go()
            self._held, self._written = mine, written
            raise
        finally:
            self.notice = self.notice or notice

    def _is_mine(self, mine: Held, written: int) -> bool:
        """Whether the file that is there now is a new one, or has entries of this table's up to some number."""
        assert self._db is not None
        last = min(self._written, written)
        known = [row for row in mine.rows if row[0] == last]
        known += [row for owed in self._owed if (row := owed.row(last))]
        there, since = rows_of.row(self._db, last), rows_of.since(self._db, written)
        return known[:1] == [there] * bool(there) and since == self._waits()[: len(since)]

    def _join(self, mine: Held, written: int) -> None:
        """The file, which could not be read as the table was switched on, is there now; or it is somebody else's, where
        the games of before do not belong: they become a store of their own."""
        assert self._db is not None
        for owed in self._owed:
            if owed.has_games_before(mine.rows[0][0] if mine.rows else self._next):
                self.notice = trouble.games_aside(owed.saved_beside(self.path).name)
        if self._owed and not mine.rows_to(written):
            # A game that has ended meanwhile: how it began was in the file that was left.
            mine = Held([*self._owed[-1].last_game(), *mine.rows], mine.settings, mine.tags)
        found = joined(mine, written, self._waiting, self._held, self._written, is_another=self._knew)
        rows_of.fill(self._db, Held(found.missing, found.held.settings, found.held.tags))
        self._held, self._waiting, self._knew = found.held, found.waiting, True
        self._forget_owed(len(self._owed))
        self._written = rows_of.last_number(self._db)
        self._next = max((row[0] for row in self._waits()), default=self._written) + 1

    def _catch_up(self, mine: Held, written: int) -> None:
        """The file was known up to ``written``. It has less, because it is another one; or more: a commit that failed
        has come through."""
        assert self._db is not None
        there = self._held
        self._held, self._written = mine, rows_of.last_number(self._db)
        if self._written < written:
            if not self._written:  # of a new one the tags may be somebody else's
                mine.tags, mine.settings = mine.tags | there.tags, mine.settings | there.settings
            rows_of.fill(self._db, Held(mine.rows_to(written), mine.settings, mine.tags))
            self._written = rows_of.last_number(self._db)
            return
        since = rows_of.since(self._db, written)
        if since != self._waits()[: len(since)]:
            raise StoreError(f"another program writes {self.path}, too; end it and start again")
        mine.tags = there.tags
        for work in self._waiting:
            mine.take((), work.tags, work.unbound)
        self._waiting = [
            Work(tuple(row for row in work.rows if row[0] > self._written), work.tags, work.unbound)
            for work in self._waiting
        ]

    def _waits(self) -> list[Row]:
        """The entries that are not in the file yet."""
        return [row for work in self._waiting for row in work.rows]

    def _bring(self) -> None:
        """One piece more of what files held that are not at their place any more."""
        assert self._db is not None
        if self._owed and self._owed[0].bring(self._db):
            self._forget_owed(1)

    def _forget_owed(self, most: int) -> None:
        for owed in self._owed[:most]:
            owed.close()
        del self._owed[:most]

    def _write(self) -> None:
        assert self._db is not None
        self._db.execute("BEGIN IMMEDIATE")
        for work in self._waiting:
            rows_of.write(self._db, work.rows, work.tags, work.unbound, self._today())
        self.hook("commit")
        self._db.execute("COMMIT")
        self._written = max(self._written, *(row[0] for work in self._waiting for row in work.rows), 0)
        self._waiting.clear()

    def _copy_too(self, work: Work | None = None) -> None:
        """The second copy of a transaction, or all of it again. While the file has not been read, what the old one
        holds may be nowhere else. One file has it then, and not both: that is told, too."""
        if not is_alone(self.path):
            return
        try:
            if not self.path.exists():
                self._standing.make_place()
            if work is not None and self._copy.takes(work):
                self._copy.add(work)
            elif self._knew or not self._copy.exists():
                self._copy.write(self._held, self._found)
        except (OSError, MemoryError) as error:
            self.trouble = self.trouble or trouble.trouble(error)

    def _has(self, row: Row) -> bool:
        """Whether the file has an entry."""
        return self._db is not None and rows_of.row(self._db, row[0]) == row
