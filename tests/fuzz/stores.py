"""The files of the record with damage in them, and journals of programs that were otherwise than this one."""

from __future__ import annotations

import json
import random
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, cast

from signifer_core.errors import SigniferError
from signifer_firmware.recording import archive
from signifer_firmware.recording.archive import dice_in
from signifer_firmware.runtime import flight_recorder
from signifer_firmware.storage.reading import EntryKind
from signifer_firmware.storage.second_copy import parsed, whole
from signifer_firmware.storage.store import Entry, Store, StoreError

from tests.firmware.session.keepers import TAGS, Fumbling, keeper
from tests.firmware.storage.states import ENDS, ROOM, check_goes_on, sound

from .bare import InMemory
from .inputs import Bytes, Target, edited, edits, odd_values


def damaged(data: bytes) -> None:
    """Bytes overwritten, cut, put in, anywhere and in any of the files, or a file gone."""
    files = dict(sound())
    for which, at, gone, new in edits(data):
        end = ENDS[which % 3]
        files[end] = edited(files[end], at, gone, new)
    check_goes_on({end: content for end, content in files.items() if content})


def copy(data: bytes) -> None:
    """The second copy says what it said up to its first bad line, and can be written again."""
    held, good = parsed(data)
    if held is not None:
        assert parsed(whole(held))[0] == held
    else:
        assert not good


def foreign(data: bytes) -> None:
    """Any file at all in the store's place."""
    with tempfile.TemporaryDirectory(dir=ROOM) as folder:
        path = Path(folder) / "s"
        path.write_bytes(data)
        for look in (Store.reading, Store):
            with suppress(StoreError):
                look(path).close()
        Store.at_table(path).close()


def journal(data: bytes) -> None:
    """Entries that no program of today would write, or in another order: the table starts all the same, and who looks
    is told."""
    entries = []
    for line in data.split(b"\n"):
        with suppress(ValueError, RecursionError):
            entries += _entry(json.loads(line))
    with tempfile.TemporaryDirectory(dir=ROOM) as folder:
        path = Path(folder) / "s"
        with suppress(StoreError):
            store = Store(path)
            store.bind(TAGS)
            store.append(entries)
            store.close()
        _started(Store.at_table(path))
        with suppress(SigniferError):
            reading = Store.reading(path)
            _told(reading)
            reading.close()


def _entry(value: Any) -> list[Entry]:
    """The entry that a line tells, if it is one."""
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[0], str):
        return []
    try:
        value[0].encode()
    except UnicodeEncodeError:
        return []
    return [Entry(1, cast(EntryKind, value[0]), value[1])]


def _started(store: Store) -> None:
    """The table starts."""
    found = keeper(store, random.Random(0))
    found.power_on(0)
    found.step(10_000_000)
    store.close()


def _told(store: Store) -> None:
    """Who looks is told."""
    for look in (archive.games_in, archive.text_of, dice_in):
        with suppress(SigniferError):
            look(store)


@cache
def _journals() -> list[bytes]:
    """Journals of hands that fumble."""
    found = []
    for seed in range(4):
        with tempfile.TemporaryDirectory(dir=ROOM) as folder:
            hands = Fumbling(Path(folder), seed)
            for _ in range(25):
                hands.fumble()
            lines = [json.dumps([entry.kind, entry.body]) for entry in hands.store.last_game()]
            hands.store.close()
        found.append("\n".join(lines).encode())
    return found


def odd_journal(data: bytes) -> None:
    """A journal of today with odd values in it, in memory."""
    lines = _journal_lines()
    values = odd_values(lines[data[0] % len(lines)], data[1:]) if data else []
    entries = [entry for value in values for entry in _entry(value)]
    _started(InMemory(TAGS, entries))
    _told(InMemory(TAGS, entries))


@cache
def _journal_lines() -> list[list[Any]]:
    return [[json.loads(line) for line in text.split(b"\n")] for text in _journals()]


def recorder(data: bytes) -> None:
    """The flight recorder's files, one behind the other as the input says."""
    found = Bytes(data)
    first = found.number(2)
    with tempfile.TemporaryDirectory(dir=ROOM) as folder:
        path = Path(folder) / "s"
        path.with_name("s-flight-0").write_bytes(data[2 : 2 + first])
        path.with_name("s-flight-1").write_bytes(data[2 + first :])
        for line in flight_recorder.lines_of(path):
            assert len(line) > 2
        recorder = flight_recorder.Flight(path, dict)
        recorder.boot(0)
        recorder.close()


_LINE = b'["boot",0,{"entry":3,"table":{},"lying":[]}]\n["change",5,"present","3 red","04",null,""]\n'

_ODD = [b"\0", b"\1\5\0\3\x20\x20\x20\3", b"\2\0\0\3\x21\xff\2\x09\0\1\3\0", b"\3\2\0\4\x41\5"]

TARGETS = {
    "store-damage": Target(
        damaged,
        lambda: [b"\0\0\x40\4abcd", b"\x09\0\x80\0\2\xff\xff\1x", b"\x28\0\0\0", b"\1\xf0\xf0\3abc"],
        25,
    ),
    "store-copy": Target(copy, lambda: [sound()["-copy"]]),
    "store-foreign": Target(foreign, lambda: [sound()[""][:20_000], b"any text"], 20),
    "journals": Target(journal, _journals, 20),
    "journal-values": Target(odd_journal, lambda: _ODD, 40),
    "recorder": Target(recorder, lambda: [b"\x30\0" + _LINE * 2], 30),
}
