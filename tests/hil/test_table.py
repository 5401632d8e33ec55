"""What no script can say: one card read by two antennas, what is on disk when a screen shows it, and skipped waits."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from signifer_core.layout import Zone
from signifer_drivers.virtual.tag import Tag
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.events import News
from signifer_firmware.simulation.table_run import ScriptRun

from tests.firmware.session.agreeing import choose
from tests.firmware.states import fog
from tests.hil.tables import START, codes, running


def test_a_card_overheard_by_a_neighbour_lies_where_it_lies(tmp_path: Path) -> None:
    news: list[News] = []
    with running(tmp_path, "put red/spear-1 3 red\n", news) as run:
        told = len(news)
        run.table.readers["4 red"].field.put(Tag(run.table.world.tag("red/spear-1").uid))
        run.rest()
        run.scheduler.run(run.now_us + 5_000_000)
        state = run.appliance.keeper.table
        assert state is not None
        assert fog(state.state).column(3).red == ("red/spear-1",)
        assert fog(state.state).column(4).red == ()
        assert codes(run) == set()
        assert news[told:] == []


def test_an_action_is_on_disk_before_anything_tells_of_it(tmp_path: Path) -> None:
    """A listener looks into the file at the moment it hears of an action: the action has to be there."""
    missing: list[str] = []

    def listen(news: News) -> None:
        if news.kind == "action":
            db = sqlite3.connect(tmp_path / "table.sqlite")
            rows = [
                body for (body,) in db.execute("SELECT body FROM journal WHERE kind IN ('action', 'gesture')")
            ]
            db.close()
            if f'"{news.what["text"]}"' not in rows:
                missing.append(str(news.what["text"]))

    script = parse_script(
        START + "put red/spear-1 3 red\nput red/commander-1 pad red\npress ok red\n", file="it"
    )
    run = ScriptRun(script, load_table("standard"), tmp_path, listen)
    try:
        run.begin()
        for statement in script.statements[4:]:
            run.run(statement)
    finally:
        run.close()
    assert missing == []


def test_what_the_journal_holds_is_the_state_itself(tmp_path: Path) -> None:
    text = (
        "put red/spear-1 3 red\nput red/cavalry-1 2 red\nput red/commander-1 pad red\nhold ok red\n"
        "take red/cavalry-1\nput red/archer-1 3 red\n"
    )
    with running(tmp_path, text) as run:
        before = run.appliance.keeper.table
        run._power_cut()
        after = run.appliance.keeper.table
        assert before == after
        run.rest()
        assert run.appliance.keeper.table == before


def test_every_screen_shows_exactly_what_was_drawn(tmp_path: Path) -> None:
    with running(tmp_path, "put red/spear-1 3 red\nput blue/pike-1 3 blue\npress ok blue\n") as run:
        for place, drawn in run.appliance.drawn.items():
            assert run.table.image(place).tobytes() == drawn.image.tobytes(), place
        assert len(run.appliance.drawn) == 12


def test_refusals_take_turns_on_their_players_screen(tmp_path: Path) -> None:
    with running(
        tmp_path, "put red/cavalry-1 3 red\nput red/cavalry-2 3 red\nput red/spear-1 3 red\n"
    ) as run:
        seen = set()
        for _ in range(4):
            seen.add(" ".join(run.appliance.drawn["red"].texts))
            run.scheduler.run(run.now_us + 3_000_000)
        assert len(seen) == 3, "two refusals, and the ordinary picture under them"
        assert any("holds 2" in text for text in seen)
        assert any("cannot share" in text for text in seen)
        assert any("due" in text.casefold() for text in seen)


def test_cards_are_where_the_world_says(tmp_path: Path) -> None:
    """What the table believes to lie in each zone is what lies there."""
    text = "put red/spear-1 3 red\nput blue/pike-1 2 blue\nput red/commander-1 pad red\nput tag/1 5 blue\n"
    with running(tmp_path, text) as run:
        world = run.table.world
        for reader in run.config.readers:
            for zone in reader.zones:
                uids = set(run.appliance.presence.lying(reader.zone))
                assert uids == {world.tag(card).uid for card in world.lying(zone)}, zone
        assert world.lying(Zone("5", "blue")) == ("tag/1",)


def test_a_zone_whose_reader_fails_is_a_question_mark_on_both_screens_of_its_column(tmp_path: Path) -> None:
    with running(tmp_path, "put red/spear-1 3 red\nput red/pike-1 4 red\nfault reader 3 red unplug\n") as run:
        for place in ("3 red", "3 blue"):
            assert "?" in run.appliance.words(place).split(), place
        assert "?" not in run.appliance.words("4 red").split()


def test_the_cost_of_a_placement_is_shown_to_who_pays(tmp_path: Path) -> None:
    with running(tmp_path, "put red/spear-1 3 red\n") as run:
        assert "cost" in run.appliance.words("3 red")
        assert "cost" not in run.appliance.words("3 blue")


def test_a_power_cut_takes_the_chips_memory_too(tmp_path: Path) -> None:
    with running(tmp_path, "put red/spear-1 3 red\n") as run:
        lit = run.table.image("3 red").tobytes()
        run.table.power_cut()
        assert run.table.image("3 red").tobytes() != lit
        run._power_cut()
        run.rest()
        assert run.table.image("3 red").tobytes() == lit


def test_one_screen_for_both_players_follows_the_active_one(tmp_path: Path) -> None:
    script = parse_script(START + "count red hand 5\nexpect due red 0\n", file="it")
    run = ScriptRun(script, load_table("starter"), tmp_path, lambda news: None)
    try:
        run.begin()
        red = run.appliance.words("red")
        assert "Place units" in red
        assert run.appliance.words("blue") == red
        assert "Place units" in " ".join(run.appliance.drawn["both"].texts)
    finally:
        run.close()


def test_a_roll_is_on_disk_and_a_resume_never_rolls_again(tmp_path: Path) -> None:
    with running(tmp_path, "press dice\nput red/spear-1 3 red\n") as run:
        roll = run.appliance.keeper.outlook.rolls
        assert roll is not None
        run._power_cut()
        run.rest()
        assert run.appliance.keeper.outlook.rolls == roll


def test_what_stands_against_a_card_on_a_pad_is_said_once_after_ok_as_well(tmp_path: Path) -> None:
    with running(tmp_path, "put tag/1 pad red\npress ok red\n") as run:
        refusals = run.appliance.keeper.outlook.refusals
        assert [(refusal.code, refusal.player) for refusal in refusals] == [("unknown-tag", "red")]


def test_buttons_are_held_for_as_long_as_is_set(tmp_path: Path) -> None:
    with running(tmp_path, "") as run:
        assert run.appliance.buttons.hold_us == 800_000
        choose(run.appliance.keeper, ("hold 1600",), run.now_us)
        run.rest()
        for _ in range(2):
            begun_us = run.now_us
            run.run(parse_script(f"{START}hold ok red\n", file="it").statements[-1])
        assert run.appliance.buttons.hold_us == 1_600_000
        assert run.now_us - begun_us > 1_600_000
        table = run.appliance.keeper.table
        assert table is not None
        assert table.state.step == "draw", "the virtual finger holds on for long enough"
