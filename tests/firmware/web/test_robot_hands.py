"""What a robot's hands do whatever is played: after so many tries that come to nothing they wait."""

from __future__ import annotations

from pathlib import Path

from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import Zone
from signifer_firmware.simulation.piles import DECK, DISCARD, HAND
from signifer_firmware.simulation.robots.gestures import Put, Take
from signifer_firmware.web.virtual.live import ROBOT
from signifer_firmware.web.virtual.robot_hands import MOST_TRIES

from tests.firmware.web.table import Played, played

PLACING = ("terrain plain plain plain plain plain", "first blue", "begin actions")


def undo(game: Played) -> None:
    """Have the table take back what was done last, and the card where it was."""
    game.press("dice", for_s=2)
    game.wait(2)
    assert game.live.run.appliance.keeper.outlook.corrections
    assert game.live.play.step()
    game.wait(1)
    assert not game.live.run.appliance.keeper.outlook.corrections


def test_a_robot_waits_whose_gestures_come_to_nothing_until_the_table_is_another_one(tmp_path: Path) -> None:
    with played(tmp_path, ROBOT, position=PLACING) as game:
        game.live.helping = False
        for _ in range(MOST_TRIES):
            assert game.live.play.step()
            game.wait(1)
            undo(game)
        assert not game.live.play.step()
        assert not game.live.play.step()
        card = min(game.hand("blue"))
        game.live.hands.move(card, Zone("2", "blue"))
        game.wait(2)
        assert game.live.play.step()


LYING = (
    *("terrain plain plain plain plain plain", "first blue", "begin actions", "count blue hand 6"),
    *("setup 3 blue heavy-infantry-1", "setup 3 blue heavy-infantry-3", "setup 3 red heavy-infantry-2"),
)


def at(table: Played) -> State:
    state = table.live.state
    assert isinstance(state, State)
    return state


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
        table.live.hands.piles.take(card, ("blue", DECK))
        table.live.hands.piles.take("blue/heavy-infantry-1", ("blue", HAND))
        table.live.hands.do(Put("blue/heavy-infantry-1", Zone("3", "blue")))
        table.wait(1)
        assert at(table).due
        for _ in range(4):
            table.live.step()
            table.wait(1)
        assert at(table).unpaid == ()
        assert table.live.hands.piles.cards("blue", HAND) == {"blue/heavy-infantry-1"}
