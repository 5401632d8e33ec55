"""Luck: what chance gave who played a game, reckoned by robots in a process of its own, and kept."""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_core.json_values import Json
from signifer_firmware.league.book import ON, Book
from signifer_firmware.league.ledger import Ledger
from signifer_firmware.league.luck import UNSEEN, luck_of
from signifer_firmware.league.printed import csv_of

from .shelves import ANNA, ARENA, BERT, CALL, FIELD, PASS, add, book, named, played

PLAYERS: dict[str, Json] = {"red": ANNA, "blue": BERT}
PATIENCE_S = 120.0


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


@pytest.fixture
def ledger(store: Path) -> Iterator[Ledger]:
    ledger = Ledger(lambda: store, lambda line, players: None)
    yield ledger
    reckoned(ledger)


def reckoned(ledger: Ledger) -> Book:
    end_s = time.monotonic() + PATIENCE_S
    while ledger.reckoning is not None and time.monotonic() < end_s:
        ledger.read()
        time.sleep(0.05)  # another process is waited for
    assert ledger.reckoning is None
    return ledger.read()


def test_what_one_gains_by_chance_the_other_loses() -> None:
    """But for cards that are drawn, which are each one's own."""
    (red, error), (blue, other) = luck_of(played(ARENA), pairs=4)
    assert red == -blue != 0
    assert error == other > 0
    assert len(luck_of(played(FIELD), pairs=4)) == 2
    assert len(luck_of(played(PASS), pairs=4)) == 1, "who win together, have one luck"
    assert luck_of(played(FIELD), pairs=4) == luck_of(played(FIELD), pairs=4)


def test_where_there_is_none_a_sentence_says_so() -> None:
    with pytest.raises(ConfigError, match=UNSEEN):
        luck_of(played(CALL), pairs=1)
    with pytest.raises(ConfigError, match="not over"):
        luck_of(played(form="broken-off"), pairs=1)


def test_it_is_reckoned_once_and_stays(store: Path, ledger: Ledger) -> None:
    """Also for the last game of all, of which more may be said later, and after a start."""
    add(store, *[(*played(PASS), named({"red": ANNA}))] * 2)
    for number in (1, 2):
        mark = ledger.read().lines[number - 1].mark
        ledger.reckon(number, mark)
        assert ledger.reckoning == number
        with pytest.raises(ConfigError, match="wait"):
            ledger.reckon(number, mark)
        reckoned(ledger)
    add(store, [named({"red": BERT}, 1)])
    found = book(store)
    assert [len(line.luck) for line in found.lines] == [1, 1]
    assert found.lines[0].luck == luck_of(played(PASS))
    assert found.lines[0].players["red"].name == "Bert"
    rows = list(csv.reader(io.StringIO(csv_of(found), newline="")))
    assert rows[0][-1] == "luck"
    assert [row[-1] for row in rows[1:]] == [str(line.luck[0][0]) for line in found.lines]


def test_what_cannot_be_reckoned_is_told_and_the_next_one_is(store: Path, ledger: Ledger) -> None:
    add(store, played(CALL), played(form="broken-off"), played(PASS))
    marks = [line.mark for line in ledger.read().lines]
    for number in (ON, 9):
        with pytest.raises(ConfigError, match="no such game"):
            ledger.reckon(number, marks[0])
    with pytest.raises(ConfigError, match="another game"):
        ledger.reckon(1, marks[1])
    with pytest.raises(ConfigError, match="not over"):
        ledger.reckon(2, marks[1])
    ledger.reckon(1, marks[0])
    reckoned(ledger)
    for _ in range(2):
        assert ledger.read().faults == ()
        told = [line.no_luck for line in ledger.read().lines]
        assert told == [UNSEEN, "", ""], "whoever reads is told, not only the first of them"
    ledger.reckon(3, marks[2])
    (none, _, line) = reckoned(ledger).lines
    assert (none.no_luck, len(line.luck)) == ("", 1)


def test_negative_luck_is_a_number_for_spreadsheets(store: Path, ledger: Ledger) -> None:
    add(store, played())
    ledger._fold.lucky(ledger.read().lines[0].key, ((-12, 3), (12, 3)))
    ledger._read = None
    rows = list(csv.reader(io.StringIO(csv_of(ledger.read()), newline="")))
    assert [row[-1] for row in rows[1:]] == ["-12", "12"]
