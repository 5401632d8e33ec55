"""Undo (hold dice): how far it goes, where it stops and says why, and how cards are guided back."""

from __future__ import annotations

import random

import pytest
from signifer_core.games.field_of_glory.actions import (
    Advance,
    ChooseLead,
    DeclareAttack,
    Discard,
    EndActions,
    EndFlank,
    Pay,
    Place,
    PlayOverlap,
    Settle,
    TakeBack,
)
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.table.attack import chosen_lead
from signifer_core.procedure import Prompt
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.attacks import ONE_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import Hands, codes, position
from tests.core.field_of_glory.tables import at_actions

NOTHING = Counts(hand=0, deck=0)


def undo(hands: Hands) -> str:
    """Hold dice; what both are told."""
    before = hands.table
    assert hands.press("hold dice") == ()
    red, blue = hands.prompts
    assert (red.player, blue.player, red.key) == ("red", "blue", blue.key)
    if red.key != "undone":
        assert hands.table == before, "a refused undo changes nothing"
    return red.key


# How far it goes


def test_fg_p1_undo_with_nothing_done_says_so() -> None:
    hands = at_actions()
    assert undo(hands) == "no-undo-nothing-done"
    assert hands.prompts == tuple(
        Prompt(player, "actions", "no-undo-nothing-done") for player in ("red", "blue")
    )


def test_fg_p1_undo_of_a_placement_asks_the_card_back() -> None:
    hands = at_actions().lay("red/spear-1", "3 red")
    assert undo(hands) == "undone"
    assert (hands.state, hands.done) == (hands.start, [])
    assert hands.corrections_told() == ["take red/spear-1 3 red"]
    assert hands.follow() == 1
    assert undo(hands) == "no-undo-nothing-done"


def test_fg_p1_undo_of_a_payment_and_the_card_on_the_pad_is_an_offer_again() -> None:
    hands = at_actions().lay("red/spear-1", "3 red").lay("red/commander-1", "pad red")
    hands.press("press ok red")
    assert hands.corrections_told() == ["take red/commander-1 pad red"]
    assert undo(hands) == "undone"
    assert (hands.done, hands.state.due) == ([Place("red/spear-1", 3)], 5)
    assert (hands.state.red.hand, hands.state.red.discard) == (9, 0)
    assert hands.corrections == (), "it lies there, offered again"
    assert hands.press("press ok red") == ()
    assert hands.done == [Place("red/spear-1", 3), Pay("red/commander-1"), Settle()]


def test_fg_p1_undo_of_a_payment_whose_card_has_left() -> None:
    hands = at_actions().lay("red/spear-1", "3 red").lay("red/commander-1", "pad red")
    hands.press("press ok red")
    hands.follow()
    assert undo(hands) == "undone"
    assert (hands.corrections, hands.state.due) == ((), 5)
    assert codes(hands.press("press ok red")) == ["not-enough"]
    hands.lay("red/commander-1", "pad red")
    assert (hands.refusals, hands.press("press ok red")) == ((), ()), "it is in the hand again"


def test_fg_p1_undo_of_a_part_payment_and_of_what_followed() -> None:
    hands = at_actions().lay("red/elephant-1", "1 red").lay("red/cavalry-5", "pad red")
    hands.press("hold ok red")
    hands.lay("red/light-cavalry-1", "2 red")
    assert hands.state.due == 4
    assert undo(hands) == "undone"
    assert undo(hands) == "undone"
    assert (hands.state.due, hands.state.paid, hands.done) == (8, 0, [Place("red/elephant-1", 1)])
    assert hands.corrections_told() == ["take red/light-cavalry-1 2 red"]


def test_fg_p3_undo_of_a_discard_before_placing() -> None:
    hands = at_actions(units={"3 red": "archer-1 archer-2"}).lift("red/archer-1").lay("red/pike-1", "3 red")
    assert codes(hands.refusals) == [], "an archer shares with any"
    assert undo(hands) == "undone"
    assert hands.corrections_told() == ["take red/pike-1 3 red"]
    assert undo(hands) == "undone"
    assert hands.state == hands.start
    assert hands.corrections_told() == ["take red/pike-1 3 red", "put red/archer-1 3 red"]
    assert hands.follow() == 2
    assert (hands.state, hands.agrees()) == (hands.start, True)


