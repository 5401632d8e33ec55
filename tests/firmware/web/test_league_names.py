"""Who plays at a virtual table: said as a game begins, kept in its journal, told by the league book."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.league.book import BEFORE_IT, ON, Fold, Line, sources_of
from signifer_firmware.league.names import Who
from signifer_firmware.recording.archive import exported
from signifer_firmware.session import journal
from signifer_firmware.storage.store import Store, StoreError
from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.virtual.kept import read, text_of
from signifer_firmware.web.virtual.live import ROBOT, TWO, WATCH, Choice
from signifer_firmware.web.virtual.owner import Owner
from signifer_firmware.web.virtual.players import named, players_of
from signifer_firmware.web.virtual.shelf import Shelf

from tests.firmware.league.shelves import ANNA, add, played

from .evenings import Evening, choice_of, fail, lay


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path, fail)


def new(**more: Any) -> dict[str, Any]:
    return {"do": "new", "mode": TWO, "game": "field-of-glory", **more}


def rematch(owner: Owner) -> dict[str, Any]:
    owner.live.run.appliance.with_keeper(
        lambda keeper, now_us: keeper.session.lifecycle.turn("rematch", now_us)
    )
    return {"do": "undo"}


def with_names() -> Choice:
    """A game that is always the same."""
    return replace(choice_of(), names=(("red", "Anna"), ("blue", "Bert")))


def test_names_that_were_said_are_those_of_the_game_and_of_the_next_start(shelf: Shelf) -> None:
    wanted = new(mode=ROBOT, level=2, names={"red": "  Eve\x1b ", "3": "Zoe"})
    then = Evening(shelf, with_names(), [lay, wanted]).played()
    assert then.end["spectator"]["table"]["names"] == {"red": "Eve"}
    book = Fold().book(sources_of(shelf.store))
    assert [(line.number, dict(line.players)) for line in book.lines] == [
        (1, {"red": Who("Anna"), "blue": Who("Bert")}),
        (ON, {"red": Who("Eve"), "blue": Who(level=2)}),
    ]
    kept = shelf.under_way()
    assert kept is not None
    assert kept.choice.names == (("red", "Eve"),)


def test_who_changes_sides_in_a_rematch_takes_the_name_along(shelf: Shelf) -> None:
    """In the journal as on the page, which says the names for the next game; and both games are in the book."""

    then = Evening(shelf, with_names(), [lay, rematch]).played()
    assert then.end["spectator"]["table"]["names"] == {"red": "Bert", "blue": "Anna"}
    kept = shelf.under_way()
    assert kept is not None
    assert kept.choice.names == then.left.names == (("red", "Bert"), ("blue", "Anna"))
    swapped = {"red": Who("Bert"), "blue": Who("Anna")}
    assert [(line.number, dict(line.players)) for line in Fold().book(sources_of(shelf.store)).lines] == [
        (BEFORE_IT, {"red": Who("Anna"), "blue": Who("Bert")}),
        (ON, swapped),
    ]


@pytest.mark.parametrize(
    ("mode", "then"),
    [
        ("two", {"1": "Bert", "2": "Anna"}),
        ("three", {"1": "Anna", "2": "Bert", "3": "Cleo"}),
    ],
)
def test_names_of_seats_are_those_of_the_rematch(shelf: Shelf, mode: str, then: dict[str, str]) -> None:
    names = (("1", "Anna"), ("2", "Bert"), ("3", "Cleo"))[: len(then)]
    languages = (("red", "fr"), ("blue", "de"))
    choice = replace(choice_of("call-to-glory", mode), names=names, languages=languages)
    end = Evening(shelf, choice, [rematch]).played().end["spectator"]["table"]
    assert end["names"] == then
    assert end["languages"]["red"] == ("de" if mode == "two" else "fr")
    line = Fold().book(sources_of(shelf.store)).lines[-1]
    assert {party: who.name for party, who in line.players.items()} == then


def test_who_sits_at_a_device_stays_there_in_a_rematch(shelf: Shelf) -> None:
    """A device is red's or blue's, for another game as well: so are name, language and deck of who has it."""
    languages = (("red", "fr"), ("blue", "de"))
    choice = replace(with_names(), apart=True, languages=languages)
    then = Evening(shelf, choice, [rematch]).played()
    assert then.end["spectator"]["table"]["names"] == {"red": "Anna", "blue": "Bert"}
    assert then.end["spectator"]["table"]["languages"] == {"red": "fr", "blue": "de"}
    line = Fold().book(sources_of(shelf.store)).lines[-1]
    assert dict(line.players) == {"red": Who("Anna"), "blue": Who("Bert")}


def test_who_sits_at_a_device_stays_there_after_the_power_was_off(shelf: Shelf) -> None:
    choice = replace(with_names(), apart=True)
    then = Evening(
        shelf, choice, [{"do": "power", "on": False}, {"do": "power", "on": True}, rematch]
    ).played()
    assert then.end["spectator"]["table"]["names"] == {"red": "Anna", "blue": "Bert"}


def test_a_wish_for_a_game_that_is_on_no_more_names_nobody(shelf: Shelf) -> None:
    """It waits for the table, where a rematch or another game begins meanwhile."""
    said = list[str]()
    lines = list[Line]()

    def look(owner: Owner) -> dict[str, Any]:
        lines.append(Fold().book(sources_of(shelf.store), owner.run).lines[-1])
        owner._say_who_played(lines[-1], {"red": {"name": "Ada"}, "blue": {"name": "Bo"}})
        return {"do": "undo"}

    def late(owner: Owner) -> dict[str, Any]:
        with pytest.raises(ConfigError, match="another game") as refused:
            owner._say_who_played(lines[-1], {"red": ANNA})
        said.append(str(refused.value))
        return {"do": "undo"}

    then = Evening(shelf, with_names(), [look, rematch, late, look, new(names={"red": "Eve"}), late]).played()
    assert len(said) == 2
    assert then.left.names == (("red", "Eve"),)
    assert [line.players["red"].name for line in Fold().book(sources_of(shelf.store)).lines] == ["Eve"]


def test_robots_that_are_watched_and_lessons_have_no_players() -> None:
    assert players_of(Choice(WATCH)) == {}
    assert players_of(Choice(ROBOT, lesson="first")) == {}
    assert players_of(Choice(ROBOT, level=3)) == {"blue": {"robot": 3}}
    assert players_of(Choice("robots-2", game="call-to-glory", names=(("1", "Anna"),))) == {
        "1": {"name": "Anna"},
        "2": {"robot": 0},
        "3": {"robot": 0},
    }
    assert named("thermopyles", "team-2", {"red": "We", "blue": "They"}) == (("red", "We"),)
    assert named("field-of-glory", ROBOT, {"red": "Anna", "blue": "me too"}) == (("red", "Anna"),)


def test_what_is_no_name_is_refused_or_left_out() -> None:
    said = '{"do": "new", "run": "", "n": 1, "mode": "two", "names": %s}'
    parsed = msg.parse(said % '{"red": "A\\u202enna\\n", "blue": ""}')
    assert isinstance(parsed, msg.New)
    assert parsed.names == {"red": "Anna", "blue": ""}
    for odd in ('{"green": "x"}', '{"red": 3}', '["x"]', '{"red": "%s"}' % ("x" * 201)):
        with pytest.raises(msg.MessageError):
            msg.parse(said % odd)


def test_a_file_of_an_earlier_version_has_no_names() -> None:
    choice = Choice(TWO, names=(("red", "Anna"),))
    assert read(text_of(choice, ()))[0].names == choice.names
    assert read(text_of(choice, ()).replace('"names"', '"other"'))[0].names == ()
    assert read(text_of(choice, ()).replace("Anna", "\\u001b"))[0].names == ()


def test_the_record_has_no_names(shelf: Shelf) -> None:
    Evening(shelf, with_names(), [lay, new()]).played()
    with closing(Store.reading(shelf.store)) as store:
        entries = store.last_game()
    assert journal.players_of(entries) == {None: {"red": {"name": "Anna"}, "blue": {"name": "Bert"}}}
    assert "Anna" not in exported(shelf.store)


def test_a_game_that_is_there_no_more_is_named_by_nobody(shelf: Shelf) -> None:
    """Its store was set aside meanwhile: another game may begin with that entry one day."""
    add(shelf.store, played())
    with pytest.raises(StoreError, match="no such game any more"):
        shelf.say_who_played(2, {"red": ANNA})
    with closing(Store.reading(shelf.store)) as store:
        assert store.last_game() == [*played()]
