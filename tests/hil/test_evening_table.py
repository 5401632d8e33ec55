"""What a whole table shows between one game and the next, where a script could not say that something is gone."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_core.layout import SIDES

from tests.hil.evenings import started
from tests.hil.statements import do, running

WON = """press column 3
put red/commander-1 pad red
press ok red
press ok blue
put blue/cavalry-1 pad blue
press ok blue
press ok blue
"""


@pytest.mark.slow
def test_a_new_game_asks_for_no_terrain_card_of_the_old_one_to_be_turned(tmp_path: Path) -> None:
    with running(tmp_path, WON) as run:
        assert "Terrain to Red" in run.appliance.words("3 red")
        do(run, "hold ok red + ok blue", *["press column 1 red"] * 5, "press column 5 red")
        assert "New game" in run.appliance.words("red")
        do(run, "press ok red", "press ok blue")
        table = run.appliance.keeper.table
        assert table is not None
        assert table.state.step == "army"
        assert "Turn" not in run.appliance.words("3 red")


def test_the_start_picture_says_where_the_page_is(tmp_path: Path) -> None:
    with started(tmp_path, address="http://signifer.local:8080") as run:
        for player in SIDES:
            assert "http://signifer.local:8080" in run.appliance.words(player)
    (tmp_path / "none").mkdir()
    with started(tmp_path / "none") as run:
        assert "http" not in run.appliance.words("red")


def test_what_fails_is_said_before_a_game_too(tmp_path: Path) -> None:
    with started(tmp_path) as run:
        do(run, "fault reader 3 red unplug", "wait 1")
        told = "reader 3 red: no answer"
        assert told in run.appliance.words("red")
        do(run, "press column 2 red")
        assert told in run.appliance.words("blue"), "in its menu as well"
        do(run, "mend reader 3 red", "wait 2")
        assert told not in run.appliance.words("blue")