def test_fg_p3_a_unit_that_an_undo_asks_away_is_to_be_lifted_before_it_is_laid_back() -> None:
    hands = Hands(position(units={"3 red": "spear-1"})).lift("red/spear-1").lay("red/spear-1", "3 red")
    hands.press("hold dice")
    assert hands.corrections_told() == ["take red/spear-1 3 red"]
    for gesture in ("hold ok red", "press ok red", "press column 3 red"):
        (refused, *_) = hands.press(gesture)
        assert (refused.code, refused.fix) == (
            "discard-needs-placement",
            Fix(Verb.TAKE, "red/spear-1", "3"),
        )
        assert refused.figure("lying") == "3"
    hands.lift("red/spear-1")
    (refused,) = hands.press("hold ok red")
    assert (refused.fix, refused.figure("lying")) == (Fix(Verb.PUT, "red/spear-1", "3"), None)
    hands.lay("red/spear-1", "3 red")
    assert (hands.press("hold ok red"), hands.state.step) == ((), "draw")


def test_fg_p3_after_a_payment_undo_goes_back_through_all_of_it() -> None:
    hands = at_actions(units={"3 red": "archer-1"}).lift("red/archer-1").lay("red/pike-1", "3 red")
    hands.lay("red/commander-1", "pad red")
    hands.press("press ok red")
    hands.follow()
    assert [undo(hands) for _ in range(4)] == ["undone"] * 3 + ["no-undo-nothing-done"]
    assert (hands.state, hands.follow(), hands.agrees()) == (hands.start, 2, True)


def test_fg_a1_undo_of_the_advances_choice() -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2"}, step=None).lift("red/pike-1")
    assert hands.state.step == "actions"
    assert undo(hands) == "undone"
    assert (hands.state.step, hands.corrections_told()) == ("advance", ["put red/pike-1 3 red"])
    hands.lift("red/pike-2")  # the other one, before the first is back
    assert (hands.state.step, hands.state.column(3).red) == ("actions", ("red/pike-1",))
    assert hands.corrections_told() == ["put red/pike-1 3 red"]
    assert hands.follow() == 1


def test_fg_a1_a_unit_looked_at_and_laid_back_is_not_discarded() -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2"}, step=None)
    before = hands.state
    hands.lift("red/pike-1")
    assert hands.state.step == "actions"
    hands.lay("red/pike-1", "3 red", settled=False)
    assert (hands.state, hands.done, hands.table.past) == (before, [Advance()], ())
    assert (hands.refusals, hands.corrections, hands.agrees()) == ((), (), True)
    assert hands.lift("red/pike-2").state.column(3).red == ("red/pike-1",), "the other one is chosen"


def test_fg_a1_both_looked_at_and_laid_back_in_any_order() -> None:
    units = {"3 red": "pike-1 pike-2", "1 red": "spear-1 spear-2"}
    for first, then in (("red/pike-1", "red/spear-1"), ("red/spear-1", "red/pike-1")):
        hands = at_actions(units=units, step=None)
        before = hands.state
        hands.lift("red/pike-1").lift("red/spear-1")
        assert (hands.state.step, hands.state.red.discard) == ("actions", 2)
        for card in (first, then):
            hands.lay(card, "3 red" if "pike" in card else "1 red")
        assert (hands.state, hands.refusals, hands.corrections) == (before, (), ())


def test_fg_a1_what_was_taken_back_by_hand_stands_in_no_looks_way() -> None:
    units = {"3 red": "pike-1 pike-2", "1 red": "spear-1", "5 red": "archer-1"}
    for then in (
        (("red/spear-1", "1 red"), ("red/archer-1", "5 red")),
        (
            ("red/archer-1", "5 red"),
            ("red/spear-1", "1 red"),
        ),
    ):
        hands = at_actions(units=units, step=None)
        before = hands.state
        hands.lift("red/pike-1").lift("red/spear-1").lift("red/archer-1")
        assert (hands.state.step, hands.state.red.discard) == ("actions", 3)
        for card, at in then:
            hands.lay(card, at)
        assert (hands.state.red.discard, hands.refusals) == (1, ())
        hands.lay("red/pike-1", "3 red")
        assert (hands.state, hands.done, hands.table.past) == (before, [Advance()], ())
        assert (hands.refusals, hands.corrections, hands.replayed()) == ((), (), before)


