"""What `signifer setup` keeps of itself: what was there before, and how to take back what was done."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import NotRequired, TypedDict, TypeGuard


class Kept(TypedDict):
    """A file before and after, in base64; None where it was not there. ``earlier`` is what setups before have made of
    it: one that was broken off has left that."""

    before: str | None
    after: str | None
    earlier: NotRequired[list[str]]


class Record(TypedDict):
    """What is kept: files by their path below the root, and how to take commands back, in their order."""

    files: dict[str, Kept]
    undo: list[list[str]]


def is_record(found: object) -> TypeGuard[Record]:
    """Whether it is what `apply` keeps."""
    if not isinstance(found, dict):
        return False
    files, undo = found.get("files"), found.get("undo")
    return (
        isinstance(files, dict)
        # JSON can hold names that no file has, and such as lead out of the root.
        and all(_is_below(name) for name in files)
        and all(
            isinstance(entry, dict)
            and _are_packed(entry.get(name, ...) for name in ("before", "after"))
            and isinstance(earlier := entry.get("earlier", []), list)
            and _are_packed(earlier)
            for entry in files.values()
        )
        and isinstance(undo, list)
        and all(
            isinstance(words, list)
            and words
            and all(isinstance(word, str) and word.isprintable() for word in words)
            for words in undo
        )
    )


def _is_below(name: str) -> bool:
    """Whether it is the path of a file below the root."""
    parts = {*PurePosixPath(name).parts}
    return name.isprintable() and bool(parts) and not {"/", ".."} & parts


def _are_packed(values: Iterable[object]) -> bool:
    """Whether each is what `packed` makes."""
    try:
        return all(
            value is None or (isinstance(value, str) and base64.b64decode(value) is not None)
            for value in values
        )
    except (binascii.Error, ValueError):
        return False


def packed_afters(kept: Kept | None) -> list[str]:
    """What setups have made of a file, the last one first, as it is kept."""
    return (
        []
        if kept is None
        else [each for each in (kept["after"], *kept.get("earlier", ())) if each is not None]
    )


def afters(kept: Kept) -> list[bytes]:
    """What setups have made of a file, the last one first."""
    return list(map(base64.b64decode, packed_afters(kept)))


def packed(content: bytes | None) -> str | None:
    """A file as it is kept, None if there is none."""
    return None if content is None else base64.b64encode(content).decode()


def unpacked(text: str | None) -> bytes | None:
    """What `packed` has made of it."""
    return None if text is None else base64.b64decode(text)
