"""What a robot's hands do whatever is played: after so many tries that come to nothing they wait."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import Zone, zone
from signifer_firmware.simulation.piles import DISCARD, HAND
from signifer_firmware.simulation.robots.gestures import Put, Take
from signifer_firmware.web.virtual.live import ROBOT
from signifer_firmware.web.virtual.robot_hands import MOST_TRIES

from tests.core.field_of_glory.states import DECK
from tests.firmware.web.table import Played, played

PLACING = ("terrain plain plain plain plain plain", "first blue", "begin actions")


def at(table: Played) -> State:
    state = table.live.state
    assert isinstance(state, State)
    return state


def test_a_robot_waits_whose_gestures_come_to_nothing_until_the_table_is_another_one(tmp_path: Path) -> None:
    """No reader of its columns answers: whatever it lays, the table takes in none of it."""
    with played(tmp_path, ROBOT, position=PLACING) as game:
        game.live.helping = False
        columns = [f"{column} blue" for column in range(1, 6)]
        for place in columns:
            assert game.do(do="fault", part="reader", place=place, kind="unplug")["type"] == "done"
        game.wait(2)
        for _ in range(MOST_TRIES):
            assert game.live.play.step()
            game.wait(1)
        assert not game.live.play.step()
        assert not game.live.play.step()
        for place in columns:
            game.do(do="mend", part="reader", place=place)
        game.wait(5)
        assert at(game).unpaid
        assert game.live.play.step()


def test_a_robot_plays_on_whatever_people_undo(tmp_path: Path) -> None:
    """More often than it tries what comes to nothing: they would have nothing to put right, and wait for it."""
    with played(tmp_path, ROBOT, position=PLACING) as game:
        game.live.helping = False
        keeper = game.live.run.appliance.keeper
        for _ in range(MOST_TRIES + 2):
            until(game, lambda: keeper.table is not None and bool(keeper.table.past))
            game.press("dice", for_s=2)
            game.wait(2)
            assert keeper.table is not None
            assert keeper.table.past == ()
            until(game, lambda: not keeper.outlook.corrections)


def test_a_robot_waits_while_its_pad_is_not_read(tmp_path: Path) -> None:
    """It lays nothing there that nobody reads, and pays once the pad is mended."""
    with played(tmp_path, ROBOT, position=PLACING) as game:
        game.live.helping = True
        until(game, lambda: bool(at(game).due))
        assert game.do(do="fault", part="reader", place="pad blue", kind="unplug")["type"] == "done"
        game.wait(2)
        lying = game.live.hands.piles.layout[zone("pad blue")]
        for _ in range(5):
            assert not game.live.play.step()
            game.wait(1)
        assert game.live.hands.piles.layout[zone("pad blue")] == lying
        game.do(do="mend", part="reader", place="pad blue")
        game.wait(5)
        until(game, lambda: not at(game).unpaid)


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_robot_pays_once_however_often_its_payment_is_undone(tmp_path: Path, seed: int) -> None:
    """What lies on its pad is an offer again: with what it laid beside them `ok` paid with all, twice as many each
    time."""
    with played(tmp_path, ROBOT, seed=seed, position=PLACING) as game:
        game.live.helping = True
        for _ in range(3):
            due, paid = paid_for(game)
            points = sorted(map(DECK.command_points, paid))
            assert sum(points[1:]) < due <= sum(points)
            game.press("dice", for_s=2)
            game.wait(2)
            assert at(game).unpaid


def paid_for(game: Played) -> tuple[int, frozenset[str]]:
    """Let the robot play until it has paid: what was due, and the cards that it paid with."""
    due = 0
    for _ in range(30):
        if due and not at(game).unpaid:
            break
        due = at(game).due
        game.live.step()
        game.wait(1)
    assert due
    return due, at(game).blue.discards


def until(game: Played, holds: Callable[[], bool]) -> None:
    """Let the robot play until something holds."""
    for _ in range(10):
        if holds():
            return
        assert game.live.play.step()
        game.wait(1)
    assert holds()


LYING = (
    *("terrain plain plain plain plain plain", "first blue", "begin actions", "count blue hand 6"),
    *("setup 3 blue heavy-infantry-1", "setup 3 blue heavy-infantry-3", "setup 3 red heavy-infantry-2"),
)


def test_a_robot_goes_on_where_a_unit_was_lifted_and_none_was_laid(tmp_path: Path) -> None:
    """As after a game that was broken off between its two gestures. By rules of thumb it lays the unit back."""
    with played(tmp_path, ROBOT, position=LYING) as table:
        table.live.helping = True
        table.live.hands.do(Take("blue/heavy-infantry-1"), ("blue", DISCARD))
        table.wait(1)
        assert [card for card, _, _ in at(table).cleared] == ["blue/heavy-infantry-1"]
        table.live.step()
        table.wait(1)
        assert at(table).cleared == ()
        assert not table.live.run.appliance.keeper.outlook.refusals
        assert at(table).where("blue/heavy-infantry-1") == 3


def test_a_robot_takes_back_what_it_cannot_pay_for(tmp_path: Path) -> None:
    position = (*LYING[:3], "count blue hand 1")
    with played(tmp_path, ROBOT, position=position) as table:
        table.live.helping = True
        (card,) = table.live.hands.piles.cards("blue", HAND)
        there = table.live.hands.piles.where("blue/heavy-infantry-1")
        assert isinstance(there, tuple)
        table.live.hands.piles.take(card, there)
        table.live.hands.piles.take("blue/heavy-infantry-1", ("blue", HAND))
        table.live.hands.do(Put("blue/heavy-infantry-1", Zone("3", "blue")))
        table.wait(1)
        assert at(table).due
        until(table, lambda: not at(table).unpaid)
        assert table.live.hands.piles.cards("blue", HAND) == {"blue/heavy-infantry-1"}