def test_fg_a1_what_still_stands_is_in_a_looks_way() -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2", "1 red": "spear-1", "5 red": "archer-1"}, step=None)
    hands.lift("red/pike-1").lift("red/spear-1").lift("red/archer-1")
    hands.lay("red/spear-1", "1 red").lay("red/pike-1", "3 red")
    assert hands.refusals[0].fix == Fix(Verb.UNDO, "red/pike-1", "3")
    assert hands.state.red.discard == 2


def test_fg_a1_who_changes_their_mind_in_one_go_is_understood() -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2"}, step=None).lift("red/pike-1")
    hands.lay("red/pike-1", "3 red", settled=None).lift("red/pike-2")
    assert hands.done == [Advance(), Discard("red/pike-2"), EndFlank()]
    assert hands.state.column(3).red == ("red/pike-1",)
    assert (hands.refusals, hands.corrections) == ((), ())


def test_fg_a1_laid_back_too_late_the_way_out_is_said() -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2"}, step=None).lift("red/pike-1")
    hands.lay("red/archer-1", "5 red").lay("red/pike-1", "3 red")
    assert hands.refusals[0].fix == Fix(Verb.UNDO, "red/pike-1", "3")
    assert undo(hands) == "undone"
    assert hands.corrections_told() == ["take red/archer-1 5 red"]
    assert (hands.state.step, hands.state.red.discard) == ("advance", 0), (
        "it lies there, and so was only looked at"
    )


def test_fg_a1_behind_what_bars_undo_only_people_can_say_otherwise() -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2"}, step=None).lift("red/pike-1")
    hands.lay("red/reserves-1", "pad red").press("press ok red")
    hands.lift("red/reserves-1").lay("red/pike-1", "3 red")
    assert codes(hands.refusals)[0] == "card-elsewhere"
    assert hands.refusals[0].fix == Fix(Verb.OVERRULE, "red/pike-1", "3")
    assert hands.corrections_told() == ["take red/pike-1 3 red"]


def test_fg_t0_undo_of_the_actions_end() -> None:
    hands = at_actions()
    hands.press("hold ok red")
    assert hands.state.step == "draw"
    assert undo(hands) == "undone"
    assert (hands.state.step, hands.done) == ("actions", [])


# An attack


def test_fg_c1_a_declared_attack_is_undone_until_the_bonus_card() -> None:
    hands = attacked().lay("red/overlap-1", "3 red")
    hands.press("press column 3 red")
    hands.press("press ok red")
    assert hands.done == [
        DeclareAttack(3),
        PlayOverlap("red/overlap-1"),
        ChooseLead("red/heavy-infantry-2"),
    ]
    assert undo(hands) == "undone"
    assert (hands.state.step, chosen_lead(hands.table)) == ("lead", "red/heavy-infantry-2"), "still selected"
    assert undo(hands) == "undone"
    assert hands.corrections_told() == ["take red/overlap-1 3 red"]
    assert undo(hands) == "undone"
    assert (hands.state, hands.done) == (hands.start, [])
    assert hands.corrections_told() == ["take red/overlap-1 3 red"]
    assert (hands.follow(), hands.agrees()) == (1, True)


@pytest.mark.parametrize("gesture", ["press ok red", "hold ok red"])
def test_fg_c1_not_behind_a_confirmed_bonus_card(gesture: str) -> None:
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press(gesture)
    assert undo(hands) == "no-undo-bonus-confirmed"


def test_fg_c1_an_attack_undone_opens_the_placements_that_it_closed() -> None:
    hands = at_actions(units=ONE_EACH).lay("red/light-cavalry-1", "2 red")
    hands.press("press column 3 red")
    assert hands.state.unpaid == ()
    assert undo(hands) == "undone"
    hands.lift("red/light-cavalry-1")
    assert (hands.done[-1], hands.state) == (TakeBack("red/light-cavalry-1"), hands.start)


def test_fg_c2_an_attack_undone_asks_early_lifts_back() -> None:
    hands = attacked().lift("blue/medium-infantry-1")
    assert undo(hands) == "undone"
    assert hands.state == hands.start
    assert hands.corrections_told() == ["put blue/medium-infantry-1 3 blue"]
    assert (hands.follow(), hands.refusals) == (1, ())


