"""Units at the table: taken back, discarded before placing, moved, and in the advance (FG-P1, FG-P3, FG-A1)."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.procedure import Prompt
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import PROCEDURE, Hands, codes, position, told, whole
from tests.core.field_of_glory.tables import at_actions

# Taking back, discarding before placing, moving


def test_fg_p1_an_unpaid_unit_may_be_laid_elsewhere() -> None:
    fast = at_actions().lay("red/spear-1", "3 red")
    fast.lift("red/spear-1", settled=None).lay("red/spear-1", "1 red")
    slow = at_actions().lay("red/spear-1", "3 red").lift("red/spear-1").lay("red/spear-1", "1 red")
    assert fast.state == slow.state
    assert fast.state.due == 8
    assert fast.agrees()


@pytest.mark.parametrize("end", ["2 red", "3 blue", "2 blue"])
@pytest.mark.parametrize("quick", [True, False])
def test_fg_p1_an_unpaid_unit_laid_wrongly_is_in_the_hand_again(end: str, quick: bool) -> None:
    hands = at_actions(units={"2 red": "cavalry-1"}).lay("red/spear-1", "3 red")
    hands.lift("red/spear-1", settled=None if quick else True).lay("red/spear-1", end)
    assert codes(hands.refusals) == ["mixed-kinds" if end == "2 red" else "wrong-side"]
    assert hands.corrections_told() == [f"take red/spear-1 {end}"]
    assert (hands.state.due, hands.state.unpaid) == (0, ())
    assert hands.follow() == 1
    assert hands.agrees()


def test_fg_p1_unpaid_units_change_places() -> None:
    hands = at_actions().lay("red/spear-1", "2 red").lay("red/cavalry-1", "3 red")
    for card, end in (("red/spear-1", "3 red"), ("red/cavalry-1", "2 red")):
        hands.lift(card, settled=None).lay(card, end, settled=False)
    hands.judge()
    assert (hands.refusals, hands.corrections) == ((), ())
    assert hands.agrees()
    assert (hands.state.column(3).red, hands.state.due) == (("red/spear-1",), 7)


def test_fg_p1_three_unpaid_units_go_round() -> None:
    cards = ("red/spear-1", "red/cavalry-1", "red/pike-1")
    hands = at_actions()
    for column, card in enumerate(cards, 2):
        hands.lay(card, f"{column} red")
    for column, card in enumerate(cards, 2):
        hands.lift(card, settled=None).lay(card, f"{column % 3 + 2} red", settled=False)
    hands.judge()
    assert (hands.refusals, hands.corrections) == ((), ())
    assert hands.agrees()


def test_fg_p3_a_unit_lifted_is_discarded_when_another_is_placed() -> None:
    hands = at_actions(units={"3 red": "cavalry-1"})
    hands.lift("red/cavalry-1").lay("red/spear-1", "3 red").lay("red/commander-1", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.state.red.discards == {"red/cavalry-1", "red/commander-1"}
    hands.lay("red/cavalry-1", "4 red")
    assert told(hands.refusals) == [("card-elsewhere", "FG-P1")]
    hands.lift("red/cavalry-1").lay("red/cavalry-1", "pad red")
    assert told(hands.refusals) == [("card-elsewhere", "FG-P1")]


@pytest.mark.parametrize(
    "gesture", ["press ok red", "hold ok red", "press column 3 red", "press column 1 red"]
)
def test_fg_p3_a_discard_without_placement_is_refused_at_the_next_press(gesture: str) -> None:
    hands = at_actions(units={"3 red": "cavalry-1", "1 blue": "archer-1", "3 blue": "archer-2"})
    hands.lift("red/cavalry-1")
    assert (hands.refusals, hands.corrections) == ((), ())
    reasons = hands.press(gesture)
    assert whole(reasons)[0] == (
        "discard-needs-placement",
        "red",
        "FG-P3",
        {"card": "red/cavalry-1", "column": 3},
        Fix(Verb.PUT, "red/cavalry-1", "3"),
        "red/cavalry-1",
    )
    assert codes(reasons)[1:] == (["no-unit"] if "column" in gesture else [])
    hands.lay("red/cavalry-1", "3 red")
    assert hands.state == hands.start


def test_fg_p3_a_card_on_the_pad_does_not_hide_the_open_discard() -> None:
    hands = at_actions(units={"3 red": "cavalry-1"}).lift("red/cavalry-1")
    hands.lay("red/commander-1", "pad red")
    assert codes(hands.press("press ok red")) == ["nothing-due", "discard-needs-placement"]
    hands.lift("red/commander-1").lay("red/reserves-1", "pad red")
    assert codes(hands.press("press ok red")) == ["discard-needs-placement"]
    hands.lay("red/commander-1", "pad red")
    assert codes(hands.press("press ok red")) == ["one-card", "discard-needs-placement"]


@pytest.mark.parametrize("quick", [True, False])
def test_fg_p1_older_units_never_move(quick: bool) -> None:
    hands = at_actions(units={"2 red": "cavalry-1"})
    hands.lift("red/cavalry-1", settled=None if quick else True).lay("red/cavalry-1", "4 red")
    assert whole(hands.refusals) == [
        (
            "cannot-move",
            "red",
            "FG-P1",
            {"card": "red/cavalry-1", "from": "2", "to": "4"},
            Fix(Verb.PUT, "red/cavalry-1", "2"),
            "red/cavalry-1",
        )
    ]
    assert hands.corrections_told() == ["take red/cavalry-1 4 red", "put red/cavalry-1 2 red"]
    done = tuple(hands.done)
    hands.lift("red/cavalry-1")  # as told: it is still asked back, and no discard before placing
    assert (tuple(hands.done), hands.corrections_told()) == (done, ["put red/cavalry-1 2 red"])
    hands.lay("red/cavalry-1", "2 red")
    assert (hands.state, hands.refusals, hands.corrections) == (hands.start, (), ())


def test_fg_p1_an_older_unit_whose_place_is_taken_cannot_move_either() -> None:
    hands = at_actions(units={"2 red": "cavalry-1"}).lift("red/cavalry-1").lay("red/spear-1", "2 red")
    hands.lay("red/cavalry-1", "4 red")
    assert whole(hands.refusals) == [
        (
            "cannot-move",
            "red",
            "FG-P1",
            {"card": "red/cavalry-1", "from": "2", "to": "4"},
            Fix(Verb.TAKE, "red/cavalry-1", "4"),
            "red/cavalry-1",
        )
    ]
    assert hands.corrections_told() == ["take red/cavalry-1 4 red"]
    hands.follow()
    hands.lay("red/cavalry-1", "2 red")
    assert told(hands.refusals) == [("mixed-kinds", "FG-P2")]
    hands.follow()
    assert hands.agrees()


# Advance


def test_fg_a1_the_lifted_unit_is_the_one_discarded() -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2"}, step=None)
    assert PROCEDURE.prompts(hands.table)[0] == Prompt(
        "red", "advance", "lift-one", (("column", 3), ("columns", 1))
    )
    hands.lift("red/pike-1")
    assert (hands.state.step, hands.state.column(3).red) == ("actions", ("red/pike-2",))
    assert hands.corrections == ()


def test_fg_a1_two_lifted_at_once_are_asked_and_not_guessed() -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2"}, step=None)
    hands.lift("red/pike-1", settled=None).lift("red/pike-2")
    assert (hands.state.step, hands.refusals) == ("advance", ())
    assert hands.corrections_told() == ["put red/pike-1 3 red", "put red/pike-2 3 red"]
    hands.lay("red/pike-1", "3 red")
    assert (hands.state.step, hands.state.column(3).red) == ("actions", ("red/pike-1",))
    assert hands.corrections == ()


@pytest.mark.parametrize("gesture", ["press ok red", "hold ok red", "press column 3 red"])
def test_fg_a1_no_button_decides(gesture: str) -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2"}, step=None)
    assert told(hands.press(gesture)) == [("wrong-phase", "FG-T0")]
    assert hands.state.step == "advance"


def test_fg_a1_nothing_else_is_laid_or_lifted_meanwhile() -> None:
    hands = at_actions(units={"3 red": "pike-1 pike-2", "2 red": "archer-1"}, step=None)
    hands.lay("red/spear-1", "4 red")
    assert told(hands.refusals) == [("wrong-phase", "FG-T0")]
    hands.lift("red/archer-1")
    assert told(hands.refusals) == [("wrong-phase", "FG-T0"), ("wrong-phase", "FG-A1")]
    assert hands.corrections_told() == ["take red/spear-1 4 red", "put red/archer-1 2 red"]
    hands.follow()
    hands.lift("red/pike-2", settled=None).lay("red/pike-2", "5 red")
    assert codes(hands.refusals) == ["cannot-move"]
    assert hands.follow() == 2  # taking it away, as told, is not the choice
    assert (hands.state.step, hands.refusals) == ("advance", ())
    hands.lift("red/pike-2")
    assert (hands.state.step, hands.state.column(3).red) == ("actions", ("red/pike-1",))


def at_flank() -> Hands:
    return Hands(
        position(
            step="flank",
            units={"1 red": "pike-1", "2 red": "cavalry-1", "3 red": "spear-1", "3 blue": "pike-1"},
        )
    )


def test_fg_p3_a_lift_refused_in_the_flank_step_is_no_discard_in_the_actions() -> None:
    hands = at_flank().lift("red/pike-1")
    hands.press("press ok red")
    assert (hands.state.step, hands.done[-1]) == ("actions", act.EndFlank())
    assert hands.corrections_told() == ["put red/pike-1 1 red"]
    hands.lay("red/pike-1", "1 red").lift("red/pike-1")
    assert hands.done[-1] == act.Discard("red/pike-1")


def test_fg_p3_a_unit_moved_in_the_flank_step_is_no_discard_in_the_actions() -> None:
    hands = at_flank().lift("red/pike-1", settled=None).lay("red/pike-1", "4 red")
    assert codes(hands.refusals) == ["cannot-move"]
    hands.press("press ok red")
    hands.lift("red/pike-1")
    assert (hands.done[-1], hands.corrections_told()) == (act.EndFlank(), ["put red/pike-1 1 red"])


def test_fg_p3_a_unit_moved_in_the_actions_is_discarded_from_its_own_place() -> None:
    hands = Hands(position(units={"1 red": "pike-1"}))
    hands.lift("red/pike-1", settled=None).lay("red/pike-1", "4 red")
    assert codes(hands.refusals) == ["cannot-move"]
    hands.lift("red/pike-1")  # as told
    assert (hands.done, hands.corrections_told()) == ([], ["put red/pike-1 1 red"])
    hands.lay("red/pike-1", "1 red").lift("red/pike-1")
    assert (hands.done, hands.corrections) == ([act.Discard("red/pike-1")], ())


def test_fg_p3_a_unit_moved_makes_no_room_for_one_that_waits() -> None:
    hands = Hands(position(units={"2 red": "pike-1 pike-2"})).lay("red/pike-3", "2 red")
    hands.lift("red/pike-1", settled=None).lay("red/pike-1", "4 red")
    assert codes(hands.refusals) == ["column-full", "cannot-move"]
    hands.lift("red/pike-1")
    assert hands.done == []
    assert sorted(hands.corrections_told()) == ["put red/pike-1 2 red", "take red/pike-3 2 red"]


def test_fg_a1_a_lift_refused_in_the_others_turn_is_no_choice_later() -> None:
    hands = at_actions(units={"3 blue": "pike-1 pike-2"}, red=Counts(hand=6))
    hands.lift("blue/pike-1")
    assert codes(hands.refusals) == ["not-your-turn"]
    hands.press("hold ok red")
    hands.press("press ok red")
    assert (hands.state.active, hands.state.step, hands.state.column(3).blue) == (
        "blue",
        "advance",
        ("blue/pike-1", "blue/pike-2"),
    )
    assert hands.corrections_told() == ["put blue/pike-1 3 blue"]
    hands.follow()
    hands.lift("blue/pike-2")
    assert (hands.state.step, hands.state.column(3).blue) == ("actions", ("blue/pike-1",))
