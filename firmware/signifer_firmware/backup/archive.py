"""A backup as a file: one line of JSON that says what is in it, then all of that, one after the other, packed by gzip.

Names in it never become names on a disk: a part is the store, or belongs to one of the table's own files, which the
table names itself. Whatever a file claims, no more is unpacked, and no more held in memory than a piece.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import IO

from signifer_core.errors import SigniferError

FORM = "signifer-backup 1"
STORE_PART, TABLE_PART, OWN = "store", "table", "own/"
CHUNK = 1 << 18
MOST_HEAD, MOST_PARTS = 16_000, 64
# More than a store takes: it forgets the oldest games beyond 60 MB, though never the last two hundred.
MOST_BYTES = 400_000_000
# Stores of whole games pack to a fourth to a seventh: what packs to less than a hundredth beyond this is none.
MOST_RATIO, SMALL_BYTES = 100, 4_000_000
_OWN = re.compile(r"own/[A-Za-z0-9][A-Za-z0-9_-]*(\.[A-Za-z0-9_-]+)*\.toml")
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+!_~-]{0,63}")
_DATE = re.compile(r"(\d{4}-\d\d-\d\d)?")
_SHA256 = re.compile(r"[0-9a-f]{64}")
WHOLE = "take another copy of it"


class BackupError(SigniferError):
    """A backup that cannot be made, or not be taken back; nothing was changed."""


def is_part(name: object) -> bool:
    """Whether a part may be called so: the store, the table's file, or a file that the table names."""
    is_own = isinstance(name, str) and len(name) <= 80 and _OWN.fullmatch(name) is not None
    return name in (STORE_PART, TABLE_PART) or is_own


@dataclass(frozen=True)
class Part:
    """One file in a backup."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """What the first line says: the version that made it, the day ("" if it was not known), and its parts in order."""

    version: str
    date: str
    parts: tuple[Part, ...]

    @property
    def bytes(self) -> int:
        """How much all of it takes, unpacked."""
        return sum(part.bytes for part in self.parts)


def part_of(name: str, chunks: Iterable[bytes]) -> Part:
    """A part with these contents."""
    digest, length = hashlib.sha256(), 0
    for chunk in chunks:
        digest.update(chunk)
        length += len(chunk)
    return Part(name, length, digest.hexdigest())


def write(out: IO[bytes], manifest: Manifest, contents: Sequence[Callable[[], Iterable[bytes]]]) -> None:
    """Write a backup: ``contents`` gives those of each part. BackupError for one that could not be taken back."""
    if manifest.bytes > MOST_BYTES:
        raise BackupError(
            f"it would hold over {MOST_BYTES // 1_000_000} MB, which cannot be taken back; copy the store itself, "
            "with the table switched off; nothing was made"
        )
    head = {"form": FORM, **asdict(manifest)}
    out.write(json.dumps(head).encode() + b"\n")
    with gzip.GzipFile(filename="", mode="wb", compresslevel=6, fileobj=out, mtime=0) as packed:
        for content in contents:
            for chunk in content():
                packed.write(chunk)


def manifest(stream: IO[bytes]) -> Manifest:
    """The first line of a backup. BackupError if it is none, or of a later form."""
    try:
        said = json.loads(stream.readline(MOST_HEAD))
    except (ValueError, RecursionError):
        said = None
    form = said.get("form") if isinstance(said, dict) else None
    if not isinstance(form, str) or not form.startswith("signifer-backup"):
        raise BackupError(
            "this is no backup of a table; take a file that `signifer backup` made, or its page"
        )
    if form != FORM:
        raise BackupError("this backup was made by a later version of Signifer: update this one first")
    found = _sound(said)
    if found is None:
        raise BackupError(f"the first line of this backup is damaged; {WHOLE}")
    if found.bytes > MOST_BYTES:
        raise BackupError(
            f"this backup claims to hold over {MOST_BYTES // 1_000_000} MB, more than any table has; take another one"
        )
    return found


def _sound(said: dict[str, object]) -> Manifest | None:
    listed, version, date = said.get("parts"), said.get("version"), said.get("date")
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_PARTS:
        return None
    if not isinstance(version, str) or not isinstance(date, str):
        return None
    if not _VERSION.fullmatch(version) or not _DATE.fullmatch(date):
        return None
    parts = [_part(each) for each in listed]
    whole = [part for part in parts if part is not None]
    names = {part.name for part in whole}
    if len(names) != len(parts) or STORE_PART not in names:
        return None
    return Manifest(version, date, tuple(whole))


def _part(said: object) -> Part | None:
    if not isinstance(said, dict) or said.keys() != {"name", "bytes", "sha256"}:
        return None
    name, length, digest = said["name"], said["bytes"], said["sha256"]
    is_sound = is_part(name) and type(length) is int and length >= 0
    return Part(name, length, digest) if is_sound and _is_digest(digest) else None


def _is_digest(said: object) -> bool:
    return isinstance(said, str) and _SHA256.fullmatch(said) is not None


def unpacked(stream: IO[bytes], found: Manifest) -> Iterator[tuple[Part, Iterator[bytes]]]:
    """The parts of a backup whose first line was read, in order, each with its pieces, which have to be taken before
    the next part is asked for. BackupError if one ends early or is not what the first line says, or if more follows:
    known at its end alone."""
    with gzip.GzipFile(fileobj=stream) as packed:
        for part in found.parts:
            yield part, _of_a_table(_pieces(packed, part), stream)
        if _read(packed, 1):
            raise BackupError(f"this backup is damaged: it is longer than it says; {WHOLE}")


def _of_a_table(pieces: Iterator[bytes], stream: IO[bytes]) -> Iterator[bytes]:
    """The pieces, as long as they have been packed as what a table keeps is: little that unpacks to much is a bomb, and
    nobody waits for the whole of it."""
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > SMALL_BYTES + MOST_RATIO * stream.tell():
            raise BackupError(f"this backup holds what no table keeps; {WHOLE}")
        yield piece


def _pieces(packed: gzip.GzipFile, part: Part) -> Iterator[bytes]:
    digest, left = hashlib.sha256(), part.bytes
    while left:
        piece = _read(packed, min(CHUNK, left))
        if not piece:
            raise BackupError(f"this backup ends too early; {WHOLE}, and look for room on its disk")
        digest.update(piece)
        left -= len(piece)
        yield piece
    if digest.hexdigest() != part.sha256:
        raise BackupError(f"this backup is damaged; {WHOLE}")


def _read(packed: gzip.GzipFile, length: int) -> bytes:
    try:
        return packed.read(length)
    except EOFError:
        raise BackupError(f"this backup ends too early; {WHOLE}, and look for room on its disk") from None
    except (gzip.BadGzipFile, zlib.error):
        raise BackupError(f"this backup is damaged; {WHOLE}") from None
