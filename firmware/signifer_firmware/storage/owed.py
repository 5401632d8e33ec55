"""What a file held that is not at its place any more: it is brought into the one that is, a piece at a time."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from signifer_firmware.files.writing import sync_folder

from .files import free_name
from .rows import DamagedError, check_all, check_whole, last_number, read, row
from .second_copy import Row

# Nobody waits long for so many rows, which are more than a hundred games.
ROWS_AT_ONCE = 20_000
_ROWS = f"""
SELECT number, at_us, kind, body, crc FROM journal WHERE number > ? ORDER BY number LIMIT {ROWS_AT_ONCE}
"""
_GAMES = "SELECT number, name, date, first FROM games"


class Owed:
    """``db`` is a copy of the file that was left: of one that had been damaged, as much as can be read."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._at, self._is_named = 0, False
        self._saved: Path | None = None

    def close(self) -> None:
        """Nothing of it is wanted any more."""
        self._db.close()

    def row(self, number: int) -> Row | None:
        """An entry, None if there is none."""
        with suppress(sqlite3.Error):
            return row(self._db, number)
        return None

    def last_game(self) -> list[Row]:
        """The entries of the last game, as far as they can be read."""
        with suppress(sqlite3.Error, UnicodeDecodeError, DamagedError):
            return read(self._db).rows
        return []

    def is_sound(self, last: int) -> bool:
        """Whether it is whole, up to entry ``last``."""
        try:
            check_whole(self._db)
            check_all(self._db, has_checks=True)
            return last_number(self._db) == last
        except (sqlite3.Error, UnicodeDecodeError, DamagedError):
            return False

    def has_games_before(self, number: int) -> bool:
        """Whether a game was begun before entry ``number``."""
        with suppress(sqlite3.Error):
            return self._db.execute(f"{_GAMES} WHERE first < ? LIMIT 1", (number,)).fetchone() is not None
        return False

    def bring(self, db: sqlite3.Connection) -> bool:
        """Have the file ``db`` hold one piece more, in one transaction; whether that was all."""
        if not self._is_named:
            self._name_games(db)
            self._is_named = True
        try:
            rows = self._db.execute(_ROWS, (self._at,)).fetchall()
            at = rows[-1][0] if rows else self._at
            games = self._db.execute(f"{_GAMES} WHERE first <= ?", (at,)).fetchall()
        except sqlite3.Error:
            return True
        _do(
            db,
            [
                "INSERT OR IGNORE INTO journal (number, at_us, kind, body, crc) VALUES (?, ?, ?, ?, ?)",
                "INSERT OR IGNORE INTO games (number, name, date, first) VALUES (?, ?, ?, ?)",
            ],
            [rows, games],
        )
        self._at = at
        return len(rows) < ROWS_AT_ONCE

    def _name_games(self, db: sqlite3.Connection) -> None:
        """The games that are in the file ``db`` already are called there as they were here; later ones follow."""
        known: dict[int, tuple[int, str]] = {}
        with suppress(sqlite3.Error):
            known = {first: (number, date) for number, _, date, first in self._db.execute(_GAMES)}
        last, named = max((number for number, _ in known.values()), default=0), []
        for _, _, date, first in sorted(db.execute(_GAMES), key=lambda game: int(game[3])):
            number, was = known.get(first, (0, date))
            last = max(last, number)
            if not number:
                number = last = last + 1
            named.append((number, was, first))
        _do(db, ["UPDATE games SET number = ?, date = ? WHERE first = ?"], [[*reversed(named)]])

    def saved_beside(self, store: Path) -> Path:
        """Make a store of its own of it beside another one, once, however often that is asked; its name. OSError,
        sqlite3.Error: then there is none."""
        if self._saved is None or not self._saved.exists():
            path = free_name(store)
            try:
                with closing(sqlite3.connect(path)) as db:
                    self._db.backup(db)
                sync_folder(path.parent)
            except BaseException:
                with suppress(OSError):
                    path.unlink()
                raise
            self._saved = path
        return self._saved


def _do(db: sqlite3.Connection, orders: list[str], values: list[list[tuple[object, ...]]]) -> None:
    """Each order with its values, all in one transaction."""
    db.execute("BEGIN IMMEDIATE")
    try:
        for order, each in zip(orders, values, strict=True):
            db.executemany(order, each)
        db.execute("COMMIT")
    except (sqlite3.Error, MemoryError):
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
