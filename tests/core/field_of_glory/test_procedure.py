"""Field of Glory at the table: what each gesture means, row by row, and what the table answers."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.layout import zone
from signifer_core.procedure import Button, Press, PressKind, Prompt, Table
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import PROCEDURE, Hands, after, codes, position, told, whole


def at_actions(**setup: object) -> Hands:
    return Hands(position(**setup))  # type: ignore[arg-type]


# Placing and paying


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


def test_fg_p1_nothing_open_is_said_and_not_refused() -> None:
    hands = at_actions()
    assert hands.press("press ok red") == ()
    assert hands.prompts == (Prompt("red", "actions", "hold-to-end"),)
    assert hands.done == []


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


# Other cards, other sides, other players


def test_fg_p4_no_unit_on_the_battlefield() -> None:
    hands = at_actions().lay("red/commander-1", "3 red")
    assert told(hands.refusals) == [("not-a-unit", "FG-P4")]
    assert hands.corrections_told() == ["take red/commander-1 3 red"]


@pytest.mark.parametrize("end", ["3 red", "3 blue"])
def test_fg_s1_a_terrain_card_is_no_placement(end: str) -> None:
    hands = at_actions().lay("terrain/hill-1", end)
    assert whole(hands.refusals) == [
        (
            "wrong-phase",
            end[2:],
            "FG-S1",
            {"step": "actions", "wanted": "terrain"},
            Fix(Verb.TAKE, "terrain/hill-1", "3"),
            "terrain/hill-1",
        )
    ]
    assert hands.follow() == 1


@pytest.mark.parametrize(
    "card", ["terrain/hill-1", "blue/commander-1", "tag/04aabb", "thermopyles:spartan-3"]
)
def test_fg_p1_what_cannot_pay_is_refused_on_the_pad_and_with_ok(card: str) -> None:
    hands = at_actions().lay("red/cavalry-1", "3 red").lay(card, "pad red")
    code = {"terrain": "wrong-side", "blue": "wrong-side", "tag": "unknown-tag"}.get(
        card.split("/")[0], "wrong-game"
    )
    player = "blue" if card.startswith("blue/") else "red"
    assert [(reason.code, reason.player) for reason in hands.refusals] == [(code, player)]
    assert hands.refusals[0].fix == Fix(Verb.TAKE, card, "pad")
    assert hands.corrections_told() == [f"take {card} pad red"]
    hands.lay("red/commander-1", "pad red")
    assert codes(hands.press("press ok red")) == [code]
    assert hands.state.due == 2
    assert hands.follow() == 1
    assert hands.press("press ok red") == ()
    assert hands.state.due == 0


@pytest.mark.parametrize(
    ("card", "end", "reasons"),
    [
        ("red/spear-1", "3 blue", ["wrong-side"]),
        ("blue/spear-1", "3 red", ["wrong-side", "not-your-turn"]),
        ("blue/spear-1", "3 blue", ["not-your-turn"]),
    ],
)
def test_fg_p1_a_card_on_the_wrong_side_or_in_the_others_turn(
    card: str, end: str, reasons: list[str]
) -> None:
    hands = at_actions().lay(card, end)
    assert codes(hands.refusals) == reasons
    assert all(reason.player == card.partition("/")[0] for reason in hands.refusals)
    assert hands.corrections_told() == [f"take {card} {end}"]
    assert (hands.state, hands.follow()) == (hands.start, 1)


@pytest.mark.parametrize("step", ["advance", "flank", "actions", "draw"])
def test_fg_t0_in_the_others_turn_nobody_is_told_of_its_steps(step: str) -> None:
    units = {"3 red": "pike-1", "3 blue": "pike-1", "2 red": "archer-1 archer-2"}
    hands = Hands(position(step=step, units=units)).lift("blue/pike-1")
    assert hands.state.step == step
    assert [(reason.code, reason.player) for reason in hands.refusals] == [("not-your-turn", "blue")]
    hands.lay("blue/pike-1", "3 blue").lay("blue/spear-1", "1 blue")
    assert codes(hands.refusals) == ["not-your-turn"]
    hands.lift("blue/spear-1").lay("blue/overlap-1", "1 blue")
    assert codes(hands.refusals) == ["not-your-turn", "not-a-unit"]


def test_fg_t0_the_other_player_lifts_nothing() -> None:
    hands = at_actions(units={"3 blue": "pike-1"}).lift("blue/pike-1")
    assert [(reason.code, reason.player) for reason in hands.refusals] == [("not-your-turn", "blue")]
    assert hands.corrections_told() == ["put blue/pike-1 3 blue"]
    hands.lay("blue/pike-1", "4 blue")
    assert codes(hands.refusals) == ["cannot-move"]
    assert hands.follow() == 2
    assert hands.state == hands.start


@pytest.mark.parametrize("step", ["advance", "actions", "draw"])
@pytest.mark.parametrize("gesture", ["press ok blue", "hold ok blue", "press column 3 blue"])
def test_fg_t0_the_other_player_presses_nothing(step: str, gesture: str) -> None:
    units = {"3 red": "pike-1 pike-2"} if step == "advance" else {}
    hands = at_actions(units=units, step=step)
    assert whole(hands.press(gesture)) == [
        ("not-your-turn", "blue", "FG-T0", {"active": "red"}, Fix(Verb.WAIT), None)
    ]
    assert hands.state.step == step


@pytest.mark.parametrize("step", ["actions", "draw", "over"])
def test_dice_roll_for_nothing_whenever_they_are_pressed(step: str) -> None:
    hands = at_actions(step=step)
    assert hands.press("press dice") == ()
    assert (hands.rolled, hands.done, hands.state) == (True, [], hands.start)


@pytest.mark.parametrize("gesture", [Press(PressKind.HOLD, Button.DICE), Press(PressKind.HOLD, Button.AGREE)])
def test_gestures_of_later_versions_do_nothing(gesture: Press) -> None:
    state = position()
    answer = PROCEDURE.press(Table(state), gesture, Hands(state).seen)
    assert [prompt.key for prompt in answer.prompts] == ["no-such-gesture"] * 2
    assert (answer.rolls, answer.actions, answer.refusals) == ((), (), ())


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
    assert told(hands.press("hold ok red")) == [("nothing-due", "FG-P1")]
    assert hands.done == []


# Draw, hand limit, shuffle


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


# What the table asks


def test_fg_p1_the_prompts_of_the_actions() -> None:
    state = position(units={"3 red": "cavalry-1"})
    hands = Hands(state)
    assert PROCEDURE.prompts(hands.table)[0] == Prompt("red", "actions", "act")
    hands.lay("red/light-cavalry-1", "2 red")
    assert PROCEDURE.prompts(hands.table)[0] == Prompt("red", "actions", "close")
    hands.lay("red/spear-1", "4 red")
    assert PROCEDURE.prompts(hands.table)[0].figures == (("due", 5), ("paid", 0))
    hands.lift("red/cavalry-1")
    assert PROCEDURE.prompts(hands.table)[0].key == "place-there"


@pytest.mark.parametrize("step", ["advance", "flank"])
def test_fg_t0_what_happens_by_itself_asks_nobody(step: str) -> None:
    state = position(step=step)
    assert PROCEDURE.prompts(Table(state)) == ()
    answer = PROCEDURE.press(Table(state), Press(PressKind.PRESS, Button.OK, "red"), Hands(state).seen)
    assert codes(answer.refusals) == ["wrong-phase"]
    hands = Hands(state)
    assert hands.state.step == "actions"


def test_fg_t0_due_is_what_lies_in_the_columns() -> None:
    state = after(position(units={"3 blue": "pike-1"}), act.Place("red/spear-1", 3))
    due = PROCEDURE.due(Table(state))
    assert [(str(at), card) for at, card in due.must.items()] == [
        ("3 red", "red/spear-1"),
        ("3 blue", "blue/pike-1"),
    ]
    assert due.may == {zone("pad red"), zone("pad blue")}
    assert PROCEDURE.knows("terrain/plain-6")
    assert not PROCEDURE.knows("terrain/plain-7")


def told_cards(hands: Hands) -> list[tuple[str, int]]:
    """What the last press told anybody to draw."""
    found = [(prompt.player, dict(prompt.figures)) for prompt in hands.prompts if prompt.key == "draw-now"]
    return [(player, int(figures["cards"])) for player, figures in found]


def test_fg_d1_each_draw_says_how_many_cards_and_a_shuffle_says_the_rest() -> None:
    hands = at_actions(red=Counts(hand=4, deck=2, discard=5), step="draw").lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    assert (told_cards(hands), hands.state.step) == ([("red", 2)], "shuffle")
    assert dict(PROCEDURE.prompts(hands.table)[0].figures) == {"shuffles": 0, "left": 2}
    hands.press("press ok red")
    assert (told_cards(hands), hands.state.active) == ([("red", 2)], "blue")


def test_fg_d1_a_draw_that_brings_no_card_tells_nobody_to_draw() -> None:
    hands = at_actions(red=Counts(hand=4, deck=0, discard=0), step="draw")
    hands.press("press ok red")
    assert (told_cards(hands), hands.state.active) == ([], "blue")


def test_fg_r1_reserves_say_how_many_cards() -> None:
    hands = at_actions(red=Counts(hand=4)).lay("red/reserves-1", "pad red")
    hands.press("press ok red")
    assert (told_cards(hands), hands.state.red.hand) == ([("red", 3)], 6)


def test_fg_e1_after_the_last_turn_nobody_is_told_to_draw() -> None:
    both = {"red": Counts(hand=4, shuffle=2), "blue": Counts(shuffle=2)}
    hands = at_actions(step="draw", **both)
    hands.press("press ok red")
    assert (told_cards(hands), hands.state.step) == ([], "over")
