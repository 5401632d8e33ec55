"""A file that ``signifer update`` takes: one line of JSON that says what it is, then a slot's image, packed by gzip."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from signifer_core.errors import Fault, SigniferError

from signifer_firmware.files.reading import opened

FORMAT = "signifer-update 1"
# What runs it: the 64-bit boards of Raspberry Pi.
BOARDS = "raspberry-pi-arm64"
CHUNK = 1 << 20
# The first line is not as long.
MOST_HEAD = 4096
# It is shown, and kept in a note: one line, and a short one.
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+!_~-]{0,63}")
_BUILD = re.compile(r"[0-9a-f]{16}")
_SHA256 = re.compile(r"[0-9a-f]{64}")


class UpdateError(SigniferError):
    """An update that cannot be done; what runs now goes on, and is what starts the next time."""


@dataclass(frozen=True)
class Manifest:
    """What the first line says: version, build (of what went into it), length and SHA-256 of the slot's image, and what
    has changed, as far as there is room for it."""

    version: str
    build: str
    boards: str
    bytes: int
    sha256: str
    changes: tuple[str, ...] = ()


def is_version(said: object) -> bool:
    """Whether this can be the name of a version."""
    return isinstance(said, str) and _VERSION.fullmatch(said) is not None


def write(path: Path, manifest: Manifest, image: IO[bytes]) -> None:
    """Pack ``image``, of which ``manifest`` tells; the same image makes the same file."""
    with path.open("wb") as file:
        file.write(_head(manifest))
        with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=file, mtime=0) as packed:
            while chunk := image.read(CHUNK):
                packed.write(chunk)


def _head(manifest: Manifest) -> bytes:
    """The first line; of the changes so many that no program, of whatever version, finds it too long."""
    for count in range(len(manifest.changes), -1, -1):
        more = ("...",) if count < len(manifest.changes) else ()
        said = asdict(manifest) | {"changes": [*manifest.changes[:count], *more]}
        head = json.dumps({"format": FORMAT, **said}).encode() + b"\n"
        if len(head) < MOST_HEAD:
            break
    return head


def manifest(path: Path) -> Manifest:
    """The first line of a file. UpdateError if it is no update, or none for this board."""
    with _opened(path) as file:
        return _manifest(path, file)


def _opened(path: Path) -> IO[bytes]:
    try:
        return os.fdopen(opened(path), "rb")
    except OSError as error:
        raise UpdateError(f"{path}: cannot be read ({error.strerror}); name the file of an update") from None


def _manifest(path: Path, file: IO[bytes]) -> Manifest:
    head = file.readline(MOST_HEAD)
    try:
        said = json.loads(head)
    except (ValueError, RecursionError):
        said = None
    form = said.get("format") if isinstance(said, dict) else None
    if not isinstance(form, str) or not form.startswith("signifer-update"):
        raise _faulty("update-none", f"{path}: is no update; take the file signifer-VERSION.update")
    if form != FORMAT:
        raise _faulty(
            "update-later",
            f"{path}: was made for a later version; write the card again, its data partition can be kept",
        )
    try:
        changes = said.get("changes", [])
        found = Manifest(
            *(said["version"], said["build"], said["boards"], said["bytes"], said["sha256"]),
            tuple(changes) if isinstance(changes, list) else (changes,),
        )
        is_sound = (
            all(isinstance(line, str) and line.isprintable() for line in found.changes)
            and is_version(found.version)
            and is_version(found.boards)
            and type(found.bytes) is int
            and found.bytes > 0
            and _BUILD.fullmatch(found.build) is not None
            and _SHA256.fullmatch(found.sha256) is not None
        )
    except (KeyError, TypeError):
        is_sound = False
    if not is_sound:
        raise _faulty("update-head", f"{path}: its first line is damaged; copy it again")
    if found.boards != BOARDS:
        said = f"{path}: is for other boards ({found.boards}); take the one for {BOARDS}"
        raise _faulty("update-boards", said, boards=found.boards, wanted=BOARDS)
    return found


def chunks(path: Path) -> Iterator[bytes]:
    """The image, unpacked, piece by piece. UpdateError if it ends early or is damaged: known at the end alone."""
    with _opened(path) as file:
        wanted = _manifest(path, file)
        digest, length = hashlib.sha256(), 0
        try:
            with gzip.GzipFile(fileobj=file) as packed:
                # One byte more than it claims is enough to know that it lies.
                while chunk := packed.read(min(CHUNK, wanted.bytes + 1 - length)):
                    length += len(chunk)
                    if length > wanted.bytes:
                        break
                    digest.update(chunk)
                    yield chunk
        except EOFError:
            raise _short(path) from None
        except (gzip.BadGzipFile, zlib.error):
            raise _damaged(path) from None
    if length < wanted.bytes:
        raise _short(path)
    if (length, digest.hexdigest()) != (wanted.bytes, wanted.sha256):
        raise _damaged(path)


def _short(path: Path) -> UpdateError:
    return _faulty("update-early", f"{path}: ends too early; copy it again, and look for room on the disk")


def _damaged(path: Path) -> UpdateError:
    return _faulty("update-damaged", f"{path}: is damaged; copy it again")


def _faulty(code: str, said: str, **figures: int | str) -> UpdateError:
    """An error with its line, and what a page says it by."""
    return UpdateError(Fault(said, code, **figures))


def check(path: Path) -> Manifest:
    """All of a file is read; what it says of itself, if that is true. UpdateError, OSError."""
    for _ in chunks(path):
        pass
    return manifest(path)
