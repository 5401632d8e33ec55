"""Power cuts in an evening whose calls to the disk were written down: what a disk may hold then, what a table finds.

A disk holds what was synced. Of what was written since, each write is there or not, whatever came before it, whole or
up to some sector; a file may have grown and hold zeros there. Names (of files made, renamed, deleted) change in their
order, as on a file system with a journal, and are sure once the folder was synced: to sync a file is not enough.
"""

from __future__ import annotations

import errno
import random
import struct
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from signifer_firmware.storage.files import COPY
from signifer_firmware.storage.second_copy import Held, parsed
from signifer_firmware.storage.state_folder import STORE
from signifer_firmware.storage.store import Entry, Store, StoreError

from tests.disk.child import SYNC
from tests.disk.evening import EVENING
from tests.disk.failing import Evenings

SECTOR = 512
STEPS = sum(not isinstance(step, str) for step in EVENING)
SHM = "-shm"
_HEAD = struct.Struct("=iiqq")
# What is on the disk: each file's name and content.
Files = dict[str, bytes]


@dataclass(frozen=True)
class Call:
    """One call, as disk.c writes it down: what (a letter), which opened file, where, and what was written or named."""

    kind: str
    file: int
    at: int
    content: bytes


def recorded(evenings: Evenings, folder: Path, failing: int = 0) -> list[Call]:
    """The calls of an evening on a good disk; or on one whose ``failing``-th sync fails."""
    log = folder / "calls"
    log.unlink(missing_ok=True)
    played = evenings.play(SYNC, failing, int(failing > 0), errno.EIO, log=str(log))
    assert not played.crash, played.crash
    return list(_calls(log.read_bytes()))


def _calls(log: bytes) -> Iterator[Call]:
    at = 0
    while at < len(log):
        kind, file, offset, size = _HEAD.unpack_from(log, at)
        at += _HEAD.size + size
        yield Call(chr(kind), file, offset, log[at - size : at])


@dataclass
class Inode:
    """A file: what is on the disk for sure, and what has been asked for since (offset and content, or a length)."""

    sure: bytes = b""
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)

    def sync(self) -> None:
        content = bytearray(self.sure)
        for write in self.pending:
            _apply(content, *write)
        self.sure = bytes(content)
        self.pending.clear()

    def fail(self, rng: random.Random) -> None:
        """A sync has failed: Linux counts what it did not write as written, and no later sync writes it."""
        self.pending = [write for write in self.pending if rng.randrange(2)]

    def cut(self, rng: random.Random) -> bytes:
        """What may be there once the power has gone."""
        content = bytearray(self.sure)
        for at, written in self.pending:
            fate = rng.randrange(4)
            if fate == 0:
                _apply(content, at, written)
            elif fate == 1 and written is not None:
                sectors = range(0, len(written), SECTOR)
                _apply(content, at, written[: rng.choice(sectors)])
            elif fate == 2 and written is not None and rng.randrange(4) == 0:
                content.extend(bytes(max(0, at + len(written) - len(content))))
        return bytes(content)


def _apply(content: bytearray, at: int, written: bytes | None) -> None:
    if written is None:
        del content[at:]
        content.extend(bytes(at - len(content)))
    elif written:
        content.extend(bytes(max(0, at - len(content))))
        content[at : at + len(written)] = written


class Disk:
    """What calls make of a folder, and what is left of it without power."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._sure: dict[str, Inode] = {}
        self._names: dict[str, Inode] = {}
        self._changes: list[dict[str, Inode]] = []
        self._opened: dict[int, Inode | None] = {}
        # How many steps of the evening were acknowledged.
        self.acknowledged = 0

    def take(self, call: Call) -> None:
        name = call.content.decode() if call.kind in "OTRU" else ""
        file = self._opened.get(call.file)
        match call.kind:
            case "!":
                self.acknowledged = min(self.acknowledged + 1, STEPS)
            case "O" | "T":
                self._open(call.file, name, emptied=call.kind == "T")
            case "R":
                old, _, new = name.partition("/")
                self._names[new] = self._names.pop(old)
                self._changed()
            case "U":
                del self._names[name]
                self._changed()
            case "F":
                if file is not None:
                    file.fail(self._rng)
            case "S" if file is None:
                self._sure = dict(self._names)
                self._changes.clear()
            case _:
                assert file is not None, call
                if call.kind == "S":
                    file.sync()
                else:
                    file.pending.append((call.at, call.content if call.kind == "W" else None))

    def _open(self, serial: int, name: str, *, emptied: bool) -> None:
        if not name:
            self._opened[serial] = None
            return
        if name not in self._names:
            self._names[name] = Inode()
            self._changed()
        self._opened[serial] = self._names[name]
        if emptied:
            self._names[name].pending.append((0, None))

    def _changed(self) -> None:
        self._changes.append(dict(self._names))

    def cut(self) -> Files:
        """What may be there once the power has gone."""
        rng = self._rng
        names = rng.choice([self._sure, *self._changes])
        # What is in SQLite's index of its log is worth nothing without the process.
        return {name: b"" if name.endswith(SHM) else inode.cut(rng) for name, inode in sorted(names.items())}


@dataclass(frozen=True)
class Knowledge:
    """What is known after a step: times of all entries and of the last game's, tags, settings."""

    entries: tuple[int, ...] = ()
    game: tuple[int, ...] = ()
    tags: frozenset[bytes] = frozenset()
    settings: tuple[str, ...] = ()

    def goes_on_like(self, other: Knowledge) -> bool:
        """Whether a table goes on with the same: older games are not looked at."""
        return (self.game, self.tags, self.settings) == (other.game, other.tags, other.settings)


