"""What was taken back: it is marked in the record, and nothing else is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from signifer_core.frozen import replace
from signifer_firmware.recording.part import lines_of
from signifer_firmware.storage.store import Entry
from signifer_firmware.web.server.telling import HAND
from signifer_firmware.web.view.history import History, count_of
from signifer_firmware.web.view.undone import Undone
from signifer_firmware.web.virtual.live import TWO

from tests.firmware.states import fog
from tests.firmware.web.seated import SEAT_2, apart
from tests.firmware.web.table import Played, played, put_in_hand

POSITION = (
    *("terrain plain plain plain plain plain", "first red", "begin actions"),
    *("count red hand 9", "count red deck 9"),
)
SPEAR, PIKE, HEAVY = "red/spear-1", "red/pike-1", "red/heavy-infantry-1"


def lines(game: Played) -> dict[int, str]:
    """The record by number: of each line what was done."""
    return {line["id"]: line["act"] for line in game.view()["record"] if line["kind"] == "action"}


def undone(game: Played) -> list[Any]:
    """What was done in the lines that are marked."""
    return [lines(game)[number] for number in game.view()["undone"]]


def from_the_journal(game: Played) -> list[str]:
    """The same by the journal, as a real table has it after a restart."""
    live = game.live
    history = History(live.run.bundle, live.run.appliance.game_so_far())
    said = {number: str(news.what.get("text", "")).split(" ")[0] for number, news in history.lines}
    return [said[number] for number in sorted(history.undone)]


def test_an_undone_gesture_is_marked(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=POSITION) as game:
        for card in (SPEAR, PIKE):
            put_in_hand(game.live, "red", card)
        game.live.helping = False
        game.put(SPEAR, "3 red")
        game.put(PIKE, "4 red")
        assert undone(game) == []
        assert game.do(do="undo")["type"] == "done"
        game.wait(1)
        assert fog(game.live.state).due == 5, "the spear alone"
        assert undone(game) == ["place"]
        assert max(lines(game)) == game.view()["undone"][0], "the later one"
        assert from_the_journal(game) == ["place"]
        game.do(do="undo")
        game.wait(1)
        assert undone(game) == from_the_journal(game) == ["place", "place"]


def test_what_is_forgotten_while_something_else_is_done_is_not_marked(tmp_path: Path) -> None:
    """As where a robot goes on at once: what was remembered cannot be taken back any more, and what it does can."""
    with played(tmp_path, TWO, position=POSITION) as game:
        put_in_hand(game.live, "red", SPEAR)
        game.live.helping = False
        game.put(SPEAR, "3 red")
        table, feed = game.live.run.appliance.keeper.table, game.live.sight.feed
        assert table is not None
        assert table.past
        other = replace(table, past=(replace(table.past[-1], actions=2),))
        for count, taken in ((feed.count + 1, 0), (feed.count, 1)):
            undone = Undone()
            undone.look(table, feed.count, feed.lines)
            undone.look(other, count, feed.lines)
            assert len(undone.numbers) == taken


def test_what_can_be_undone_no_more_is_not_marked(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=POSITION) as game:
        put_in_hand(game.live, "red", SPEAR)
        for card in ("red/commander-1", "red/commander-2"):
            put_in_hand(game.live, "red", card)
        game.live.helping = False
        game.put(SPEAR, "3 red")
        game.put("red/commander-1", "pad red")
        game.press("ok red")
        game.do(do="as-told")
        game.live.step()
        game.press("dice")
        game.press("ok red", 1.1)
        game.press("ok red")
        assert fog(game.live.state).step != "actions"
        assert undone(game) == from_the_journal(game) == []


def test_undo_first_puts_back_what_was_drawn_unasked(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=POSITION) as game:
        put_in_hand(game.live, "red", SPEAR)
        game.put(SPEAR, "3 red")
        game.do(do="draw", player="red", to="hand red")
        owed = game.view()["owed"]["red"]
        assert owed < 0
        game.do(do="undo")
        game.wait(1)
        assert game.view()["owed"]["red"] == owed + 1
        assert undone(game) == []
        game.do(do="undo")
        game.wait(1)
        assert undone(game) == ["place"]


def test_undo_waits_for_fingers_that_are_leaving(tmp_path: Path) -> None:
    """A button let go just before; not for a whole undo, which a second one would take for its own."""
    with played(tmp_path, TWO, position=POSITION) as game:
        for card in (SPEAR, PIKE):
            put_in_hand(game.live, "red", card)
        game.live.helping = False
        game.put(SPEAR, "3 red")
        game.put(PIKE, "4 red")
        game.do_now(do="button", name="ok blue", down=True)
        game.do_now(do="button", name="ok blue", down=False)
        assert [game.do_now(do="undo").get("reason") for _ in range(3)] == [None, "is-down", "is-down"]
        while not game.view()["undone"]:
            game.wait(0.01)
        assert game.do_now(do="undo")["type"] == "done", "the hand has been seen to hold, and is leaving"
        game.wait(2)
        assert undone(game) == ["place", "place"]


def test_an_undo_that_waits_is_not_disturbed_by_another_finger(tmp_path: Path) -> None:
    """That finger comes after it: both are done, or it is not taken on."""
    for pause_s in (0.3, 0.8, 1.05, 1.2, 1.6):
        with played(tmp_path, TWO, position=POSITION) as game:
            for card in (SPEAR, PIKE):
                put_in_hand(game.live, "red", card)
            game.live.helping = False
            game.put(SPEAR, "3 red")
            game.put(PIKE, "4 red")
            game.do_now(do="undo")
            while not game.view()["undone"]:
                game.wait(0.01)
            assert game.do_now(do="undo")["type"] == "done"
            game.wait(pause_s)
            assert game.do_now(do="button", name="column 3 red", down=True)["type"] == "done"
            game.wait(0.3)
            game.do_now(do="button", name="column 3 red", down=False)
            game.wait(3)
            assert undone(game) == ["place", "place"], pause_s


def test_a_card_laid_after_an_undo_stays(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=POSITION) as game:
        for card in (SPEAR, PIKE, HEAVY):
            put_in_hand(game.live, "red", card)
        game.live.helping = False
        game.put(SPEAR, "3 red")
        game.put(PIKE, "4 red")
        assert [game.do_now(do="undo").get("reason") for _ in range(2)] == [None, "is-down"]
        game.wait(1)
        game.put(HEAVY, "5 red")
        game.wait(3)
        assert undone(game) == ["place"]


def test_two_devices_that_take_back_the_same_take_back_one(tmp_path: Path) -> None:
    with apart(tmp_path / "games", (HAND, SEAT_2), mode=TWO, position=POSITION) as game:
        for card in (SPEAR, PIKE):
            put_in_hand(game.live, "red", card)
        game.put(SPEAR, "3 red")
        game.put(PIKE, "4 red")
        assert [game.asks(seat, do="undo") for seat in ("2", "1")] == ["done", "is-down"]
        game.wait(4)
        assert undone(game) == ["place"]


def test_in_practice_the_second_of_two_quick_steps_back_is_refused(tmp_path: Path) -> None:
    """There is one thing for undo: the second would come when there is none, and do nothing."""
    with played(tmp_path, TWO, position=POSITION, practice=True) as game:
        put_in_hand(game.live, "red", SPEAR)
        game.live.helping = False
        game.put(SPEAR, "3 red")
        assert [game.do_now(do="take-back").get("reason") for _ in range(2)] == [None, "is-down"]
        game.wait(3)
        assert undone(game) == ["place"]


def test_what_both_agree_on_is_not_lost_to_another_finger(tmp_path: Path) -> None:
    """It was lost while it waited for an undo, though both had been told that it was done."""
    with apart(tmp_path / "games", (HAND, SEAT_2), mode=TWO, position=POSITION) as game:
        put_in_hand(game.live, "red", SPEAR)
        game.put(SPEAR, "3 red")
        assert game.asks("1", do="undo") == "done"
        while not game.view()["undone"]:
            game.wait(0.01)
        for seat in ("1", "2"):
            assert game.asks_now(seat, do="hold", names=["ok red", "ok blue"]) == "done"
        game.wait(0.3)
        assert game.asks_now("1", do="button", name="column 3 red", down=True) == "done"
        game.wait(0.3)
        game.asks_now("1", do="button", name="column 3 red", down=False)
        game.wait(3)
        assert game.live.run.appliance.keeper.outlook.agreement is not None


def test_a_finger_on_the_dice_is_in_the_way_of_undo(tmp_path: Path) -> None:
    with played(tmp_path, TWO, position=POSITION) as game:
        game.do(do="button", name="dice", down=True)
        assert game.do(do="undo")["reason"] == "is-down"


def test_lines_are_counted_as_they_are_numbered() -> None:
    """An exchange of equal cards has no line: what comes after it does not skip a number."""
    entries = (
        Entry(0, "begin", {}),
        Entry(1, "gesture", "place red/spear-1 3"),
        Entry(2, "gesture", "same red/spear-1 red/spear-2"),
        Entry(3, "roll", [{"player": "red", "value": 3}, {"player": "blue", "value": 4}]),
        Entry(4, "undo", 1),
    )
    assert count_of(entries) == sum(map(lines_of, entries)) == 3
