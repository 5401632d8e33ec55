"""The second copy of what the table needs to go on: the game that is on, settings, tags. A text file beside the store.

SQLite alone loses what was acknowledged last if the end of its file is damaged. A line a transaction: a check of eight
hexadecimal digits, a blank, JSON. It begins again with each game, so it stays small.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from signifer_core.json_values import Json, as_int, as_list, as_object, as_str

from signifer_firmware.files.reading import read_bytes
from signifer_firmware.files.writing import sync_folder

from .standing import Mark, mark, mark_of

HEAD = "signifer copy 2"
# Of a game of a thousand turns it has not a tenth.
MOST_BYTES = 20_000_000
Row = tuple[int, int, str, str]


@dataclass
class Held:
    """What a table needs of its store: rows (number, at_us, kind, body as JSON) from the last "begin" on, or all before
    the first one; each setting by its name; the card of each tag."""

    rows: list[Row] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    tags: dict[bytes, str] = field(default_factory=dict)

    def rows_to(self, number: int) -> list[Row]:
        """The rows up to entry ``number``."""
        return [row for row in self.rows if row[0] <= number]

    def take(self, rows: Iterable[Row], tags: Mapping[bytes, str], unbound: Iterable[str] = ()) -> None:
        """Hold one transaction more: ``unbound`` are cards whose tags are forgotten, before ``tags`` are bound."""
        gone = set(unbound)
        for uid in [uid for uid, card in self.tags.items() if card in gone]:
            del self.tags[uid]
        self.tags.update(tags)
        for row in rows:
            if row[2] == "begin":
                self.rows.clear()
            if row[2] == "setting":
                name, _, value = str(json.loads(row[3])).rpartition(" ")
                self.settings.pop(name, None)
                self.settings[name] = value
            self.rows.append(row)


def _line(value: Json) -> bytes:
    text = json.dumps(value, separators=(",", ":"))
    return f"{zlib.crc32(text.encode()):08x} {text}\n".encode()


def transaction(rows: Iterable[Row], tags: Mapping[bytes, str], unbound: Iterable[str] = ()) -> bytes:
    """The line of one transaction."""
    return _line([[list(row) for row in rows], {uid.hex(): card for uid, card in tags.items()}, [*unbound]])


def whole(held: Held) -> bytes:
    """All lines of a copy that says what ``held`` holds."""
    head: Json = [HEAD, dict(held.settings), {uid.hex(): card for uid, card in held.tags.items()}]
    return _line(head) + transaction(held.rows, {})


def parsed(content: bytes) -> tuple[Held | None, bool]:
    """What a copy says up to its first bad line, None if not even the first one is good; and whether it was good to its
    end."""
    held: Held | None = None
    lines = content.split(b"\n")
    for line in lines[:-1]:
        try:
            held = _taken(held, _value(line))
        except (LookupError, TypeError, ValueError, AttributeError, RecursionError):
            return held, False
    return held, held is not None and not lines[-1]


def _value(line: bytes) -> Json:
    sum_, _, text = line.partition(b" ")
    if sum_ != b"%08x" % zlib.crc32(text):
        return None
    value: Json = json.loads(text)
    return value


def _taken(held: Held | None, value: Json) -> Held:
    first, second, third = as_list(value)
    if held is None:
        if first != HEAD:
            raise ValueError(first)
        return Held([], _texts(second), {bytes.fromhex(uid): card for uid, card in _texts(third).items()})
    rows = [_row(row) for row in as_list(first)]
    for _, _, kind, body in rows:
        f"{kind}{body}".encode()
    held.take(
        rows,
        {bytes.fromhex(uid): card for uid, card in _texts(second).items()},
        [str(card) for card in as_list(third)],
    )
    return held


def _row(value: Json) -> Row:
    number, at_us, kind, body = as_list(value)
    return as_int(number), as_int(at_us), as_str(kind), as_str(body)


def _texts(value: Json) -> dict[str, str]:
    """The same, each value a text."""
    found = {name: as_str(said) for name, said in as_object(value).items()}
    for said in (*found, *found.values()):
        said.encode()  # halves of characters are no text
    return found


class CopyFile:
    """The file of a copy. Every method may raise OSError, and none leaves less behind than was there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: int | None = None
        self._mark: Mark | None = None

    def is_as_left(self) -> bool:
        """Whether the file at its place is the one that this program read first, or wrote last, as it was then."""
        return mark(self.path) == self._mark

    def read(self) -> tuple[Held | None, bool]:
        """What the file says, as `parsed`; (None, False) if there is none."""
        self._mark = self._mark or mark(self.path)
        try:
            return parsed(read_bytes(self.path, MOST_BYTES))
        except FileNotFoundError:
            return None, False

    def rewrite(self, held: Held) -> None:
        """Let the file say what ``held`` holds, at once or not at all."""
        self.close()
        fresh = self.path.with_name(self.path.name + ".new")
        file = _made(fresh)
        try:
            _write(file, whole(held))
            written = mark_of(os.fstat(file))
        finally:
            os.close(file)
        fresh.replace(self.path)
        self._mark = written
        sync_folder(self.path.parent)

    def append(self, line: bytes) -> None:
        """Write one transaction behind the others."""
        if self._file is None:
            self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        try:
            _write(self._file, line)
        finally:
            self._mark = mark_of(os.fstat(self._file))

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _made(path: Path) -> int:
    """A new file, in place of what was left there: a pipe would be waited for without end."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
    try:
        return os.open(path, flags, 0o666)
    except FileExistsError:
        path.unlink()
        return os.open(path, flags, 0o666)


def _write(file: int, content: bytes) -> None:
    """All of it, on disk."""
    while content:
        content = content[os.write(file, content) :]
    os.fsync(file)
