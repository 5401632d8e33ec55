"""Sounds at a whole table: on the buzzer's pin, in time, as loud as is set, and never telling what lies on a pad."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_drivers.virtual.buzzer import Tone
from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.runtime.sound import DUTY, PATTERNS, Sound
from signifer_firmware.scripting.expectations import Expect
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.statements import Preparation
from signifer_firmware.simulation import bundled
from signifer_firmware.simulation.files import table_of
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.simulation.tones import recognised

from tests.firmware.session.agreeing import choose
from tests.firmware.states import fog
from tests.hil.readings import do
from tests.hil.tables import running

SECOND_US = 1_000_000
# Red has declared an attack and is asked for a bonus card; these lie open.
ASKED = (
    "setup 3 red heavy-infantry-1 heavy-infantry-2\nsetup 3 blue medium-infantry-1 medium-infantry-2\n"
    "press column 3\npress ok red\n"
)
OPEN = {"red/heavy-infantry-1", "red/heavy-infantry-2"}


def tones(run: ScriptRun) -> list[Tone]:
    assert run.table.ear is not None
    return run.table.ear.tones


def heard(run: ScriptRun, since_us: int = 0) -> list[Sound]:
    return [sound for sound, at_us in recognised(tones(run)) if at_us >= since_us]


def silent_table() -> TableConfig:
    table = load_table("direct")
    return table.model_copy(update={"gpio": table.gpio.model_copy(update={"buzzer": None})})


def played(path: Path, config: TableConfig, folder: Path) -> tuple[ScriptRun, str]:
    """A script's hands on a table; the table at its end."""
    script = parse_script(path.read_text(), file=str(path))
    run = ScriptRun(script, config, folder, lambda news: None)
    try:
        run.begin()
        for statement in script.statements:
            if not isinstance(statement, (Preparation, Expect)):
                run.run(statement)
        return run, repr(run.appliance.keeper.table)
    finally:
        run.close()


def test_a_hold_ticks_at_its_threshold_and_not_when_the_finger_leaves(tmp_path: Path) -> None:
    with running(tmp_path, "", table="direct") as run:
        start_us = run.now_us
        do(run, "hold dice\n")
        (tick,) = [tone for tone in tones(run) if tone.hz == PATTERNS[Sound.TICK][0][0]]
        hold_us = run.config.timing.hold_ms * 1000
        assert start_us + hold_us <= tick.start_us <= start_us + hold_us + 30_000
        assert tick.length_us == 12_000


def test_each_hold_ticks_and_no_press_does(tmp_path: Path) -> None:
    with running(tmp_path, "", table="direct") as run:
        for text, ticks in (("press ok blue", 0), ("hold ok blue", 1), ("hold ok red + ok blue", 1)):
            since_us = run.now_us
            do(run, f"{text}\nwait 1\n")
            assert heard(run, since_us).count(Sound.TICK) == ticks, text


def test_refused_is_heard_for_what_screens_refuse_and_then_once(tmp_path: Path) -> None:
    with running(tmp_path, "put red/spear-1 3 red\n", table="direct") as run:
        since_us = run.now_us
        do(run, "put red/pike-1 3 red\nwait 5\n")
        assert heard(run, since_us) == [Sound.REFUSED]
        assert run.appliance.keeper.outlook.refusals


def test_a_terrain_card_that_waits_is_beeped_at_and_lifting_it_is_accepted(tmp_path: Path) -> None:
    text = "game field-of-glory\npress ok red\npress ok blue\nwait 1\n"
    script = parse_script(text, file="it")
    run = ScriptRun(script, load_table("direct"), tmp_path, lambda news: None)
    try:
        run.begin()
        assert heard(run) == [], "nobody has done anything"
        for statement in script.statements[1:]:
            run.run(statement)
        assert heard(run) == [Sound.ACCEPTED, Sound.TURN]
        for hand in ("put terrain/plain-1 3 red", "take terrain/plain-1", "put terrain/rough-1 1 red"):
            since_us = run.now_us
            do(run, f"{hand}\nwait 1\n")
            assert heard(run, since_us) == [Sound.ACCEPTED], hand
    finally:
        run.close()


def test_presses_that_change_what_the_table_holds_are_accepted(tmp_path: Path) -> None:
    """A lead that is selected, and an undo, are no actions of the game."""
    text = "setup 3 red spear-1 spear-2\nsetup 3 blue pike-1\npress column 3\nwait 1\n"
    with running(tmp_path, text, table="direct") as run:
        for text in ("press column 3", "press column 3", "hold dice"):
            since_us = run.now_us
            do(run, f"{text}\nwait 1\n")
            assert heard(run, since_us)[-1] is Sound.ACCEPTED, text


