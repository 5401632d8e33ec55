"""The book of a table that plays: read as it is asked for, not too often; names are said by whoever has the store."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path

from signifer_core.errors import ConfigError, SigniferError
from signifer_core.json_values import Json

from .book import Book, Fold, Line, sources_of
from .names import Who

# Whoever asks again sooner is told the same.
AGAIN_S = 2.0
# Who plays is written by the thread that has the store, within so long.
WRITTEN_S = 10.0


def written(post: Callable[[Callable[[], None]], None], work: Callable[[], None]) -> None:
    """Have another thread do ``work``, to which it is ``post``ed, and wait for it. SigniferError if it cannot."""
    done: Future[None] = Future()

    def do() -> None:
        try:
            work()
        except SigniferError as error:
            done.set_exception(error)
        else:
            done.set_result(None)

    post(do)
    try:
        done.result(WRITTEN_S)
    except TimeoutError:
        raise ConfigError(["the table is busy; try again"]) from None


class Ledger:
    """The book of the store at ``store()``, if there is one. One thread asks at a time. ``say`` has it written who
    plays a game."""

    def __init__(
        self,
        store: Callable[[], Path | None],
        say: Callable[[Line, Mapping[str, Json]], None],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._say, self._monotonic = store, say, monotonic
        self._fold = Fold()
        self._read: tuple[float, Book] | None = None

    def read(self) -> Book:
        """The book as it is, or was a moment ago."""
        now_s = self._monotonic()
        if self._read is None or now_s - self._read[0] >= AGAIN_S:
            store = self._store()
            self._read = (now_s, Book() if store is None else self._fold.book(sources_of(store)))
        return self._read[1]

    def name(self, number: int, names: Mapping[str, str]) -> None:
        """People of game ``number`` are called so, "" for nobody; robots stay. ConfigError, StoreError."""
        self._read = None
        line = self.read().line(number)
        if line is None or line.fault:
            raise ConfigError([f"{number}: there is no such game, or it cannot be read"])
        if not names.keys() <= {party for party, who in line.players.items() if who.level is None}:
            raise ConfigError([f"{number}: nobody plays there who could be called so"])
        players = {**line.players, **{party: Who(name) for party, name in names.items()}}
        self._say(line, {party: dict(who.body) for party, who in players.items() if who.is_known})
        self._read = None