def expected() -> list[Knowledge]:
    """What is known after so many steps of the evening."""
    known = [Knowledge()]
    for step in EVENING:
        was = known[-1]
        if isinstance(step, dict):
            known.append(replace(was, tags=was.tags | {*step}))
        elif isinstance(step, Entry):
            at_us = (step.at_us,)
            now = replace(was, entries=was.entries + at_us)
            if step.kind == "begin":
                now = replace(now, game=at_us)
            elif step.kind == "setting":
                now = replace(now, settings=(str(step.body),))
            else:
                now = replace(now, game=was.game + at_us)
            known.append(now)
    return known


@dataclass(frozen=True)
class Left:
    """What is known by a table that is switched on with the files, by the store alone, and by the second copy alone
    (None where it cannot be read); and what the table says of its disk."""

    table: Knowledge
    store: Knowledge | None
    copy: Knowledge | None
    told: str


def left(files: Files, folder: Path) -> Left:
    """What is found in these files, by the code that finds it at every table."""
    for path in folder.iterdir():
        path.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    path = folder / STORE
    store = None
    with suppress(StoreError), closing(Store.reading(path)) as reading:
        store = _known(reading)
    copy, _ = parsed(files.get(STORE + COPY, b""))
    with closing(Store.at_table(path)) as table:
        return Left(
            _known(table),
            store,
            None if copy is None else _held(copy),
            f"{table.trouble} {table.notice}".strip(),
        )


def _known(store: Store) -> Knowledge:
    assert store._db is not None, store.trouble
    rows = store._db.execute("SELECT at_us FROM journal ORDER BY number").fetchall()
    return replace(_held(store._held), entries=tuple(at_us for (at_us,) in rows))


def _held(held: Held) -> Knowledge:
    began = bool(held.rows) and held.rows[0][2] == "begin"
    settings = tuple(f"{name} {value}" for name, value in held.settings.items())
    return Knowledge((), tuple(row[1] for row in held.rows if began), frozenset(held.tags), settings)


def wrong(left: Left, known: list[Knowledge]) -> str:
    """What is wrong; ``known`` is what was acknowledged, and what would have been by the step that was under way."""
    if left.told:
        return f"it says {left.told}"
    if left.table not in known:
        return f"a table knows {left.table}, and not {known}"
    if left.store not in known and known[0].tags:
        return f"the store alone knows {left.store}, and not {known}"
    if known[0].tags and not (left.copy and any(map(left.copy.goes_on_like, known))):
        return f"the second copy alone knows {left.copy}, and not {known}"
    return ""


@dataclass
class Cuts:
    """What came of power cuts: how many there were, after how many calls, how many left other files than all before,
    and what was wrong."""

    cuts: int = 0
    places: int = 0
    distinct: int = 0
    wrong: list[str] = field(default_factory=list)


def cut(calls: list[Call], folder: Path, cuts: int, seed: int) -> Cuts:
    """Cut the power as often as that, after each call as often as after any other. Files that a cut has left before are
    not read again, only judged."""
    disk, known = Disk(random.Random(seed)), expected()
    seen: dict[tuple[tuple[str, bytes], ...], Left] = {}
    result = Cuts(places=len(calls))
    for place, call in enumerate(calls, 1):
        disk.take(call)
        while result.cuts * len(calls) < cuts * place:
            result.cuts += 1
            files = disk.cut()
            key = tuple(files.items())
            if key not in seen:
                seen[key] = left(files, folder)
            if fault := wrong(seen[key], known[disk.acknowledged : disk.acknowledged + 2]):
                result.wrong.append(f"after call {place}, {call.kind}: {fault}")
    result.distinct = len(seen)
    return result
