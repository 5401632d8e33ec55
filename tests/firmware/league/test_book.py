"""The league book, folded from kept games."""

from __future__ import annotations

import csv
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from signifer_core.json_values import Json
from signifer_firmware.league.book import BEFORE_IT, ON, Fold, Line, sources_of
from signifer_firmware.league.names import NOBODY, Who
from signifer_firmware.league.printed import csv_of, lines_of
from signifer_firmware.league.rating import Match, standings
from signifer_firmware.league.results import GONE_ON, PRACTICE, READING, RUNNING, TAKEN_BACK
from signifer_firmware.session import journal
from signifer_firmware.storage.reading import Reading
from signifer_firmware.storage.store import Entry, Store
from signifer_firmware.web.virtual.shelf import Shelf

from .shelves import ANNA, ARENA, BERT, CALL, FIELD, PASS, add, book, named, played

RED_ANNA: dict[str, Json] = {"red": ANNA, "blue": BERT}
RED_BERT: dict[str, Json] = {"red": BERT, "blue": ANNA}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "table.sqlite"


def test_results_count_for_who_played(store: Path) -> None:
    """Blue wins each of these games."""
    add(store, (*played(), named(RED_ANNA)), (*played(), named(RED_ANNA)), (*played(), named(RED_BERT)))
    found = book(store)
    assert [line.result_of("blue") for line in found.lines] == ["won"] * 3
    assert [line.date for line in found.lines] == ["2026-11-27"] * 3
    first, second = found.standings[FIELD]
    assert (first.who.name, first.won, first.drawn, first.lost) == ("Bert", 2, 0, 1)
    assert (second.who.name, second.won, second.drawn, second.lost) == ("Anna", 1, 0, 2)
    assert first.rating is not None
    assert second.rating is not None
    assert first.rating > second.rating


@pytest.mark.parametrize("tags", [{}, {b"\x04abc": "red/spear-1"}], ids=["nothing", "tags-alone"])
def test_a_store_without_a_game_has_a_book_without_lines(store: Path, tags: dict[bytes, str]) -> None:
    """As it is between enrolment and the first evening."""
    with closing(Store(store)) as empty:
        empty.bind(tags)
        empty.append([Entry(0, "setting", "sound quiet")])
    assert (book(store).lines, book(store).faults) == ((), ())
    assert [*lines_of(book(store))] == ["No game was played here yet."]


def test_every_game_has_its_parties(store: Path) -> None:
    add(store, *(played(game) for game in (FIELD, CALL, ARENA, PASS)))
    assert [tuple(line.players) for line in book(store).lines] == [
        ("red", "blue"),
        ("1", "2"),
        ("red", "blue"),
        ("red",),
    ]
    assert [line.winners for line in book(store).lines] == [("blue",), ("2",), ("red",), ("red",)]


def test_a_robot_is_known_by_its_level(store: Path) -> None:
    add(store, (*played(), named({"red": ANNA, "blue": {"robot": 3}})))
    assert [each.who for each in book(store).standings[FIELD]] == [Who(level=3), Who("Anna")]
    assert "robot, level 3" in "\n".join(lines_of(book(store)))


def test_whom_nobody_has_named_is_in_the_book_and_in_no_table(store: Path) -> None:
    add(store, played(), (*played(), named({"blue": ANNA})))
    found = book(store)
    assert len(found.lines) == 2
    (anna,) = found.standings[FIELD]
    assert (anna.won, anna.rating) == (1, None), "of nobody it cannot be said how strong they are"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ([Entry(0, journal.PRACTICE, None)], PRACTICE),
        ([Entry(0, journal.GONE_ON, None)], GONE_ON),
        ([Entry(0, "agreed", "agreed step actions")], TAKEN_BACK),
    ],
)
def test_what_is_no_result_is_told_and_counts_for_nothing(store: Path, more: list[Entry], why: str) -> None:
    add(store, (*played(), named(RED_ANNA), *more))
    found = book(store)
    assert [line.why for line in found.lines] == [why]
    assert found.lines[0].winners == ()
    assert found.standings == {}


def test_a_game_that_is_not_over_is_no_result(store: Path) -> None:
    add(store, (*played(form="broken-off"), named(RED_ANNA)))
    assert [line.why for line in book(store).lines] == [RUNNING]


def test_an_earlier_game_is_named_later(store: Path) -> None:
    """By its first entry: numbers of games begin again in a store that was set aside."""
    add(store, (*played(), named(RED_ANNA)), played())
    with closing(Store.reading(store)) as reading:
        begins = reading.begins()
    add(store, [named(RED_BERT, begins[1]), named(RED_BERT, begins[2]), named({"red": BERT}, 999_999)])
    assert [line.players["red"].name for line in book(store).lines] == ["Bert", "Bert"]
    assert [line.players["blue"].name for line in book(store).lines] == ["Anna", "Anna"]


