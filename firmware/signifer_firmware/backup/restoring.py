"""A backup is taken back: all of it, or nothing, also if the power goes.

`stage` reads and checks the whole file, and lays it beside the store; one file, READY, is what decides: before it is
there nothing has changed. `settle`, before anything opens the store, does what READY says, as often as it has to begin
again. What was there before stays in the folder BEFORE, until the next restore.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import IO

from signifer_core.errors import ConfigError, plain
from signifer_core.json_values import Json, as_object, as_str

from signifer_firmware.config.key_lines import read_toml
from signifer_firmware.config.model import parse_table
from signifer_firmware.files.reading import MOST_BYTES, decoded, read_bytes
from signifer_firmware.files.writing import clear
from signifer_firmware.storage.files import COPY, JOURNAL, SHM, WAL, beside

from .archive import OWN, STORE_PART, TABLE_PART, BackupError, Manifest, Part, manifest, unpacked
from .disk import Disk
from .making import MAKING, PASSING
from .soundness import check_store

NEW, READY, BEFORE = "restore.new", "restore.ready", "before-restore"
# What a table goes on writing while the restore waits for its next start.
SPARE_BYTES = 20_000_000
MOST_READY = 64_000


@dataclass(frozen=True)
class Staged:
    """A backup that waits for the next start; ``left`` are the table's own files that are otherwise in it, and cannot
    be written from here; ``lost`` those that have no place, by their names."""

    manifest: Manifest
    left: tuple[Path, ...]
    lost: tuple[str, ...]


def stage(
    stream: IO[bytes],
    store: Path,
    own: Mapping[str, Path],
    disk: Disk | None = None,
    kept: Mapping[str, bytes] = MappingProxyType({}),
) -> Staged:
    """Have the next `settle` put a backup in place of the ``store``, and of those of the table's ``own`` files that it
    holds. ``kept`` is what files hold that somebody else is going to replace, by their names in the folder BEFORE.
    BackupError, OSError: then nothing has changed."""
    disk = disk or Disk()
    folder = store.parent
    found = manifest(stream)
    check_own(found)
    room = disk.free(folder) - SPARE_BYTES
    if found.bytes > room:
        raise BackupError(
            f"this backup takes {found.bytes // 1_000_000 + 1} MB, and {max(room, 0) // 1_000_000} MB are free beside "
            f"{store}: make room; nothing was changed"
        )
    _forget(folder, disk)
    try:
        laid = dict(_laid(stream, found, folder / NEW, disk))
        check_store(folder / NEW / STORE_PART)
        places = {STORE_PART: store.absolute(), **places_of(laid, own)}
        for name in places.keys() - {STORE_PART}:
            check_readable(laid[name], read_bytes(folder / NEW / name))
        may, left = _writable(places, folder / NEW)
        disk.sync(folder / NEW)
        disk.sync(folder)
        _clear(folder / BEFORE, disk)
        if kept:
            disk.folder(folder / BEFORE)
        for name, content in kept.items():
            disk.write(folder / BEFORE / name, [content])
        if kept:
            disk.sync(folder / BEFORE)
            disk.sync(folder)
        ready: Json = {name: str(path) for name, path in may.items()}
        disk.put(folder / READY, json.dumps(ready).encode())
    except BaseException as error:
        if isinstance(error, Exception):  # not where the power has gone
            _forget(folder, disk)
        raise
    return Staged(found, left, lost(found, own))


def lost(found: Manifest, own: Mapping[str, Path]) -> tuple[str, ...]:
    """Which of the table's own files in a backup have no place: all, where a bundled table has no files of its own."""
    parts = () if own else tuple(part.name for part in found.parts if part.name != STORE_PART)
    return tuple("table.toml" if part == TABLE_PART else part.removeprefix(OWN) for part in parts)


def _laid(stream: IO[bytes], found: Manifest, new: Path, disk: Disk) -> Iterator[tuple[str, Part]]:
    """Lay each part into the folder ``new``, under a name of ours."""
    disk.folder(new)
    for number, (part, pieces) in enumerate(unpacked(stream, found)):
        name = STORE_PART if part.name == STORE_PART else f"own-{number}"
        disk.write(new / name, pieces)
        yield name, part


def check_own(found: Manifest) -> None:
    """BackupError if one of a table's own files is longer than any that a table reads."""
    for part in found.parts:
        if part.name != STORE_PART and part.bytes > MOST_BYTES:
            raise BackupError(
                f"this backup holds a file of {part.bytes} bytes ({part.name}), and no table reads more than "
                f"{MOST_BYTES}: take another one; nothing was changed"
            )


def check_readable(part: Part, content: bytes) -> None:
    """BackupError if one of a table's own files is none that a table could be started with: a service would end at
    once, and its page of upkeep with it."""
    file = "table.toml" if part.name == TABLE_PART else part.name.removeprefix(OWN)
    try:
        if part.name == TABLE_PART:
            parse_table(content, file=file, name="table")
        else:
            read_toml(decoded(content, file=file))
    except ConfigError as error:
        why = error.faults[0]
    except ValueError as error:
        why = f"{file}:{error.args[1]}: not TOML: {error.args[0]}"
    else:
        return
    raise BackupError(
        f"no table could start with what this backup holds ({plain(why)}): take another one, or of this one the record "
        "alone (--table standard); nothing was changed"
    )


