"""Several refusals of one player: their own `ok` steps through them, and still says to the game what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.display.paging import PAGE_US
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.table_run import ScriptRun

from tests.firmware.states import fog
from tests.hil.readings import do
from tests.hil.tables import START, codes, running

# Two tags and a card that share no column: three refusals at once, and two units to be paid for.
THREE = (
    "put red/cavalry-1 3 red\nput red/cavalry-2 3 red\nput red/spear-1 3 red\n"
    "put tag/1 1 red\nput tag/2 2 red\n"
)
STARTER = START.replace("seed 5", "table starter\nseed 5")


def read(run: ScriptRun, place: str) -> str:
    return " ".join(run.appliance.drawn[place].texts)


def test_ok_steps_through_the_refusals_round_and_leaves_out_the_ordinary_picture(tmp_path: Path) -> None:
    with running(tmp_path, THREE + "press ok red\n") as run:
        standing = run.appliance.keeper.outlook.refusals
        assert standing[0].code == "not-enough"
        assert len(standing) > 3
        seen = [read(run, "red")]
        assert "0 CP offered" in seen[0], "a press that is newly refused is shown first"
        for _ in standing:
            do(run, "press ok red\n")
            assert run.appliance.keeper.outlook.refusals == standing, "each ok is refused as the first was"
            seen.append(read(run, "red"))
        assert len(set(seen)) == len(standing)
        assert seen[-1] == seen[0]


def test_what_ok_has_come_to_stays_for_as_long_as_any_other(tmp_path: Path) -> None:
    with running(tmp_path, THREE + "press ok red\n") as run:
        run.scheduler.run(run.now_us + PAGE_US * 2 // 3)
        do(run, "press ok red\n")
        moved_us, second = run.now_us, read(run, "red")
        run.scheduler.run(moved_us + PAGE_US * 3 // 4)
        assert read(run, "red") == second
        run.scheduler.run(moved_us + PAGE_US)
        assert read(run, "red") != second


def test_only_the_screen_of_the_player_who_pressed_moves(tmp_path: Path) -> None:
    text = "put tag/1 1 red\nput tag/2 2 red\nput tag/3 1 blue\nput tag/4 2 blue\n"
    with running(tmp_path, text + "press ok blue\n") as run:
        assert [refusal.player for refusal in run.appliance.keeper.outlook.refusals].count("red") == 2
        drawn = {place: picture.image for place, picture in run.appliance.drawn.items()}
        do(run, "press ok blue\n")
        after = {place: picture.image for place, picture in run.appliance.drawn.items()}
        assert [place for place in after if after[place] is not drawn[place]] == ["blue"]


def test_a_held_ok_and_other_buttons_step_through_nothing(tmp_path: Path) -> None:
    with running(tmp_path, "put tag/1 1 red\nput tag/2 2 red\nput red/spear-1 3 red\nhold ok red\n") as run:
        shown, standing = read(run, "red"), codes(run)
        assert ("pay-first", "red") in standing
        do(run, "hold ok red\n")
        assert (read(run, "red"), codes(run)) == (shown, standing)
        do(run, "press ok blue\n")
        assert ("not-your-turn", "blue") in codes(run)


def test_ok_that_is_accepted_does_its_work_while_refusals_stand(tmp_path: Path) -> None:
    text = "put red/spear-1 3 red\nput tag/1 1 red\nput tag/2 2 red\nput red/commander-1 pad red\n"
    with running(tmp_path, text) as run:
        first = read(run, "red")
        do(run, "press ok red\n")
        table = run.appliance.keeper.table
        assert table is not None
        assert fog(table.state).due == 0
        assert "unknown-tag" in {code for code, _ in codes(run)}
        assert read(run, "red") != first


def test_a_newly_refused_press_is_shown_first_wherever_the_screen_stood(tmp_path: Path) -> None:
    with running(tmp_path, THREE + "press ok red\npress ok red\npress ok red\n") as run:
        do(run, "press column 4\n")
        newest = run.appliance.keeper.outlook.refusals[0]
        assert newest.code == "pay-first"
        assert "Still due" in read(run, "red")


@pytest.mark.parametrize(
    ("player", "cards"),
    [
        ("red", ("tag/1 1 red", "tag/2 1 red", "tag/3 2 red")),
        ("blue", ("blue/spear-1 1 blue", "blue/pike-1 2 blue")),
    ],
)
def test_on_a_screen_for_both_their_own_refusals_are_stepped_through(
    tmp_path: Path, player: str, cards: tuple[str, ...]
) -> None:
    text = "".join(f"put {card}\n" for card in (*cards, "blue/archer-1 5 blue"))
    script = parse_script(STARTER + text, file="it")
    run = ScriptRun(script, load_table("starter"), tmp_path, lambda news: None)
    try:
        run.begin()
        for statement in script.statements[5:]:
            run.run(statement)
        do(run, f"press ok {player}\n")
        standing = run.appliance.keeper.outlook.refusals_of(player)
        seen = []
        for _ in standing:
            do(run, f"press ok {player}\n")
            assert run.appliance.keeper.outlook.refusals_of(player) == standing
            boxes = {box.what for box in run.appliance.drawn["both"].boxes if box.kind == "symbol"}
            assert {player, "refused"} <= boxes
            seen.append(read(run, "both"))
        assert len(set(seen)) == len(standing) > 2, "each has its number in the head"
    finally:
        run.close()
