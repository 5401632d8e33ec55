"""Somebody has moved cards while the table was off: what lies there is compared with what is due, and each difference
is asked for until it is put right; or both players break the game off and begin anew."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from signifer_core.layout import PLAYERS, Zone
from signifer_firmware.desk import UNSEEN
from signifer_firmware.news import START
from signifer_firmware.script_runner import ScriptRun

from tests.hil.test_asides import do
from tests.hil.test_table import running

UNITS = """setup 2 red heavy-infantry-1 heavy-infantry-2
setup 3 red spear-1
setup 4 blue pike-1 pike-2
setup 5 blue cavalry-1
"""
# In the one step nothing may be lifted, in the other the active player may clear a column that he places in.
STILL, ACTIONS = f"begin draw\n{UNITS}", f"begin actions\n{UNITS}put cavalry-1 1 red\n"
LYING = {
    "red/heavy-infantry-1": Zone("2", "red"),
    "red/heavy-infantry-2": Zone("2", "red"),
    "red/spear-1": Zone("3", "red"),
    "blue/pike-1": Zone("4", "blue"),
    "blue/pike-2": Zone("4", "blue"),
    "blue/cavalry-1": Zone("5", "blue"),
}


def off_and_on(run: ScriptRun, moved: dict[str, Zone | None]) -> None:
    """The plug is pulled, cards are moved or taken away, and it is put back."""
    run.scheduler.clear()
    run.appliance.close()
    run.table.power_cut()
    for card, zone in moved.items():
        run.table.world.take(card)
        if zone is not None:
            run.table.world.put(card, zone)
    run.appliance = run._built()
    run.appliance.power_on()
    run.rest()


def told(run: ScriptRun) -> set[tuple[str, str, Zone]]:
    return {(fix.verb, fix.card, fix.zone) for fix in run.appliance.keeper.outlook.corrections}


def test_each_difference_is_asked_for_on_the_screens(tmp_path: Path) -> None:
    with running(tmp_path, STILL) as run:
        before = run.appliance.keeper.table
        assert before is not None
        off_and_on(run, {"red/spear-1": None, "red/heavy-infantry-1": Zone("5", "red"), "blue/pike-1": None})
        assert told(run) == {
            ("put", "red/spear-1", Zone("3", "red")),
            ("put", "red/heavy-infantry-1", Zone("2", "red")),
            ("take", "red/heavy-infantry-1", Zone("5", "red")),
            ("put", "blue/pike-1", Zone("4", "blue")),
        }
        assert "put spear 1 in 3" in run.appliance.words("red")
        assert "put pike 1 in 4" in run.appliance.words("blue")
        do(run, "take red/heavy-infantry-1", "put red/heavy-infantry-1 2 red", "put red/spear-1 3 red")
        do(run, "put blue/pike-1 4 blue")
        assert told(run) == set()
        assert run.appliance.keeper.table == before


@pytest.mark.parametrize("step", [STILL, ACTIONS])
@pytest.mark.parametrize("seed", range(3))
def test_whatever_was_moved_the_game_is_as_it_was_when_all_is_put_right(
    seed: int, step: str, tmp_path: Path
) -> None:
    """Any of the units laid anywhere, or away, and put right in any order. What the active player might have meant is
    taken for it, and taken back."""
    rng = random.Random(seed)
    with running(tmp_path, step) as run:
        before = run.appliance.keeper.table
        assert before is not None
        places = [Zone(str(column), player) for column in (1, 2, 3, 4, 5) for player in PLAYERS]
        cards = rng.sample(sorted(LYING), rng.randrange(1, len(LYING)))
        moved: dict[str, Zone | None] = {card: rng.choice([None, rng.choice(places)]) for card in cards}
        off_and_on(run, moved)
        wrong = {card for card, zone in moved.items() if zone != LYING[card]}
        outlook = run.appliance.keeper.outlook
        silent = any(prompt.key == UNSEEN for prompt in outlook.prompts)
        assert not wrong or told(run) or outlook.refusals or silent, "something is said"
        if step == STILL:
            assert {card for _, card, _ in told(run)} == wrong or silent
        for card in rng.sample(sorted(wrong), len(wrong)):
            if moved[card] is not None:
                do(run, f"take {card}")
            do(run, f"put {card} {LYING[card]}")
        assert told(run) == set()
        assert run.appliance.keeper.outlook.refusals == ()
        after = run.appliance.keeper.table
        assert after is not None
        assert after.state == before.state


def test_who_does_not_want_to_go_on_breaks_it_off_and_begins_anew(tmp_path: Path) -> None:
    with running(tmp_path, ACTIONS) as run:
        off_and_on(run, dict.fromkeys(LYING))
        assert told(run)
        do(run, "hold ok red + ok blue")
        menu = run.appliance.keeper.outlook.agreement
        for _ in range(20):
            menu = run.appliance.keeper.outlook.agreement
            assert menu is not None
            if menu.entry.key == "abort":
                break
            do(run, "press column 1 red")
        do(run, "press column 5 red", "press ok red", "press ok blue")
        assert run.appliance.keeper.outlook.phase == START
        assert told(run) == set()
        do(run, "press ok red", "press ok blue")
        assert run.appliance.keeper.table is not None
        assert run.appliance.keeper.table.state.step == "army"
        assert told(run) == {("take", "red/cavalry-1", Zone("1", "red"))}
