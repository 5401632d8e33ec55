"""Placing and paying at the table: what each gesture means, and what the table answers (FG-P1)."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.procedure import Prompt
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import codes, told, whole
from tests.core.field_of_glory.tables import at_actions


def test_fg_p1_the_rulebooks_nine_points_at_the_table() -> None:
    hands = at_actions()
    hands.lay("red/medium-infantry-1", "1 red").lay("red/light-cavalry-1", "2 red")
    hands.lay("red/heavy-infantry-1", "3 red").lay("red/light-infantry-1", "4 red")
    assert hands.state.due == 9
    hands.lay("red/commander-1", "pad red").lay("red/cavalry-5", "pad red")
    assert (hands.state.due, hands.refusals, hands.corrections) == (9, (), ())
    assert hands.press("press ok red") == ()
    assert hands.done[-3:] == [act.Pay("red/commander-1"), act.Pay("red/cavalry-5"), act.Settle()]
    assert (hands.state.due, hands.state.red.hand, hands.state.red.discard) == (0, 3, 2)
    assert hands.corrections_told() == ["take red/commander-1 pad red", "take red/cavalry-5 pad red"]
    assert hands.follow() == 2
    assert hands.agrees()


def test_fg_p1_not_enough_with_an_empty_pad_and_with_too_little() -> None:
    hands = at_actions().lay("red/spear-1", "3 red")
    empty = hands.press("press ok red")
    assert whole(empty) == [
        ("not-enough", "red", "FG-P1", {"due": 5, "paid": 0}, Fix(Verb.PAY, number=5, place="pad"), None)
    ]
    hands.lay("red/cavalry-5", "pad red")
    little = hands.press("press ok red")
    assert whole(little) == [
        ("not-enough", "red", "FG-P1", {"due": 5, "paid": 4}, Fix(Verb.PAY, number=1, place="pad"), None)
    ]
    assert (hands.state.due, hands.state.red.hand, hands.pad("red")) == (5, 9, ("red/cavalry-5",))


@pytest.mark.parametrize(
    ("hand", "pad", "fix"),
    [
        (2, "cavalry-1", Fix(Verb.TAKE, "red/spear-1", "3")),
        (3, "cavalry-1", Fix(Verb.PAY, number=3, place="pad")),
        (3, "cavalry-1 cavalry-2", Fix(Verb.TAKE, "red/spear-1", "3")),
        (4, "", Fix(Verb.PAY, number=5, place="pad")),
    ],
)
def test_fg_p1_what_the_cards_left_cannot_be_worth_is_not_asked_for(hand: int, pad: str, fix: Fix) -> None:
    """A card that lies on the pad is worth what it is worth, and no commander any more; each button says the same."""
    hands = at_actions(red=Counts(hand=hand)).lay("red/spear-1", "3 red")
    for card in pad.split():
        hands.lay(f"red/{card}", "pad red")
    for gesture in ("press ok red", "press column 4 red"):
        (told,) = (why for why in hands.press(gesture) if why.code in ("not-enough", "pay-first"))
        assert told.fix == fix


def test_fg_p1_part_payment_by_hold_is_counted_once() -> None:
    hands = at_actions().lay("red/elephant-1", "1 red")
    assert hands.state.due == 8
    hands.lay("red/commander-1", "pad red")
    assert hands.press("hold ok red") == ()
    assert (hands.state.due, hands.state.red.hand, hands.state.red.discard) == (3, 8, 1)
    assert hands.corrections_told() == ["take red/commander-1 pad red"]
    assert codes(hands.press("hold ok red")) == ["pay-first"]  # it counted once, and lies there still
    assert codes(hands.press("press ok red")) == ["not-enough"]
    hands.lay("red/cavalry-3", "pad red")
    assert hands.press("press ok red") == ()
    assert (hands.state.due, hands.state.unpaid, hands.state.red.hand) == (0, (), 6)
    hands.follow()
    hands.lay("red/commander-1", "pad red")
    assert told(hands.refusals) == [("card-elsewhere", "FG-P1")]
    assert hands.corrections_told() == ["take red/commander-1 pad red"]


def test_fg_p1_hold_with_enough_pays_and_closes() -> None:
    hands = at_actions().lay("red/cavalry-1", "3 red").lay("red/commander-1", "pad red")
    assert hands.press("hold ok red") == ()
    assert hands.done[-2:] == [act.Pay("red/commander-1"), act.Settle()]
    assert hands.state.step == "actions"


def test_fg_p1_a_placement_lifted_after_a_part_payment_gives_nothing_back() -> None:
    hands = at_actions().lay("red/spear-1", "3 red").lay("red/commander-1", "pad red")
    hands.lay("red/cavalry-1", "2 red")
    assert hands.press("hold ok red") == ()
    assert (hands.state.due, hands.state.paid) == (2, 5)
    hands.lift("red/spear-1")
    assert (hands.state.due, hands.state.paid) == (0, 2)
    assert hands.press("press ok red") == ()
    assert (hands.state.red.discard, hands.state.red.hand) == (1, 7)


def test_fg_p1_placements_without_cost_stay_open_until_they_are_closed() -> None:
    hands = at_actions().lay("red/light-cavalry-1", "3 red")
    hands.lift("red/light-cavalry-1")
    assert hands.done == [act.Place("red/light-cavalry-1", 3), act.TakeBack("red/light-cavalry-1")]
    hands.lay("red/light-cavalry-1", "4 red")
    assert hands.press("press ok red") == ()
    assert hands.state.red.hand == 8
    hands.lift("red/light-cavalry-1")
    assert [card for card, _, _ in hands.state.cleared] == ["red/light-cavalry-1"]


def test_fg_p1_hold_closes_what_costs_nothing_and_ends_the_actions() -> None:
    hands = at_actions().lay("red/light-cavalry-1", "3 red")
    assert hands.press("hold ok red") == ()
    assert (hands.state.step, hands.state.red.hand) == ("draw", 8)


def test_fg_p1_a_column_button_closes_what_costs_nothing() -> None:
    hands = at_actions(units={"3 blue": "pike-1", "3 red": "cavalry-1"})
    hands.lay("red/light-cavalry-1", "2 red")
    assert hands.press("press column 3 red") == ()
    assert hands.done[-1] == act.DeclareAttack(3)
    assert (hands.state.step, hands.state.unpaid) == ("bonus", ())
    assert hands.state.red.hand == 8


def test_fg_p1_a_refused_column_button_closes_nothing() -> None:
    hands = at_actions().lay("red/light-cavalry-1", "2 red")
    assert codes(hands.press("press column 3 red")) == ["no-unit", "no-enemy"]
    assert len(hands.state.unpaid) == 1


@pytest.mark.parametrize("gesture", ["press column 2 red", "hold column 2 red", "hold ok red"])
def test_fg_p1_pay_first(gesture: str) -> None:
    hands = at_actions().lay("red/spear-1", "3 red")
    reasons = hands.press(gesture)
    assert whole(reasons)[0] == (
        "pay-first",
        "red",
        "FG-P1",
        {"due": 5},
        Fix(Verb.PAY, number=5, place="pad"),
        None,
    )
    assert codes(reasons)[1:] == (["no-unit", "no-enemy"] if "column" in gesture else [])
    assert (hands.state.step, hands.state.due) == ("actions", 5)


def test_fg_p1_ok_is_the_way_only_from_what_it_would_have_spared() -> None:
    hands = at_actions().lay("red/spear-1", "3 red").lay("red/commander-1", "pad red")
    reasons = hands.press("press column 2 red")
    assert [(reason.code, reason.fix.verb, reason.fix.place) for reason in reasons] == [
        ("pay-first", Verb.PRESS, "ok for the pad"),
        ("no-unit", Verb.PRESS, "column"),
        ("no-enemy", Verb.PRESS, "column"),
    ]


def test_fg_p1_a_card_with_nothing_due() -> None:
    for gesture in ("press ok red", "hold ok red"):
        hands = at_actions().lay("red/commander-1", "pad red")
        assert (hands.refusals, hands.corrections) == ((), ())
        assert whole(hands.press(gesture)) == [
            (
                "nothing-due",
                "red",
                "FG-P1",
                {"due": 0},
                Fix(Verb.TAKE, "red/commander-1", "pad"),
                "red/commander-1",
            )
        ]
        assert (hands.state.step, hands.done) == ("actions", [])


def test_fg_p1_more_cards_on_the_pad_than_the_hand_can_have_are_said_with_ok() -> None:
    hands = at_actions(red=Counts(hand=2)).lay("red/light-infantry-1", "3 red")
    hands.lay("red/spear-1", "pad red").lay("red/pike-1", "pad red")
    assert hands.refusals == ()
    for gesture in ("press ok red", "hold ok red"):
        assert whole(hands.press(gesture)) == [
            (
                "count-wrong",
                "red",
                "FG-P1",
                {"hand": 1, "cards": 2},
                Fix(Verb.TAKE, "red/pike-1", "pad"),
                "red/pike-1",
            )
        ]
    assert hands.state.due == 1
    hands.lift("red/pike-1")
    assert hands.press("press ok red") == ()
    assert hands.state.red.hand == 0


def test_fg_p1_every_reason_against_a_payment_is_said() -> None:
    hands = at_actions(units={"2 red": "cavalry-1"}, red=Counts(hand=2, deck=9))
    hands.lift("red/cavalry-1").lay("red/spear-1", "3 red")
    hands.lay("red/pike-1", "pad red").lay("red/pike-2", "pad red").lift("red/pike-2")
    hands.lay("red/overlap-1", "pad red")
    assert codes(hands.press("press ok red")) == ["discard-needs-placement", "count-wrong", "not-enough"]


def test_fg_p1_what_the_hand_can_never_pay_is_lifted_the_last_unit_first() -> None:
    hands = at_actions(red=Counts(hand=3)).lay("red/light-infantry-1", "2 red").lay("red/elephant-1", "1 red")
    lift = Fix(Verb.TAKE, "red/elephant-1", "1")
    for gesture, code in (
        ("press ok", "not-enough"),
        ("hold ok", "pay-first"),
        ("press column 2", "pay-first"),
    ):
        reason = hands.press(f"{gesture} red")[0]
        assert (reason.code, reason.fix) == (code, lift)
    hands.lay("red/commander-1", "pad red")
    for gesture, code in (("press ok", "not-enough"), ("press column 2", "pay-first")):
        reason = hands.press(f"{gesture} red")[0]
        assert (reason.code, reason.fix) == (code, lift)
    hands.lift("red/elephant-1")
    assert hands.press("press ok red") == ()
    assert (hands.state.due, hands.state.red.hand) == (0, 1)


def test_fg_p1_nothing_open_is_said_and_not_refused() -> None:
    hands = at_actions()
    assert hands.press("press ok red") == ()
    assert hands.prompts == (Prompt("red", "actions", "hold-to-end"),)
    assert hands.done == []


def test_fg_p1_of_several_cards_that_leave_the_pad_the_fix_tells_the_number() -> None:
    hands = at_actions().lay("red/cavalry-1", "pad red").lay("red/cavalry-2", "pad red")
    (needless,) = hands.press("press ok red")
    assert (needless.code, needless.fix) == ("nothing-due", Fix(Verb.TAKE, place="pad", number=2))
    hands.lay("red/elephant-1", "1 red")
    assert hands.press("hold ok red") == ()
    (used,) = hands.press("press ok red")
    assert (used.figure("used"), used.fix) == (2, Fix(Verb.TAKE, place="pad", number=2))
    hands.lift("red/cavalry-2")
    (used,) = hands.press("press ok red")
    assert (used.figure("used"), used.fix) == (1, Fix(Verb.TAKE, "red/cavalry-1", "pad"))