@pytest.mark.parametrize("volume", ["off", "quiet", "full"])
def test_volume_is_what_players_have_set(volume: str, tmp_path: Path) -> None:
    with running(tmp_path, "", table="direct") as run:
        choose(run.appliance.keeper, (f"sound {volume}",), run.now_us)
        do(run, "put red/spear-1 3 red\npress dice\npress ok red\n")
        assert {tone.duty for tone in tones(run)} == ({DUTY[volume]} - {0.0})


def test_a_power_cut_ends_a_sound_and_the_table_goes_on_with_sounds(tmp_path: Path) -> None:
    with running(tmp_path, "put red/spear-1 3 red\npress ok blue\n", table="direct") as run:
        run._power_cut()
        assert run.table.ear is not None
        assert run.table.ear.silent
        assert run.appliance._devices.buttons.stuck == (), "no pin but the buzzer's is low"
        since_us = run.now_us
        run.rest()
        run.scheduler.run(run.now_us + SECOND_US)
        assert heard(run, since_us) == []
        do(run, "put red/archer-1 3 red\nwait 1\n")
        assert heard(run, since_us) == [Sound.ACCEPTED]


@pytest.mark.slow
def test_a_table_without_buzzer_plays_as_one_with_it_and_names_no_fault(tmp_path: Path) -> None:
    path = bundled.bundled_script("demo.table")
    script = parse_script(path.read_text(), file=str(path))
    ends: list[str] = []
    for config in (table_of(script, path), silent_table()):
        folder = tmp_path / str(len(ends))
        folder.mkdir()
        run, end = played(path, config, folder)
        assert run.appliance.keeper.outlook.faults == ()
        ends.append(end)
        assert (run.table.ear is None) == (config.gpio.buzzer is None)
    assert ends[0] == ends[1]


def test_a_buzzer_that_fails_is_told_on_the_screens_and_play_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, "", table="direct") as run:
        buzzer = run.appliance._devices.buzzer
        assert buzzer is not None
        buzzer.close()
        do(run, "put red/spear-1 3 red\nput red/commander-1 pad red\npress ok red\n")
        table = run.appliance.keeper.table
        assert table is not None
        assert fog(table.state).due == 0
        assert [part for part, _ in run.appliance.keeper.outlook.faults] == ["buzzer"]
        assert "buzzer" in run.appliance.words("red")


# What lies on a pad


@pytest.mark.slow
def test_every_card_laid_on_the_pad_ticks_alike_and_none_is_heard_as_it_is_lifted(tmp_path: Path) -> None:
    """Every card that may be the bonus card, before its `ok`: the same click, whichever it is."""
    with running(tmp_path, ASKED, table="direct") as run:
        run.scheduler.run(run.now_us + SECOND_US)
        since_us = run.now_us
        army = [card for card in run.bundle.cards if card.startswith("red/") and card not in OPEN]
        assert len(army) == 46
        for card in army:
            do(run, f"put {card} pad red\nwait 1\ntake {card}\nwait 1\n")
        run.scheduler.run(run.now_us + SECOND_US)
        assert heard(run, since_us) == [Sound.TICK] * len(army)


@pytest.mark.slow
def test_a_card_on_a_pad_ticks_in_every_step_on_either_side(tmp_path: Path) -> None:
    with running(tmp_path, "", table="direct") as run:
        steps = set()
        for text in ("", "put red/light-cavalry-1 2 red", "press ok red", "hold ok red"):
            do(run, f"{text}\nwait 1\n" if text else "wait 1\n")
            table = run.appliance.keeper.table
            assert table is not None
            steps.add((fog(table.state).step, bool(fog(table.state).unpaid)))
            for card, side in (("red/spear-1", "red"), ("blue/pike-1", "blue")):
                since_us = run.now_us
                do(run, f"put {card} pad {side}\nwait 1\n")
                assert heard(run, since_us) == [Sound.TICK], (text, side)
                do(run, f"take {card}\nwait 1\n")
        assert steps == {("actions", False), ("actions", True), ("draw", False)}


@pytest.mark.slow
def test_the_ok_for_a_bonus_card_sounds_the_same_for_every_kind(tmp_path: Path) -> None:
    sounds = set()
    for card in (
        "elephant-1",
        "spear-1",
        "light-cavalry-1",
        "archer-1",
        "commander-1",
        "overlap-1",
        "reserves-1",
    ):
        folder = tmp_path / card
        folder.mkdir()
        with running(folder, ASKED, table="direct") as run:
            run.scheduler.run(run.now_us + SECOND_US)
            since_us = run.now_us
            do(run, f"put {card} pad red\nwait 1\npress ok red\nwait 1\nhold ok red\nwait 1\n")
            sounds.add((tuple(heard(run, since_us)), len(tones(run))))
    assert len(sounds) == 1
    assert next(iter(sounds))[0] == (Sound.TICK, Sound.TURN, Sound.TICK, Sound.REFUSED)
