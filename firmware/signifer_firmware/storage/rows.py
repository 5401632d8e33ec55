"""The rows of the store: written within a transaction of the caller's, read and checked."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress

from .schema import (
    FORGOTTEN_AT_ONCE,
    GUARDED_GAMES,
    KEPT_BYTES,
    KEPT_GAMES,
    ForeignError,
    check,
    keep_setting,
    prepare,
)
from .second_copy import Held, Row

_FIRST = "coalesce((SELECT first FROM games ORDER BY number DESC LIMIT 1), 0)"
_SUMS = """
WITH spans AS (SELECT number, first, lead(first) OVER (ORDER BY number) AS next FROM games)
SELECT number, coalesce((
    SELECT sum(coalesce(crc, made(journal.number, at_us, kind, body))) FROM journal
    WHERE journal.number >= first AND journal.number < coalesce(next, 9223372036854775807)
), 0) FROM spans
"""

# How long the numbers of tags are (ISO 14443-3).
_UIDS = (4, 7, 10)
# What SQLite raises about a damaged file; its messages may hold bytes of it that are no text.
_BAD = (sqlite3.Error, UnicodeDecodeError, MemoryError)


class DamagedError(Exception):
    """The file is ours, and something in it is no longer what was written."""


def check_whole(db: sqlite3.Connection) -> None:
    """DamagedError if SQLite finds its file broken."""
    found = [text for (text,) in db.execute("PRAGMA quick_check")]
    if found != ["ok"]:
        raise DamagedError(found[0])


def last_number(db: sqlite3.Connection) -> int:
    """The number of the last entry; 0 if there is none."""
    (number,) = db.execute("SELECT coalesce(max(number), 0) FROM journal").fetchone()
    return int(number)


def read(db: sqlite3.Connection) -> Held:
    """What a table needs of the file; DamagedError if a row has changed on the disk."""
    held = _read_tags(db)
    for row in db.execute(f"SELECT number, at_us, kind, body, crc FROM journal WHERE number >= {_FIRST}"):
        held.rows.append(_checked(row))
    held.settings = _settings(db)
    return held


def saved(db: sqlite3.Connection) -> Held:
    """As :func:`read`, but from a damaged file: the game up to the first row that is bad, and what tags are good."""
    held = Held()
    with suppress(*_BAD, ForeignError):
        prepare(db)
    with suppress(*_BAD, DamagedError):
        held = _read_tags(db, strict=False)
    with suppress(*_BAD, DamagedError):
        held.settings = _settings(db)
    with suppress(*_BAD, DamagedError):
        for row in db.execute(f"SELECT number, at_us, kind, body, crc FROM journal WHERE number >= {_FIRST}"):
            held.rows.append(_checked(row))
    db.close()
    return held


def _read_tags(db: sqlite3.Connection, *, strict: bool = True) -> Held:
    held = Held()
    for uid, card, crc in db.execute("SELECT uid, card, crc FROM tags"):
        is_tag = isinstance(uid, bytes) and isinstance(card, str)
        if is_tag and (crc is None or crc == check(uid, card)):
            held.tags[uid] = card
        elif strict:
            raise DamagedError(f"the tag of {card} has changed")
    return held


def _settings(db: sqlite3.Connection) -> dict[str, str]:
    found = dict(db.execute("SELECT name, value FROM settings ORDER BY entry"))
    if not all(isinstance(text, str) for text in (*found, *found.values())):
        raise DamagedError("the settings have changed")
    return found


def _checked(row: tuple[int, int, str, str, int | None]) -> Row:
    number, at_us, kind, body, crc = row
    if not isinstance(at_us, int) or not isinstance(kind, str):
        raise DamagedError(f"entry {number} is no entry")
    if crc is not None and crc != check(number, at_us, kind, body):
        raise DamagedError(f"entry {number} has changed")
    try:
        json.loads(body)
    except (TypeError, ValueError, RecursionError):
        raise DamagedError(f"entry {number} is no JSON") from None
    return number, at_us, kind, body


def check_all(db: sqlite3.Connection, *, has_checks: bool) -> None:
    """DamagedError if any row of the file is none that a program of ours has written: of other kinds of values, without
    the check that belongs to it, tags that no tag has. Files of version 1 have no checks."""
    crc = "crc" if has_checks else "NULL"
    for uid, card, sum_ in db.execute(f"SELECT uid, card, {crc} FROM tags"):
        is_tag = isinstance(uid, bytes) and len(uid) in _UIDS and isinstance(card, str) and card.isprintable()
        if not is_tag or sum_ not in (None, check(uid, card)):
            raise DamagedError("a tag is none")
    for row in db.execute(f"SELECT number, at_us, kind, body, {crc} FROM journal"):
        _checked(row)
    if has_checks:
        _settings(db)
        games(db)
        last = last_number(db)
        if any(not 0 < first <= last for first in begins(db).values()):
            raise DamagedError("where games begin has changed")


def since(db: sqlite3.Connection, number: int) -> list[Row]:
    """The rows behind entry ``number``."""
    rows = db.execute("SELECT number, at_us, kind, body FROM journal WHERE number > ?", (number,))
    return [tuple(row) for row in rows]


def row(db: sqlite3.Connection, number: int) -> Row | None:
    """An entry, None if there is none."""
    found = db.execute("SELECT number, at_us, kind, body FROM journal WHERE number = ?", (number,)).fetchone()
    return None if found is None else (found[0], found[1], found[2], found[3])


def games(db: sqlite3.Connection) -> list[tuple[int, str, str]]:
    """Number, name and date of every game, the oldest first; DamagedError if one is none."""
    found = []
    for number, name, date in db.execute("SELECT number, name, date FROM games ORDER BY number"):
        if not isinstance(name, str) or not isinstance(date, str):
            raise DamagedError(f"what game {number} is has changed")
        found.append((number, name, date))
    return found


def begins(db: sqlite3.Connection) -> dict[int, int]:
    """The first entry of every game, by the game's number; DamagedError if one has none."""
    found = dict(db.execute("SELECT number, first FROM games ORDER BY number"))
    if not all(isinstance(first, int) for first in found.values()):
        raise DamagedError("where games begin has changed")
    return found


