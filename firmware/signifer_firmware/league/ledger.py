"""The book of a table that plays: read as it is asked for, not too often; names are said by whoever has the store."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, wait
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from signifer_core.errors import ConfigError, SigniferError
from signifer_core.json_values import Json

from signifer_firmware.storage.store import Store

from .book import ON, Book, Fold, Line, sources_of
from .luck import Reckoning
from .names import Who
from .results import READING

ANOTHER = "that is another game by now; look again"
# Whoever asks again sooner is told the same; and where a reading takes long, sooner than so many times as long.
AGAIN_S, AGAIN_TIMES = 2.0, 3.0
# So long games are read at once, or as long as it took to open the store.
PIECE_S = 0.5
# Who plays is written by the thread that has the store, which begins within so long.
WRITTEN_S = 10.0


def written(post: Callable[[Callable[[], None]], None], work: Callable[[], None]) -> None:
    """Have another thread do ``work``, to which it is ``post``ed, and wait for it. SigniferError if it cannot; it is
    not done later then."""
    done: Future[None] = Future()

    def do() -> None:
        if not done.set_running_or_notify_cancel():
            return
        try:
            work()
        except Exception as error:  # noqa: BLE001 - it is the wish's own fault: a table goes on, and who waits is told
            done.set_exception(error)
        else:
            done.set_result(None)

    post(do)
    wait([done], WRITTEN_S)
    if done.cancel():
        raise ConfigError(["the table is busy; try again"])
    error = done.exception()
    if isinstance(error, SigniferError):
        raise error
    if error is not None:
        raise ConfigError([f"it is not written, by a mistake of the program ({error!r}); please tell us"])


class Ledger:
    """The book of the store at ``store()``, if there is one; what came of its games is kept beside it. One thread asks
    at a time. ``say`` has it written who plays a game; ``run()`` is the game that is on, as pages know it."""

    def __init__(
        self,
        store: Callable[[], Path | None],
        say: Callable[[Line, Mapping[str, Json]], None],
        monotonic: Callable[[], float] = time.monotonic,
        run: Callable[[], str] = lambda: "",
    ) -> None:
        self._store, self._say, self._monotonic, self._run = store, say, monotonic, run
        self._fold = Fold(keeps=True)
        # Until when it is told again.
        self._read: tuple[float, Book] | None = None
        self._luck: Reckoning | None = None
        # The game for which was asked last, by its key, and why it has no luck.
        self._no_luck = ("", "")

    @property
    def reckoning(self) -> int | None:
        """The game whose luck is reckoned."""
        return None if self._luck is None else self._luck.number

    @property
    def so_far(self) -> Book | None:
        """What is known of a book of which games are unread; for all threads."""
        known = self._read
        return known[1] if known is not None and known[1].unread else None

    def read(self) -> Book:
        """The book as it is, or was a moment ago; of a long one a piece more each time."""
        self._take_luck()
        began_s = self._monotonic()
        if self._read is None or self._read[1].unread or began_s >= self._read[0]:
            # Asked for before the store is read: whatever begins meanwhile is another game.
            run, store = self._run(), self._store()
            enough = self._enough(began_s)
            book = Book() if store is None else self._fold.book(sources_of(store), run, enough)
            key, why = self._no_luck
            book = replace(
                book,
                lines=tuple(replace(each, no_luck=why) if each.key == key else each for each in book.lines),
            )
            # Reckoned from its end: who has waited for it does not have it read again.
            now_s = self._monotonic()
            self._read = (now_s + max(AGAIN_S, AGAIN_TIMES * (now_s - began_s)), book)
        return self._read[1]

    def _enough(self, began_s: float) -> Callable[[], bool]:
        """Whether games were read for long enough, from when that is asked first."""
        until_s: float | None = None

        def enough() -> bool:
            nonlocal until_s
            now_s = self._monotonic()
            until_s = now_s + max(PIECE_S, now_s - began_s) if until_s is None else until_s
            return now_s >= until_s

        return enough

    def _take_luck(self) -> None:
        """Take what was reckoned into the book, or why there is nothing to take: for all who read it."""
        found = None if self._luck is None else self._luck.found()
        if self._luck is None or found is None:
            return
        done, self._luck, self._read = self._luck, None, None
        if isinstance(found, str):
            self._no_luck = (done.key, found)
        else:
            self._fold.lucky(done.key, found)

    def reckon(self, number: int, mark: str) -> None:
        """Begin to reckon the luck of game ``number``, that of ``mark``; `read` has it when it is known. One game at a
        time. ConfigError, StoreError."""
        line, store = self._line(number, mark), self._store()
        if self._luck is not None:
            raise ConfigError(["the luck of another game is reckoned; wait for it"])
        if number == ON or line.outcome is None or store is None:
            raise ConfigError(["that game is not over"])
        with closing(Store.reading(store)) as reading:
            entries = reading.game(number)
        try:
            self._luck = Reckoning(number, line.key, entries)
        except OSError as error:
            raise ConfigError([f"no process can be begun ({error.strerror}); end other programs"]) from None
        self._no_luck, self._read = ("", ""), None

    def _line(self, number: int, mark: str) -> Line:
        """That game; ConfigError if there is none that can be read, or it is another one than that of ``mark``."""
        self._read = None
        line = self.read().line(number)
        if line is None or line.fault:
            raise ConfigError([f"{number}: there is no such game, or it cannot be read"])
        if line.mark != mark:
            raise ConfigError([ANOTHER])
        if line.why == READING:
            raise ConfigError([f"{number}: that game is still being read; try again"])
        return line

    def name(self, number: int, mark: str, names: Mapping[str, str]) -> None:
        """People of game ``number`` are called so, "" for nobody; robots stay. ConfigError, StoreError; also if that
        number is another game's by now than that of ``mark``."""
        line = self._line(number, mark)
        if not names.keys() <= {party for party, who in line.players.items() if who.level is None}:
            raise ConfigError([f"{number}: nobody plays there who could be called so"])
        players = {**line.players, **{party: Who(name) for party, name in names.items()}}
        self._say(line, {party: dict(who.body) for party, who in players.items() if who.is_known})
        self._read = None
