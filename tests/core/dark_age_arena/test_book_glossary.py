"""Every entry of the book's glossary, its answers, and the ideas of its first pages, by name."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.rules.effects import modifiers, values
from signifer_core.games.dark_age_arena.state import Spot

from .book import HANDS, declared, defended_by_a_knight, paired, struck_back
from .states import PLAIN, after, codes, combat_of, deck_with, dice, due, position

# Answers


@pytest.mark.parametrize(("place", "com"), [(1, 4), (2, 6), (3, 3)])
def test_answer_what_a_draft_costs(place: int, com: int) -> None:
    red = "militia-2 1, militia-3 1, axeman-1 3, axeman-2 3, axeman-3 3"
    assert after(position("draft", red, hands=HANDS), f"enlist red/militia-1 {place}").red.com == com


def test_answer_who_has_no_card_cannot_bid() -> None:
    state = position("bid", "knight-1 1", hands=("", HANDS[1]))
    assert codes(state, "bid red 1") == ["bid-too-high DA-18"]


def test_answer_fighters_of_the_second_round() -> None:
    """Who still has a direct opponent keeps it; those who have none confront others first who were in no support."""
    state = position("declare", "knight-1 1, axeman-1 1, militia-1 1", "duellist-1 1, duellist-2 1")
    state = after(
        state, "declare red 1", "muster red red/knight-1+red/axeman-1+red/militia-1", "target 1",
        "muster blue blue/duellist-1+blue/duellist-2", "pair red/knight-1 blue/duellist-1",
        "pair red/axeman-1 blue/duellist-2", "assist red/militia-1 2",
    )  # fmt: skip
    # The knight kills the first; the others miss.
    state = after(state, *dice("66 11 11 11 11 11"))
    assert [each.pair for each in combat_of(state).confrontations] == [("red/axeman-1", "blue/duellist-2")]
    assert combat_of(state).confrontations[0].supporters == ("red/militia-1", "red/knight-1")


# The glossary


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_glossary_escalation(turn: int) -> None:
    assert after(position("prepare", hands=HANDS, turn=turn), "done red", "done blue").step == "supply"


def test_glossary_generic_and_unique_characters() -> None:
    state = position("draft", "militia-3 1", "mara-vane-1 1", hands=("militia-1 mara-vane-1", ""))
    assert codes(state, "enlist red/militia-1 1") == []
    assert codes(state, "enlist red/mara-vane-1 1") == ["in-play DA-13"]


def test_glossary_logistics_die() -> None:
    state = after(position("prepare", hands=("granary-1", "")), "lay red/granary-1 1")
    assert state.red.log == 4
    poor = position("prepare", hands=("granary-1", ""), has={"red": {"log": 1}})
    assert codes(poor, "lay red/granary-1 1") == ["not-enough DA-15"]


def test_glossary_command_die() -> None:
    state = position("draft", "axeman-1 1, axeman-2 1", hands=HANDS)
    assert after(state, "enlist red/militia-1 1").red.com == 4
    poor = replace(state, red=replace(state.red, com=1, log=1))
    assert codes(poor, "enlist red/militia-1 1") == ["not-enough DA-9"]


def test_glossary_white_dice() -> None:
    assert due(after(position("draft", hands=HANDS), "enlist red/militia-1 1")).dice == 1
    assert due(paired()).dice == 2
    assert combat_of(after(paired(), *dice("43"))).throws[0].total == 7


@pytest.mark.parametrize(("die", "points"), [("1", 1), ("4", 1), ("5", 0), ("6", 0)])
def test_glossary_control_roll(die: str, points: int) -> None:
    assert after(struck_back(), *dice("11 11"), *dice(die)).blue.points == points


@pytest.mark.parametrize(("die", "com"), [("3", 0), ("4", 3)])
def test_glossary_task_roll(die: str, com: int) -> None:
    rules = deck_with(
        'omen = { sort = "instant", name = "O", count = 1, at = "any", effects = ["task 4: com +3"] }\n'
    )
    state = position("prepare", hands=("omen-1", ""), has={"red": {"com": 0}}, rules=rules)
    state = after(state, "play red/omen-1 none", rules=rules)
    assert after(state, *dice(die), rules=rules).red.com == com


def test_glossary_markers() -> None:
    state = position("prepare", has={"red": {"com": 2, "log": 2}})
    used = after(state, "marker red com")
    assert (used.red.com, used.red.markers) == (3, 4)
    assert codes(used, "marker red log") == ["no-marker DA-7"]


@pytest.mark.parametrize("card", ["mail", "drill"])
def test_glossary_weapon_and_skill(card: str) -> None:
    """Room for so many, and no two alike."""
    state = position("prepare", f"knight-1 1 {card}-2, militia-1 1", hands=(f"{card}-1", ""))
    assert "same-equipment DA-14" in codes(state, f"attach red/{card}-1 red/knight-1")
    room = codes(state, f"attach red/{card}-1 red/militia-1")
    assert room == ([] if card == "mail" else ["no-room DA-14"])


def test_glossary_supply() -> None:
    spots = (Spot(supply="blue/granary-1"), Spot(), Spot())
    state = position("declare", "knight-1 1", has={"blue": {"spots": spots}})
    assert state.blue.score == 1
    state = after(state, "declare red 1", "muster red red/knight-1", "target 1")
    assert (state.blue.score, state.blue.discards.named) == (0, frozenset({"blue/granary-1"}))


def test_glossary_instant() -> None:
    state = position("prepare", hands=HANDS)
    assert codes(state, "play red/rally-1 none") == ["wrong-phase DA-16"]
    assert codes(declared(), "play red/rally-1 none") == []


def test_glossary_victory() -> None:
    """A is for the attacker, D for the defender."""
    state = position("declare", "knight-1 1", hands=("stand-1", ""))
    state = after(state, "declare red 1", "muster red red/knight-1", "bluff red red/stand-1", "target 3")
    assert (state.red.points, state.red.discards.named) == (3, frozenset({"red/stand-1"}))


def test_glossary_armour() -> None:
    """First the roll for armour, then the block."""
    state = after(defended_by_a_knight(), *dice("66"))
    assert due(state).purpose == "armour"
    assert due(after(state, *dice("11"))).purpose == "block"


def test_glossary_unblockable_hit() -> None:
    state = position("declare", "knight-1 1", "duellist-1 1 venom-1", active="blue")
    state = after(
        state, "declare blue 1", "muster blue blue/duellist-1", "target 1", "muster red red/knight-1"
    )
    assert due(after(state, *dice("66"))).purpose == "strike"


def test_glossary_frenzy() -> None:
    state = position("declare", "berserk-1 1", "duellist-1 1")
    state = after(
        state, "declare red 1", "muster red red/berserk-1", "target 1", "muster blue blue/duellist-1"
    )
    state = after(state, *dice("11 66 11"))
    assert (combat_of(state).round, due(state).card) == ("second", "red/berserk-1")
    assert after(state, *dice("11 11")).standing("red/berserk-1") is None


def test_glossary_com_and_log_at_most_six() -> None:
    state = position("prepare", hands=("war-chest-1", ""))
    assert after(state, "play red/war-chest-1 none").red.com == 6
    assert codes(state, "marker red log") == ["at-limit DA-7"]


def test_glossary_log_for_com() -> None:
    state = after(position("supply", has={"red": {"com": 1}}), "exchange red", "exchange red", "exchange red")
    assert (state.red.com, state.red.log) == (4, 0)


def test_glossary_characteristics_of_combat_and_what_is_added() -> None:
    state = position("aim", "raider-1 1 short-blade-1 drill-1", "bowman-1 1 longbow-1", combat=Combat("red"))
    assert values(PLAIN, state, "red/raider-1", "()") == (9,)
    assert values(PLAIN, state, "red/raider-1", "[]") == (8, 9, 10, 12)
    assert values(PLAIN, state, "red/raider-1", "<>") == (10,)
    assert values(PLAIN, state, "blue/bowman-1", "()") == (8, 9)
    assert modifiers(PLAIN, state, "red/raider-1", "<>") == (("red/drill-1", 1),)


# Ways to fight, and classes: the first pages of the book


def test_concept_characters_are_assigned_to_places() -> None:
    state = after(position("draft", hands=HANDS), "enlist red/militia-1 3", *dice("6"))
    assert state.at("red", 3)[0].card == "red/militia-1"


def test_concept_com_for_a_draft_roll_is_spent_after_it() -> None:
    state = after(position("draft", hands=("axeman-1", "")), "enlist red/axeman-1 1")
    assert codes(state, "pay red") == ["wrong-phase DA-10"]
    assert codes(after(state, *dice("3")), "pay red") == []


def test_concept_an_initiative_of_bid_and_die() -> None:
    state = after(position("bid", "knight-1 1", hands=HANDS), "bid red 2", "bid blue 0")
    assert after(state, *dice("34")).initiative == "red"
    assert after(state, *dice("24")).step == "bid"
