"""What the table of Dark Age Arena asks for: no `ok` takes a card that is asked back; a card on a pad is not named."""

from __future__ import annotations

import pytest
from signifer_core.asking import back_first
from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Zone
from signifer_core.presses import Button, Press, PressKind

from .hands import Hands, attacking, drafting
from .states import RULES


def test_da_4_no_ok_takes_what_waits_for_it_and_is_asked_back() -> None:
    hands = drafting().lay("red/knight-1", "1 red")
    spot = ("red/knight-1", Zone("1", "red"))
    swept = replace(hands.table, returning=frozenset({spot}))
    oks = [back_first(hands.procedure, swept, Press(PressKind.PRESS, Button.OK, side)) for side in SIDES]
    assert oks == [{spot}, frozenset()], "of whose it is alone"
    assert not back_first(hands.procedure, swept, Press(PressKind.HOLD, Button.OK, "red")), "it gives up"
    assert not back_first(hands.procedure, swept, Press(PressKind.PRESS, Button.COLUMN, "red", 1))
    assert not back_first(hands.procedure, hands.table, Press(PressKind.PRESS, Button.OK, "red"))


def test_da_4_the_others_draft_roll_leaves_ones_own_to_decide() -> None:
    """As it comes to be due, blue's `ok` is still the answer to what blue's screen asks: no other stage, no other text,
    and asked back it waits."""
    hands = drafting().lay("red/knight-1", "2 red").lay("blue/scout-1", "1 blue")
    asked, stages = hands.question("blue"), {hands.procedure.stage(hands.table, "blue")}
    hands.press("press ok red")
    stages.add(hands.procedure.stage(hands.table, "blue"))
    assert len(stages) == 1
    assert hands.question("blue") == asked
    assert (hands.question("red").key, asked.key) == ("roll-draft", "draft-laid")
    spot = ("blue/scout-1", Zone("1", "blue"))
    swept = replace(hands.table, returning=frozenset({spot}))
    assert back_first(hands.procedure, swept, Press(PressKind.PRESS, Button.OK, "blue")) == {spot}
    hands.press("press ok blue")
    assert hands.question("blue").key == "roll-draft", "its own comes next"


def test_da_4_a_missed_draft_is_paid_while_the_others_roll_is_due() -> None:
    hands = drafting().lay("red/knight-1", "2 red")
    hands.press("press ok red")
    hands.roll(4).lay("blue/scout-1", "1 blue").press("press ok blue")
    assert (hands.question("red").key, hands.question("blue").key) == ("draft-missed", "roll-draft")
    assert hands.pressed("press ok red") == []
    assert hands.state.red.enlisted == "red/knight-1"


def test_da_25_what_lies_on_a_pad_as_an_attack_is_called_off_is_asked_away_unnamed() -> None:
    hands = attacking().lay("blue/stand-1", "pad blue")
    assert hands.codes == ["wrong-phase"]
    hands.pressed("hold ok red", "hold ok blue")
    assert (hands.state.step, hands.codes) == ("supply", [])
    assert [(each.card, each.secret) for each in hands.corrections] == [("blue/stand-1", True)]
    hands.lift("blue/stand-1").lay("blue/stand-1", "pad blue")
    assert hands.codes == ["wrong-phase"], "it is laid for another step now"
    assert [each.secret for each in hands.corrections] == [True]


def test_da_25_what_is_asked_away_is_not_named_where_pads_are_open_again() -> None:
    hands = attacking().lay("blue/stand-1", "pad blue")
    hands.pressed("hold ok red", "hold ok blue", "press ok red", "press ok blue")
    assert (hands.state.step, hands.codes) == ("stock", [])
    assert [(each.card, each.secret) for each in hands.corrections] == [("blue/stand-1", True)]


@pytest.mark.parametrize("pad", ["pad blue", "pad red"])
@pytest.mark.parametrize("step", ["stock", "supply"])
def test_da_25_what_may_lie_face_down_as_people_agree_on_a_step_is_no_discard(step: str, pad: str) -> None:
    hands = attacking().lay("blue/stand-1", pad)
    hands.table = hands.referee.overruled(hands.table, f"agreed step {step}", hands.seen)
    hands.judge()
    assert (hands.state.step, hands.codes) == (step, [])
    assert [(each.card, each.secret) for each in hands.corrections] == [("blue/stand-1", True)]
    assert hands.pressed("press ok blue") == []
    assert hands.state.blue.discards.number == 0


def test_a_game_that_is_over_asks_no_card_away_from_a_pad() -> None:
    hands = attacking().lay("blue/stand-1", "pad blue")
    hands.table = hands.referee.overruled(hands.table, "agreed over draw", hands.seen)
    assert hands.judge().corrections == ()


def test_da_3_no_held_ok_takes_an_artifact_that_is_asked_back() -> None:
    """It would lie there with another hand drawn; of all other steps *hold ok* takes nothing that waits."""
    hands = Hands(RULES.table_game()).lay("red/anvil-1", "1 red")
    spot = ("red/anvil-1", Zone("1", "red"))
    assert hands.table.held.laid == {spot}
    swept = replace(hands.table, returning=frozenset({spot}))
    for kind in PressKind.PRESS, PressKind.HOLD:
        assert back_first(hands.procedure, swept, Press(kind, Button.OK, "red")) == {spot}
