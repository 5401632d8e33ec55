"""Stores with games that were played, as quickly made as copied."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from functools import cache
from pathlib import Path

from signifer_core.json_values import Json
from signifer_firmware.league.book import Book, Fold
from signifer_firmware.session import journal
from signifer_firmware.storage.store import Entry, Store

DATA = Path(__file__).parents[2] / "data" / "0.1.0"
FIELD, CALL, ARENA, PASS = "field-of-glory", "call-to-glory", "dark-age-arena", "thermopyles"
ANNA: Json = {"name": "Anna"}
BERT: Json = {"name": "Bert"}


@cache
def played(game: str = FIELD, form: str = "whole") -> tuple[Entry, ...]:
    """A game as another version has kept it: blue has won that of Field of Glory."""
    with closing(Store.reading(DATA / game / form / "table.sqlite")) as store:
        return tuple(store.last_game())


def named(players: dict[str, Json], begin: int | None = None) -> Entry:
    return Entry(0, journal.PLAYERS, journal.players_body(players, begin))


def add(path: Path, *games: Iterable[Entry]) -> Path:
    """These games are in the store, too."""
    with closing(Store(path, today=lambda: "2026-11-27")) as store:
        for entries in games:
            store.append(list(entries))
    return path


def book(*paths: Path) -> Book:
    return Fold().book(paths)
