"""Units on which people agree: whence they come, where they go, and what is due for them."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import pytest
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory.actions import (
    BonusFromHand,
    ChooseLead,
    DeclareAttack,
    Discard,
    EndRetreat,
    FlankAttack,
    Pay,
    Place,
    Reveal,
)
from signifer_core.games.field_of_glory.agreement.changes import (
    AgreedStep,
    AgreedTerrain,
    AgreedUnits,
    Change,
    overrule,
)
from signifer_core.games.field_of_glory.position import Counts, Setup, begin

from tests.core.field_of_glory.agreements import agreed, counts
from tests.core.field_of_glory.attacks import ONE_EACH
from tests.core.field_of_glory.states import DECK, RULES, after, position

# Red may lead from columns 1 and 2.
IN_THE_FLANK = {"1 red": "heavy-infantry-1", "1 blue": "pike-1", "2 red": "pike-1", "5 red": "cavalry-1"}


def test_a_unit_that_lies_newly_comes_from_the_hand_and_one_that_vanished_joins_the_discards() -> None:
    state = position(units={"3 red": "spear-1 spear-2"}, red=Counts(hand=5, deck=4))
    state = agreed(state, AgreedUnits(3, "red", ("red/spear-1",)), AgreedUnits(4, "red", ("red/pike-1",)))
    assert counts(state, "red") == (4, 4, 1)
    assert state.red.discards == {"red/spear-2"}


@pytest.mark.parametrize("first", [3, 4])
def test_a_unit_that_moved_costs_nothing_in_whatever_order_that_is_said(first: int) -> None:
    state = position(units={"3 red": "spear-1"})
    changes = [AgreedUnits(3, "red"), AgreedUnits(4, "red", ("red/spear-1",))]
    later = agreed(state, *(changes if first == 3 else reversed(changes)))
    assert (later.column(3).red, later.column(4).red) == ((), ("red/spear-1",))
    assert later.red == state.red


def test_an_empty_hand_lets_the_deck_give_way_then_discards_that_nobody_has_named() -> None:
    state = position(red=Counts(hand=1, deck=1, discard=1))
    for column, found in enumerate([(0, 1, 1), (0, 0, 1), (0, 0, 0), (0, 0, 0)], 1):
        state = agreed(state, AgreedUnits(column, "red", (f"red/heavy-infantry-{column}",)))
        assert counts(state, "red") == found


def test_a_captured_unit_that_lies_again_takes_its_points_along() -> None:
    state = position(units={"3 red": "elephant-1"}, blue=Counts(points=4))
    state = replace(
        state.with_units(3, "red", ()), red=replace(state.red, lost=frozenset({"red/elephant-1"}))
    )
    later = agreed(state, AgreedUnits(3, "red", ("red/elephant-1",)))
    assert (later.blue.points, later.red.lost, later.red.hand) == (1, frozenset(), state.red.hand)


def test_a_placement_that_still_lies_stays_due_and_one_that_is_gone_is_in_the_hand() -> None:
    state = after(position(), Place("red/cavalry-1", 2), Place("red/spear-1", 3))
    assert (state.due, state.red.hand) == (7, 9)
    later = agreed(state, AgreedUnits(4, "red", ("red/pike-1",)))
    assert (later.due, later.red.hand) == (7, 8)
    later = agreed(state, AgreedUnits(3, "red"))
    assert (later.due, later.red.hand) == (2, 9)


@pytest.mark.parametrize("left_first", [True, False])
def test_fg_p1_a_placement_agreed_on_in_another_column_is_due_there(left_first: bool) -> None:
    start = after(position(), Place("red/spear-1", 1), Place("red/cavalry-1", 4), Pay("red/pike-1"))
    assert (start.due, start.red.hand) == (8, 8)
    changes = [AgreedUnits(1, "red"), AgreedUnits(2, "red", ("red/spear-1",))]
    later = agreed(start, *(changes if left_first else reversed(changes)))
    assert (later.due, later.paid, later.red.hand, later.column(1).red) == (5, 2, 8, ())
    assert {(laid.card, laid.column) for laid in later.unpaid} == {("red/spear-1", 2), ("red/cavalry-1", 4)}
    assert later.withdrawn == ()


@pytest.mark.parametrize("first", [2, 4])
def test_fg_p1_two_placements_agreed_on_in_each_others_column_stay_due(first: int) -> None:
    start = after(position(), Place("red/spear-1", 2), Place("red/cavalry-1", 4))
    changes = [AgreedUnits(2, "red", ("red/cavalry-1",)), AgreedUnits(4, "red", ("red/spear-1",))]
    later = agreed(start, *(changes if first == 2 else reversed(changes)))
    assert (later.due, later.red.hand, len(later.unpaid)) == (7, 9, 2)


def test_fg_p1_a_placement_agreed_to_be_gone_gives_nothing_back_and_is_due_no_more_once_the_menu_is_left() -> (
    None
):
    state = after(position(), Place("red/spear-1", 1), Place("red/cavalry-1", 2), Pay("red/commander-1"))
    state = agreed(state, AgreedUnits(1, "red"))
    assert (state.due, state.paid, state.red.hand) == (0, 2, 8)
    state = agreed(state, AgreedUnits(3, "red", ("red/spear-1",)))
    assert (state.due, state.paid, state.red.hand, len(state.unpaid)) == (0, 2, 7, 1)


def test_fg_p1_units_cost_what_they_cost_on_the_terrain_agreed_on_in_whatever_order_that_is_said() -> None:
    start = after(position(), Place("red/spear-1", 2), Place("red/cavalry-1", 4))
    changes: tuple[Change, ...] = (AgreedUnits(2, "red"), AgreedUnits(3, "red", ("red/spear-1",)))
    changes = (*changes, AgreedTerrain(3, "rough"), AgreedTerrain(4, "rough"))
    for order in permutations(changes):
        later = agreed(start, *order)
        assert {(laid.card, laid.cost) for laid in later.unpaid} == {("red/spear-1", 6), ("red/cavalry-1", 3)}
        assert (later.due, later.red.hand) == (9, 9)


def test_fg_p1_what_a_part_payment_covers_beyond_what_units_cost_on_other_ground_is_lost() -> None:
    start = after(position(), Place("red/spear-1", 1), Pay("red/commander-1"), Pay("red/pike-1"))
    assert (start.due, start.paid) == (1, 7)
    later = agreed(start, AgreedUnits(2, "red", ("red/spear-1",)))
    assert (later.due, later.paid) == (0, 5)
    assert after(later, Place("red/cavalry-1", 3)).due == 2
    rough = agreed(start, AgreedTerrain(1, "rough"))
    assert (rough.due, rough.paid) == (2, 7)
    # Until the menu is left nothing is lost by trying what terrain it is.
    paid = after(rough, Pay("red/medium-infantry-1"), Place("red/cavalry-1", 2), Pay("red/light-infantry-1"))
    assert (paid.due, paid.paid) == (0, 11)
    assert agreed(paid, AgreedTerrain(1, "plain"), AgreedTerrain(1, "rough")) == paid
    assert agreed(paid, AgreedTerrain(1, "plain")).paid == 10


def test_fg_p1_a_step_agreed_on_after_a_placement_is_gone_leaves_it_in_the_hand() -> None:
    state = after(position(), Place("red/spear-1", 1), Place("red/cavalry-1", 2))
    state = agreed(state, AgreedUnits(1, "red"), AgreedStep("draw"))
    assert (state.unpaid, state.withdrawn, state.red.hand) == ((), (), 8)


@pytest.mark.parametrize("cards", ["red/pike-1", "red/spear-2", ""])
def test_fg_p3_where_units_are_agreed_on_nothing_has_to_follow(cards: str) -> None:
    start = position(units={"2 red": "archer-1", "3 red": "spear-1 spear-2"})
    start = after(start, Discard("red/spear-1"), Discard("red/archer-1"))
    later = agreed(start, AgreedUnits(3, "red", tuple(cards.split())))
    assert later.cleared == (("red/archer-1", 2, 0),)
    assert later.column(3).red == tuple(cards.split())


def test_a_unit_discarded_before_placing_that_lies_again_is_restored() -> None:
    state = after(position(units={"3 red": "spear-1"}), Discard("red/spear-1"))
    later = agreed(state, AgreedUnits(3, "red", ("red/spear-1",)))
    assert (later.cleared, later.red.discard, later.red.discards) == ((), 0, frozenset())


def test_only_units_that_may_lie_there_are_taken() -> None:
    cards = (
        "red/commander-1",
        "blue/spear-1",
        "red/spear-1",
        "red/spear-1",
        "red/pike-1",
        "red/archer-1",
        "red/spear-2",
    )
    assert agreed(position(), AgreedUnits(3, "red", cards)).column(3).red == ("red/spear-1", "red/archer-1")
    with pytest.raises(RulesError):
        overrule(DECK, position(), AgreedUnits(3, "red", ("red/dragon-1",)))


def test_units_elsewhere_leave_an_attack_alone_and_units_in_its_column_end_it() -> None:
    state = after(position(units={**ONE_EACH, "5 blue": "pike-1"}), DeclareAttack(3), BonusFromHand("red"))
    assert agreed(state, AgreedUnits(5, "blue")).attack == state.attack
    later = agreed(state, AgreedUnits(3, "blue"))
    assert (later.attack, later.step, later.red.hand) == (None, "actions", 9)


@pytest.mark.parametrize("lead", [None, "red/pike-1"])
def test_fg_f2_units_where_nobody_leads_leave_an_attack_in_the_flank_alone(lead: str | None) -> None:
    start = after(position(units=IN_THE_FLANK, step="flank"), FlankAttack(1))
    state = after(start, *((ChooseLead(lead),) if lead else ()))
    later = agreed(state, AgreedUnits(5, "red", ("red/cavalry-2",)))
    assert (later.attack, later.step) == (state.attack, state.step)
    older = agreed(replace(state, agreed_flank_off=True), AgreedUnits(5, "red", ("red/cavalry-2",)))
    assert (older.attack, older.step, older.attacked) == (None, "flank", frozenset())
    for column, cards in ((1, ()), (2, ("red/pike-1", "red/archer-1"))):
        assert agreed(state, AgreedUnits(column, "red", cards)).attack is None


def test_fg_f2_units_beside_an_attack_in_the_flank_that_its_own_column_leads_leave_it_alone() -> None:
    state = after(
        position(units=IN_THE_FLANK, step="flank"), FlankAttack(1), ChooseLead("red/heavy-infantry-1")
    )
    assert agreed(state, AgreedUnits(2, "red")).attack == state.attack


@pytest.mark.parametrize("column", [2, 5])
def test_fg_f3_what_an_attack_in_the_flank_has_cost_is_lost_whatever_lies_elsewhere(column: int) -> None:
    """Not even the units of the column that led count after the reveal."""
    units = {**IN_THE_FLANK, "1 blue": "elephant-1"}
    state = after(position(units=units, step="flank"), FlankAttack(1), ChooseLead("red/pike-1"))
    state = after(state, BonusFromHand("red"), EndRetreat(), BonusFromHand("blue"))
    state = after(state, Reveal("red/commander-1", "blue/spear-1"))
    assert state.step == "rampage"
    later = agreed(state, AgreedUnits(column, "red", ("red/archer-1",)))
    assert (later.step, later.attack) == ("rampage", state.attack)


def test_fg_p1_the_last_card_of_a_hand_agreed_on_elsewhere_is_due_there() -> None:
    """It counts in the hand meanwhile: another unit agreed on comes from the deck."""
    state = after(position(step="actions", red=Counts(hand=1, deck=9)), Place("red/spear-1", 1))
    state = overrule(DECK, state, AgreedUnits(1, "red", ()))
    state = overrule(DECK, state, AgreedUnits(2, "red", ("red/pike-1",)))
    assert counts(state, "red") == (1, 8, 0)
    state = overrule(DECK, state, AgreedUnits(3, "red", ("red/spear-1",)))
    assert ([(each.card, each.column) for each in state.unpaid], state.withdrawn) == (
        [("red/spear-1", 3)],
        (),
    )
    assert counts(state, "red") == (1, 8, 0)


@pytest.mark.parametrize("late", [False, True])
def test_placements_and_discards_of_an_older_record_are_agreed_on_as_they_were(late: bool) -> None:
    units = ((3, "red", ("red/spear-1",)),)
    words = {"agreed_late": True} if late else {}
    older = Setup.from_json({"step": "actions", "units": [[3, "red", ["red/spear-1"]]], **words})
    assert (older.units, older.agreed_late, older.agreed_due) == (units, late, False)
    assert (older.agreed_cost, older.agreed_flank) == (False, False)
    state = after(begin(RULES, older), Discard("red/spear-1"), Place("red/cavalry-1", 2))
    later = overrule(DECK, state, AgreedUnits(4, "red", ("red/cavalry-1",)))
    assert (later.unpaid, later.withdrawn, later.red.hand) == ((), (), 8)
    later = overrule(DECK, state, AgreedUnits(3, "red", ("red/pike-1",)))
    assert later.cleared == state.cleared
    paid = replace(state, paid=1)
    later = overrule(DECK, paid, AgreedUnits(2, "red", ()))
    assert (later.unpaid, later.withdrawn, later.paid) == ((), (), 0)


def test_terrain_agreed_on_in_a_game_of_an_older_record_leaves_what_is_due() -> None:
    older = Setup.from_json({"step": "actions", "agreed_late": True, "agreed_due": True})
    state = after(begin(RULES, older), Place("red/spear-1", 1), Pay("red/commander-1"), Pay("red/pike-1"))
    assert agreed(state, AgreedTerrain(1, "rough")).due == 1
    later = agreed(state, AgreedUnits(2, "red", ("red/spear-1",)))
    assert (later.due, later.paid) == (0, 7)
