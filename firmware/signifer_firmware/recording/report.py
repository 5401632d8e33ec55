"""``signifer report``: the last game and what the flight recorder heard of it, in one file without personal data."""

from __future__ import annotations

import gzip
import json
import os
import re
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO, cast

from signifer_core.errors import ConfigError
from signifer_core.json_values import Json, as_int, as_list, as_object, as_str

from signifer_firmware.files.reading import opened
from signifer_firmware.runtime import flight_recorder
from signifer_firmware.session import journal
from signifer_firmware.storage.reading import EntryKind, as_replaced
from signifer_firmware.storage.store import Entry, Store, StoreError

from .archive import games_known

NAME = "signifer report"
VERSION = 1
ENTRY = "entry"
# Twice what a recorder keeps; and so many lines and values, each of which takes some 60 bytes of memory.
MOST_BYTES = 8_000_000
MOST_LINES = 200_000
MOST_VALUES = 1_000_000


@dataclass(frozen=True)
class Flown:
    """A report: the game's entries with their numbers, the settings before it, and the recorder's lines from the first
    one on that says how things stood."""

    entries: tuple[tuple[int, Entry], ...]
    settings: tuple[str, ...]
    lines: tuple[Sequence[Json], ...]

    @property
    def head(self) -> Mapping[str, Json]:
        """How things stood at the beginning."""
        return as_object(self.lines[0][2])


def packed(path: Path, *, hidden: bool = False) -> bytes:
    """The report of the last game of the store at ``path``. StoreError if there is none; or if it is not over, unless
    ``hidden`` says that cards may be told which nobody has seen but their owner."""
    store = Store.reading(path)
    try:
        numbered, settings, tags = store.numbered(), store.settings(), store.cards()
        tags |= as_replaced(store.replaced())
    finally:
        store.close()
    if not numbered:
        raise StoreError(f"{path} holds no game; begin one")
    if not hidden and not _is_over([entry for _, entry in numbered]):
        raise StoreError(
            "the game is not over, and a report tells cards that are hidden; end it, or add --hidden if both agree"
        )
    lines = _lines(path, numbered[0][0])
    if not lines:
        raise StoreError(f"beside {path} no flight recorder has heard of this game; `signifer run` keeps one")
    head = {NAME: VERSION, "program": version("signifer"), "settings": settings}
    text = "".join(
        json.dumps(value, separators=(",", ":")) + "\n"
        for value in (
            head,
            *([ENTRY, number, entry.at_us, entry.kind, _unnamed(entry)] for number, entry in numbered),
            *lines,
        )
    )
    return gzip.compress(_without_tags(text, tags).encode(), mtime=0)


def _unnamed(entry: Entry) -> Json:
    """What an entry says, but for names of people."""
    return None if entry.kind == journal.PLAYERS else entry.body


def _is_over(entries: list[Entry]) -> bool:
    name = journal.game_of(entries)
    known = games_known().get(name)
    if known is None:
        raise StoreError(f'the last game is "{name}", which this program does not know')
    bundle = journal.corrected(known, entries)
    table = journal.replayed(bundle, entries)
    return bundle.procedure.rules.outcome(table.state) is not None


def _lines(path: Path, first: int) -> Sequence[Sequence[Json]]:
    """The recorder's lines from the first head on that is of the game which begins with entry ``first``."""
    lines = flight_recorder.lines_of(path)
    for at, line in enumerate(lines):
        try:
            head = line[0] in (flight_recorder.BOOT, flight_recorder.HEAD) and as_object(line[2])
            if head and as_int(head.get("entry", 0)) >= first:
                return lines[at:]
        except TypeError:  # the line is no good: from a later one on it may be
            continue
    return []


def _without_tags(text: str, tags: Mapping[bytes, str]) -> str:
    """Cards for their tags; a tag that is no card's, a pass or a telephone perhaps, gets a number."""
    # What a tag was on stands before its number then.
    text = re.sub(r"(tag/[0-9a-f]+)=[^\"]*", r"\1", text)
    for uid, card in tags.items():
        text = text.replace(f"tag/{uid.hex()}", card).replace(uid.hex(), card)
    strangers: dict[str, str] = {}

    def numbered(found: re.Match[str]) -> str:
        return strangers.setdefault(found[1], f'"tag/{len(strangers) + 1}"')

    return re.sub(r'"(?:tag/)?((?:[0-9a-f]{20}|[0-9a-f]{14}|[0-9a-f]{8}))"', numbered, text)


def unpacked(path: Path) -> Flown:
    """The report in a file; ConfigError if it is none."""
    try:
        with os.fdopen(opened(path), "rb") as packed:
            return read(packed, path)
    except OSError as error:
        raise _none(path, error) from None


def read(packed: BinaryIO, path: Path) -> Flown:
    """The report that is ``packed``, and called ``path`` where it is none: ConfigError."""
    try:
        values = [json.loads(line) for line in _content(packed).decode().split("\n") if line]
    except (OSError, EOFError, ValueError, RecursionError, zlib.error) as error:
        raise _none(path, error) from None
    with whole(path):
        return flown(values, file=str(path))


def _none(path: Path, error: Exception) -> ConfigError:
    return ConfigError([f"{path}: no report ({error}); make one with: signifer report STORE FILE"])


def _content(packed: BinaryIO) -> bytes:
    """The lines of a report, no more than memory has room for once they are read; OSError, EOFError, ValueError."""
    with gzip.GzipFile(fileobj=packed) as file:
        content = file.read(MOST_BYTES + 1)
    values = sum(content.count(mark) for mark in b"[{,")
    if len(content) > MOST_BYTES or values > MOST_VALUES or content.count(b"\n") > MOST_LINES:
        raise ValueError("more than any recorder keeps")
    return content


def flown(values: Sequence[Json], *, file: str = "report") -> Flown:
    """The report that these lines are. ConfigError, or whatever `whole` understands, if they are none."""
    head, rest = as_object(values[0]), [as_list(line) for line in values[1:]]
    if head[NAME] != VERSION:
        raise ConfigError([f"{file}: a report of version {head[NAME]}, and this program reads {VERSION}"])
    entries = tuple(_entry(line) for line in rest if line[0] == ENTRY)
    lines = tuple(line for line in rest if line[0] != ENTRY)
    found = Flown(entries, tuple(map(as_str, as_list(head["settings"]))), lines)
    as_int(found.head["entry"]), found.head["table"], found.head["lying"]
    return found


def _entry(line: Sequence[Json]) -> tuple[int, Entry]:
    """An entry of the journal, with its number."""
    _, number, at_us, kind, body = line
    return as_int(number), Entry(as_int(at_us), cast(EntryKind, as_str(kind)), body)


_ODD = (LookupError, TypeError, ValueError, AttributeError, RecursionError)


@contextmanager
def whole(path: Path) -> Iterator[None]:
    """Raise ConfigError for whatever a report that is none makes go wrong, also when it is played."""
    try:
        yield
    except ConfigError:
        raise
    except (*_ODD, ArithmeticError, AssertionError, sqlite3.Error) as error:
        raise ConfigError([f"{path}: no whole report; make it again"]) from error
