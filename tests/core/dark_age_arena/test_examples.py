"""The worked examples of the rulebook and of the rules page, with their dice."""

from __future__ import annotations

from typing import Any

import pytest
from signifer_core.games.dark_age_arena.combat import Combat
from signifer_core.games.dark_age_arena.rolls import suffered
from signifer_core.games.dark_age_arena.rules.effects import enlist_cost, standard_cost
from signifer_core.games.dark_age_arena.state import Spot, State
from signifer_core.layout import Side

from .states import PLAIN, after, codes, dice, fight, position

SUPPLY = {"spots": (Spot(supply="red/granary-1"), Spot(), Spot())}
# Who attacks, with what; who defends; the dice; face-down cards; what the defender has; points of A and D.
COMBATS: dict[str, tuple[Side, str, str, str, tuple[str, str], dict[str, Any], tuple[int, int]]] = {
    "armour-and-block": (
        *("blue", "duellist-1", "knight-1", "65 54 44 54 43 | 42 34 23 | 4"),
        *(("", ""), {}, (0, 1)),
    ),
    "support": (
        *("red", "militia-1, axeman-1", "duellist-1", "44 65 52 54 34 | 52 32 42 | 4 2"),
        *(("", ""), {}, (4, 0)),
    ),
    "unblockable": (
        *("blue", "duellist-1 venom-1", "knight-1", "65 43 42 | 5"),
        *(("", ""), {}, (3, 0)),
    ),
    "frenzy": (
        *("red", "berserk-1", "duellist-1", "54 54 56 64 | 65 43 33 | 3 5"),
        *(("", ""), {}, (1, 0)),
    ),
    "ranged": (
        *("blue", "bowman-1, bowman-2", "raider-1", "53 44 54 | 3 3"),
        *(("", ""), {"red": SUPPLY}, (4, -1)),
    ),
    "victory-card": (
        *("red", "axeman-1 great-axe-1 short-blade-1", "scout-1", "44 | 44 53 35 | 1"),
        *(("sack-1", ""), {}, (5, 0)),
    ),
}
CHOICES = {
    "support": "pair red/militia-1 blue/duellist-1",
    "ranged": "aim red/raider-1 blue/bowman-1",
}
BEFORE = {"ranged": (0, 1)}


@pytest.mark.parametrize("name", COMBATS)
def test_a_combat_of_the_page(name: str) -> None:
    by, attackers, defenders, rolls, down, has, points = COMBATS[name]
    state = fight(attackers, defenders, rolls, by=by, down=down, has=has, choices=CHOICES.get(name, ""))
    attacker, defender = (state.player(side) for side in (by, "blue" if by == "red" else "red"))
    before = BEFORE.get(name, (0, 0))
    assert (attacker.score - before[0], defender.score - before[1]) == points


def test_example_1_the_knight_has_one_wound_and_the_duellist_is_dead() -> None:
    by, attackers, defenders, rolls, *_ = COMBATS["armour-and-block"]
    state = fight(attackers, defenders, rolls, by=by)
    knight = state.standing("red/knight-1")
    assert knight is not None
    assert knight.wounds == 1
    assert state.standing("blue/duellist-1") is None
    assert state.player("blue").discards.named == {"blue/duellist-1"}


def test_example_2_a_supporter_hits_once_and_is_paired_when_the_other_dies() -> None:
    state = position("declare", "militia-1 1, axeman-1 1", "duellist-1 1")
    state = after(
        state, "declare red 1", "muster red red/militia-1+red/axeman-1", "target 1",
        "muster blue blue/duellist-1", "pair red/militia-1 blue/duellist-1", *dice("44 65"),
    )  # fmt: skip
    combat = state.combat
    assert combat is not None
    assert [throw.count for throw in combat.throws] == [1, 1]
    state = after(state, *dice("52 54 34"))
    assert state.combat is not None
    assert state.combat.round == "second"
    assert [each.pair for each in state.combat.confrontations] == [("red/axeman-1", "blue/duellist-1")]
    assert state.combat.killed[0].card == "red/militia-1"


def test_example_3_unblockable_hits_meet_no_rolls_and_there_is_no_second_round() -> None:
    state = fight("duellist-1 venom-1", "knight-1", "65 43 42 | 5", by="blue")
    assert state.player("blue").points == 3
    assert state.standing("blue/duellist-1") is not None
    assert state.player("red").spot(1).pillaged


def test_example_4_a_frenzied_fighter_kills_after_a_fatal_wound_and_dies_before_the_pillage() -> None:
    state = fight("berserk-1", "duellist-1", "54 54 56 64 | 65 43 33 | 3 5")
    assert state.characters == ()
    assert not state.player("blue").spot(1).pillaged


def test_example_5_the_supply_of_the_pillaged_place_goes() -> None:
    by, attackers, defenders, rolls, down, has, _ = COMBATS["ranged"]
    state = fight(attackers, defenders, rolls, by=by, down=down, has=has, choices=CHOICES["ranged"])
    assert state.player("red").discards.named == {"red/raider-1", "red/granary-1"}
    assert [each.card for each in state.characters] == ["blue/bowman-2"]


