"""The rulings about the end of a combat (DA-38 to DA-41), one by one."""

from __future__ import annotations

from typing import Any

import pytest
from signifer_core.games.dark_age_arena.combat import Shown
from signifer_core.games.dark_age_arena.state import Spot, State

from .states import (
    PLAIN_RULES,
    RULES,
    after,
    codes,
    combat_of,
    deck_with,
    dice,
    fight,
    position,
)

NO_ONE = "muster blue none"


# DA-38 to DA-41: the end of a combat


def test_da_38_three_points_for_the_first_pillage_of_a_place_one_later() -> None:
    spots = (Spot(pillaged=True), Spot(supply="blue/granary-1"), Spot())
    state = position("declare", "knight-1 1", has={"blue": {"spots": spots}})
    state = after(state, "declare red 1", "muster red red/knight-1")
    assert after(state, "target 1").red.points == 1
    second = after(state, "target 2")
    assert (second.red.points, second.blue.spot(2)) == (3, Spot(pillaged=True))
    assert second.blue.discards.named == {"blue/granary-1"}


def test_da_38_not_with_a_defender_alive_nor_without_an_attacker() -> None:
    held = fight("knight-1", "duellist-1", "11 11 11 11")
    assert (held.red.points, combat_of(held).pillaged) == (0, False)
    both = fight("militia-1", "scout-1", "11 66 11 66 11 | 1 1")
    assert both.characters == ()
    assert (both.red.points, both.blue.points) == (1, 1)


def shown(red: str, blue: str, **more: Any) -> State:
    """Red's knight pillages blue's place, with these cards face down."""
    state = position("declare", "knight-1 1", "scout-1 2", hands=(red, blue), **more)
    state = after(state, "declare red 1", "muster red red/knight-1")
    state = after(state, f"bluff red {f'red/{red}' if red else 'none'}") if red else state
    state = after(state, "target 1")
    state = after(state, "done blue") if blue else state
    state = after(state, NO_ONE)
    return after(state, f"bluff blue blue/{blue}") if blue else state


def test_da_39_a_victory_card_whose_side_and_conditions_hold_scores_and_is_out() -> None:
    state = shown("sack-1", "stand-1")
    assert (state.red.points, state.red.out.named) == (4, frozenset({"red/sack-1"}))
    # The place was not held; the card is discarded.
    assert (state.blue.points, state.blue.discards.named) == (0, frozenset({"blue/stand-1"}))
    other_side = shown("stand-1", "sack-1")
    assert (other_side.red.points, other_side.blue.points) == (3, 0)
    bluff = shown("mail-1", "")
    assert (bluff.red.points, bluff.red.discards.named) == (3, frozenset({"red/mail-1"}))


def test_da_39_a_place_that_was_held() -> None:
    state = fight("militia-1", "duellist-1", "11 66 11 | 5", down=("", "stand-1"))
    assert state.blue.points == 1


@pytest.mark.parametrize(("number", "points"), [(1, 3), (2, 5)])
def test_da_39_killed_counts_the_enemies_who_died(number: int, points: int) -> None:
    enemies = ", ".join(f"scout-{each}" for each in range(1, number + 1))
    state = position(
        "declare",
        "raider-1 1, raider-2 1",
        ", ".join(f"{each} 1" for each in enemies.split(", ")),
        hands=("slaughter-1", ""),
    )
    state = after(
        state, "declare red 1", "muster red red/raider-1+red/raider-2", "bluff red red/slaughter-1", "target 1",
        f"muster blue {'+'.join(f'blue/{each}' for each in enemies.split(', '))}",
    )  # fmt: skip
    targets = ["blue/scout-1", f"blue/scout-{number}"]
    if number == 2:
        state = after(state, f"aim red/raider-1 {targets[0]}", f"aim red/raider-2 {targets[1]}")
    state = after(state, *dice("66 66"))
    while state.step == "aim":
        state = after(state, PLAIN_RULES.legal_actions(state)[-1])
    while state.step in ("shoot", "aim"):
        state = after(state, dice("11")[0] if state.step == "shoot" else PLAIN_RULES.legal_actions(state)[-1])
    assert state.step == "spoils"
    assert state.red.points == points


