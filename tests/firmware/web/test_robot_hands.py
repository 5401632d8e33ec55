"""What a robot's hands do whatever is played: after so many tries that come to nothing they wait."""

from __future__ import annotations

from pathlib import Path

from signifer_core.layout import Zone
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
