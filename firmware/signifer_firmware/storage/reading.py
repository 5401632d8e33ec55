"""Reading from a store: the journal's lines, tags and settings, all of which memory holds. docs/record.md."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeVar, cast

from signifer_core.errors import SigniferError
from signifer_core.json_values import Json

from . import rows as rows_of
from .second_copy import Held, Row

Found = TypeVar("Found")
# Stands before the card of a tag that another one has replaced: earlier programs take it for another game's.
OLD = "old:"


class StoreError(SigniferError):
    """The store cannot be opened; the message says what to do."""


# What a line of the journal tells.
EntryKind = (
    # Of the game; with a gesture an action begins.
    Literal["begin", "gesture", "action", "undo", "held", "leaving", "awaited", "returning", "roll"]
    # Of pads: the cards about which people are asked whether they were lifted.
    | Literal["silent"]
    # Of the dice.
    | Literal["secret", "column", "opened"]
    # Of agreement: its menu is "open" or "closed", and what had been refused then; a change, a spare tag, and that
    # something was wrong.
    | Literal["agreement", "questioned", "agreed", "bound", "marked"]
    # In and outside of games: a choice in the notation of `Settings`; what has become of the game.
    | Literal["setting", "broken-off", "switched-off", "taken-up"]
    # The seconds that each player has spent; as a game ends, the cards that are missing.
    | Literal["clock", "inventory"]
    # At a virtual table: whoever plays may go back behind anything; the game went on from a line of another one.
    | Literal["practice", "gone-on"]
    # Who plays this game, or one of before.
    | Literal["players"]
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal; ``body`` is a JSON value. Of a later program there may be other kinds on disk."""

    at_us: int
    kind: EntryKind
    body: Json


@dataclass(frozen=True, slots=True)
class Work:
    """One transaction: entries, cards whose tags are forgotten, tags that are bound after that."""

    rows: tuple[Row, ...]
    tags: Mapping[bytes, str]
    unbound: tuple[str, ...] = ()


def as_replaced(tags: Mapping[bytes, str]) -> dict[bytes, str]:
    """What the store holds of tags that were on these cards, until others replaced them."""
    return {uid: OLD + card for uid, card in tags.items()}


def replaced_by(tags: Mapping[bytes, str], known: Mapping[bytes, str]) -> dict[bytes, str]:
    """Those of the ``known`` tags that are replaced as ``tags`` are bound and no others, each with its card."""
    cards = {*tags.values()}
    return {uid: card for uid, card in known.items() if card in cards and uid not in tags}


class Reading:
    """A store as it is read: what it holds, and how much of that is not on disk yet."""

    path: Path
    _db: sqlite3.Connection | None
    _held: Held
    _next: int
    _waiting: list[Work]

    def cards(self) -> dict[bytes, str]:
        """The card of every known tag, but for those that others have replaced."""
        return {uid: card for uid, card in self._held.tags.items() if not card.startswith(OLD)}

    def replaced(self) -> dict[bytes, str]:
        """The card that each tag was on before another one replaced it."""
        tags = self._held.tags.items()
        return {uid: card.removeprefix(OLD) for uid, card in tags if card.startswith(OLD)}

    def settings(self) -> list[str]:
        """The choices of settings that hold, in the order in which they were made."""
        return [f"{name} {value}" for name, value in self._held.settings.items()]

    def last_game(self) -> list[Entry]:
        """The journal from the last "begin" on; empty if no game was begun."""
        rows = self._held.rows
        return _entries(rows) if rows and rows[0][2] == "begin" else []

    def numbered(self) -> list[tuple[int, Entry]]:
        """The journal of the last game, each entry with its number."""
        rows = self._held.rows
        return list(zip((row[0] for row in rows), self.last_game(), strict=True)) if self.last_game() else []

    def games(self) -> list[tuple[int, str, str]]:
        """Number, name and date of every game that the file holds, the oldest first. StoreError if the disk has changed
        it."""
        return self._asked(rows_of.games, "the games", [])

    def begins(self) -> dict[int, int]:
        """The first entry of every game, by the game's number. StoreError if the disk has changed it."""
        return self._asked(rows_of.begins, "the games", {})

    def sums(self) -> dict[int, int]:
        """A figure of every game, by the game's number, which is another one whenever its journal is. StoreError if the
        disk has changed it."""
        return self._asked(rows_of.sums, "the games", {})

    def spans(self) -> list[tuple[int, str, str, int, int]]:
        """Number, name and date of every game, and its first and last entry; none if no game was begun. StoreError if
        the disk has changed them."""
        games, begins = self.games(), [*self.begins().values(), self.last_number + 1]
        return [
            (*game, begin, after - 1) for game, (begin, after) in zip(games, pairwise(begins), strict=True)
        ]

    def game(self, number: int) -> list[Entry]:
        """The journal of one game; empty if the file has none of that number. StoreError if the disk has changed it."""
        return _entries(self._asked(lambda db: rows_of.game(db, number), f"game {number}", []))

    def of_kind(self, kind: EntryKind) -> list[tuple[int, Entry]]:
        """The entries of one kind of all games, each with its number, without what the disk has changed of them.
        StoreError."""
        none: list[Row] = []
        rows = self._asked(lambda db: rows_of.of_kind(db, kind), "the games", none)
        return list(zip((row[0] for row in rows), _entries(rows), strict=True))

    def _asked(self, read: Callable[[sqlite3.Connection], Found], what: str, nothing: Found) -> Found:
        if self._db is None:
            return nothing
        try:
            return read(self._db)
        except (sqlite3.Error, UnicodeDecodeError, MemoryError, rows_of.DamagedError) as error:
            raise StoreError(f"{what} of {self.path} cannot be read ({error})") from error

    @property
    def first_number(self) -> int:
        """The number of the first entry of the last game, or of all before the first one; 0 if there is none."""
        return self._held.rows[0][0] if self._held.rows else 0

    @property
    def last_number(self) -> int:
        """The number of the last entry; 0 if there is none."""
        return self._next - 1

    @property
    def waiting(self) -> int:
        """How many entries are not on disk."""
        return sum(len(work.rows) for work in self._waiting)


def _entries(rows: Iterable[Row]) -> list[Entry]:
    return [Entry(at_us, cast(EntryKind, kind), json.loads(body)) for _, at_us, kind, body in rows]
