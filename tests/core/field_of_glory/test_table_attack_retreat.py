"""Retreats at the table: lifts in their step, early, late and of who may not (FG-C2)."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.actions import (
    BonusFromDeck,
    BonusFromHand,
    EndRetreat,
    Retreat,
    Reveal,
)
from signifer_core.layout import Zone

from tests.core.field_of_glory.attacks import ONE_EACH, TWO_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import Hands, codes, position, whole


def test_fg_c2_who_was_lifted_retreats_with_ok() -> None:
    hands = at_retreat().lift("blue/medium-infantry-2")
    assert (hands.refusals, hands.corrections) == ((), ())
    assert hands.state.column(3).blue == ("blue/medium-infantry-1", "blue/medium-infantry-2"), "until ok"
    assert hands.press("press ok blue") == ()
    assert hands.done[-2:] == [Retreat("blue/medium-infantry-2"), EndRetreat()]
    assert (hands.state.column(3).blue, hands.state.blue.discard) == (("blue/medium-infantry-1",), 1)


def test_fg_c2_who_is_laid_back_stays() -> None:
    hands = at_retreat().lift("blue/medium-infantry-2").lay("blue/medium-infantry-2", "3 blue")
    assert hands.press("press ok blue") == ()
    assert (hands.done[-1], len(hands.state.column(3).blue)) == (EndRetreat(), 2)


def test_fg_c2_where_a_unit_was_lifted_there_is_room_though_it_is_not_the_time() -> None:
    hands = at_retreat().lay("blue/medium-infantry-3", "3 blue")
    assert codes(hands.refusals) == ["not-your-turn", "column-full"]
    hands.lift("blue/medium-infantry-3").lift("blue/medium-infantry-2").lay(
        "blue/medium-infantry-3", "3 blue"
    )
    assert codes(hands.refusals) == ["not-your-turn"]
    hands.lift("blue/medium-infantry-3").lay("blue/medium-infantry-2", "3 blue")
    assert (hands.refusals, hands.corrections) == ((), ())


def test_fg_c2_a_retreating_unit_laid_in_another_column_has_moved() -> None:
    hands = at_retreat()
    hands.lift("blue/medium-infantry-2", settled=None).lay("blue/medium-infantry-2", "4 blue")
    assert codes(hands.refusals) == ["cannot-move"]
    hands = at_retreat().lift("blue/medium-infantry-2").lay("blue/medium-infantry-2", "4 blue")
    assert hands.refusals, "it lies where it cannot"
    assert "take blue/medium-infantry-2 4 blue" in hands.corrections_told()
    hands.lift("blue/medium-infantry-2")
    assert hands.press("press ok blue") == ()
    assert Retreat("blue/medium-infantry-2") in hands.done


def test_fg_c2_a_unit_asked_back_before_the_attack_retreats_only_when_it_is_lifted_again() -> None:
    hands = Hands(position(units=TWO_EACH)).lift("blue/medium-infantry-1")
    assert codes(hands.refusals) == ["not-your-turn"]
    hands.press("press column 3 red")
    hands.press("press ok red")
    hands.lay("red/cavalry-5", "pad red").press("press ok red")
    assert hands.state.step == "retreat"
    assert (hands.corrections_told(), hands.table.held.lifted) == (
        ["put blue/medium-infantry-1 3 blue"],
        frozenset(),
    )
    hands.lay("blue/medium-infantry-1", "3 blue").lift("blue/medium-infantry-1")
    assert (hands.corrections, len(hands.table.held.lifted)) == ((), 1)


def test_fg_c2_a_unit_asked_back_is_forgotten_once_it_is_lost() -> None:
    hands = Hands(position(units=ONE_EACH)).lift("blue/heavy-infantry-1")
    hands.press("press column 3 red")
    hands.lay("red/commander-1", "pad red").press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert hands.state.column(3).blue == ()
    assert (hands.table.awaited, "put blue/heavy-infantry-1 3 blue" in hands.corrections_told()) == (
        frozenset(),
        False,
    )


def test_fg_c2_an_ineligible_lift_is_refused_until_it_is_back() -> None:
    units = {"3 red": "heavy-infantry-1", "3 blue": "elephant-1 light-infantry-1"}
    hands = at_retreat(units).lift("blue/elephant-1")
    no = ("cannot-retreat", "blue", "FG-C2", {"card": "blue/elephant-1", "cost": 5, "lead": 4})
    assert [reason[:4] for reason in whole(hands.refusals)] == [no]
    assert hands.corrections_told() == ["put blue/elephant-1 3 blue"]
    hands.lift("blue/light-infantry-1")
    assert codes(hands.refusals) == ["cannot-retreat"]
    assert hands.press("press ok blue") == (), "who may retreat does so meanwhile"
    assert codes(hands.refusals) == ["cannot-retreat"]
    assert hands.state.column(3).blue == ("blue/elephant-1",)
    assert hands.follow() == 1
    assert (hands.refusals, hands.agrees()) == ((), True)


def test_fg_c2_it_passes_by_itself_where_nobody_may_and_says_why_to_who_lifts() -> None:
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    assert (hands.state.step, hands.done[-1]) == ("bonus", EndRetreat())
    hands.lift("blue/heavy-infantry-1")
    assert codes(hands.refusals) == ["cannot-retreat"]
    assert hands.follow() == 1


def test_fg_c2_a_lift_after_the_retreat_comes_too_late() -> None:
    hands = at_retreat()
    hands.press("press ok blue")
    hands.lift("blue/medium-infantry-1")
    assert codes(hands.refusals) == ["wrong-phase"]
    assert hands.corrections_told() == ["put blue/medium-infantry-1 3 blue"]


@pytest.mark.parametrize("moment", ["lead", "bonus"])
def test_fg_c2_an_early_lift_waits_and_counts_in_its_step(moment: str) -> None:
    hands = attacked()
    if moment == "bonus":
        hands.press("press ok red")
    hands.lift("blue/medium-infantry-1")
    assert (hands.state.step, hands.refusals, hands.corrections) == (moment, (), ())
    assert hands.table.held.lifted == {("blue/medium-infantry-1", Zone("3", "blue"))}
    hands.lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    assert (hands.state.step, hands.refusals) == ("retreat", ())
    hands.press("press ok blue")
    assert hands.state.column(3).blue == ("blue/medium-infantry-2",)


def test_fg_c2_an_early_lift_of_who_cannot_retreat_is_refused_as_soon_as_the_lead_is_known() -> None:
    units = {"3 red": "medium-infantry-1 medium-infantry-2", "3 blue": "heavy-infantry-1"}
    hands = attacked(units).lift("blue/heavy-infantry-1")
    assert (hands.refusals, hands.corrections) == ((), ())
    hands.press("press ok red")
    assert codes(hands.refusals) == ["cannot-retreat"]
    assert hands.corrections_told() == ["put blue/heavy-infantry-1 3 blue"]
    hands.lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    assert (hands.state.step, codes(hands.refusals)) == ("bonus", ["cannot-retreat"])
    assert hands.follow() == 1
    assert hands.state.column(3).blue == ("blue/heavy-infantry-1",)


def test_fg_c2_an_early_lift_in_another_column_does_not_wait() -> None:
    hands = attacked({**TWO_EACH, "2 blue": "archer-1"}).lift("blue/archer-1")
    assert codes(hands.refusals) == ["not-your-turn"]
    assert hands.follow() == 1


@pytest.mark.parametrize(
    ("gesture", "action"),
    [("press ok blue", BonusFromHand("blue")), ("hold ok blue", BonusFromDeck("blue"))],
)
def test_fg_c2_the_bonus_card_ends_the_retreat_too(gesture: str, action: object) -> None:
    hands = at_retreat().lift("blue/medium-infantry-1").lay("blue/cavalry-1", "pad blue")
    assert hands.press(gesture) == ()
    start = hands.done.index(Retreat("blue/medium-infantry-1"))
    assert hands.done[start : start + 3] == [Retreat("blue/medium-infantry-1"), EndRetreat(), action]
    assert hands.state.result is not None


def test_fg_c2_two_cards_end_no_retreat() -> None:
    hands = at_retreat().lift("blue/medium-infantry-1")
    hands.lay("blue/cavalry-1", "pad blue").lay("blue/cavalry-2", "pad blue")
    before = hands.table
    assert codes(hands.press("press ok blue")) == ["one-card"]
    assert codes(hands.press("hold ok blue")) == ["one-card"]
    assert hands.table == before
    hands.lift("blue/cavalry-2")
    assert hands.press("press ok blue") == ()


def test_fg_c2_all_retreat_and_the_card_on_the_pad_stays_an_offer() -> None:
    units = {"3 red": "heavy-infantry-1", "3 blue": "medium-infantry-1 medium-infantry-2"}
    hands = at_retreat(units, control={3: "blue"}).lay("blue/cavalry-1", "pad blue")
    hands.lift("blue/medium-infantry-1", settled=None).lift("blue/medium-infantry-2")
    assert hands.press("press ok blue") == ()
    assert hands.done[-1] == Reveal("red/cavalry-5", None)
    assert (hands.state.step, hands.state.column(3).control) == ("actions", "blue"), "no control changes"
    assert (hands.state.blue.hand, hands.state.blue.discard, hands.state.red.points) == (9, 2, 0)
    assert hands.corrections_told() == ["take red/cavalry-5 pad red"]
    assert hands.pad("blue") == ("blue/cavalry-1",)


def test_fg_c2_a_lift_means_something_from_the_attack_until_the_retreat_is_over() -> None:
    """What fell silent before the attack was declared has not retreated, and nobody is asked of what does since."""
    units = {(f"blue/medium-infantry-{number}", Zone("3", "blue")) for number in (1, 2)}
    hands = attacked()
    assert not hands.procedure.asks_to_lift(hands.table)
    assert hands.procedure.asks_to_lift(hands.table, early=True) == units
    hands = at_retreat()
    assert hands.procedure.asks_to_lift(hands.table) == units
    assert hands.procedure.asks_to_lift(hands.table, early=True) == units
    hands.press("press ok blue")
    assert not hands.procedure.asks_to_lift(hands.table, early=True)
