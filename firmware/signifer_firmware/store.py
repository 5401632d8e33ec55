"""What survives a pulled plug: the append-only journal of a game and the table of tags, in SQLite."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from signifer_core.errors import SigniferError

VERSION = 1
_SCHEMA = """
CREATE TABLE tags (uid BLOB PRIMARY KEY, card TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    at_us INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE TRIGGER journal_keeps BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_stays BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
_JOURNAL_LINE = "INSERT INTO journal (at_us, kind, body) VALUES (?, ?, ?)"


class StoreError(SigniferError):
    """The store cannot be opened or written; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal; ``body`` is a JSON value.

    ``kind`` is "begin", "gesture" (an action with which one begins), "action", "undo", "held", "leaving", "awaited",
    "returning" or "roll"; of the dice "secret", "column" and "opened"; of agreement "agreement" (its menu is "open" or
    "closed"), "agreed" (a change), "bound" (a spare tag) or "marked" (that was wrong). In and
    outside of games "setting" (a choice in the notation of `Settings`); "broken-off", "switched-off" and "taken-up";
    and "clock" (the seconds that each player has spent).
    """

    at_us: int
    kind: str
    body: Any


class Store:
    """One SQLite file (WAL, synchronous FULL): what was written is on disk when the call returns."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; raise StoreError if it is no store of this program."""
        self._db = sqlite3.connect(path, isolation_level=None)
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._prepare(path)
        except sqlite3.Error as error:
            raise StoreError(
                f"{path} cannot be used as the store ({error}); move it away and start again"
            ) from error

    def _prepare(self, path: Path) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        (tables,) = self._db.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if version == 0 and not tables:
            self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        elif version != VERSION:
            raise StoreError(
                f"{path} is of version {version}, and this program writes {VERSION}; move it away"
            )

    def close(self) -> None:
        self._db.close()

    def answers(self) -> bool:
        """Whether the file can be asked: also to say no is an answer."""
        with suppress(sqlite3.Error):
            self._db.execute("PRAGMA user_version").fetchone()
        return True

    def bind(self, tags: dict[bytes, str]) -> None:
        """Remember which card each tag is stuck on; a tag bound before is bound anew."""
        self._write("INSERT OR REPLACE INTO tags VALUES (?, ?)", list(tags.items()))

    def cards(self) -> dict[bytes, str]:
        """The card of every known tag."""
        return {bytes(uid): card for uid, card in self._db.execute("SELECT uid, card FROM tags")}

    def append(self, entries: list[Entry]) -> None:
        """Write ``entries`` in one transaction."""
        rows = [(entry.at_us, entry.kind, json.dumps(entry.body)) for entry in entries]
        self._write(_JOURNAL_LINE, rows)

    def bind_spare(self, uid: bytes, card: str, entry: Entry) -> None:
        """From now on the tag is stuck on the card, and no other one is; with the journal's line in one transaction."""
        row = (entry.at_us, entry.kind, json.dumps(entry.body))
        self._write_all(
            ("DELETE FROM tags WHERE card = ?", [(card,)]),
            ("INSERT OR REPLACE INTO tags VALUES (?, ?)", [(uid, card)]),
            (_JOURNAL_LINE, [row]),
        )

    def _write(self, statement: str, rows: list[Any]) -> None:
        self._write_all((statement, rows))

    def _write_all(self, *work: tuple[str, list[Any]]) -> None:
        try:
            self._db.execute("BEGIN")
            for statement, rows in work:
                self._db.executemany(statement, rows)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise StoreError(
                f"the record cannot be written ({error}); is the disk full or read-only?"
            ) from error

    def settings(self) -> list[str]:
        """Every choice of settings that was ever made, in order."""
        rows = self._db.execute("SELECT body FROM journal WHERE kind = 'setting' ORDER BY number")
        return [json.loads(body) for (body,) in rows]

    def last_game(self) -> list[Entry]:
        """The journal from the last "begin" on; empty if no game was begun."""
        rows = self._db.execute(
            "SELECT at_us, kind, body FROM journal WHERE number >= "
            "(SELECT max(number) FROM journal WHERE kind = 'begin') ORDER BY number"
        )
        return [Entry(at_us, kind, json.loads(body)) for at_us, kind, body in rows]
