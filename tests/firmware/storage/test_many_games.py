"""Stores that hold many games: to open one, and to begin the next game, takes as long as with a few. And a store that
the same process looks into while its table plays."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from signifer_firmware.storage import rows
from signifer_firmware.storage.files import connected, memory_folder
from signifer_firmware.storage.schema import (
    FORGOTTEN_AT_ONCE,
    GUARDED_GAMES,
    KEPT_BYTES,
    KEPT_GAMES,
    check,
    prepare,
)
from signifer_firmware.storage.second_copy import Row
from signifer_firmware.storage.store import Entry, Store

from tests.firmware.storage.states import BEGIN, TAG, actions

OF_A_GAME = 12


def numbered(games: int) -> Iterator[tuple[int, int, str, str]]:
    for first in range(1, games * OF_A_GAME, OF_A_GAME):
        yield first, first, "begin", '{"game": "field-of-glory"}'
        yield from ((first + at, 1, "action", '"pay red/spear-1"') for at in range(1, OF_A_GAME))


def holding(games: int, path: Path) -> Path:
    """A store that holds as many: those of version 1 kept all of them."""
    with closing(connected(path)) as db:
        prepare(db)
        db.execute("BEGIN")
        for row in numbered(games):
            db.execute("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", (*row, check(*row)))
            if row[2] == "begin":
                db.execute("INSERT INTO games (name, date, first) VALUES ('field-of-glory', '', ?)", row[:1])
        db.execute(
            "INSERT INTO tags VALUES (?, ?, ?)", (*next(iter(TAG.items())), check(*next(iter(TAG.items()))))
        )
        db.execute("COMMIT")
    return path


def test_rows_read_at_opening_do_not_grow_with_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[object] = []
    checked = rows._checked

    def counted(row: tuple[int, int, str, str, int | None]) -> Row:
        read.append(row)
        return checked(row)

    monkeypatch.setattr(rows, "_checked", counted)
    counts = []
    for games in (2, 300):
        with closing(Store.at_table(holding(games, tmp_path / f"{games}"))) as store:
            assert len(store.last_game()) == OF_A_GAME
            assert store.cards() == TAG
        counts.append(len(read))
        read.clear()
    assert counts == [OF_A_GAME, OF_A_GAME]


def test_a_game_that_begins_forgets_a_few_of_too_many(tmp_path: Path) -> None:
    """All at once took twelve seconds of a store with ten thousand."""
    many = KEPT_GAMES + 100
    with closing(Store.at_table(holding(many, tmp_path / "s"))) as store:
        counts = []
        for at_us in range(7):
            store.append([BEGIN, *actions(at_us, 1)])
            counts.append(len(store.games()))
        assert counts == [
            *range(many + 1 - FORGOTTEN_AT_ONCE, KEPT_GAMES, 1 - FORGOTTEN_AT_ONCE),
            *[KEPT_GAMES] * 2,
        ]
        assert store._db is not None
        (first,) = store._db.execute("SELECT min(number) FROM journal").fetchone()
        assert first == store._db.execute("SELECT min(first) FROM games").fetchone()[0]


@pytest.mark.parametrize(("games", "each", "least"), [(700, 100_000, 550), (220, 400_000, GUARDED_GAMES)])
def test_large_games_are_kept_as_long_as_memory_holds_them(games: int, each: int, least: int) -> None:
    """Whoever looks into a store has it copied into memory; but the last two hundred always stay."""
    with tempfile.TemporaryDirectory(dir=memory_folder()) as folder:
        path = Path(folder) / "s"
        with closing(Store.at_table(path)) as store:
            for at_us in range(games):
                store.append([BEGIN, Entry(at_us, "action", "x" * each)])
            assert store.trouble == ""
            assert least <= len(store.games()) < games
            assert store.game(games)[-1].at_us == games - 1
        assert path.stat().st_size <= max(KEPT_BYTES, GUARDED_GAMES * each) * 1.05


def test_an_earlier_version_still_begins_games_where_more_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other slot of a card's image may start again. It kept two hundred."""
    path = holding(KEPT_GAMES // 2, tmp_path / "s")
    monkeypatch.setattr(rows, "KEPT_GAMES", GUARDED_GAMES)
    with closing(Store.at_table(path)) as store:
        store.append([BEGIN])
        assert store.trouble == ""
        assert len(store.games()) == KEPT_GAMES // 2 + 1 - FORGOTTEN_AT_ONCE


def free_for_others(path: Path) -> bool:
    """Whether another program could have the store for itself, and delete its log: `signifer record import` asks so."""
    asks = (
        f"import sqlite3; sqlite3.connect({str(path)!r}, timeout=0).execute('PRAGMA journal_mode = DELETE')"
    )
    asked = subprocess.run([sys.executable, "-S", "-c", asks], capture_output=True, text=True, check=False)
    assert asked.returncode == 0 or "database is locked" in asked.stderr
    return asked.returncode == 0


def test_a_process_that_looks_into_its_own_store_keeps_others_out(tmp_path: Path) -> None:
    """As the page of a table does, which hands out the record of the game that is on."""
    path = tmp_path / "s"
    with closing(Store.at_table(path)) as store:
        store.append([BEGIN])
        for _ in range(2):
            with closing(Store.reading(path)) as reading:
                assert reading.last_game() == [BEGIN]
        assert not free_for_others(path)
    assert free_for_others(path)
    with closing(Store.reading(path)) as reading:
        assert reading.last_game() == [BEGIN]