def test_a_record_that_has_changed_on_the_disk_costs_a_sentence(store: Path) -> None:
    add(store, *((*played(), named(RED_ANNA)) for _ in range(3)))
    with closing(sqlite3.connect(store)) as db:
        db.execute("DROP TRIGGER journal_keeps")
        (first,) = db.execute("SELECT first FROM games WHERE number = 2").fetchone()
        db.execute("UPDATE journal SET body = 'xx' WHERE number = ?", (first + 5,))
        db.commit()
    found = book(store)
    assert [bool(line.fault) for line in found.lines] == [False, True, False]
    assert "game 2 of table.sqlite" in found.lines[1].fault
    assert found.standings[FIELD][0].won == 2
    assert "cannot be read" in csv_of(found)


def test_a_long_book_is_read_in_pieces_the_newest_games_first(store: Path) -> None:
    """Whoever looks is not to wait until thousands of games were played again, nor is anybody behind them."""
    add(store, *((*played(PASS), named({"red": ANNA})) for _ in range(5)))
    fold, begun = Fold(keeps=True), list[int]()
    for unread in (3, 2, 1):
        piece = fold.book([store], enough=lambda: True)
        assert [line.why for line in piece.lines] == [READING] * unread + [""] * (5 - unread)
        assert piece.unread == unread
        assert piece.standings[PASS][0].won == 5 - unread
        begun += [line.number for line in piece.lines]
    assert fold.book([store], enough=lambda: True) == book(store)
    assert begun == [1, 2, 3, 4, 5] * 3
    assert Fold(keeps=True).book([store], enough=lambda: True).unread == 0, "all but the last were kept"


def test_a_journal_that_cannot_be_played_again_costs_a_sentence(store: Path) -> None:
    nonsense: Json = {"game": FIELD, "setup": 3}
    add(
        store,
        [Entry(0, "begin", {"game": "chess", "setup": {}})],
        [Entry(0, "begin", nonsense)],
        [*played()[:5], Entry(0, "gesture", "place red/nothing 9")],
        [*played(), Entry(0, journal.PLAYERS, [3]), Entry(0, journal.PLAYERS, {"players": 3, "begin": []})],
        (*played(), named(RED_ANNA)),
    )
    assert [bool(line.fault) for line in book(store).lines] == [True, True, True, False, False]
    assert "chess" in book(store).lines[0].fault


def test_a_store_that_is_none_costs_a_sentence(store: Path, tmp_path: Path) -> None:
    add(store, (*played(), named(RED_ANNA)))
    other = tmp_path / "other.sqlite"
    other.write_bytes(b"no store at all" * 100)
    found = book(store, other)
    assert len(found.lines) == 1
    assert len(found.faults) == 1
    assert found.faults[0].startswith("other.sqlite cannot be read")
    assert str(tmp_path) not in found.faults[0], "all who see the page may read it"
    assert book(tmp_path / "absent").lines == ()


def test_the_game_under_way_at_a_virtual_table_is_the_last_line(store: Path) -> None:
    add(store, (*played(), named(RED_ANNA)))
    assert sources_of(store) == (store,)
    now = store.parent / "now"
    now.mkdir()
    add(now / "table.sqlite", (*played(), named(RED_BERT)))
    found = book(*sources_of(store))
    assert [line.number for line in found.lines] == [1, ON]
    assert found.lines[-1].players["red"].name == "Bert"
    (now / "left-out").touch()
    assert sources_of(store) == (store,)


def test_what_was_played_before_a_rematch_is_in_the_book_at_once(store: Path) -> None:
    now = store.parent / "now"
    now.mkdir()
    add(now / "table.sqlite", (*played(), named(RED_ANNA)), (*played()[:6], named(RED_BERT)))
    found = book(*sources_of(store))
    assert [(line.number, line.why) for line in found.lines] == [(BEFORE_IT, ""), (ON, RUNNING)]
    assert {each.who.name: each.won for each in found.standings[FIELD]} == {"Anna": 0, "Bert": 1}
    assert found.line(ON) == found.lines[-1]
    assert found.line(BEFORE_IT) is None, "nobody names what has no number"
    assert [line.split()[:1] for line in lines_of(found)][-2:] == [["2026-11-27"], ["now"]]
    rows = list(csv.reader(io.StringIO(csv_of(found), newline="")))
    assert {row[0] for row in rows[1:]} == {""}


def test_what_was_put_away_as_the_power_failed_counts_once(store: Path) -> None:
    """A game before a rematch is in both stores then, as long as the last one goes on."""
    now = store.parent / "now"
    now.mkdir()
    add(store, (*played(), named(RED_ANNA), Entry(0, journal.BROKEN_OFF, None)))
    add(store, (*played()[:6], named(RED_ANNA), Entry(0, journal.BROKEN_OFF, None)))
    add(now / "table.sqlite", (*played(), named(RED_ANNA)), (*played()[:6], named(RED_ANNA)))
    found = book(*sources_of(store))
    assert [line.number for line in found.lines] == [1, 2, ON]
    assert found.standings[FIELD][0].won == 1


