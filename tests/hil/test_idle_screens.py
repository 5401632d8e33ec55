"""A table that nobody touches for a while: its screens are dimmed and wander, and scripts see what people see."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.display import burn_in
from signifer_firmware.display.burn_in import DIM_AFTER_US, DIM_CONTRAST, SHIFT_EVERY_US
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.expectations import Expectations
from signifer_firmware.simulation.table_run import ScriptRun

from tests.firmware.session.agreeing import choose
from tests.hil.readings import do
from tests.hil.tables import running

IDLE = f"wait {(DIM_AFTER_US + SHIFT_EVERY_US) // 1_000_000 + 1}\n"
SOON = "wait 6\n"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens that are dimmed after seconds: every visit of every reader in five minutes costs the test three."""
    monkeypatch.setattr(burn_in, "DIM_AFTER_US", 4_000_000)
    monkeypatch.setattr(burn_in, "SHIFT_EVERY_US", 1_000_000)


def levels(run: ScriptRun) -> set[int]:
    return {chip.contrast for chip in run.table.screens.values()}


@pytest.mark.soak
def test_all_screens_are_dimmed_after_five_minutes_and_a_script_still_reads_them(tmp_path: Path) -> None:
    dimmed_and_read(tmp_path, IDLE)


@pytest.mark.slow
def test_all_screens_are_dimmed_and_a_script_still_reads_them(tmp_path: Path, impatient: None) -> None:
    dimmed_and_read(tmp_path, SOON)


def dimmed_and_read(folder: Path, idle: str) -> None:
    with running(folder, "put red/spear-1 3 red\n", table="direct") as run:
        full, place = levels(run), run.table.image("red").tobytes()
        do(run, idle)
        assert levels(run) == {DIM_CONTRAST}
        assert run.table.image("red").tobytes() != place
        held, _, seen = Expectations(run).check(ex.ExpectScreen("red", "Pay on pad"))
        assert held, seen
        do(run, "press ok blue\n")
        assert levels(run) == full
        for where, drawn in run.appliance.drawn.items():
            assert run.table.image(where).tobytes() == drawn.image.tobytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    "hand",
    ["press ok blue", "put tag/1 pad blue", "take red/spear-1", "hold dice", "fault reader 3 red unplug"],
)
def test_whatever_happens_first_lights_them(hand: str, tmp_path: Path, impatient: None) -> None:
    with running(tmp_path, "put red/spear-1 3 red\npress ok blue\n", table="direct") as run:
        full = levels(run)
        do(run, SOON)
        assert levels(run) == {DIM_CONTRAST}
        do(run, f"{hand}\n")
        assert levels(run) == full


def test_pictures_that_take_turns_do_not_keep_the_table_awake(tmp_path: Path, impatient: None) -> None:
    with running(tmp_path, "put tag/1 1 red\nput tag/2 2 red\n", table="direct") as run:
        do(run, SOON)
        assert levels(run) == {DIM_CONTRAST}


def test_a_card_that_changes_no_picture_is_a_hand_too(tmp_path: Path, impatient: None) -> None:
    text = "game field-of-glory\npress ok red\npress ok blue\nput terrain/plain-1 3 red\npress ok red\n"
    script = parse_script(text, file="it")
    run = ScriptRun(script, load_table("direct"), tmp_path, lambda news: None)
    try:
        run.begin()
        for statement in script.statements[1:]:
            run.run(statement)
        do(run, SOON)
        drawn = {place: picture.image for place, picture in run.appliance.drawn.items()}
        do(run, "take terrain/plain-1\n")
        assert DIM_CONTRAST not in levels(run)
        assert all(run.appliance.drawn[place].image is image for place, image in drawn.items())
    finally:
        run.close()


@pytest.mark.slow
def test_a_clock_that_is_shown_goes_on_and_keeps_no_light_on(tmp_path: Path, impatient: None) -> None:
    with running(tmp_path, "put red/spear-1 3 red\n", table="direct") as run:
        choose(run.appliance.keeper, ("clock on",), run.now_us)
        do(run, "press ok blue\n")
        do(run, "wait 59\n")
        assert levels(run) == {DIM_CONTRAST}
        seen = run.appliance.drawn["red"]
        do(run, "wait 2\n")
        assert run.appliance.drawn["red"] is not seen, "a minute is over"
        assert levels(run) == {DIM_CONTRAST}
