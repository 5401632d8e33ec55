"""The flight recorder: what readers answered, what fingers did, what was decided and shown, in two files by turns.

It is no record to go on from, so it is not synced, and it never stands in the table's way: where it cannot be written,
it is not. A line is a JSON list, its kind and its time first. docs/record.md says what each kind holds.
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TextIO

from signifer_core.json_values import Json
from signifer_core.presses import Press
from signifer_core.procedure import Correction, Prompt
from signifer_core.rules import Refusal
from signifer_drivers.polling.findings import Change, Doubt, Visit

from signifer_firmware.files.reading import read_bytes
from signifer_firmware.session.events import News, Told
from signifer_firmware.storage.files import beside

# More than any file of a recorder holds.
MOST_BYTES = 8_000_000

# Both files together: some forty games of robots.
LIMIT = 4_000_000
# A reader in noise says something else at each visit: it is heard four times a second.
AGAIN_US = 250_000
ENDS = ("-flight-0", "-flight-1")
BOOT, HEAD, VISIT, CHANGE, DOUBT = "boot", "head", "visit", "change", "doubt"
PRESS, ANSWERED, NEWS, SCREEN = "press", "answered", "news", "screen"


class Flight:
    """Writes beside the store at ``path``; at most ``limit`` bytes are kept (LIMIT, if that is 0), half of them at
    least the last ones.

    ``head`` says how things stand when a file is begun: everything that has to be known to go on from there.
    """

    def __init__(self, path: Path, head: Callable[[], Mapping[str, Json]], *, limit: int = 0) -> None:
        self._paths = [beside(path, end) for end in ENDS]
        self._head = head
        self._limit = limit or LIMIT
        self._file: TextIO | None = None
        self._size = 0
        self._last: dict[str, tuple[object, int, int]] = {}
        self._game = 0
        self._doubtful = Doubt.NONE
        self._current = _newest(self._paths)
        # Readers speak from threads of their own.
        self._lock = Lock()

    def boot(self, now_us: int) -> None:
        """The table is switched on."""
        try:
            size = self._paths[self._current].stat().st_size
        except OSError:
            size = 0
        self._open(now_us, BOOT, fresh=size > self._limit // 2)

    def rest(self, now_us: int, game: int) -> None:
        """Nothing is under way. How things stand is said again as a game begins, whose first entry is ``game``; if this
        file is full, the other one, the older, makes room."""
        with self._lock:
            if self._file is not None:
                self._guarded(self._file.flush)
        if self._file is not None and not self._is_there(self._file):
            self.close()
        if self._file is None:
            self._open(now_us, HEAD, fresh=False)
        elif self._size > self._limit // 2:
            self.close()
            self._current = 1 - self._current
            self._open(now_us, HEAD, fresh=True)
        elif game != self._game:
            self._write(HEAD, now_us, dict(self._head()))
        self._game = game

    def _is_there(self, file: TextIO) -> bool:
        """Whether the file has its name still: whoever writes to one that was taken away hears nothing of that."""
        with suppress(OSError):
            return os.path.samestat(os.fstat(file.fileno()), os.stat(self._paths[self._current]))
        return False

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._file is not None:
                self._guarded(self._file.close)
                self._file = None

    def visit(self, visit: Visit) -> None:
        """What a reader has answered, if that is not what it answered before."""
        with self._lock:
            self._visit(visit)

    def _visit(self, visit: Visit) -> None:
        said = (sorted(uid.hex() for uid in visit.uids), visit.garbled, visit.fault)
        before, since_us, times = self._last.get(visit.reader, (None, 0, 0))
        if said == before or visit.at_us < since_us + AGAIN_US:
            self._last[visit.reader] = (before, since_us, times + 1)
            return
        self._last[visit.reader] = (said, visit.at_us, 0)
        # How many visits were passed over stands with the next one.
        self._put(VISIT, visit.at_us, visit.reader, *said, times)

    def change(self, change: Change, at_us: int) -> None:
        """What is believed of a reader's antenna from now on."""
        self._write(
            CHANGE, at_us, change.kind, change.reader, change.uid.hex(), change.since_us, change.cause
        )

    def press(self, press: Press, at_us: int) -> None:
        """A gesture of fingers."""
        self._write(PRESS, at_us, press.kind, press.button, press.player, press.column)

    def answered(self, presses: list[Press], at_us: int) -> None:
        """Gestures that the readers have looked after, and that have been answered."""
        for press in presses:
            # How long ago the finger went down.
            ago_us = None if press.since_us is None else at_us - press.since_us
            self._write(ANSWERED, at_us, press.kind, press.button, press.player, press.column, ago_us)

    def doubt(self, doubtful: Doubt, at_us: int) -> None:
        """Whether any card is between there and gone, or astray, as it is asked for."""
        if doubtful != self._doubtful:
            self._doubtful = doubtful
            self._write(DOUBT, at_us, doubtful)

    def news(self, news: News) -> None:
        """What the table has decided or asks for."""
        what = {name: _plain(value) for name, value in news.what.items()}
        self._write(NEWS, news.at_us, news.kind, what)

    def screen(self, place: str, texts: tuple[str, ...], at_us: int) -> None:
        """What a screen shows from now on."""
        self._write(SCREEN, at_us, place, list(texts))

    def _open(self, now_us: int, kind: str, *, fresh: bool) -> None:
        if fresh and kind == BOOT:
            self._current = 1 - self._current
        path = self._paths[self._current]
        self._last.clear()
        self._doubtful = Doubt.NONE
        try:
            file = self._file = path.open("w" if fresh else "a", encoding="utf-8")
            self._size = path.stat().st_size
        except OSError:
            self._file = None
            return
        if self._size:
            # Whoever wrote last may have been cut off in the middle of a line.
            self._guarded(lambda: file.write("\n"))
        self._write(kind, now_us, dict(self._head()))

    def _write(self, *values: Json) -> None:
        with self._lock:
            self._put(*values)

    def _put(self, *values: Json) -> None:
        if self._file is None:
            return
        line = json.dumps(values, separators=(",", ":")) + "\n"
        self._size += len(line)
        file = self._file
        self._guarded(lambda: file.write(line))

    def _guarded(self, work: Callable[[], object]) -> None:
        try:
            work()
        except OSError:
            file, self._file = self._file, None
            if file is not None:
                with suppress(OSError):
                    file.close()


def _plain(value: Told) -> Json:
    match value:
        case Refusal():
            return [value.code, value.player, value.card]
        case Correction():
            # What a pad holds is nobody's business here, either.
            return [value.verb, "" if value.secret else value.card, *value.zone]
        case Prompt():
            return [value.player, value.step, value.key]
        case _:
            return value


def _newest(paths: list[Path]) -> int:
    """Which of the two files was begun last; by the number of its first line's entry, for clocks jump."""
    return max((0, 1), key=lambda at: _first_entry(paths[at]))


def _first_entry(path: Path) -> int:
    try:
        with io.StringIO(_text(path)) as file:
            return int(json.loads(file.readline())[2]["entry"])
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return -1


def _text(path: Path) -> str:
    """What a file holds; OSError if it is none of a recorder."""
    return read_bytes(path, MOST_BYTES).decode(errors="replace")


def lines_of(path: Path) -> list[list[Json]]:
    """All that the recorder beside a store holds, the oldest first; a line that is no good is left out."""
    found: list[list[Json]] = []
    for file in sorted((beside(path, end) for end in ENDS), key=_first_entry):
        try:
            text = _text(file)
        except (OSError, ValueError):
            continue
        for line in text.splitlines():
            try:
                value = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(value, list) and len(value) > 2:
                found.append(value)
    return found