def test_fg_c2_the_defender_takes_their_retreat_back_and_goes_no_further() -> None:
    hands = at_retreat().lift("blue/medium-infantry-1")
    hands.press("press ok blue")
    assert (hands.state.step, len(hands.state.column(3).blue)) == ("bonus", 1)
    assert undo(hands) == "undone"
    assert (hands.state.step, len(hands.state.column(3).blue)) == ("retreat", 2)
    assert hands.corrections == (), "lifted, and waiting again"
    assert undo(hands) == "no-undo-bonus-confirmed"
    hands.lay("blue/medium-infantry-1", "3 blue")
    hands.press("press ok blue")
    assert len(hands.state.column(3).blue) == 2


def test_fg_c2_a_retreat_that_hands_took_back_before_undo_waits_no_more() -> None:
    hands = at_retreat().lift("blue/medium-infantry-1")
    hands.press("press ok blue")
    hands.lay("blue/medium-infantry-1", "3 blue")
    assert undo(hands) == "undone"
    assert (hands.state.step, hands.table.held.lifted, hands.corrections) == ("retreat", frozenset(), ())
    hands.press("press ok blue")
    assert len(hands.state.column(3).blue) == 2


def test_fg_c2_who_went_without_a_bonus_card_may_undo_until_the_other_has_moved() -> None:
    hands = attacked(red=NOTHING)
    hands.press("press ok red")
    assert hands.state.step == "retreat", "he went without: no card is confirmed"
    assert undo(hands) == "undone"
    assert hands.table.state.step == "lead"
    hands.press("press ok red")
    hands.press("press ok blue")
    assert hands.table.state.step == "bonus"
    assert undo(hands) == "undone"
    assert undo(hands) == "no-undo-other-moved", "the other would have to move again"
    assert hands.state.step == "retreat"


def test_fg_c6_not_behind_cards_that_were_shown() -> None:
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue")
    hands.press("press ok blue")
    assert undo(hands) == "no-undo-cards-shown"
    hands.lay("red/archer-1", "2 red")
    assert undo(hands) == "undone"
    assert undo(hands) == "no-undo-cards-shown"


def test_fg_c1_the_attackers_choice_of_two_is_undone() -> None:
    units = {"3 red": "heavy-infantry-1 heavy-infantry-2", "3 blue": "medium-infantry-1"}
    hands = at_retreat(units).lift("blue/medium-infantry-1")
    hands.press("press ok blue")
    hands.lift("red/heavy-infantry-1")
    assert hands.state.step == "actions"
    assert undo(hands) == "undone"
    assert hands.table.state.step == "result"
    assert "put red/heavy-infantry-1 3 red" in hands.corrections_told()
    hands.lay("red/heavy-infantry-1", "3 red").lift("red/heavy-infantry-2")
    assert hands.done[-1] == Discard("red/heavy-infantry-2")


def test_fg_f1_undo_of_a_flank_attack_and_of_the_phase() -> None:
    units = {"3 red": "pike-1", "2 red": "cavalry-1", "3 blue": "spear-1"}
    hands = at_actions(units=units, step="flank")
    hands.press("press column 3 red")
    assert undo(hands) == "undone"
    assert hands.state == hands.start
    hands.press("press ok red")
    assert (hands.state.step, undo(hands), hands.state) == ("actions", "undone", hands.start)


# The four nevers


def test_fg_d1_never_behind_a_draw_and_never_into_the_others_turn() -> None:
    hands = at_actions(red=Counts(hand=9))
    hands.press("hold ok red")
    hands.press("press ok red")
    assert hands.state.step == "draw"
    assert undo(hands) == "no-undo-cards-drawn"
    for card in ("pike-1", "pike-2", "pike-3"):
        hands.lay(f"red/{card}", "pad red")
    hands.press("press ok red")
    assert hands.state.active == "blue"
    assert undo(hands) == "no-undo-turn-over"


def test_fg_d1_a_discard_down_to_nine_is_undone_in_its_turn() -> None:
    hands = at_actions(step="draw")
    hands.press("press ok red")
    hands.lay("red/pike-1", "pad red")
    hands.press("hold ok red")
    assert undo(hands) == "undone"
    assert (hands.state.red.hand, hands.state.red.discard) == (12, 0)
    assert undo(hands) == "no-undo-cards-drawn"


