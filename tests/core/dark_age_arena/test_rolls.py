"""Rolls that have fallen, and the last combat, as people may still ask about them."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.combat import Combat, Killed, Shown
from signifer_core.games.dark_age_arena.rolls import Fallen, Suffered, suffered
from signifer_core.games.dark_age_arena.state import Spot, State

from .states import PLAIN_RULES, RULES, after, deck_with, dice, fight, position

WATCHFIRE = {"spots": (Spot(artifact="blue/watchfire-1"), Spot(), Spot())}
COSTLY = deck_with(leader='{ name = "X", recruitment = 1, attack = 1, defence = 3, min_hand = 5, '
                   'effects = ["attacking: cost solitary +2"] }')  # fmt: skip


def last(state: State) -> Fallen:
    return state.rolls[-1]


def drafting(dice_of: str, **more: object) -> State:
    state = position("draft", hands=("axeman-1", "scout-1"), **more)  # type: ignore[arg-type]
    return after(state, "enlist red/axeman-1 1", *dice(dice_of))


def test_a_draft_roll_stands_with_what_was_added_after_it() -> None:
    missed = drafting("2")
    assert (last(missed).dice, last(missed).due.reach, last(missed).count) == ((2,), (4,), 0)
    marked = after(missed, "marker red roll")
    assert (last(marked).total, last(marked).count) == (3, 0)
    paid = after(marked, "pay red")
    assert last(paid).due.modifiers == (("marker", 1), ("com", 1))
    assert (last(paid).total, last(paid).count) == (4, 1)


@pytest.mark.parametrize(("die", "count"), [("1", 0), ("3", 0), ("4", 1)])
def test_a_draft_roll_tells_whether_it_was_enough(die: str, count: int) -> None:
    assert last(drafting(die)).count == count


def test_a_natural_1_is_not_enough_for_anybody() -> None:
    rules = deck_with("\n".join(['[kind.page]', 'sort = "character"', 'name = "Page"', 'count = 1', 'control = 1',
                                 'weapons = 0', 'skills = 0', 'life = 1', 'hit = [8]']))  # fmt: skip
    state = position("draft", hands=("page-1", ""), rules=rules)
    state = after(state, "enlist red/page-1 1", *dice("1"), rules=rules)
    assert last(state).count == 0
    assert last(after(state, "marker red roll", rules=rules)).count == 1


def test_what_is_added_goes_to_the_players_own_roll() -> None:
    state = after(drafting("3"), "enlist blue/scout-1 1", *dice("1"), "marker red roll")
    assert [each.due.modifiers for each in state.rolls] == [(("marker", 1),), ()]


def test_initiative_stands_with_both_bids_and_who_has_it() -> None:
    state = position(
        "bid", "axeman-1 1", "scout-1 1", hands=("mail-1", "venom-1 sack-1"), has={"blue": WATCHFIRE}
    )
    tied = after(state, "bid red 1", "bid blue 1", *dice("43"))
    assert (last(tied).total, last(tied).other_total, last(tied).count) == (5, 5, 0)
    assert last(tied).due.others == (("bid", 1), ("blue/watchfire-1", 1))
    won = after(tied, "bid red 1", "bid blue 0", *dice("34"))
    assert [each.count for each in won.rolls] == [0, -1]
    assert last(after(tied, "bid red 1", "bid blue 0", *dice("43"))).count == 1


def test_a_solitary_fighters_roll_tells_what_it_costs() -> None:
    state = after(position("declare", "knight-1 1", "scout-1 1", rules=COSTLY), "declare red solitary",
                  "alone red/knight-1", rules=COSTLY)  # fmt: skip
    due = COSTLY.due(state)
    assert due is not None
    assert due.cost == 7
    fallen = last(after(state, *dice("3"), rules=COSTLY))
    assert (fallen.count, fallen.attacker, fallen.round) == (4, "red", "")


def test_a_combats_rolls_stand_when_it_is_over() -> None:
    """Example 1 of the page: a duellist attacks a knight."""
    state = fight("duellist-1", "knight-1", "65 54 44 54 43 | 42 34 23 | 4", by="blue")
    assert [each.what for each in state.rolls] == [
        *("strike", "armour", "block", "strike", "block"),
        *("strike", "strike", "block"),
        "control",
    ]
    assert [each.count for each in state.rolls] == [3, 1, 1, 2, 1, 0, 1, 0, 1]
    assert {each.attacker for each in state.rolls} == {"blue"}
    assert state.latest_combat is state.combat
    over = after(state, "assign red/knight-1 1")
    assert (over.step, over.active, over.rolls) == ("declare", "red", state.rolls)
    assert over.latest_combat is over.ended is not None
    first = [each for each in state.rolls if each.round == "first"]
    assert suffered(first, "red/knight-1") == Suffered(hits=3, armour=1, block=1)
    assert suffered(first, "red/knight-1").wounds == 1
    assert suffered(first, "blue/duellist-1").wounds == 1


def test_rolls_tell_what_was_added_and_whom_hits_were_for() -> None:
    """Example 2: a militia confronts, an axeman supports."""
    state = fight(
        "militia-1, axeman-1 great-axe-1", "duellist-1", "43 54 52 54 34 | 52 32 42 | 4",
        choices="pair red/militia-1 blue/duellist-1",
    )  # fmt: skip
    confronting, supporting, *_ = state.rolls
    assert (confronting.against, confronting.supporting) == ("blue/duellist-1", False)
    assert (supporting.against, supporting.supporting) == ("blue/duellist-1", True)
    assert (supporting.due.reach, supporting.due.modifiers) == ((7, 10), (("red/great-axe-1", 1),))
    assert (supporting.total, supporting.count) == (10, 1)


def test_shots_tell_whom_they_were_for() -> None:
    """Example 5: two bowmen, and a raider who aims at the first."""
    has = {"red": {"spots": (Spot(supply="red/granary-1"), Spot(), Spot())}}
    state = fight("bowman-1, bowman-2", "raider-1", "53 44 54 | 3 3", by="blue", has=has,
                  choices="aim red/raider-1 blue/bowman-1")  # fmt: skip
    shots = [each for each in state.rolls if each.what == "shoot"]
    assert [each.against for each in shots] == ["red/raider-1", "red/raider-1", "blue/bowman-1"]
    assert {each.round for each in shots} == {"ranged"}
    assert suffered(shots, "red/raider-1").wounds == 2
    ended = state.latest_combat
    assert ended is not None
    assert ended is state.combat
    assert ended.killed == (Killed("blue/bowman-1", 3, "ranged"), Killed("red/raider-1", 4, "ranged"))
    assert (ended.pillage, ended.pillaged, ended.target) == (3, True, 1)


def test_the_last_combat_stands_with_the_cards_that_were_shown() -> None:
    """Example 6: an axeman with a sack face down; and a bluff of the defender's."""
    state = fight("axeman-1 great-axe-1 short-blade-1", "scout-1", "44 | 44 53 35 | 1",
                  down=("sack-1", "venom-1"))  # fmt: skip
    state = after(state, "assign red/axeman-1 1")
    assert state.combat is None
    assert state.latest_combat is state.ended
    assert state.ended is not None
    assert state.ended.shown == (Shown("red/sack-1", 1, scored=True), Shown("blue/venom-1", 0))