def game(db: sqlite3.Connection, number: int) -> list[Row]:
    """The rows of one game; none if there is no such game."""
    found = db.execute("SELECT first FROM games WHERE number = ?", (number,)).fetchone()
    if found is None:
        return []
    (end,) = db.execute("SELECT min(first) FROM games WHERE number > ?", (number,)).fetchone()
    rows = db.execute(
        "SELECT number, at_us, kind, body, crc FROM journal WHERE number >= ? AND number < ?",
        (found[0], last_number(db) + 1 if end is None else end),
    )
    return [_checked(row) for row in rows]


def sums(db: sqlite3.Connection) -> dict[int, int]:
    """Of every game, by its number, the sum of the checks of its rows. (Rows of version 1 have none: theirs are made.)
    DamagedError if one is none."""
    db.create_function("made", 4, check, deterministic=True)
    found = dict(db.execute(_SUMS))
    if not all(isinstance(sum_, int) for sum_ in found.values()):
        raise DamagedError("the checks of games have changed")
    return found


def of_kind(db: sqlite3.Connection, kind: str) -> list[Row]:
    """All rows of one kind; a bad one is left out, as whoever reads its game is told of it."""
    found = []
    for row in db.execute("SELECT number, at_us, kind, body, crc FROM journal WHERE kind = ?", (kind,)):
        with suppress(DamagedError):
            found.append(_checked(row))
    return found


def write(
    db: sqlite3.Connection,
    rows: Iterable[Row],
    tags: Mapping[bytes, str],
    unbound: Iterable[str],
    today: str,
) -> None:
    """Write one transaction's work: forgotten tags, tags, rows, and what follows from them."""
    db.executemany("DELETE FROM tags WHERE card = ?", [(card,) for card in unbound])
    bound = [(uid, card, check(uid, card)) for uid, card in tags.items()]
    db.executemany("INSERT OR REPLACE INTO tags VALUES (?, ?, ?)", bound)
    for row in rows:
        db.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", (*row, check(*row)))
        number, _, kind, body = row
        if kind == "begin":
            begun = json.loads(body)
            name = _text(begun.get("game", "")) if isinstance(begun, dict) else ""
            db.execute("INSERT INTO games (name, date, first) VALUES (?, ?, ?)", (name, today, number))
            _forget_the_oldest(db)
        elif kind == "setting":
            keep_setting(db, _text(json.loads(body)), number)


def _text(value: object) -> str:
    """What a JSON value says, as a text that can be written: JSON may hold halves of characters."""
    return str(value).encode(errors="replace").decode()


def _forget_the_oldest(db: sqlite3.Connection) -> None:
    """What is before the last KEPT_GAMES, or more than KEPT_BYTES, but a few games at a time: nobody is to wait for
    thousands."""
    for _ in range(FORGOTTEN_AT_ONCE):
        if not _has_over(db, KEPT_GAMES) and not (_has_over(db, GUARDED_GAMES) and _bytes(db) > KEPT_BYTES):
            return
        second = db.execute("SELECT first FROM games ORDER BY number LIMIT 1 OFFSET 1").fetchone()
        db.execute("DELETE FROM journal WHERE number < ?", second)
        db.execute("DELETE FROM games WHERE first < ?", second)


def _has_over(db: sqlite3.Connection, games: int) -> bool:
    return db.execute("SELECT 1 FROM games LIMIT 1 OFFSET ?", (games,)).fetchone() is not None


def _bytes(db: sqlite3.Connection) -> int:
    """What is written takes; the file never shrinks, but what was forgotten makes room in it."""
    pages, free, size = (
        db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count", "page_size")
    )
    return int((pages - free) * size)


def fill(db: sqlite3.Connection, held: Held) -> None:
    """Bring the file up to what ``held`` holds: rows that it lacks, its tags and settings."""
    last = last_number(db)
    db.execute("BEGIN IMMEDIATE")
    try:
        db.execute("DELETE FROM tags")
        write(db, [row for row in held.rows if row[0] > last], held.tags, (), "")
        for number, (name, value) in enumerate(held.settings.items(), last_number(db) + 1):
            keep_setting(db, f"{name} {value}", number)
        db.execute("COMMIT")
    except (sqlite3.Error, MemoryError):
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def goes_on(copy: Held, held: Held, written: int) -> bool:
    """Whether the second copy belongs to the file and has more of the game than the file."""
    if not copy.rows or copy.rows[-1][0] <= written:
        return False
    theirs = [row for row in copy.rows if row[0] <= written]
    if not theirs:
        return copy.rows[0][2] == "begin" or copy.rows[0][0] == written + 1
    mine = {row[0]: row for row in held.rows}
    return all(mine.get(row[0], row) == row for row in theirs)


def same(copy: Held, held: Held) -> bool:
    """Whether the second copy says what the file says."""
    return (copy.rows, copy.settings, copy.tags) == (held.rows, held.settings, held.tags)
