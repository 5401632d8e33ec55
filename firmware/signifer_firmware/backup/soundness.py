"""Whether a file is a store of ours: what has come from anywhere is asked before a table opens it."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path

from signifer_firmware.storage.schema import VERSION, prepare

from .archive import WHOLE, BackupError

_NUMBER = re.compile(r"\d+")
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
    except (sqlite3.Error, MemoryError, UnicodeDecodeError):
        raise BackupError(f"what this backup holds is no store of a table; {WHOLE}") from None
    if found != "ok":
        raise BackupError(f"the store in this backup is damaged; {WHOLE}")


def _check_schema(db: sqlite3.Connection, version: int) -> None:
    if version > VERSION:
        raise BackupError("this backup was made by a later version of Signifer: update this one first")
    there = {(kind, name, _plain(text)) for kind, name, text in db.execute(_SCHEMA)}
    tables = {name for kind, name, text in there if kind == "table" and text.startswith("create table")}
    others = {each for each in there if each[0] != "table"}
    known = _known() if version == VERSION else _KNOWN_1
    names = {name for kind, name, _ in known if kind == "table"}
    is_ours = tables == names and others == {each for each in known if each[0] != "table"}
    if not is_ours or any(kind == "table" and name not in tables for kind, name, _ in there):
        raise BackupError(f"what this backup holds is no store of a table; {WHOLE}")


_KEEPS = "create trigger journal_{} before {} on journal begin select raise(abort, 'the journal is append-only'); end"
# Version 1; no program wrote an earlier one.
_KNOWN_1 = frozenset(
    {
        ("table", "journal", ""),
        ("table", "tags", ""),
        ("trigger", "journal_keeps", _KEEPS.format("keeps", "update")),
        ("trigger", "journal_stays", _KEEPS.format("stays", "delete")),
    }
)
_SCHEMA = "SELECT type, name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' LIMIT 100"


def _plain(text: str) -> str:
    """A statement whatever its blanks and its figures: how many games are kept is each version's own."""
    return _NUMBER.sub("0", " ".join(text.lower().split()))


@cache
def _known() -> frozenset[tuple[str, str, str]]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        prepare(db)
        return frozenset((kind, name, _plain(text)) for kind, name, text in db.execute(_SCHEMA))