def test_the_last_combat_stands_when_the_game_ends_with_it() -> None:
    state = fight("axeman-1", "", "", has={"red": {"points": 7}})
    assert state.ended is None
    state = after(state, "assign red/axeman-1 2")
    assert (state.winner, state.combat) == ("red", None)
    assert state.ended is not None
    assert state.ended.pillage == 3


def test_rolls_go_when_dice_fall_in_the_next_turn() -> None:
    state = fight("militia-1, axeman-1", "duellist-1", "44 65 52 54 34 | 52 32 42 | 4 2",
                  choices="pair red/militia-1 blue/duellist-1")  # fmt: skip
    state = after(state, "assign red/axeman-1 1", "done red", "done blue")
    assert (state.turn, state.step) == (5, "stock")
    assert len(state.rolls) == 10
    assert state.ended is not None
    state = after(state, "done red", "done blue", "enlist blue/scout-2 1")
    assert state.ended is not None
    state = after(state, *dice("3"))
    assert ([each.what for each in state.rolls], state.ended) == (["draft"], None)


def test_what_has_fallen_makes_no_other_position() -> None:
    state = drafting("2")
    bare = replace(state, rolls=(), ended=Combat("red"))
    assert bare == state
    assert hash(bare) == hash(state)


def test_rolls_hide_nothing_and_are_not_hidden() -> None:
    state = drafting("2")
    assert RULES.view(state, "blue").rolls == PLAIN_RULES.view(state, "anyone").rolls == state.rolls