def test_example_6_the_victory_card_is_out_of_the_game() -> None:
    by, attackers, defenders, rolls, down, *_ = COMBATS["victory-card"]
    state = fight(attackers, defenders, rolls, by=by, down=down)
    assert state.player("red").out.named == {"red/sack-1"}


# The book's


@pytest.mark.parametrize(("place", "cost"), [(1, 2), (2, 0), (3, 3)])
def test_the_books_places_with_two_no_and_three_characters(place: int, cost: int) -> None:
    state = position(
        "draft", "militia-1 1, militia-2 1, axeman-1 3, axeman-2 3, axeman-3 3", hands=("knight-1", "")
    )
    assert enlist_cost(PLAIN, state, "red", place) == cost
    state = after(state, f"enlist red/knight-1 {place}")
    assert state.red.com == 6 - cost


def test_the_books_raider_shoots_one_hit_with_an_11_and_strikes_two_with_a_10() -> None:
    state = fight("raider-1", "militia-1", "65")
    assert state.standing("blue/militia-1") is None
    shot = fight("raider-1", "hunter-1", "65 21 | 64")
    combat = shot.combat
    assert combat is not None
    assert combat.throws[0].count == 2
    hunter = shot.standing("blue/hunter-1")
    assert hunter is not None
    assert hunter.wounds == 1


@pytest.mark.parametrize(("roll", "left"), [("64", 1), ("65", 1), ("66", 1), ("54", 2)])
def test_the_books_raider_cancels_one_of_two_hits_with_10_to_12_and_none_with_9(roll: str, left: int) -> None:
    """An axeman strikes twice; the raider that defends has missed with his arrow."""
    state = fight("axeman-1", "raider-1", f"21 | 64 {roll}")
    assert state.combat is not None
    assert suffered(state.combat.throws, "blue/raider-1").wounds == left


# The page's other examples


def drafted(die: int, **player: Any) -> State:
    """A knight on its way: recruitment 1, control 5."""
    state = position("draft", hands=("knight-1", ""), has={"red": {"markers": 5, **player}})
    return after(state, "enlist red/knight-1 1", *dice(str(die)))


def test_a_draft_with_recruitment_1_and_control_5() -> None:
    four = drafted(4)
    assert after(four, "pay red").red.com == 5
    assert after(four, "pay red").red.enlisted == "red/knight-1"
    three = drafted(3)
    assert codes(three, "pay red") == ["not-enough DA-10"]
    helped = after(three, "marker red roll", "pay red")
    assert (helped.red.com, helped.red.markers, helped.red.enlisted) == (5, 4, "red/knight-1")
    one = drafted(1)
    assert codes(one, "pay red") == ["wrong-phase DA-10"]
    assert one.red.under == ("red/knight-1",)


def test_an_attack_with_attack_1_and_a_defence_with_defence_2() -> None:
    state = position("declare", "militia-1 1, axeman-1 1, knight-1 2")
    state = after(state, "declare red 1", "muster red red/militia-1+red/axeman-1+red/knight-1")
    assert state.red.com == 0
    state = position(
        "defend",
        "",
        "scout-1 1, scout-2 2, hunter-1 3",
        active="blue",
        combat=Combat("red", 1, 1, attackers=("red/axeman-1",)),
    )
    costs = [standard_cost(PLAIN, state, f"blue/{card}", 1) for card in ("scout-1", "scout-2", "hunter-1")]
    assert costs == [1, 1, 2]
    assert sum(costs) == 4


def test_a_solitary_fighter_of_control_5_with_a_3_costs_2_com_or_1_and_2_log() -> None:
    state = after(position("declare", "knight-1 2"), "declare red solitary", "alone red/knight-1", *dice("3"))
    assert (state.red.com, state.step) == (4, "target")
    poor = position("declare", "knight-1 2", has={"red": {"com": 1}})
    poor = after(poor, "declare red solitary", "alone red/knight-1", *dice("3"))
    assert codes(poor, "pay red") == ["not-enough DA-23"]
    rich = after(poor, "exchange red", "pay red")
    assert (rich.red.com, rich.red.log, rich.step) == (0, 4, "target")


def test_bids_2_and_0_with_3_and_5_again_then_0_and_1_with_4_and_4() -> None:
    hands = ("militia-1 militia-2 militia-3", "scout-1 scout-2 scout-3")
    state = position("bid", hands=hands, initiative=None)
    state = after(state, "bid red 2", "bid blue 0", *dice("35"))
    assert (state.step, state.initiative, state.red.log, state.blue.log) == ("bid", None, 4, 6)
    state = after(state, "bid red 0", "bid blue 1", *dice("44"))
    assert (state.step, state.initiative, state.red.log, state.blue.log) == ("declare", "blue", 4, 5)
