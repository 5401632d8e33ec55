"""Other cards, other sides and other players at the table: what means nothing, and what is refused."""

from __future__ import annotations

import pytest
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Table
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import PROCEDURE, Hands, codes, position, told, whole
from tests.core.field_of_glory.tables import at_actions


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
    pad = "pad red" if code == "wrong-side" else "pad"
    assert hands.refusals[0].fix == Fix(Verb.TAKE, card, pad)
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