def test_fg_r1_never_behind_reserves() -> None:
    hands = at_actions().lay("red/reserves-1", "pad red")
    hands.press("press ok red")
    assert undo(hands) == "no-undo-cards-drawn"
    hands.follow()
    hands.lay("red/archer-1", "2 red")
    assert [undo(hands), undo(hands)] == ["undone", "no-undo-cards-drawn"]


@pytest.mark.parametrize(("discards", "step"), [(0, "actions"), (2, "shuffle")])
def test_fg_r1_reserves_without_a_card_to_draw_tell_nobody_anything(discards: int, step: str) -> None:
    hands = at_actions(red=Counts(hand=3, deck=0, discard=discards)).lay("red/reserves-1", "pad red")
    hands.press("press ok red")
    assert hands.state.step == step
    assert undo(hands) == "undone"
    assert (hands.state, hands.corrections) == (hands.start, ())


def test_fg_k1_never_behind_a_shuffle_but_behind_the_asking_for_it() -> None:
    hands = attacked(ONE_EACH, red=Counts(hand=3, deck=0, discard=4))
    hands.press("hold ok red")
    assert hands.state.step == "shuffle"
    assert undo(hands) == "undone"
    assert hands.table.state.step == "bonus"
    hands.press("hold ok red")
    hands.press("press ok red")
    assert (hands.state.step, undo(hands)) == ("bonus", "no-undo-shuffled")


def test_fg_k1_what_was_drawn_before_the_shuffle_is_known() -> None:
    hands = at_actions(step="draw", red=Counts(hand=3, deck=1, discard=4))
    hands.press("press ok red")
    assert (hands.state.step, undo(hands)) == ("shuffle", "no-undo-cards-drawn")


def test_fg_c7_never_behind_a_rampage() -> None:
    hands = attacked({"3 red": "heavy-infantry-1", "3 blue": "elephant-1"}).lay("red/commander-1", "pad red")
    hands.press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue")
    hands.press("press ok blue")
    assert undo(hands) == "no-undo-cards-shown"
    hands.lay("blue/spear-1", "pad blue")
    hands.follow()
    hands.lay("blue/spear-1", "pad blue")
    hands.press("press ok blue")
    assert undo(hands) == "no-undo-cards-drawn"


def test_fg_t0_a_free_die_bars_nothing() -> None:
    hands = at_actions().lay("red/archer-1", "2 red")
    hands.press("press dice")
    hands.lay("red/archer-2", "3 red")
    hands.press("press dice")
    assert [undo(hands), undo(hands), undo(hands)] == ["undone", "undone", "no-undo-nothing-done"]


def test_fg_v1_never_behind_the_end() -> None:
    hands = at_actions(step="draw", red=Counts(hand=6), control=dict.fromkeys((1, 2, 3), "blue"))
    hands.press("press ok red")
    assert (hands.state.step, undo(hands)) == ("over", "no-undo-turn-over")


# While cards are asked back


def test_fg_p1_what_was_used_up_before_is_no_offer_again() -> None:
    hands = at_actions().lay("red/archer-1", "2 red").lay("red/archer-2", "pad red")
    hands.press("press ok red")
    hands.lay("red/spear-1", "3 red")
    assert undo(hands) == "undone"
    assert hands.refusals == ()
    assert hands.corrections_told() == ["take red/spear-1 3 red", "take red/archer-2 pad red"]
    assert not any(each.secret for each in hands.corrections), "everybody has seen it"
    assert undo(hands) == "undone"
    assert hands.corrections_told() == ["take red/spear-1 3 red"], "now it is"
    assert hands.press("press ok red") == ()


def test_fg_p1_a_completed_legal_move_is_accepted_while_cards_are_asked_back() -> None:
    hands = at_actions().lay("red/spear-1", "3 red").lay("red/archer-1", "2 red")
    undo(hands)
    undo(hands)
    assert hands.corrections_told() == ["take red/archer-1 2 red", "take red/spear-1 3 red"]
    hands.lay("red/cavalry-1", "4 red")
    assert (hands.refusals, hands.done) == ((), [Place("red/cavalry-1", 4)])
    assert hands.follow() == 2
    assert (hands.state.due, hands.agrees()) == (2, True)


