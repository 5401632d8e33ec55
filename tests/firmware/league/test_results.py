"""What came of games is kept: a book of thousands is opened without playing them again. It is never believed of another
journal than that from which it was found."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from signifer_core.json_values import Json
from signifer_firmware.game_api.registry import bundles
from signifer_firmware.league import results
from signifer_firmware.league.book import Fold, result_of
from signifer_firmware.league.ledger import Ledger
from signifer_firmware.league.results import RESULTS, Kept
from signifer_firmware.storage.reading import Reading
from signifer_firmware.storage.schema import check
from signifer_firmware.storage.store import Entry, Store

from .shelves import ANNA, ARENA, BERT, FIELD, add, book, named, played

PLAYERS: dict[str, Json] = {"red": ANNA, "blue": BERT}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games whose journals are read, in their order."""
    found, game = list[int](), Reading.game

    def counted(self: Reading, number: int) -> list[Entry]:
        found.append(number)
        return game(self, number)

    monkeypatch.setattr(Reading, "game", counted)
    return found


def kept(store: Path) -> Path:
    return store.with_name(store.name + RESULTS)


def same_again(store: Path, entries: Iterable[Entry], times: int) -> None:
    """That game so many times more, by the quickest way."""
    rows = [(entry.at_us, entry.kind, json.dumps(entry.body)) for entry in entries]
    with closing(sqlite3.connect(store, isolation_level=None)) as db:
        (last,) = db.execute("SELECT max(number) FROM journal").fetchone()
        db.execute("BEGIN")
        for first in range(last + 1, last + 1 + times * len(rows), len(rows)):
            numbered = [(first + at, *row) for at, row in enumerate(rows)]
            checked = [(*row, check(*row)) for row in numbered]
            db.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?)", checked)
            db.execute("INSERT INTO games (name, date, first) VALUES (?, '2026-11-27', ?)", (FIELD, first))
        db.execute("COMMIT")


def test_what_came_of_games_is_kept_for_the_next_start(store: Path, read: list[int]) -> None:
    add(store, *((*played(game), named(PLAYERS)) for game in (FIELD, ARENA, FIELD)))
    first = Ledger(lambda: store, lambda line, players: None).read()
    assert read == [3, 2, 1]
    assert "Anna" not in kept(store).read_text(), "names stand in the journal alone"
    read.clear()
    assert book(store) == first
    assert read == [3], "the last game may go on"


def test_a_name_that_is_said_later_counts_for_what_is_kept(store: Path, read: list[int]) -> None:
    add(store, *[(*played(), named(PLAYERS))] * 3)
    Fold(keeps=True).book([store])
    add(store, [named({"red": BERT, "blue": ANNA}, 1)])
    read.clear()
    assert [line.players["red"].name for line in book(store).lines] == ["Bert", "Anna", "Anna"]
    assert read == [3]


def test_a_book_of_two_thousand_games_opens_at_once_the_second_time(store: Path, read: list[int]) -> None:
    game = (*played(), named(PLAYERS))
    add(store, game)
    same_again(store, game, 1999)
    with closing(Store.reading(store)) as reading:
        sums, spans = reading.sums(), reading.spans()
        came = result_of(bundles(), reading.game(1))
    # As if each had been played again once, which takes minutes.
    games = {f"{begin} {end} {sums[at]:x}": came for at, _, _, begin, end in spans[:-1]}
    results.keep(store, Kept(games))
    read.clear()
    start_s = time.process_time()
    found = book(store)
    took_s = time.process_time() - start_s
    assert read == [2000]
    assert found.standings[FIELD][0].won == 2000
    assert took_s < 1.0


def test_it_is_written_while_thousands_are_read(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever switches the table off meanwhile does not begin again."""
    monkeypatch.setattr("signifer_firmware.league.book.KEPT_AFTER", 2)
    add(store, *[played()[:6]] * 5)
    game = Reading.game

    def off(self: Reading, number: int) -> list[Entry]:
        if number == 1:
            raise KeyboardInterrupt
        return game(self, number)

    monkeypatch.setattr(Reading, "game", off)
    with pytest.raises(KeyboardInterrupt):
        Fold(keeps=True).book([store])
    assert len(results.read(store).games) == 3


def test_of_another_journal_it_is_not_believed(store: Path, tmp_path: Path, read: list[int]) -> None:
    """A backup is taken back, or the store was set aside: games have the same numbers, and another course."""
    short = played()[:6]
    add(store, (*short, Entry(0, "broken-off", None)), short)
    Fold(keeps=True).book([store])
    other = add(tmp_path / "other.sqlite", (*short, named(PLAYERS)), short)
    kept(store).rename(kept(other))
    read.clear()
    assert [line.players["red"].name for line in book(other).lines] == ["Anna", ""]
    assert read == [2, 1]


def test_games_of_the_first_version_have_no_checks_and_are_known_all_the_same(
    store: Path, read: list[int]
) -> None:
    add(store, *[(*played(), named(PLAYERS))] * 2)
    with closing(sqlite3.connect(store)) as db:
        db.execute("DROP TRIGGER journal_keeps")
        db.execute("UPDATE journal SET crc = NULL")
        db.commit()
    first = Fold(keeps=True).book([store])
    read.clear()
    assert book(store) == first
    assert read == [2]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[" * 10_000,
        b"\xff",
        b'{"version": 2, "games": {}}',
        b'{"version": 1, "games": {"1 323 0": 3}}',
        b'{"version": 1, "games": {"%s": {"parties": ["\x1b[2J"], "outcome": null, "why": "", "sum": 1}}}',
        b'{"version": 1, "games": {"%s": {"parties": ["red"], "outcome": "red", "why": "odd", "sum": 1}}}',
        b" " * 5_000_000,
    ],
)
def test_what_is_no_such_file_is_passed_over_and_written_again(
    store: Path, read: list[int], content: bytes
) -> None:
    add(store, *[(*played(), named(PLAYERS))] * 2)
    with closing(Store.reading(store)) as reading:
        _, _, _, begin, end = reading.spans()[0]
        key = f"{begin} {end} {reading.sums()[1]:x}".encode()
    kept(store).write_bytes(content.replace(b"%s", key))
    assert [line.winners for line in Fold(keeps=True).book([store]).lines] == [("blue",)] * 2
    assert read == [2, 1]
    assert len(results.read(store).games) == 1


def test_where_it_cannot_be_written_games_are_played_again(store: Path, read: list[int]) -> None:
    add(store, *[(*played(), named(PLAYERS))] * 2)
    kept(store).mkdir()
    for _ in range(2):
        assert len(Fold(keeps=True).book([store]).lines) == 2
    assert read == [2, 1] * 2


def test_what_found_no_room_is_written_once_there_is_some(store: Path) -> None:
    """Also if nothing has changed since: luck is in no journal, and would be lost."""
    add(store, *[(*played(), named(PLAYERS))] * 2)
    fold, luck = Fold(keeps=True), ((1, 2), (-1, 2))
    key = fold.book([store]).lines[1].key
    kept(store).unlink()
    kept(store).mkdir()
    fold.lucky(key, luck)
    fold.book([store])
    kept(store).rmdir()
    fold.book([store])
    assert results.read(store).luck == {key: luck}


def test_who_only_looks_writes_nothing(store: Path) -> None:
    add(store, *[played()] * 2)
    before = {path.name for path in store.parent.iterdir()}
    book(store)
    assert {path.name for path in store.parent.iterdir()} == before
