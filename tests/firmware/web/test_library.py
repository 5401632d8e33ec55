"""Games that were played: told, opened from files of anybody's, looked at, and gone on with."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from signifer_core.errors import SigniferError
from signifer_firmware.config.model import load_table
from signifer_firmware.recording.archive import imported
from signifer_firmware.storage.reading import Entry
from signifer_firmware.storage.store import Store
from signifer_firmware.web.game import page_of
from signifer_firmware.web.play import WATCH
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import PageQuestion
from signifer_firmware.web.view.viewers import SPECTATOR
from signifer_firmware.web.virtual import library
from signifer_firmware.web.virtual.kept import Kept
from signifer_firmware.web.virtual.library import Library, Opened
from signifer_firmware.web.virtual.shelf import Shelf

from .evenings import GAMES, Evening, choice_of, fail, lay
from .table import on_page

DATA = Path(__file__).parents[2] / "data" / "0.1.0"


class Shelved:
    """A library of a shelf, and what it has begun."""

    def __init__(self, folder: Path) -> None:
        self.shelf = Shelf(folder, fail)
        self.begun: list[Kept] = []
        self.library = Library(load_table("direct"), lambda: self.shelf.store, self.begun.append)

    def open(self, path: Path) -> Opened:
        found = self.library.game(self.library.opened(path.name, path.read_bytes()))
        assert found is not None
        return found


@pytest.fixture
def shelved(tmp_path: Path) -> Shelved:
    return Shelved(tmp_path)


def ask(opened: Opened, **question: Any) -> Any:
    answers: list[Any] = []
    parsed = msg._READER.validate_python({"run": opened.run, "n": 1} | question)
    assert isinstance(parsed, msg.Question)
    opened.send(PageQuestion(parsed, SPECTATOR), answers.append)
    return on_page(answers[0])


@pytest.mark.parametrize("form", ["record.txt", "report.gz"])
@pytest.mark.parametrize("game", GAMES)
def test_a_record_and_a_report_are_opened_and_looked_at(shelved: Shelved, game: str, form: str) -> None:
    opened = shelved.open(DATA / game / "whole" / form)
    view = on_page(opened._frame.whole)
    assert view["table"]["mode"] == "past"
    assert view["table"]["game"] == game
    first, last = view["past"]
    assert first == 0
    assert last == opened.lines > 20
    then = ask(opened, do="look", at=last // 2)
    assert then["type"] == "done"
    assert then["told"]["at"] >= last // 2
    assert then["told"]["game"]["winner"] is None
    assert ask(opened, do="look", at=last + 1) == {"type": "refused", "reason": "no-such-moment", "n": 1}
    assert ask(opened, do="odds")["type"] == "refused"
    assert ask(opened, do="export")["told"]["text"].startswith(f'[Game "{game}"]')


def test_of_a_long_game_each_moment_tells_what_was_done_around_it(shelved: Shelved) -> None:
    """The whole picture has the last lines alone."""
    opened = shelved.open(DATA / "dark-age-arena" / "whole" / "record.txt")
    first = on_page(opened._frame.whole)["record"][0]["id"]
    assert first > 100
    for at in (0, 60, first):
        near = ask(opened, do="look", at=at)["told"]["record"]
        assert {line["kind"] for line in near} == {"action"}
        assert any(line["id"] > at for line in near)
        assert any(line["id"] <= at for line in near) == (at > 0)


@pytest.mark.parametrize("game", GAMES)
def test_it_goes_on_from_any_of_its_lines(shelved: Shelved, game: str) -> None:
    """The table takes each up as it was: nothing is asked back, nobody has a card that lies elsewhere."""
    opened = shelved.open(DATA / game / "whole" / "record.txt")
    for at in (0, opened.lines // 3, opened.lines * 2 // 3):
        mode = next(
            (
                mode
                for mode in page_of(game).modes
                if mode != WATCH and ask(opened, do="go-on", at=at, mode=mode)["type"] == "done"
            ),
            "",
        )
        assert mode, at
        kept = shelved.begun.pop()
        shelved.begun.clear()
        shelved.shelf.take_up(kept)
        then = Evening(shelved.shelf, kept.choice, kept=kept, waits=4).played()
        assert then.said == []
        assert then.end["hand"]["corrections"] == [], at
        assert then.end["hand"]["refusals"] == [], at
        assert then.end["hand"]["astray"] == [], at


def test_nobody_goes_on_from_its_end(shelved: Shelved) -> None:
    opened = shelved.open(DATA / GAMES[0] / "whole" / "record.txt")
    assert ask(opened, do="go-on", at=opened.lines, mode="robot")["reason"] == "over"
    assert ask(opened, do="go-on", at=3, mode="watch")["reason"] == "no-such-mode"
    assert shelved.begun == []


def test_dice_of_what_goes_on_are_not_those_of_the_record(shelved: Shelved) -> None:
    opened = shelved.open(DATA / "thermopyles" / "whole" / "record.txt")
    for mode in page_of("thermopyles").modes:
        ask(opened, do="go-on", at=opened.lines // 2, mode=mode)
    kinds = {entry.kind for kept in shelved.begun for entry in kept.entries}
    assert kinds
    assert not kinds & {"secret", "opened", "column"}
    assert "gone-on" in kinds, "the league book tells it from a game of its own"


def test_what_was_played_is_told_the_newest_first(shelved: Shelved) -> None:
    assert shelved.library.listed(0) == []
    new = {"do": "new", "mode": "robot", "game": GAMES[0]}
    Evening(shelved.shelf, choice_of(), [lay, new, lay, new]).played()
    told = shelved.library.listed(0)
    assert [(line["number"], line["game"], line["outcome"]) for line in told] == [
        (2, GAMES[0], None),
        (1, GAMES[0], None),
    ]
    assert [line["number"] for line in shelved.library.listed(2)] == [1]
    assert shelved.library.find("2") is not None
    assert shelved.library.find("3") is None
    assert shelved.library.find("../1") is None


def test_another_store_in_place_of_the_one_that_was_told_has_its_own_games(shelved: Shelved) -> None:
    """Be it that it was set aside as no good, or that somebody cleared it up."""
    path = shelved.shelf.store
    told = []
    for game in ("thermopyles", "call-to-glory"):
        imported(DATA / game / "broken-off" / "record.txt", path)
        opened = shelved.library.game("1")
        assert opened is not None
        told.append((shelved.library.listed(0)[0]["game"], opened.bundle.name))
        assert shelved.library.game("1") is opened, "it is looked at by one end"
        for file in path.parent.glob(f"{path.name}*"):
            file.unlink()
    assert told == [("thermopyles", "thermopyles"), ("call-to-glory", "call-to-glory")]
    assert (shelved.library.listed(0), shelved.library.game("1")) == ([], None)


def test_a_store_without_a_game_has_none(shelved: Shelved) -> None:
    """As it is left where the disk is full before the first one is there."""
    for work in ([], [Entry(1, "setting", "sound off")]):
        with closing(Store(shelved.shelf.store)) as store:
            store.append(work)
        assert (shelved.library.listed(0), shelved.library.game("1")) == ([], None)


def test_who_looks_at_a_game_that_is_not_over_sees_what_a_spectator_does(shelved: Shelved) -> None:
    opened = shelved.open(DATA / "field-of-glory" / "broken-off" / "record.txt")
    view = on_page(opened._frame.whole)
    assert view["table"]["viewer"] == SPECTATOR
    assert view["game"]["winner"] is None


RECORD = (DATA / GAMES[0] / "whole" / "record.txt").read_bytes()
REPORT = (DATA / GAMES[0] / "whole" / "report.gz").read_bytes()
HOSTILE = {
    "empty": b"",
    "half": RECORD[: len(RECORD) // 2],
    "no text": bytes(range(256)) * 20,
    "long": b"; " + b"x" * 500_000,
    "another game": RECORD.replace(b"field-of-glory", b"chess"),
    "illegal": RECORD.replace(b"\nplace", b"\nplace red/spear-1 3\nplace", 1),
    "deep": b'[Game "field-of-glory"]\n[Setup "' + b"[" * 90_000 + b'"]\n',
    "half a report": REPORT[: len(REPORT) // 2],
    "a bomb": gzip.compress(b"[" * 9_000_000),
    "junk": gzip.compress(b'{"signifer report":1,"settings":[]}\n["entry",1,0,"begin",{}]\n'),
    "no game": gzip.compress(
        b'{"signifer report":1,"settings":[]}\n["entry",1,0,"begin",{"game":"chess","setup":{}}]\n'
        b'["head",0,{"entry":1,"table":{},"lying":[]}]\n'
    ),
    "a store": b"SQLite format 3\x00" + bytes(4_000),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_file_that_is_none_is_refused_in_a_sentence(shelved: Shelved, what: str) -> None:
    with pytest.raises(SigniferError) as refused:
        shelved.library.opened("x.txt", HOSTILE[what])
    said = getattr(refused.value, "faults", [str(refused.value)])[0]
    assert 0 < len(said) < 400
    assert "\n" not in said
    assert "Traceback" not in said
    assert len(shelved.library._opened) == 0


def test_the_game_used_least_lately_is_forgotten_first(
    shelved: Shelved, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "MOST_OPENED", 2)
    path = DATA / GAMES[0] / "broken-off" / "record.txt"
    first, second = shelved.open(path), shelved.open(path)
    assert shelved.library.game(first.run) is first
    third = shelved.open(path)
    assert shelved.library.game(first.run) is first
    assert shelved.library.game(second.run) is None
    assert shelved.library.game(third.run) is third


def test_the_loop_does_not_wait_for_what_takes_a_while(shelved: Shelved) -> None:
    """Pictures and answers are made by somebody else, and only so many wait."""
    waiting: list[Callable[[], None]] = []

    def later(work: Callable[[], None], *, counts: bool = True) -> bool:
        waiting.append(work)
        return True

    shelved.library = Library(load_table("direct"), lambda: None, shelved.begun.append, later)
    opened = shelved.open(DATA / GAMES[0] / "whole" / "record.txt")
    answers: list[Any] = []
    question = msg.GoOn(run=opened.run, n=1, do="go-on", at=3, mode="two")
    opened.send(PageQuestion(question, SPECTATOR), answers.append)
    opened.hub.came()
    assert (answers, shelved.begun, len(waiting)) == ([], [], 2)
    waiting[0]()
    assert answers == [{"type": "done", "told": {}, "n": 1}]
    assert len(shelved.begun) == 1


def test_what_goes_wrong_is_answered_and_told(shelved: Shelved, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    aside = library.Aside(said.append)
    shelved.library = Library(load_table("direct"), lambda: None, shelved.begun.append, aside)
    opened = shelved.open(DATA / GAMES[0] / "whole" / "record.txt")

    def broken(question: msg.Question) -> None:
        raise KeyError("nothing")

    monkeypatch.setattr(opened, "_answer", broken)
    answers: list[Any] = []
    opened.send(PageQuestion(msg.Export(run=opened.run, n=1, do="export"), SPECTATOR), answers.append)
    aside.close()
    assert answers == [{"type": "refused", "reason": "no-record", "n": 1}]
    assert said == [
        "A past game could not be shown (KeyError('nothing')): send the log to who made this program."
    ]


def test_only_so_much_waits() -> None:
    aside, held, begun, done = library.Aside(lambda line: None), Event(), Event(), Event()

    def work() -> None:
        begun.set()
        held.wait(120)

    assert aside(work)
    assert begun.wait(120)
    assert all(aside(lambda: None) for _ in range(library.MOST_ASKED - 1))
    assert not aside(lambda: None)
    pictures: list[int] = []
    assert aside(lambda: pictures.append(1), counts=False), "a page has no other way to ask for its picture"
    aside(lambda: done.set(), counts=False)
    held.set()
    assert done.wait(120)
    assert pictures == [1]
    assert aside(lambda: None), "there is room again"
    aside.close()
