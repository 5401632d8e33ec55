"""Games of the virtual table outlive the program: what was left goes on, what was played can be read."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from signifer_firmware.recording.archive import exported, listed
from signifer_firmware.session import journal
from signifer_firmware.storage.state_folder import NOW, games_folder
from signifer_firmware.storage.store import Store
from signifer_firmware.web.play import ROBOT, WATCH, Choice
from signifer_firmware.web.virtual.kept import Kept, Step
from signifer_firmware.web.virtual.shelf import PLACES, Shelf, shelf_of

from tests.firmware.league.shelves import add, played

from .evenings import GAMES, Evening, choice_of, fail, lay

# So long that nothing is left for helping hands.
LONG = 400


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path, fail)


def shown(view: dict[str, Any]) -> dict[str, Any]:
    """What of a page does not tell when it was loaded. The journal does not tell whether people did something, or
    robots alone: to who goes on it is all one."""
    passing = ("tones", "sound", "spoken", "past", "record", "notes", "game")
    found = {part: value for part, value in view.items() if part not in passing and "screen" not in part}
    return found | {"table": found["table"] | {"touched": True}}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_where_it_was_left(shelf: Shelf, game: str) -> None:
    first = Evening(shelf, choice_of(game), [lay] if game == GAMES[0] else [], waits=LONG).played()
    second = Evening(shelf, Choice(ROBOT), []).played()
    assert second.said == []
    assert second.piles == first.piles
    assert second.state == first.state
    assert second.left == first.left
    for role, view in first.end.items():
        assert shown(second.end[role]) == shown(view), role
        assert [line["id"] for line in second.end[role]["record"]] == list(
            range(1, 1 + len(second.end[role]["record"]))
        )


@pytest.mark.parametrize("deeds", [[], [lay]])
def test_only_a_game_in_which_something_was_done_is_touched_as_it_goes_on(
    shelf: Shelf, deeds: list[Any]
) -> None:
    """Else whoever comes first has the screens speak their language, as on the day before."""
    assert Evening(shelf, choice_of(), deeds).played().end["hand"]["table"]["touched"] == bool(deeds)
    assert Evening(shelf, choice_of(), []).played().end["hand"]["table"]["touched"] == bool(deeds)


def test_an_unpaid_unit_is_laid_again_and_paid_on_the_next_day(shelf: Shelf) -> None:
    first = Evening(shelf, choice_of(), [lay]).played()
    assert first.end["hand"]["cards"]["3 red"] != []
    pay = lambda owner: {**lay(owner), "to": "pad red"}  # noqa: E731
    second = Evening(shelf, choice_of(), [pay, {"do": "button", "name": "ok red", "down": True}]).played()
    assert second.end["hand"]["cards"]["3 red"] == first.end["hand"]["cards"]["3 red"]
    assert len(second.end["hand"]["record"]) > len(first.end["hand"]["record"])


def test_looking_back_goes_back_to_before_the_program_ended(shelf: Shelf) -> None:
    Evening(shelf, choice_of(), [lay]).played()
    told: list[Any] = []

    def look(owner: Any) -> None:
        found = owner.live.sight.moment(0)
        told.append(found)

    Evening(shelf, choice_of(), [look]).played()
    number, glance = told[0]
    assert number == 0
    assert not dict(glance.lying.items())


def test_another_game_puts_the_one_before_to_those_that_were_played(shelf: Shelf) -> None:
    new = {"do": "new", "mode": ROBOT, "game": GAMES[0]}
    Evening(shelf, choice_of(), [lay, new, new]).played()
    # The second of the three games had nothing done in it.
    assert len(listed(shelf.store)) == 1
    assert "place red/" in exported(shelf.store)


def test_a_fresh_one_is_begun_where_it_is_wanted(shelf: Shelf) -> None:
    first = Evening(shelf, choice_of(), [lay]).played()
    second = Evening(shelf, choice_of(), goes_on=lambda choice: False).played()
    assert second.end["hand"]["cards"]["3 red"] == []
    assert first.end["hand"]["cards"]["3 red"] != []
    assert len(listed(shelf.store)) == 1


def test_a_lesson_is_none_of_the_games_that_were_played(shelf: Shelf) -> None:
    lesson = {"do": "new", "mode": "robot", "game": GAMES[0], "lesson": "lay"}
    pressed = [{"do": "hold", "names": ("dice",)}]
    Evening(shelf, Choice(ROBOT), [lesson, *pressed]).played()
    assert (shelf.now / "left-out").exists()
    shelf.room()
    assert not (shelf.now / "left-out").exists()
    assert not shelf.store.exists()


def test_robots_that_are_watched_do_not_go_on(shelf: Shelf) -> None:
    Evening(shelf, choice_of(mode=WATCH), []).played()
    assert shelf.under_way() is None


def test_without_its_piles_a_game_goes_on_with_what_the_table_knows(shelf: Shelf) -> None:
    first = Evening(shelf, choice_of(), [lay]).played()
    kept = shelf.under_way()
    assert kept is not None
    places = shelf.folder / NOW / PLACES
    text = places.read_text()
    cut = text[: text.index('"places"')] + '"places":[]}'
    places.write_text(cut)
    second = Evening(shelf, choice_of(), []).played()
    assert second.state == first.state
    assert second.end["hand"]["corrections"] == []
    hand = second.end["hand"]["cards"]["hand red"]
    assert len(hand) == len(first.end["hand"]["cards"]["hand red"])


def test_a_place_that_no_game_has_is_no_game_under_way(shelf: Shelf) -> None:
    Evening(shelf, choice_of(), [lay]).played()
    places = shelf.folder / NOW / PLACES
    text = places.read_text()
    for odd in ('"9 red"', '["red","pocket"]'):
        at = text.index('"places"') + len('"places":[')
        end = text.index("]]", at) if '"]]' in text[at:] else len(text)
        first = text[at:end].split(",", 1)[0]
        places.write_text(f"{text[:at]}{first},{odd}]" + "]}")
        assert shelf.under_way() is None, odd
        places.write_text(text)
    assert shelf.under_way() is not None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"signifer virtual table":2}',
        "[" * 50_000,
        '{"signifer virtual table":1,"game":"chess"}',
    ],
)
def test_a_file_that_is_none_begins_another_game_and_loses_nothing(shelf: Shelf, text: str) -> None:
    Evening(shelf, choice_of(), [lay]).played()
    (shelf.folder / NOW / PLACES).write_text(text)
    Evening(shelf, choice_of(), []).played()
    assert len(listed(shelf.store)) == 1


def test_a_damaged_store_is_set_aside_in_one_sentence(tmp_path: Path) -> None:
    said: list[str] = []
    shelf = Shelf(tmp_path, said.append)
    new = {"do": "new", "mode": ROBOT, "game": GAMES[0]}
    Evening(shelf, choice_of(), [lay, new, lay]).played()
    junk = b"no store any more" * 400
    shelf.store.write_bytes(junk)
    Evening(shelf, choice_of(), [new]).played()
    assert len(said) == 1
    assert shelf.store.with_name("table.sqlite.aside-1").read_bytes() == junk
    # The game that was put away then, and the one before from the second copy.
    assert len(listed(shelf.store)) == 2


def test_a_second_program_has_a_shelf_of_its_own(tmp_path: Path) -> None:
    said: list[str] = []
    with shelf_of(tmp_path / "games", said.append) as one, shelf_of(tmp_path / "games", said.append) as other:
        assert one.keeps
        assert not other.keeps
        assert one.folder != other.folder
    assert len(said) == 1
    assert "another" in said[0].lower()
    with shelf_of(tmp_path / "games", said.append) as again:
        assert again.keeps


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    said: list[str] = []
    (tmp_path / "file").write_text("")
    with shelf_of(tmp_path / "file" / "games", said.append) as shelf:
        assert not shelf.keeps
    assert len(said) == 1


def test_where_games_are_kept() -> None:
    assert games_folder({"XDG_DATA_HOME": "/data"}) == Path("/data/signifer/games")
    assert games_folder({}) == Path.home() / ".local/share/signifer/games"


def test_robots_that_were_watched_are_no_game_that_was_played(shelf: Shelf) -> None:
    """Nobody has played it; who wants one watches others."""
    again = {"do": "new", "mode": "two", "game": GAMES[0]}
    Evening(shelf, choice_of(mode=WATCH), [again], waits=120).played()
    assert not shelf.store.exists()


class _Cut(BaseException):
    """The power fails."""


def test_games_that_were_put_away_as_the_power_failed_are_there_once(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One before a rematch, too, whether or not the last one goes on; and one of them that was not put away yet is."""

    def cut() -> None:
        raise _Cut

    first, second, third = played(), played()[:200], played("dark-age-arena")
    add(shelf.room() / "table.sqlite", first, second)
    monkeypatch.setattr(shelf, "_clear", cut)
    with pytest.raises(_Cut):
        shelf.room()
    add(shelf.now / "table.sqlite", third)
    Shelf(shelf.folder, fail).room()
    with closing(Store.reading(shelf.store)) as store:
        games = [
            tuple(entry for entry in store.game(number) if entry.kind != journal.BROKEN_OFF)
            for number, _, _ in store.games()
        ]
    assert games == [first, second, third]


def test_what_goes_back_after_a_rematch_loses_no_game_before_it(shelf: Shelf) -> None:
    first, second = played(), played()[:200]
    add(shelf.room() / "table.sqlite", first, second)
    shelf.take_up(Kept(choice_of(), second[:100], steps=(Step(1, 1, ()),)))
    with closing(Store.reading(shelf.store)) as store:
        assert [tuple(store.game(number)[: len(first)]) for number, _, _ in store.games()] == [first]
    with closing(Store.reading(shelf.now / "table.sqlite")) as store:
        assert tuple(store.last_game()) == second[:100]
