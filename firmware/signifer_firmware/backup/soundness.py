"""Whether a file is a store of ours: what has come from anywhere is asked before a table opens it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from signifer_firmware.storage.rows import DamagedError, check_all
from signifer_firmware.storage.schema import VERSION, prepare

from .archive import WHOLE, BackupError

_NUMBER, _BLANKS = re.compile(r"\d+"), re.compile(r" ?([(),]) ?")
# How many steps of SQLite's machine a look at it may take: of 400 MB it has not a tenth.
_MOST_STEPS = 2_000_000
_STEPS = 1000


def check_store(path: Path) -> None:
    """BackupError if the file is no store, or holds anything that no program of ours has written there."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
            steps = [_MOST_STEPS]

            def goes_on() -> int:
                steps[0] -= 1
                return int(steps[0] < 0)

            db.set_progress_handler(goes_on, _STEPS)
            db.execute("PRAGMA trusted_schema = OFF")
            db.execute("PRAGMA cell_size_check = ON")
            (version,) = db.execute("PRAGMA user_version").fetchone()
            _check_schema(db, version)
            (found,) = db.execute("PRAGMA quick_check").fetchone()
            if found == "ok":
                check_all(db, has_checks=version == VERSION)
    except DamagedError:
        raise BackupError(f"the store in this backup holds rows that no table has written; {WHOLE}") from None
    except (sqlite3.Error, MemoryError, UnicodeDecodeError):
        raise BackupError(f"what this backup holds is no store of a table; {WHOLE}") from None
    if found != "ok":
        raise BackupError(f"the store in this backup is damaged; {WHOLE}")


def _check_schema(db: sqlite3.Connection, version: int) -> None:
    if version > VERSION:
        raise BackupError("this backup was made by a later version of Signifer: update this one first")
    there = _schema(db)
    known = _known(is_older=version != VERSION)
    names = sorted({(kind, name) for kind, name, _ in known})
    is_known = sorted((kind, name) for kind, name, _ in there) == names and known.issuperset(there)
    if version < 0 or not is_known:
        raise BackupError(f"what this backup holds is no store of a table; {WHOLE}")


# An index that SQLite keeps for a key of its own has no text.
_SCHEMA = "SELECT type, name, sql FROM sqlite_master WHERE NOT (type = 'index' AND sql IS NULL) LIMIT 100"
# Version 1; no program wrote an earlier one.
_VERSION_1 = """
CREATE TABLE tags (uid BLOB PRIMARY KEY, card TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE journal (number INTEGER PRIMARY KEY, at_us INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL);
CREATE TRIGGER journal_keeps BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_stays BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
PRAGMA user_version = 1;
"""


def _schema(db: sqlite3.Connection) -> list[tuple[str, str, str]]:
    return [(kind, name, _plain(text or "")) for kind, name, text in db.execute(_SCHEMA)]


def _plain(text: str) -> str:
    """A statement whatever its blanks and its figures: how many games are kept is each version's own."""
    return _BLANKS.sub(r"\1", _NUMBER.sub("0", " ".join(text.lower().split())))


@cache
def _known(*, is_older: bool) -> frozenset[tuple[str, str, str]]:
    """What programs of ours have written: of today's version a fresh store, and one that was made of an older one."""
    found: set[tuple[str, str, str]] = set()
    for script in (_VERSION_1,) if is_older else ("", _VERSION_1):
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
            db.executescript(script)
            if not is_older:
                prepare(db)
            found.update(_schema(db))
    return frozenset(found)
