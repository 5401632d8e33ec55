"""``signifer backup`` and ``signifer restore``: a table that does not run, as one file and back. Root does in a folder
of somebody else's, such as a service's, nothing: its owner does."""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO

from signifer_core.json_values import Json, as_list, as_object, as_str

from signifer_firmware.files.reading import opened
from signifer_firmware.files.writing import sync_folder, write
from signifer_firmware.storage.as_owner import Ask, in_folder, other_owner
from signifer_firmware.storage.files import is_read_only
from signifer_firmware.storage.lock import alone

from .archive import STORE_PART, BackupError, manifest, unpacked
from .making import contents, make
from .restoring import BEFORE, before_of, check_own, check_readable, lost, places_of, settle, stage

_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def back_up(file: Path, store: Path, own: Mapping[str, Path], date: str = "") -> str:
    """Write a backup to ``file``; a sentence. BackupError, StoreError, OSError: then there is no such file."""
    if file.exists():
        raise BackupError(f"{file}: is there already; name another file")
    if other_owner(store) is not None and is_read_only(store.parent):
        raise BackupError(
            f"{store.parent}: its disk is read-only, and root has no room there for a copy; start the table and take "
            "the backup on its page of upkeep, or remount the disk for writing; nothing was made"
        )
    held = contents(own)
    fresh = file.with_name(f"{file.name}.new")
    try:
        # What is hidden in a game that is on is in it.
        with os.fdopen(os.open(fresh, _FRESH, 0o600), "wb") as out:
            with in_folder(store, partial(_making, held, out, date)) as ask:
                ask("make", None)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)
        sync_folder(file.parent)
    except FileExistsError:
        raise BackupError(f"{fresh}: is in the way; delete it, and say it again") from None
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    files = "1 file" if len(own) == 1 else f"{len(own)} files"
    return f"{file}: a backup of {store}" + (f" and {files} of the table" if own else "")


@contextmanager
def _making(held: Mapping[str, bytes], out: IO[bytes], date: str, store: Path) -> Iterator[Ask]:
    with alone(store):
        settle(store)

        def ask(name: str, given: Json) -> Json:
            make(store, held, out, date=date)
            out.flush()
            return None

        yield ask


def take_back(file: Path, store: Path, own: Mapping[str, Path]) -> list[str]:
    """Put a backup in place of what is there; sentences, one of them on what has no place in ``own``. BackupError,
    StoreError, OSError: nothing has changed."""
    is_apart = other_owner(store) is not None
    folder = next(each for each in store.absolute().parents if each.is_dir())
    if is_read_only(folder):
        raise BackupError(
            f"{folder}: its disk is read-only; remount it for writing, or take the backup back elsewhere "
            "(--store DIR); nothing was changed"
        )
    with _stream(file) as stream:
        without_place = lost(manifest(stream), own)
        stream.seek(0)
        # The owner of the record may not write the table's own files: it keeps those of before, and root writes.
        apart = _own_parts(stream, own) if is_apart else {}
        before = {name: before_of(path) for name, (path, _) in apart.items()}
        kept: Json = {
            name: b64encode(content).decode()
            for name, content in before.items()
            if content is not None and content != apart[name][1]
        }
        stream.seek(0)
        with in_folder(store, partial(_restoring, {} if is_apart else own, stream)) as ask:
            left = [as_str(path) for path in as_list(ask("restore", kept))]
    for name, (path, content) in apart.items():
        try:
            if content != before[name]:
                path.parent.mkdir(parents=True, exist_ok=True)
                write(path, content)
        except OSError:
            left.append(str(path))
    return [
        f"the backup was taken back; what was there before is in {store.absolute().parent / BEFORE}",
        *(f"{path}: cannot be written from here, and is as it was" for path in left),
        *([_lost(without_place)] if without_place else []),
    ]


def _lost(names: Sequence[str]) -> str:
    return (
        f"not taken back, for a bundled table has no files of its own: {', '.join(names)}; say where they go: "
        "the same again with --table /etc/signifer/table.toml"
    )


@contextmanager
def _stream(file: Path) -> Iterator[IO[bytes]]:
    try:
        number = opened(file)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BackupError(f"{file}: cannot be read ({why}); name the file of a backup") from None
    with os.fdopen(number, "rb") as stream:
        yield stream


@contextmanager
def _restoring(own: Mapping[str, Path], stream: IO[bytes], store: Path) -> Iterator[Ask]:
    store.parent.mkdir(parents=True, exist_ok=True)
    with alone(store):

        def ask(name: str, given: Json) -> Json:
            # One that waited already is done first: it was said before.
            settle(store)
            kept = {as_str(name): b64decode(as_str(content)) for name, content in as_object(given).items()}
            staged = stage(stream, store, own, kept=kept)
            settle(store)
            return [str(path) for path in staged.left]

        yield ask


def _own_parts(stream: IO[bytes], own: Mapping[str, Path]) -> dict[str, tuple[Path, bytes]]:
    """The table's own files in a backup, by the name that the one of before is kept by: where each belongs, and what
    it holds. BackupError before anything has changed."""
    found = manifest(stream)
    check_own(found)
    named = {f"own-{number}": part for number, part in enumerate(found.parts) if part.name != STORE_PART}
    places = places_of(named, own)
    held = {}
    for part, pieces in unpacked(stream, found):
        name = f"own-{found.parts.index(part)}"
        if name in places:
            held[name] = places[name], b"".join(pieces)
            check_readable(part, held[name][1])
        else:
            for _ in pieces:
                pass
    return held
