"""Steps, turns, ground and counts on which people agree: what they do to the game that is under way."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.actions import (
    BonusFromDeck,
    BonusFromHand,
    DeclareAttack,
    Discard,
    DrawThree,
    Pay,
    Place,
    PlayOverlap,
    PlayReserves,
    Ready,
)
from signifer_core.games.field_of_glory.agreement.changes import (
    AgreedActive,
    AgreedControl,
    AgreedCount,
    AgreedOver,
    AgreedStep,
    AgreedTerrain,
    AgreedUnits,
    Change,
    overrule,
)
from signifer_core.games.field_of_glory.agreement.effects import beside, bounds
from signifer_core.games.field_of_glory.battle import Attack
from signifer_core.games.field_of_glory.position import Counts, Setup, begin
from signifer_core.games.field_of_glory.state import ARMY_SIZE, Drawing

from tests.core.field_of_glory.agreements import agreed, counts
from tests.core.field_of_glory.attacks import ONE_EACH
from tests.core.field_of_glory.states import DECK, RULES, after, belongings, position

# Step, turn, end


def test_a_step_calls_the_attack_off_and_gives_back_what_was_in_nobodys_use() -> None:
    state = after(
        position(units=ONE_EACH), DeclareAttack(3), PlayOverlap("red/overlap-1"), BonusFromDeck("red")
    )
    state = after(state, *RULES.chance(state))
    later = agreed(after(state, BonusFromHand("blue")), AgreedStep("actions"))
    assert (counts(later, "red"), counts(later, "blue")) == ((9, 13, 1), (9, 14, 0))
    assert belongings(later, "red") == belongings(position(units=ONE_EACH), "red")


def test_a_step_settles_placements() -> None:
    state = after(position(), Place("red/spear-1", 3), Pay("red/commander-1"), Place("red/pike-1", 2))
    later = agreed(state, AgreedStep("actions"))
    assert (later.unpaid, later.paid, later.red.hand, later.column(2).red) == ((), 0, 6, ("red/pike-1",))


def test_the_other_players_turn_begins_in_the_same_step_and_to_say_who_it_is_already_changes_nothing() -> (
    None
):
    state = after(position(), Place("red/spear-1", 3))
    assert agreed(state, AgreedActive("red")) == state
    later = agreed(state, AgreedActive("blue"))
    assert (later.active, later.step, later.unpaid, later.red.hand) == ("blue", "actions", (), 8)


def test_a_game_that_is_over_can_go_on() -> None:
    state = agreed(position(units=ONE_EACH), AgreedOver("draw"))
    assert RULES.outcome(state) == "draw"
    assert agreed(state, AgreedActive("blue")).step == "over"
    assert agreed(state, AgreedStep("flank")).winner is None


def test_in_the_flank_phase_what_is_vulnerable_is_found_again() -> None:
    units = {"1 red": "cavalry-1", "1 blue": "pike-1"}
    state = agreed(position(units=units), AgreedStep("flank"))
    assert state.vulnerable == ()
    assert agreed(state, AgreedUnits(2, "red", ("red/spear-1",))).vulnerable == ((1, (2,)),)


def test_nothing_is_drawn_where_what_was_under_way_is_called_off() -> None:
    state = replace(position(step="draw"), drawn=True)
    assert not agreed(state, AgreedStep("actions")).drawn


# Terrain and set-up


def test_a_game_begun_from_nothing_needs_no_terrain_card_where_people_say_it() -> None:
    state = RULES.table_game()
    for column in (1, 2, 3, 4):
        state = agreed(state, AgreedTerrain(column, "rough"))
    state = after(state, Ready("red"), Ready("blue"))
    assert state.step == "terrain"
    assert agreed(state, AgreedTerrain(5, "hill")).step == "first"
    assert (
        after(
            agreed(RULES.table_game(), *(AgreedTerrain(c, "plain") for c in range(1, 6))),
            Ready("red"),
            Ready("blue"),
        ).step
        == "first"
    )
    assert [column.terrain for column in agreed(state, AgreedStep("draw")).columns] == ["rough"] * 4 + [
        "plain"
    ]


def test_terrain_can_be_laid_again() -> None:
    state = agreed(position(control={3: "red"}), AgreedStep("terrain"))
    assert {column.terrain for column in state.columns} == {""}
    assert len(RULES.legal_actions(state)) > 5


def test_fg_s1_terrain_that_is_laid_again_is_neutral() -> None:
    won = position(control={1: "red", 2: "red", 3: "red"})
    assert {column.control for column in agreed(won, AgreedStep("terrain")).columns} == {None}
    goes_on = agreed(won, AgreedTerrain(5, "hill"), AgreedStep("draw"))
    assert [column.control for column in goes_on.columns] == ["red", "red", "red", None, None]


# Counts


def test_the_deck_gives_way_to_hand_and_discards_and_never_exceeds_what_is_left() -> None:
    state = position(units={"3 red": "spear-1"}, red=Counts(hand=9, deck=14))
    assert counts(agreed(state, AgreedCount("red", "hand", 12)), "red") == (12, 11, 0)
    assert counts(agreed(state, AgreedCount("red", "discard", 5)), "red") == (9, 9, 5)
    assert counts(agreed(state, AgreedCount("red", "deck", 24)), "red") == (9, 14, 0)
    assert counts(agreed(state, AgreedCount("red", "hand", 99)), "red") == (23, 0, 0)


def test_fewer_discards_than_were_seen_forget_their_names() -> None:
    state = after(position(units={"3 red": "spear-1"}), Discard("red/spear-1"))
    later = agreed(state, AgreedCount("red", "discard", 0))
    assert (later.red.discards, later.cleared) == (frozenset(), ())


def test_the_hand_is_never_smaller_than_the_placements_that_count_in_it() -> None:
    state = after(position(), Place("red/spear-1", 3), Place("red/pike-1", 2))
    assert agreed(state, AgreedCount("red", "hand", 0)).red.hand == 2


def test_a_deck_that_is_not_empty_is_not_shuffled_and_the_draw_goes_on() -> None:
    state = replace(position(step="draw", red=Counts(hand=4, deck=0, discard=5)), step="shuffle")
    state = replace(state, drawing=Drawing("red", 2, "draw"))
    later = agreed(state, AgreedCount("red", "deck", 6))
    assert (counts(later, "red"), later.active, later.red.shuffles) == ((6, 4, 5), "blue", 0)
    later = agreed(state, AgreedCount("red", "discard", 0))
    assert (counts(later, "red"), later.active) == ((4, 0, 0), "blue")
    assert agreed(state, AgreedCount("blue", "hand", 3)).step == "shuffle"
    for_reserves = replace(state, drawing=Drawing("red", 2, "actions"))
    assert agreed(for_reserves, AgreedStep("actions")).drawing is None


def test_reserves_join_the_discards_whatever_people_agree_on_before_the_draw_is_over() -> None:
    start = position(red=Counts(hand=4, deck=1, discard=5))
    state = after(start, PlayReserves("red/reserves-1"))
    assert (state.step, counts(state, "red")) == ("shuffle", (4, 0, 5))
    for change in (AgreedStep("actions"), AgreedStep("draw"), AgreedActive("blue"), AgreedOver("draw")):
        later = agreed(state, change)
        assert (later.drawing, counts(later, "red")) == (None, (4, 0, 6))
        assert later.red.discards == {"red/reserves-1"}
    later = agreed(state, AgreedCount("red", "deck", 6))
    assert (later.step, counts(later, "red"), later.red.shuffles) == ("actions", (6, 4, 6), 0)
    assert beside(state, "red") == 1
    assert bounds(DECK, state, "red", "hand") == (0, ARMY_SIZE - 1 - 5)


def test_a_hand_within_the_limit_ends_the_turn() -> None:
    state = replace(position(step="draw", red=Counts(hand=11, deck=3)), drawn=True)
    assert agreed(state, AgreedCount("red", "hand", 10)).step == "draw"
    assert agreed(state, AgreedCount("red", "hand", 9)).active == "blue"


def test_a_rampage_waits_for_a_shuffle_or_is_skipped_without_a_card_to_draw() -> None:
    fight = Attack(3, lead="red/spear-1", source=3, revealed=True, rampage=1, loser="blue")
    state = position(units={"3 red": "spear-1"}, blue=Counts(hand=3, deck=1, discard=2))
    state = replace(state, step="rampage", attack=fight)
    shuffle = agreed(state, AgreedCount("blue", "deck", 0))
    assert (shuffle.step, shuffle.drawing) == ("shuffle", Drawing("blue", 1, "rampage"))
    assert agreed(shuffle, AgreedCount("blue", "discard", 0)).step == "actions"
    assert agreed(shuffle, AgreedCount("blue", "deck", 4)).step == "rampage"


def test_who_asked_for_a_card_of_the_deck_chooses_again_when_there_is_none() -> None:
    state = position(units=ONE_EACH, red=Counts(hand=3, deck=0, discard=2))
    state = after(state, DeclareAttack(3), BonusFromDeck("red"))
    assert state.step == "shuffle"
    assert BonusFromHand("red") in RULES.legal_actions(agreed(state, AgreedCount("red", "discard", 0)))
    shuffled = replace(state, step="bonus")
    assert agreed(shuffled, AgreedCount("red", "discard", 0)).drawing is None


def test_people_overrule_tables_only() -> None:
    with pytest.raises(RulesError, match="no table sees"):
        overrule(DECK, RULES.new_game(), AgreedStep("actions"))


LIMIT_TO_CHECK = replace(
    position(step="draw", red=Counts(hand=11, deck=3, shuffle=2), blue=Counts(shuffle=2)), drawn=True
)


@pytest.mark.parametrize("change", [AgreedCount("red", "points", 2), AgreedControl(3, "red")])
def test_fg_e1_in_one_visit_of_the_menu_the_order_of_what_is_agreed_decides_nothing(change: Change) -> None:
    hand = AgreedCount("red", "hand", 9)
    for changes in permutations((hand, change)):
        later = agreed(LIMIT_TO_CHECK, *changes)
        assert (later.step, later.winner) == ("over", "red")
    again = agreed(LIMIT_TO_CHECK, hand, AgreedCount("red", "hand", 10))
    assert (again.step, again.winner) == ("draw", None)


def test_what_followed_at_once_in_a_game_of_an_older_record_does_so_when_it_is_replayed() -> None:
    older = Setup.from_json({"step": "draw", "red": Counts(hand=6, deck=0, discard=5).to_json()})
    state = after(begin(RULES, older), DrawThree())
    later = overrule(DECK, state, AgreedCount("red", "deck", 2))
    assert (later.step, counts(later, "red")) == ("shuffle", (8, 0, 5))
    newer = after(begin(RULES, replace(older, agreed_late=True)), DrawThree())
    assert counts(overrule(DECK, newer, AgreedCount("red", "deck", 2)), "red") == (6, 2, 5)
