"""Somebody has moved cards while the table was off: what lies there is compared with what is due, and each difference
is asked for until it is put right; none is taken for a gesture. Or both players break the game off and begin again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import SIDES, Zone
from signifer_core.procedure import Table
from signifer_core.rules import Verb
from signifer_firmware.game_api.game import is_of
from signifer_firmware.session.outlook import START
from signifer_firmware.simulation.table_run import ScriptRun

from tests.hil.statements import do
from tests.hil.tables import running

UNITS = """setup 2 red heavy-infantry-1 heavy-infantry-2
setup 3 red spear-1
setup 4 blue pike-1 pike-2
setup 5 blue cavalry-1
"""
# In the first step nothing may be lifted; in the second the active player may clear a column that they place in
# (FG-P3); in the third the defender's light infantry may retreat.
STILL, ACTIONS = f"begin draw\n{UNITS}", f"begin actions\n{UNITS}put cavalry-1 1 red\n"
RETREAT = """begin actions
setup 2 red heavy-infantry-1 heavy-infantry-2
setup 2 blue light-infantry-1 light-infantry-2
press column 2 red
press ok red
put commander-1 pad red
press ok red
"""
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
    run.power_off()
    for card, zone in moved.items():
        run.table.world.take(card)
        if zone is not None:
            run.table.world.put(card, zone)
    run.power_on()
    run.rest()


def table_of(run: ScriptRun) -> Table[State]:
    table = run.appliance.keeper.table
    assert is_of(table, State)
    return table


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
        assert "put spear 2 CP in 3" in run.appliance.words("red")
        assert "put pike 2 CP in 4" in run.appliance.words("blue")
        do(run, "take red/heavy-infantry-1", "put red/heavy-infantry-1 2 red", "put red/spear-1 3 red")
        do(run, "put blue/pike-1 4 blue")
        assert told(run) == set()
        assert run.appliance.keeper.table == before


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "step"), [(0, STILL), (0, ACTIONS), (1, ACTIONS), (2, ACTIONS)])
def test_whatever_was_moved_the_game_is_as_it_was_when_all_is_put_right(
    seed: int, step: str, tmp_path: Path
) -> None:
    """Any of the units laid anywhere, or away, and put right in any order: that counts for no gesture, and undo takes
    back what it would have taken back."""
    rng = random.Random(seed)
    with running(tmp_path, step) as run:
        before = table_of(run)
        places = [Zone(str(column), player) for column in (1, 2, 3, 4, 5) for player in SIDES]
        cards = rng.sample(sorted(LYING), rng.randrange(1, len(LYING)))
        moved: dict[str, Zone | None] = {card: rng.choice([None, rng.choice(places)]) for card in cards}
        off_and_on(run, moved)
        wrong = {card: zone for card, zone in moved.items() if zone != LYING[card]}
        assert told(run) == {
            *((Verb.PUT, card, LYING[card]) for card in wrong),
            *((Verb.TAKE, card, zone) for card, zone in wrong.items() if zone is not None),
        }
        assert run.appliance.keeper.outlook.refusals == ()
        for card in rng.sample(sorted(wrong), len(wrong)):
            if moved[card] is not None:
                do(run, f"take {card}")
            do(run, f"put {card} {LYING[card]}")
        assert told(run) == set()
        assert table_of(run) == before
        if step == ACTIONS:
            do(run, "hold dice")
            assert told(run) == {("take", "red/cavalry-1", Zone("1", "red"))}


def test_a_unit_that_is_gone_with_the_power_has_not_retreated(tmp_path: Path) -> None:
    with running(tmp_path, RETREAT) as run:
        before = table_of(run)
        assert before.state.step == "retreat"
        off_and_on(run, {"blue/light-infantry-1": None})
        assert told(run) == {("put", "blue/light-infantry-1", Zone("2", "blue"))}
        do(run, "put blue/light-infantry-1 2 blue")
        assert table_of(run) == before
        do(run, "take blue/light-infantry-1", "press ok blue")
        assert table_of(run).state.where("blue/light-infantry-1") is None, "lifted before everybody's eyes"


def test_both_units_of_a_column_gone_with_the_power_have_not_retreated_whatever_is_answered(
    tmp_path: Path,
) -> None:
    """They may lie squared up, so people are asked; an `ok` says that they do not lie there, and no more."""
    with running(tmp_path, RETREAT) as run:
        before = table_of(run)
        gone = ("blue/light-infantry-1", "blue/light-infantry-2")
        off_and_on(run, dict.fromkeys(gone))
        assert told(run) == set()
        assert {place for place, _ in run.appliance.keeper.sight.in_question} == {*gone}
        do(run, "press ok blue")
        assert told(run) == {(Verb.PUT, card, Zone("2", "blue")) for card in gone}
        assert table_of(run).state == before.state
        do(run, *(f"put {card} 2 blue" for card in gone))
        assert table_of(run) == before


def test_both_units_of_a_column_gone_with_the_power_are_laid_back_without_an_answer(tmp_path: Path) -> None:
    with running(tmp_path, RETREAT) as run:
        before = table_of(run)
        gone = ("blue/light-infantry-1", "blue/light-infantry-2")
        off_and_on(run, dict.fromkeys(gone))
        do(run, *(f"put {card} 2 blue" for card in gone))
        assert table_of(run) == before
        assert run.appliance.keeper.sight.in_question == ()


def test_what_is_missing_where_a_reader_failed_as_the_power_came_is_asked_back_once_it_works(
    tmp_path: Path,
) -> None:
    with running(tmp_path, ACTIONS) as run:
        before = table_of(run)
        do(run, "fault reader 3 red unplug")
        off_and_on(run, {"red/spear-1": None})
        assert told(run) == set(), "what lies there is unknown"
        do(run, "mend reader 3 red")
        assert told(run) == {("put", "red/spear-1", Zone("3", "red"))}
        do(run, "put red/spear-1 3 red")
        assert table_of(run) == before


def test_a_lift_under_way_as_the_plug_is_pulled_is_asked_back_and_counts_when_it_is_made_again(
    tmp_path: Path,
) -> None:
    """And so is a power cut while cards are asked back."""
    with running(tmp_path, ACTIONS) as run:
        before = table_of(run)
        run.table.world.take("red/spear-1")
        off_and_on(run, {})
        assert told(run) == {("put", "red/spear-1", Zone("3", "red"))}
        off_and_on(run, {})
        assert told(run) == {("put", "red/spear-1", Zone("3", "red"))}
        do(run, "put red/spear-1 3 red")
        assert told(run) == set()
        assert table_of(run) == before
        do(run, "take red/spear-1")
        assert told(run) == set(), "discarded (FG-P3)"
        assert table_of(run).state.where("red/spear-1") is None


def test_who_does_not_want_to_go_on_breaks_it_off_and_begins_again(tmp_path: Path) -> None:
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