def test_a_game_is_read_again_only_when_it_has_gone_on(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(store, *((*played(), named(RED_ANNA)) for _ in range(3)))
    fold, read = Fold(), list[int]()
    game = Reading.game

    def counted(self: Reading, number: int) -> list[Entry]:
        read.append(number)
        return game(self, number)

    monkeypatch.setattr(Reading, "game", counted)
    first = fold.book([store])
    add(store, [named(RED_BERT)])
    second = fold.book([store])
    assert read == [3, 2, 1, 3]
    assert first.lines[:2] == second.lines[:2]
    assert second.lines[2].players["red"].name == "Bert"


def test_another_game_of_the_same_length_is_another_game(tmp_path: Path) -> None:
    """The store of the game under way begins again with each of them, at entry 1."""
    shelf, fold = Shelf(tmp_path, print), Fold()
    short = (*played(FIELD)[:6], named(RED_ANNA))
    add(shelf.room() / "table.sqlite", short)
    assert fold.book(sources_of(shelf.store)).lines[-1].players["red"] == Who("Anna")
    add(shelf.room() / "table.sqlite", played(ARENA)[: len(short)])
    line = fold.book(sources_of(shelf.store)).lines[-1]
    assert (line.number, line.game, dict(line.players)) == (ON, ARENA, {"red": NOBODY, "blue": NOBODY})


def test_a_store_that_was_set_aside_is_known_no_more(store: Path) -> None:
    fold = Fold()
    add(store, (*played(FIELD)[:6], named(RED_ANNA)))
    assert fold.book([store]).lines[0].players["red"] == Who("Anna")
    for path in store.parent.glob("table.sqlite*"):
        path.rename(path.with_name(f"aside-{path.name}"))
    add(store, (*played(FIELD)[:6], named(RED_BERT)))
    assert fold.book([store]).lines[0].players["red"] == Who("Bert")


def test_the_table_for_other_programs_holds_no_formula(store: Path) -> None:
    evil: dict[str, Json] = {"red": {"name": '=HYPERLINK("http://x")'}, "blue": {"name": '@a,"b"\r\n+c'}}
    add(store, (*played(), named(evil)))
    rows = list(csv.reader(io.StringIO(csv_of(book(store)), newline="")))
    assert [row[4] for row in rows[1:]] == ['\'=HYPERLINK("http://x")', '\'@a,"b" +c']
    assert [row[6] for row in rows[1:]] == ["lost", "won"]
    assert {len(row) for row in rows} == {9}


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("a;=1+1", "a;'=1+1"),
        ('a;"=1+1"', 'a;\'"=1+1"'),
        ("a, -1;@x|+2", "a,' -1;'@x|'+2"),
        ("＝1", "'＝1"),
        ("a;b,c=1", "a;b,c=1"),
        ("Anne-Marie", "Anne-Marie"),
        ("-", "'-"),
    ],
)
def test_nor_does_it_where_other_programs_part_it_otherwise(store: Path, name: str, cell: str) -> None:
    """Spreadsheets of many countries part cells by semicolons."""
    add(store, (*played()[:6], named({"red": {"name": name}})))
    rows = list(csv.reader(io.StringIO(csv_of(book(store)), newline="")))
    assert rows[1][4] == cell


def test_lines_for_a_terminal_hold_no_codes(store: Path) -> None:
    add(store, (*played(), named({"red": {"name": "\x1b[2JA\u202enna"}, "blue": BERT})))
    with closing(sqlite3.connect(store)) as db:
        db.execute("UPDATE games SET name = ?, date = ?", ("\x1b]0;evil\x07", "\x1b[2J20"))
        db.commit()
    text = "\n".join(lines_of(book(store)))
    assert text.isprintable() or all(letter.isprintable() for letter in text.replace("\n", ""))
    assert "[2JAnna" in text


def test_who_wins_more_is_rated_higher_and_a_draw_says_that_they_are_alike() -> None:
    anna, bert = Who("Anna"), Who("Bert")
    won = standings([Match("g", ((anna, True), (bert, False)))] * 5)["g"]
    assert [each.who for each in won] == [anna, bert]
    drawn = standings([Match("g", ((anna, False), (bert, False)))])["g"]
    assert drawn[0].rating == drawn[1].rating
    assert [each.drawn for each in drawn] == [1, 1]


def test_nobody_is_rated_against_themselves_nor_alone() -> None:
    anna = Who("Anna")
    found = standings([Match("g", ((anna, True), (Who("ANNA"), False))), Match("h", ((anna, True),))])
    assert found["g"][0].rating is None
    assert (found["h"][0].won, found["h"][0].rating) == (1, None)


def test_several_who_win_together_share_it() -> None:
    whos = [Who(name) for name in "abc"]
    line = Line(1, CALL, "", 1, dict(zip("123", whos, strict=True)), "1 3")
    assert [line.result_of(party) for party in "123"] == ["won", "lost", "won"]
    assert line.match is not None
    a, b, c = (next(s for s in standings([line.match])[CALL] if s.who == who) for who in whos)
    assert a.rating is not None
    assert b.rating is not None
    assert a.rating == c.rating
    assert a.rating > b.rating
    everybody = Line(1, CALL, "", 1, dict(zip("12", whos, strict=False)), "1 2")
    assert everybody.result_of("1") == "drawn"