def places_of(kept: Mapping[str, Part], own: Mapping[str, Path]) -> dict[str, Path]:
    """Where each of the table's own files belongs. What the table's file in the backup names goes beside it; for a
    bundled table, which has no file, what people wrote about another one belongs nowhere. BackupError if two belong
    at one place."""
    table = own.get(TABLE_PART)
    places: dict[str, Path] = {}
    for name, part in kept.items():
        if part.name in own:
            path = own[part.name]
        elif table is not None and part.name.startswith(OWN):
            path = table.parent / part.name.removeprefix(OWN)
        else:
            continue
        is_tables = table is not None and path.absolute() == table.absolute()
        if part.name != TABLE_PART and is_tables and path.absolute() not in places.values():
            raise BackupError(
                f"a file of this backup, {part.name.removeprefix(OWN)}, would take the place of the table's, {path}: "
                "name the table's file otherwise (--table); nothing was changed"
            )
        if path.absolute() in places.values():
            raise BackupError(
                f"two files of this backup belong at {path}: name the table's file otherwise (--table); "
                "nothing was changed"
            )
        places[name] = path.absolute()
    return places


def _writable(places: Mapping[str, Path], new: Path) -> tuple[dict[str, Path], tuple[Path, ...]]:
    """What may be put into its place from here, and what may not, and is otherwise there."""
    may, left = {}, []
    for name, path in places.items():
        if name == STORE_PART:
            may[name] = path
        elif not _is_there(path, new / name):
            # On a fresh machine its folder is made as it is written.
            closest = next(folder for folder in path.parents if os.path.lexists(folder))
            may_make = os.path.isdir(closest) and os.access(closest, os.W_OK)
            if may_make and (not os.path.lexists(path) or os.access(path, os.W_OK)):
                before_of(path)
                may[name] = path
            else:
                left.append(path)
    return may, tuple(left)


def before_of(path: Path) -> bytes | None:
    """What a file to be replaced holds, None if there is none. BackupError for what is no file that a table reads: it
    could not be kept."""
    if not os.path.lexists(path):
        return None
    try:
        return read_bytes(path, links=False)
    except OSError as error:
        raise BackupError(
            f"{path}: cannot be replaced ({error.strerror}); move it away; nothing was changed"
        ) from None


def _is_there(path: Path, laid: Path) -> bool:
    with suppress(OSError):
        return read_bytes(path) == read_bytes(laid)
    return False


def settle(store: Path, disk: Disk | None = None) -> str:
    """Before anything opens the ``store``: put a backup in its place that waits for that. A sentence, "" if none did.
    OSError where the disk does not take it: it waits on then, and all is as it was, or is settled the next time."""
    disk = disk or Disk()
    folder = store.parent
    for left in (folder / MAKING, *folder.glob(f"{PASSING}*")):
        clear(left)
    if not (folder / READY).exists():
        return _after_nothing(folder, disk)
    try:
        places = {name: Path(as_str(path)) for name, path in _ready(folder).items()}
    except (ValueError, TypeError, RecursionError):
        _forget(folder, disk)
        return "a restore that waited cannot be read, and nothing has changed; start it again"
    new, before = folder / NEW, folder / BEFORE
    if not before.exists():
        disk.folder(before)
        disk.sync(folder)
    for name, path in places.items():
        if name != STORE_PART and (new / name).exists():
            _put(new / name, path, before / name, disk)
    if (new / STORE_PART).exists():
        _swap(new / STORE_PART, store, before, disk)
    _clear(new, disk)
    disk.remove(folder / READY)
    disk.sync(folder)
    return f"the backup was taken back; what was there before is beside it, in {BEFORE}"


def is_half_done(store: Path) -> bool:
    """Whether part of the store of before lies in BEFORE already, and the backup's is not in its place yet: what lies
    there now is neither."""
    new, before = store.parent / NEW / STORE_PART, store.parent / BEFORE
    return new.exists() and any(before.glob(f"{store.name}*"))


def _after_nothing(folder: Path, disk: Disk) -> str:
    """No backup waits; one may have been laid and not said."""
    if not (folder / NEW).exists():
        return ""
    try:
        _clear(folder / NEW, disk)
    except OSError as error:
        why = error.strerror
        return (
            f"a restore was broken off, and {folder / NEW} cannot be taken away ({why}); nothing has changed"
        )
    return "a restore was broken off, and nothing has changed; start it again"


def _ready(folder: Path) -> Mapping[str, Json]:
    return as_object(json.loads(read_bytes(folder / READY, MOST_READY)))


def _put(laid: Path, path: Path, before: Path, disk: Disk) -> None:
    """One of the table's own files; the one of before is kept once, however often this begins again."""
    if path.exists() and not before.exists():
        disk.put(before, read_bytes(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    disk.put(path, read_bytes(laid))


def _swap(laid: Path, store: Path, before: Path, disk: Disk) -> None:
    """The store. Its logs and its second copy go with the old one: they say what the new one never held. Where the
    power went before, and another program has made a store since, both are kept."""
    there = [end for end in (WAL, JOURNAL, SHM, COPY, "") if beside(store, end).exists()]
    names = (before / (f"{store.name}.{number}" if number else store.name) for number in count())
    kept = next(name for name in names if not any(beside(name, end).exists() for end in there))
    for end in there:
        disk.rename(beside(store, end), beside(kept, end))
    disk.sync(before)
    disk.sync(store.parent)
    disk.rename(laid, store)
    disk.sync(store.parent)


def _forget(folder: Path, disk: Disk) -> None:
    """No restore waits."""
    disk.remove(folder / READY)
    disk.sync(folder)
    _clear(folder / NEW, disk)


def _clear(folder: Path, disk: Disk) -> None:
    if folder.is_symlink() or folder.is_file():
        disk.remove(folder)
    elif folder.is_dir():
        for path in sorted(folder.iterdir()):
            if path.is_dir() and not path.is_symlink():
                _clear(path, disk)
            else:
                disk.remove(path)
        disk.remove(folder)
        disk.sync(folder.parent)
