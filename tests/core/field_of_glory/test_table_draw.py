"""Reserves, draw, hand limit, shuffle and the end at the table (FG-R1, FG-D1, FG-K1, FG-V1, FG-E1)."""

from __future__ import annotations

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.procedure import Prompt
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import PROCEDURE, codes, told, whole
from tests.core.field_of_glory.tables import at_actions

# Reserves


def test_fg_r1_reserves_on_the_pad_with_ok() -> None:
    hands = at_actions().lay("red/reserves-1", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.done == [act.PlayReserves("red/reserves-1")]
    assert (hands.state.red.hand, hands.state.red.deck) == (11, 12)
    assert hands.corrections_told() == ["take red/reserves-1 pad red"]
    assert hands.press("press ok red") == ()  # it lies there still, and is not played twice
    assert hands.done == [act.PlayReserves("red/reserves-1")]


def test_fg_r1_reserves_alone() -> None:
    hands = at_actions().lay("red/reserves-1", "pad red").lay("red/spear-1", "pad red")
    assert whole(hands.press("press ok red")) == [
        ("one-card", "red", "FG-R1", {"cards": 2, "limit": 1}, Fix(Verb.TAKE, "red/spear-1", "pad"), None)
    ]


def test_fg_r1_reserves_with_something_due_pay() -> None:
    hands = at_actions().lay("red/cavalry-1", "3 red").lay("red/reserves-1", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.done[1:] == [act.Pay("red/reserves-1"), act.Settle()]
    assert hands.state.red.hand == 7


def test_fg_r1_reserves_with_a_hold_ask_for_a_press() -> None:
    hands = at_actions().lay("red/reserves-1", "pad red")
    (refused,) = hands.press("hold ok red")
    assert (refused.code, refused.fix) == ("nothing-due", Fix(Verb.PRESS, place="ok for the pad"))
    assert hands.done == []
    hands = at_actions(units={"3 red": "pike-1"}).lift("red/pike-1").lay("red/reserves-1", "pad red")
    refused, _ = hands.press("hold ok red")
    assert refused.fix == Fix(Verb.TAKE, "red/reserves-1", "pad"), "as it would be refused now"


# Draw, hand limit, shuffle


def test_fg_d1_a_hold_is_told_what_else_stands_against_the_pad() -> None:
    hands = at_actions(red=Counts(hand=6))
    hands.press("hold ok red")
    hands.lay("red/archer-1", "pad red").lay("red/commander-1", "pad red")
    assert told(hands.press("hold ok red")) == [("one-card", "FG-D1"), ("wrong-phase", "FG-D1")]
    hands.lift("red/commander-1")
    assert told(hands.press("hold ok red")) == [("wrong-phase", "FG-D1")]
    assert hands.press("press ok red") == ()


def test_fg_d1_ok_draws_three() -> None:
    hands = at_actions(red=Counts(hand=6))
    assert hands.press("hold ok red") == ()
    assert PROCEDURE.prompts(hands.table) == (
        Prompt("red", "draw", "draw"),
        Prompt("blue", "draw", "wait", (("active", "red"), ("asked", "draw"))),
    )
    assert hands.press("press ok red") == ()
    assert hands.done[:2] == [act.EndActions(), act.DrawThree()]
    assert (hands.state.active, hands.state.step, hands.state.red.hand) == ("blue", "actions", 9)


def test_fg_d1_a_card_on_the_pad_is_discarded_and_drawn_for() -> None:
    hands = at_actions(red=Counts(hand=5), step="draw").lay("red/cavalry-5", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.done[0] == act.DiscardToDraw("red/cavalry-5")
    assert (hands.state.red.hand, hands.state.active) == (8, "blue")
    assert hands.corrections_told() == ["take red/cavalry-5 pad red"]


def test_fg_d1_one_card_and_a_short_press() -> None:
    hands = at_actions(step="draw").lay("red/cavalry-5", "pad red").lay("red/spear-1", "pad red")
    assert whole(hands.press("press ok red")) == [
        ("one-card", "red", "FG-D1", {"cards": 2, "limit": 1}, Fix(Verb.TAKE, "red/spear-1", "pad"), None)
    ]
    hands.lift("red/spear-1")
    assert whole(hands.press("hold ok red")) == [
        (
            "wrong-phase",
            "red",
            "FG-D1",
            {"step": "draw", "wanted": "actions"},
            Fix(Verb.PRESS, place="ok"),
            None,
        )
    ]
    assert told(hands.press("press column 3 red")) == [("wrong-phase", "FG-T0")]
    assert hands.done == []


def test_fg_d1_a_hand_that_is_empty_discards_nothing() -> None:
    hands = at_actions(step="draw", red=Counts(hand=0)).lay("red/cavalry-5", "pad red")
    assert told(hands.press("press ok red")) == [("count-wrong", "FG-D1")]


def test_fg_d1_the_hand_limit_in_one_go_in_parts_and_never_too_far() -> None:
    hands = at_actions(red=Counts(hand=9), step="draw")
    hands.press("press ok red")
    assert PROCEDURE.prompts(hands.table)[0] == Prompt("red", "draw", "discard-down", (("excess", 3),))
    figures: dict[str, int | str] = {"hand": 12, "limit": 9, "excess": 3, "cards": 0}
    lay_three = ("hand-limit", "red", "FG-D1", figures, Fix(Verb.LAY, place="pad", number=3), None)
    assert whole(hands.press("press ok red")) == [lay_three]
    assert whole(hands.press("hold ok red")) == [lay_three]
    hands.lay("red/pike-1", "pad red")
    assert hands.press("press ok red")[0].fix == Fix(Verb.LAY, place="pad", number=2)
    assert hands.press("hold ok red") == ()
    assert (hands.state.red.hand, hands.done[1:]) == (11, [act.DiscardDown("red/pike-1")])
    for number in (1, 2, 3):
        hands.lay(f"red/spear-{number}", "pad red")
    too_many = hands.press("press ok red")
    assert whole(too_many) == [
        (
            "hand-limit",
            "red",
            "FG-D1",
            {"hand": 11, "limit": 9, "excess": 2, "cards": 3},
            Fix(Verb.TAKE, place="pad", number=1),
            None,
        )
    ]
    assert codes(hands.press("hold ok red")) == ["hand-limit"]
    hands.lift("red/spear-2")
    assert hands.press("press ok red") == ()
    assert (hands.state.red.hand, hands.state.active) == (9, "blue")
    assert hands.follow() == 3


def test_fg_k1_ok_of_the_player_who_shuffles() -> None:
    hands = at_actions(red=Counts(hand=4, deck=0, discard=5), step="draw")
    hands.press("press ok red")
    assert PROCEDURE.prompts(hands.table)[0] == Prompt(
        "red", "shuffle", "shuffle", (("shuffles", 0), ("left", 3))
    )
    assert whole(hands.press("press ok blue")) == [
        ("not-your-turn", "blue", "FG-T0", {"active": "red", "asked": "shuffle"}, Fix(Verb.WAIT), None)
    ]
    assert told(hands.press("press column 3 red")) == [("wrong-phase", "FG-T0")]
    hands.lay("red/spear-1", "3 red")
    assert told(hands.refusals) == [("wrong-phase", "FG-T0")]
    hands.follow()
    assert hands.press("press ok red") == ()
    assert hands.done[1] == act.Shuffle("red")
    assert (hands.state.red.shuffles, hands.state.active) == (1, "blue")


# The end


def test_fg_v1_after_the_win_nothing_counts() -> None:
    hands = at_actions(red=Counts(hand=6), control=dict.fromkeys((1, 2, 3), "blue"), step="draw")
    hands.press("press ok red")
    assert (hands.state.step, hands.state.winner) == ("over", "blue")
    assert PROCEDURE.prompts(hands.table) == tuple(
        Prompt(player, "over", "over", (("winner", "blue"),)) for player in ("red", "blue")
    )
    for gesture in ("press ok red", "hold ok blue", "press column 3 red"):
        assert told(hands.press(gesture)) == [("wrong-phase", "FG-T0")]
    hands.lay("red/spear-1", "3 red").lay("blue/pike-1", "pad red")
    assert (hands.refusals, hands.corrections) == ((), ()), "the table may be cleared in any way"


def test_fg_e1_the_end_by_shuffles() -> None:
    red = Counts(hand=4, deck=1, discard=6, shuffle=1)
    hands = at_actions(red=red, blue=Counts(shuffle=2), step="draw", control={1: "red"})
    hands.press("press ok red")
    hands.press("press ok red")
    assert (hands.state.step, hands.state.winner, hands.state.active) == ("over", "red", "red")
    draw = at_actions(red=red, blue=Counts(shuffle=2), step="draw")
    draw.press("press ok red")
    draw.press("press ok red")
    assert PROCEDURE.prompts(draw.table)[0].figures == (("winner", "draw"),)
