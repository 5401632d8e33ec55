"""The tables of the store, and how files that older programs wrote become today's. docs/record.md says more."""

from __future__ import annotations

import json
import sqlite3
import zlib

VERSION = 2
# Ten years of eight a week; but no more than so many bytes, which is 560 games of a hundred kilobytes: a look into a
# store copies it into memory, and there half of the smallest Pi's is to be had, for several of them.
KEPT_GAMES, KEPT_BYTES = 4_000, 60_000_000
FORGOTTEN_AT_ONCE = 20
# Lines of the last so many games are deleted by no program, however large they are. Earlier ones kept no more: they can
# still begin games in a store that has grown here.
GUARDED_GAMES = 200

_SCHEMA = f"""
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    date TEXT NOT NULL,
    first INTEGER NOT NULL
);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL, entry INTEGER NOT NULL) WITHOUT ROWID;
CREATE TRIGGER journal_keeps BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_stays BEFORE DELETE ON journal WHEN OLD.number >= coalesce(
    (SELECT first FROM games ORDER BY number DESC LIMIT 1 OFFSET {GUARDED_GAMES - 1}), 0
) BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE VIEW rolls AS SELECT
    journal.number AS entry,
    (SELECT max(games.number) FROM games WHERE games.first <= journal.number) AS game,
    json_extract(die.value, '$.player') AS player,
    json_extract(die.value, '$.value') AS value,
    json_extract(die.value, '$.for') AS purpose,
    (SELECT json_extract(secret.body, '$.commitment') FROM journal AS secret
        WHERE secret.kind = 'secret' AND secret.number < journal.number
        ORDER BY secret.number DESC LIMIT 1) AS commitment
FROM journal, json_each(journal.body) AS die WHERE journal.kind = 'roll';
"""
_FRESH = """
CREATE TABLE tags (uid BLOB PRIMARY KEY, card TEXT NOT NULL, crc INTEGER) WITHOUT ROWID;
CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    at_us INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    crc INTEGER
);
"""
# Version 1 knew neither games nor checks: its rows keep NULL for a check.
_FROM_1 = """
DROP TRIGGER IF EXISTS journal_keeps;
DROP TRIGGER IF EXISTS journal_stays;
ALTER TABLE tags ADD COLUMN crc INTEGER;
ALTER TABLE journal ADD COLUMN crc INTEGER;
"""
_GAMES_OF_1 = """
INSERT INTO games (name, date, first)
SELECT json_extract(body, '$.game'), '', number FROM journal WHERE kind = 'begin' ORDER BY number
"""


class ForeignError(Exception):
    """The file is whole, and not of this program, or, ``is_later``, of a later one; the message says what it is,
    ``advice`` what to do."""

    def __init__(self, message: str, *, is_later: bool) -> None:
        super().__init__(message)
        self.is_later = is_later
        self.advice = "update the program" if is_later else "move it away"


def check(*fields: object) -> int:
    """The check of one row: what the disk changes behind our back is found by it."""
    return zlib.crc32(repr(fields).encode())


def prepare(db: sqlite3.Connection) -> None:
    """Make an empty file a store, and an older store today's, in one transaction; ForeignError for any other file."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version == VERSION and {"games", "journal", "settings", "tags"} <= tables:
        return
    if version == 0 and not tables:
        script = _FRESH
    elif version in (0, 1) and tables == {"journal", "tags"}:
        script = _FROM_1
    else:
        raise ForeignError(
            f"is of version {version}, and this program writes {VERSION}", is_later=version > VERSION
        )
    try:
        db.executescript(f"BEGIN IMMEDIATE; {script} {_SCHEMA}")
        if script is _FROM_1:
            _take_over(db)
        db.execute(f"PRAGMA user_version = {VERSION}")
        db.execute("COMMIT")
    except (sqlite3.Error, MemoryError):
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _take_over(db: sqlite3.Connection) -> None:
    """What version 1 had in the journal alone."""
    db.execute(_GAMES_OF_1)
    rows = db.execute("SELECT number, body FROM journal WHERE kind = 'setting' ORDER BY number").fetchall()
    for number, body in rows:
        keep_setting(db, json.loads(body), number)


def keep_setting(db: sqlite3.Connection, text: str, entry: int) -> None:
    """The last choice of a setting counts: "language red fr" is "fr" for "language red"."""
    name, _, value = text.rpartition(" ")
    db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?, ?)", (name, value, entry))
