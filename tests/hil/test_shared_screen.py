"""A screen for both players, and what is shown only until the game goes on."""

from __future__ import annotations

from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.table_run import ScriptRun

from tests.hil.tables import running

START = "game field-of-glory\ntable starter\nseed 5\nterrain plain plain plain plain plain\nfirst red\n"


def pictures(run: ScriptRun, place: str, seconds: int) -> list[tuple[set[str], str]]:
    """What a screen shows in turns: signs and words."""
    found = []
    for _ in range(seconds):
        drawn = run.appliance.drawn[place]
        found.append(({box.what for box in drawn.boxes if box.kind == "symbol"}, " ".join(drawn.texts)))
        run.scheduler.run(run.now_us + 1_000_000)
    return found


def test_on_a_screen_for_both_each_picture_says_whose_it_is(tmp_path: Path) -> None:
    script = parse_script(START + "put blue/elephant-1 4 blue\n", file="it")
    run = ScriptRun(script, load_table("starter"), tmp_path, lambda news: None)
    try:
        run.begin()
        for statement in script.statements[5:]:
            run.run(statement)
        shown = pictures(run, "both", 12)
        refused = [signs for signs, words in shown if "It is Red's turn." in words]
        assert refused
        assert all("blue" in signs and "red" not in signs for signs in refused)
        assert any("Place units" in words and "red" in signs for signs, words in shown)
        assert any("take elephant 2 CP" in words and "blue" in signs for signs, words in shown)
        assert shown[0] in [(signs, words) for signs, words in shown if "It is Red's turn." in words], "first"
    finally:
        run.close()


def test_a_die_is_shown_until_the_game_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, "press dice\n") as run:
        assert any("die" in sign for sign in pictures(run, "red", 1)[0][0])
        run.run(parse_script(f"{START}hold ok red\n", file="it").statements[-1])
        assert not any("die" in sign for sign in pictures(run, "red", 1)[0][0])
