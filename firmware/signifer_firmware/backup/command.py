"""``signifer backup`` and ``signifer restore``: a table that does not run, as one file and back. Root does in a folder
of somebody else's, such as a service's, nothing: its owner does."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import IO

from signifer_core.json_values import Json, as_list, as_str

from signifer_firmware.files.reading import opened, read_bytes
from signifer_firmware.files.writing import write
from signifer_firmware.storage.as_owner import Ask, in_folder, other_owner
from signifer_firmware.storage.state_folder import alone

from .archive import BackupError, manifest, unpacked
from .making import contents, make
from .restoring import settle, stage


def back_up(file: Path, store: Path, own: Mapping[str, Path], date: str = "") -> str:
    """Write a backup to ``file``; a sentence. BackupError, StoreError, OSError: then there is no such file."""
    if file.exists():
        raise BackupError(f"{file}: is there already; name another file")
    held = contents(own)
    fresh = file.with_name(f"{file.name}.new")
    try:
        with fresh.open("xb") as out:
            with in_folder(store, partial(_making, held, out, date)) as ask:
                ask("make", None)
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)
    except FileExistsError:
        raise BackupError(f"{fresh}: is in the way; delete it, and say it again") from None
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    return f"{file}: a backup of {store}" + (f" and {len(own)} files of the table" if own else "")


@contextmanager
def _making(held: Mapping[str, bytes], out: IO[bytes], date: str, store: Path) -> Iterator[Ask]:
    with alone(store):

        def ask(name: str, given: Json) -> Json:
            make(store, held, out, date=date)
            out.flush()
            return None

        yield ask


def take_back(file: Path, store: Path, own: Mapping[str, Path]) -> list[str]:
    """Put a backup in place of what is there; sentences. BackupError, StoreError, OSError: nothing has changed."""
    is_apart = other_owner(store) is not None
    with _stream(file) as stream:
        with in_folder(store, partial(_restoring, {} if is_apart else own, stream)) as ask:
            sentence, left = as_list(ask("restore", None))
        if is_apart:
            stream.seek(0)
            _write_own(stream, own)
    lines = [as_str(sentence)]
    return [
        *lines,
        *(f"{as_str(path)}: cannot be written from here, and is as it was" for path in as_list(left)),
    ]


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
            staged = stage(stream, store, own)
            return [settle(store), [str(path) for path in staged.left]]

        yield ask


def _write_own(stream: IO[bytes], own: Mapping[str, Path]) -> None:
    """The table's own files, which the owner of the record may not write: each at once or not at all."""
    for part, pieces in unpacked(stream, manifest(stream)):
        content = b""
        for piece in pieces:
            content = content + piece if part.name in own else b""
        if part.name in own and not _holds(own[part.name], content):
            write(own[part.name], content)


def _holds(path: Path, content: bytes) -> bool:
    with suppress(OSError):
        return read_bytes(path) == content
    return False
