"""What a whole table shows between one game and the next, where a script could not say that something is gone."""

from __future__ import annotations

from pathlib import Path

from tests.hil.test_asides import do, running

WON = """press column 3
put red/commander-1 pad red
press ok red
press ok blue
put blue/cavalry-1 pad blue
press ok blue
press ok blue
"""


def test_a_new_game_asks_for_no_terrain_card_of_the_old_one_to_be_turned(tmp_path: Path) -> None:
    with running(tmp_path, WON) as run:
        assert "Turn to Red" in run.appliance.words("3 red")
        do(run, "hold ok red + ok blue", *["press column 1 red"] * 5, "press column 5 red")
        assert "New game" in run.appliance.words("red")
        do(run, "press ok red", "press ok blue")
        table = run.appliance.keeper.table
        assert table is not None
        assert table.state.step == "army"
        assert "Turn" not in run.appliance.words("3 red")
