"""The rulings about weapons, skills, supply and instants (DA-14 to DA-16), one by one."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.state import Spot, Task

from .states import DECK, RULES, after, codes, deck_with, position

# DA-14: weapons and skills


def test_da_14_for_its_cost_to_a_character_with_room_for_that_sort() -> None:
    state = position("prepare", "axeman-1 1 mail-2", hands=("great-axe-1 short-blade-1 drill-1", ""))
    assert codes(state, "attach red/drill-1 red/axeman-1") == ["no-room DA-14"]
    state = after(state, "attach red/great-axe-1 red/axeman-1")
    assert (state.red.com, state.red.log) == (5, 4)
    bearer = state.standing("red/axeman-1")
    assert bearer is not None
    assert bearer.gear == ("red/mail-2", "red/great-axe-1")
    assert codes(state, "attach red/short-blade-1 red/axeman-1") == ["no-room DA-14"]
    assert codes(position("draft", "axeman-1 1", hands=("mail-1", "")), "attach red/mail-1 red/axeman-1") == [
        "wrong-phase DA-14"
    ]


def test_da_14_never_two_of_one_kind_or_family_on_one() -> None:
    state = position("prepare", "axeman-1 1 mail-1, knight-1 1", hands=("mail-2", ""))
    assert codes(state, "attach red/mail-2 red/axeman-1") == ["same-equipment DA-14"]
    assert codes(state, "attach red/mail-2 red/knight-1") == []
    rules = deck_with(
        'light = { sort = "weapon", name = "Light", count = 1, family = "bow" }\n'
        'heavy = { sort = "weapon", name = "Heavy", count = 1, family = "bow" }\n'
    )
    state = position("prepare", "axeman-1 1 light-1", hands=("heavy-1", ""), rules=rules)
    assert codes(state, "attach red/heavy-1 red/axeman-1", rules) == ["same-equipment DA-14"]


def test_da_14_only_from_the_hand_to_ones_own_characters_in_play() -> None:
    state = position(
        "prepare", "axeman-1 1 mail-1, knight-1 1", "hunter-1 1", hands=("mail-2 great-axe-1 militia-1", "")
    )
    assert codes(state, "attach red/mail-1 red/knight-1") == ["card-elsewhere DA-14"]
    assert codes(state, "attach red/mail-2 blue/hunter-1") == ["wrong-side DA-14"]
    assert codes(state, "attach red/mail-2 red/militia-1") == ["no-target DA-14"]
    assert codes(state, "attach red/mail-2 red/great-axe-1") == ["not-a-character DA-14"]
    assert codes(state, "attach red/militia-1 red/knight-1") == ["wrong-phase DA-14"]


def test_da_14_is_discarded_with_its_bearer() -> None:
    state = position("prepare", "axeman-1 1 mail-1").without("red/axeman-1")
    assert state.red.discards.named == {"red/axeman-1", "red/mail-1"}


# DA-15: supply


def test_da_15_one_on_a_place_that_is_not_pillaged_is_a_point() -> None:
    spots = (Spot(pillaged=True), Spot(supply="red/granary-2"), Spot())
    state = position("prepare", hands=("granary-1 mail-1", ""), has={"red": {"spots": spots}})
    assert codes(state, "lay red/granary-1 1") == ["pillaged DA-15"]
    assert codes(state, "lay red/granary-1 2") == ["supply-there DA-15"]
    assert codes(state, "lay red/mail-1 3") == ["wrong-phase DA-15"]
    assert state.red.score == 1
    state = after(state, "lay red/granary-1 3")
    assert (state.red.score, state.red.points, state.red.log) == (2, 0, 4)
    poor = position("prepare", hands=("granary-1", ""), has={"red": {"log": 1}})
    assert codes(poor, "lay red/granary-1 3") == ["not-enough DA-15"]


@pytest.mark.parametrize(("change", "log"), [("-1", 1), ("+2", 4)])
def test_da_15_a_line_makes_it_cheaper_or_dearer_of_what_is_printed(change: str, log: int) -> None:
    """A granary costs 2 LOG; no COM is printed on it."""
    leader = '{ name = "A", recruitment = 1, attack = 1, defence = 1, min_hand = 5, '
    rules = deck_with(leader=leader + f'effects = ["cost supply {change}"] }}')
    state = position("prepare", hands=("granary-1", ""), rules=rules)
    paid = after(state, "lay red/granary-1 3", rules=rules).red
    assert (6 - paid.log, paid.com) == (log, 6)


# DA-16: instants


def test_da_16_an_instant_is_played_when_its_card_says_and_then_discarded() -> None:
    state = position("prepare", hands=("rally-1 war-chest-1", ""), has={"red": {"com": 2}})
    assert codes(state, "play red/rally-1 none") == ["wrong-phase DA-16"]
    state = after(state, "play red/war-chest-1 none")
    assert (state.red.com, state.red.discards.named) == (4, frozenset({"red/war-chest-1"}))
    fight = position("declare", "knight-1 1", hands=("rally-1", "smoke-1"))
    fight = after(fight, "play red/rally-1 none", "play blue/smoke-1 none")
    assert (fight.red.log, fight.blue.log, len(fight.lasting)) == (5, 5, 2)


def test_da_6_who_may_not_exchange_yet_reads_why() -> None:
    state = position("prepare", "knight-1 1", "scout-1 1")
    for why, then in (("draw", replace(state, owed=("red",))), ("wait", replace(state, step="over"))):
        found = [each for each in RULES.refusals(then, act.Exchange("red")) if each.code == "wrong-phase"]
        assert [each.figure("wanted") for each in found] == [why]


def test_da_16_a_card_that_is_owed_and_a_task_come_first() -> None:
    state = position("prepare", hands=("war-chest-1", ""))
    (effect,) = DECK.printed("red/war-chest-1").effects
    for first in ({"owed": ("blue",)}, {"tasks": (Task("blue", "2 blue", 0, effect),)}):
        assert codes(replace(state, **first), "play red/war-chest-1 none") == ["wrong-phase DA-16"]
    done = replace(state, tasks=(Task("blue", "2 blue", 0, effect, passed=True),))
    assert codes(done, "play red/war-chest-1 none") == []


def test_da_16_a_step_that_it_names_and_a_target_on_the_side_that_it_names() -> None:
    rules = deck_with(
        'curse = { sort = "instant", name = "Curse", count = 1, at = ["supply", "stock"], '
        'target = "enemy", effects = ["chosen: wound 1"] }\n'
    )
    state = position("supply", "knight-1 1", "scout-1 1, hunter-1 2", hands=("curse-1", ""), rules=rules)
    assert codes(state, "play red/curse-1 none", rules) == ["no-target DA-16"]
    assert codes(state, "play red/curse-1 red/knight-1", rules) == ["wrong-side DA-16"]
    assert codes(state, "play red/curse-1 blue/bowman-1", rules) == ["no-target DA-16"]
    assert codes(replace(state, step="prepare"), "play red/curse-1 blue/scout-1", rules) == [
        "wrong-phase DA-16"
    ]
    hurt = after(state, "play red/curse-1 blue/hunter-1", rules=rules).standing("blue/hunter-1")
    assert hurt is not None
    assert hurt.wounds == 1
    # Outside a combat a fatal wound kills at once.
    assert after(state, "play red/curse-1 blue/scout-1", rules=rules).standing("blue/scout-1") is None
    plain = position("prepare", "knight-1 1", hands=("war-chest-1 mail-1", ""))
    assert codes(plain, "play red/war-chest-1 red/knight-1") == ["no-target DA-16"]
    assert codes(plain, "play red/mail-1 none") == ["wrong-phase DA-16"]
