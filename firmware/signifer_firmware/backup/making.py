"""A backup is made: the store as it stands, by SQLite's own backup, and the table's own files."""

from __future__ import annotations

import re
import shlex
import sqlite3
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from signifer_firmware.config.model import BUNDLED, TableConfig, load_table
from signifer_firmware.config.toml_edit import with_value
from signifer_firmware.files.reading import read_bytes
from signifer_firmware.files.writing import clear
from signifer_firmware.storage.files import check_logs, is_read_only, memory_folder, snapshot

from .archive import (
    CHUNK,
    MOST_PARTS,
    OWN,
    STORE_PART,
    TABLE_PART,
    BackupError,
    Manifest,
    is_part,
    part_of,
    write,
)

# Where a copy of the store lies while it is packed.
MAKING = "backup.new"
# ... and with these words begin folders in which a backup waits to be sent, or is received.
PASSING = "backup-passing-"
_PAGES = 256
# Read now: where root has somebody else do it, there is no such file any more.
_VERSION = version("signifer")


def own_files(config: TableConfig, table: str) -> dict[str, Path]:
    """The files that people have written about a table: its own, and what it names beside it. A bundled one has
    none."""
    if table in BUNDLED:
        return {}
    found = {TABLE_PART: Path(table)}
    for name in (*config.cards.corrections, *config.cards.decks):
        path, part = config.folder / name, f"{OWN}{_beside(name)}"
        is_table = _beside(name) == Path(table).name
        if is_table or found.setdefault(part, path).resolve() != path.resolve() or not is_part(part):
            raise BackupError(
                f"{path}: cannot go into a backup; have it beside {table}, named in plain letters, digits, - and _, "
                "ending in .toml, as no other file is; nothing was made"
            )
    if len(found) >= MOST_PARTS:
        raise BackupError(
            f"{table}: names {len(found) - 1} files, and {MOST_PARTS - 2} go into a backup; put decks together"
        )
    return found


def _beside(name: str) -> str:
    """What a file is called in a backup, which knows no folders: its name in plain letters."""
    if is_part(f"{OWN}{name}"):
        return name
    return f"{re.sub(r'[^A-Za-z0-9_-]+', '-', Path(name).stem).strip('-')}.toml"


def _named_beside(table: bytes, files: Mapping[str, Path]) -> bytes:
    """A table's file that names what goes along as it lies beside it once it is taken back."""
    text = table.decode("utf-8-sig")
    cards = tomllib.loads(text).get("cards", {})
    for key in ("corrections", "decks"):
        said = cards.get(key, [])
        names = [said] if isinstance(said, str) else said
        plain = [_beside(name) if f"{OWN}{_beside(name)}" in files else name for name in names]
        if plain != names:
            text = with_value(text, ("cards", key), plain if isinstance(said, list) else plain[0])
    return text.encode() if text != table.decode("utf-8-sig") else table


def own_places(table: str) -> dict[str, Path]:
    """Where the files of a backup go that people have written about a table: its own file, whatever is in it now, and
    beside that. Nowhere for a bundled one. On a fresh machine it is not there yet. ConfigError for what is no file, and
    not called as one."""
    if table in BUNDLED:
        return {}
    path = Path(table)
    if not path.is_file() and (path.exists() or path.suffix != ".toml"):
        load_table(table)
    return {TABLE_PART: path}


def contents(files: Mapping[str, Path]) -> dict[str, bytes]:
    """What such files hold; the table's own names the others as they lie beside it then. BackupError if one cannot be
    read."""
    found = {}
    for name, path in files.items():
        try:
            found[name] = read_bytes(path)
        except OSError as error:
            raise BackupError(
                f"{path}: cannot be read ({error.strerror}); mend it, or have the table name it no longer; "
                "nothing was made"
            ) from None
    if TABLE_PART in found:
        found[TABLE_PART] = _named_beside(found[TABLE_PART], files)
    return found


def make(
    store: Path, own: Mapping[str, bytes], out: IO[bytes], *, date: str = "", runs: bool = False
) -> Manifest:
    """Write a backup of the store, and of the table's ``own`` files, to ``out``. A table that ``runs`` in this very
    process goes on meanwhile. BackupError, OSError."""
    if not store.is_file():
        raise BackupError(f"{store}: nothing is kept there yet; play, or enrol cards, and then make a backup")
    with _room(store) as folder:
        copied(store, folder / STORE_PART, runs=runs)
        return _write(folder / STORE_PART, own, out, date)


@contextmanager
def _room(store: Path) -> Iterator[Path]:
    """A folder for the copy while it is packed: beside the store, in memory where its disk is read-only."""
    if is_read_only(store.parent):
        with TemporaryDirectory(prefix=PASSING, dir=memory_folder()) as spare:
            yield Path(spare)
        return
    folder = store.parent / MAKING
    clear(folder)
    try:
        folder.mkdir(mode=0o700)
        yield folder
    finally:
        clear(folder)


def _write(copy: Path, own: Mapping[str, bytes], out: IO[bytes], date: str) -> Manifest:
    whole: dict[str, Callable[[], Iterable[bytes]]] = {STORE_PART: lambda: _read(copy)}
    for name, content in own.items():
        whole[name] = partial(iter, (content,))
    parts = tuple(part_of(name, content()) for name, content in whole.items())
    found = Manifest(_VERSION, date, parts)
    write(out, found, [*whole.values()])
    return found


def _read(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk


def _opened(store: Path, *, runs: bool) -> sqlite3.Connection:
    # Where nobody can write, SQLite cannot even look: it needs an index beside the store.
    if not runs or is_read_only(store.parent):
        return snapshot(store)
    check_logs(store)
    return sqlite3.connect(store.absolute().as_uri() + "?mode=ro", uri=True)


def copied(store: Path, copy: Path, *, runs: bool) -> None:
    """The store as one file, as it stood at some moment."""
    try:
        # Of a store that nobody has open a copy is looked at: to open it might write beside it.
        with closing(_opened(store, runs=runs)) as db, closing(sqlite3.connect(copy)) as new:
            db.backup(new, pages=_PAGES, sleep=0.0)
            # One file, with no log beside it.
            new.execute("PRAGMA journal_mode = DELETE")
            (found,) = new.execute("PRAGMA quick_check").fetchone()
    except (sqlite3.Error, MemoryError) as error:
        raise BackupError(f"{store}: cannot be copied ({error}); {_look(store)}") from None
    if found != "ok":
        raise BackupError(f"{store}: is damaged ({found}); {_look(store)}")


def _look(store: Path) -> str:
    return f"say: signifer doctor --only store --store {shlex.quote(str(store))}"