def test_fg_p1_what_was_undone_is_done_again_by_lifting_and_laying() -> None:
    hands = at_actions().lay("red/spear-1", "3 red")
    undo(hands)
    hands.lift("red/spear-1").lay("red/spear-1", "3 red")
    assert (hands.done, hands.corrections) == ([Place("red/spear-1", 3)], ())


def test_fg_p1_an_undone_placement_moves_to_another_column() -> None:
    hands = at_actions().lay("red/spear-1", "3 red")
    undo(hands)
    hands.lift("red/spear-1", settled=None).lay("red/spear-1", "1 red")
    assert (hands.done, hands.corrections, hands.state.due) == ([Place("red/spear-1", 1)], (), 8)


def test_fg_p1_a_unit_asked_back_may_be_laid_in_another_column_instead() -> None:
    hands = at_actions().lay("red/spear-1", "3 red").lift("red/spear-1")
    assert undo(hands) == "undone"
    assert (hands.state.due, hands.corrections_told()) == (5, ["put red/spear-1 3 red"])
    hands.lay("red/spear-1", "1 red")
    assert (hands.refusals, hands.corrections, hands.state.due) == ((), (), 8)
    assert hands.state.column(1).red == ("red/spear-1",)


def test_fg_p1_an_older_unit_asked_back_may_not() -> None:
    hands = at_actions(units={"3 red": "spear-1"}).lift("red/spear-1")
    undo(hands)
    hands.lay("red/spear-1", "1 red")
    assert codes(hands.refusals) == ["cannot-move"]
    assert sorted(hands.corrections_told()) == ["put red/spear-1 3 red", "take red/spear-1 1 red"]
    assert hands.follow() == 2
    assert (hands.state, hands.agrees()) == (hands.start, True)


def test_fg_p1_a_card_asked_back_stays_asked_back_and_counts_for_nothing() -> None:
    hands = at_actions(units={"3 red": "spear-1"}).lift("red/spear-1")
    undo(hands)
    hands.judge().judge()
    assert (hands.done, hands.corrections_told()) == ([], ["put red/spear-1 3 red"])
    hands.lay("red/spear-1", "3 red").lift("red/spear-1")
    assert hands.done == [Discard("red/spear-1")], "back, and lifted again"


def test_fg_t0_buttons_work_while_cards_are_asked_back() -> None:
    hands = at_actions().lay("red/spear-1", "3 red")
    undo(hands)
    assert hands.press("hold ok red") == ()
    assert (hands.done, hands.state.step) == ([EndActions()], "draw")
    assert hands.corrections_told() == ["take red/spear-1 3 red"]


# Everything at random


@pytest.mark.parametrize("seed", range(20))
def test_fg_t0_undo_at_any_point_asks_for_the_earlier_layout(seed: int) -> None:
    """Placements, lifts and payments at random; every undo brings the state before, and hands bring the layout."""
    rng = random.Random(seed)
    hands = at_actions(units={"2 red": "archer-1 archer-2", "3 red": "pike-1", "3 blue": "pike-1"})
    cards = ["spear-1", "spear-2", "light-cavalry-1", "light-cavalry-2", "cavalry-1", "pike-2"]
    before = [hands.state]
    for _ in range(12):
        state = hands.state
        move = rng.randrange(4)
        lying = [
            card for _, card in hands.seen.items() if card.startswith("red") and card not in hands.pad("red")
        ]
        if move < 2:
            free = [card for card in cards if not hands.seen.zones_of(f"red/{card}")]
            if free:
                hands.lay(f"red/{rng.choice(free)}", f"{rng.randint(1, 5)} red")
        elif move == 2 and lying:
            hands.lift(rng.choice(lying))
        else:
            hands.press("press column 3 red" if rng.randrange(2) else "press ok red")
        hands.follow()
        if hands.state != state:
            before.append(state)
    while len(before) > 1:
        if undo(hands) != "undone":
            break
        assert hands.state == before.pop()
        if rng.randrange(2):
            hands.follow()
            assert hands.agrees()
    hands.follow()
    assert (hands.state, hands.agrees()) == (hands.start, True)