@pytest.mark.parametrize(("answers", "points"), [(("yes", "yes"), 6), (("no",), 3), (("yes", "no"), 3)])
def test_da_39_what_the_table_cannot_know_both_are_asked(answers: tuple[str, ...], points: int) -> None:
    rules = deck_with(
        'tale = { sort = "victory", name = "Tale", count = 1, as = "AD", points = 3, when = ["ask", "unhurt"] }\n'
    )
    state = position("declare", "knight-1 1", hands=("tale-1", ""), rules=rules)
    state = after(
        state, "declare red 1", "muster red red/knight-1", "bluff red red/tale-1", "target 1", rules=rules
    )
    assert (state.step, combat_of(state).asked) == ("spoils", "red/tale-1")
    assert rules.actors(state) == {"red", "blue"}
    for side, answer in zip(("blue", "red"), answers, strict=False):
        state = after(state, f"judge {side} {answer}", rules=rules)
        if combat_of(state).asked:
            assert codes(state, f"judge {side} yes", rules) == ["wrong-phase DA-39"]
    assert (state.step, state.red.points) == ("home", points)


def test_da_39_unhurt_is_a_combat_in_which_none_was_lost() -> None:
    rules = deck_with(
        'tale = { sort = "victory", name = "Tale", count = 1, as = "D", points = 3, when = ["unhurt"] }\n'
    )
    lost = fight("hunter-1", "militia-1", "66 | 5", by="blue", down=("", "tale-1"), rules=rules)
    assert lost.red.points == 0
    unhurt = fight("duellist-1", "knight-1", "11 11 11 11", by="blue", down=("", "tale-1"), rules=rules)
    assert unhurt.red.points == 3


def test_da_39_a_victory_card_does_what_its_lines_say() -> None:
    rules = deck_with(
        'tale = { sort = "victory", name = "Tale", count = 1, as = "A", points = 1, when = ["pillaged"], '
        'effects = ["draw 2", "task 5: points 2"] }\n'
    )
    state = position("declare", "knight-1 1", hands=("tale-1", ""), rules=rules)
    state = after(
        state, "declare red 1", "muster red red/knight-1", "bluff red red/tale-1", "target 1", rules=rules
    )
    assert (state.red.points, state.red.hand.number) == (4, 2)
    assert state.latest_combat is not None
    assert state.latest_combat.shown == (Shown("red/tale-1", 1, scored=True),)
    due = rules.due(state)
    assert due is not None
    assert (due.purpose, due.card, due.reach) == ("task", "red/tale-1", (5,))
    assert after(state, *dice("5"), rules=rules).red.points == 6
    assert after(state, *dice("4"), rules=rules).red.points == 4


BOON = (
    'boon = { sort = "victory", name = "Boon", count = 1, as = "A", points = 0, when = ["pillaged"], '
    'effects = ["draw 2"] }\n'
)


def test_da_39_a_card_without_points_scores_by_what_it_does() -> None:
    rules = deck_with(BOON)
    for defenders, rolls, scored in (("", "", True), ("duellist-1", "11 11 11 11", False)):
        state = fight("axeman-1", defenders, rolls, down=("boon-1", ""), rules=rules)
        combat = state.latest_combat
        assert combat is not None
        assert combat.shown == (Shown("red/boon-1", 0, scored=scored),)
        assert ("red/boon-1" in state.red.out.named) == scored


@pytest.mark.parametrize(("die", "point"), [("1", 1), ("2", 0), ("6", 0)])
def test_da_40_a_die_below_the_control_of_an_enemy_killed_is_a_point(die: str, point: int) -> None:
    state = fight("raider-1", "scout-1", f"66 11 | {die}")
    assert state.red.points == 3 + point


def test_da_40_a_rolls_first() -> None:
    state = fight("militia-1", "scout-1", "11 66 11 66 11")
    owners = []
    for roll in dice("1 1"):
        due = RULES.due(state)
        assert due is not None
        owners.append((due.player, due.purpose, due.card, due.below))
        state = after(state, roll)
    assert owners == [("red", "control", "blue/scout-1", 2), ("blue", "control", "red/militia-1", 2)]


def test_da_41_survivors_go_to_any_places_of_their_owner() -> None:
    state = fight("knight-1", "duellist-1", "11 11 11 11")
    assert (state.step, state.active) == ("home", "red")
    assert codes(state, "assign blue/duellist-1 1") == ["not-your-turn DA-41"]
    state = after(state, "assign red/knight-1 3")
    assert state.active == "blue"
    assert codes(state, "assign red/knight-1 2") == ["not-your-turn DA-41"]
    state = after(state, "assign blue/duellist-1 1")
    assert [(each.card, each.place) for each in state.characters] == [
        ("red/knight-1", 3),
        ("blue/duellist-1", 1),
    ]
    assert state.step == "declare"


def test_da_41_one_sent_from_the_hand_stays_in_play() -> None:
    state = position("declare", hands=("knight-1", ""))
    state = after(state, "declare red solitary", "alone red/knight-1", *dice("6"), "target 2")
    state = after(state, "assign red/knight-1 2")
    assert state.at("red", 2)[0].card == "red/knight-1"
