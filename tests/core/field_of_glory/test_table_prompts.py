"""Prompts at the table: what it asks in each step, and what is due there."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.layout import zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Prompt, Table
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.attacks import at_retreat, attacked
from tests.core.field_of_glory.states import PROCEDURE, Hands, after, codes, position
from tests.core.field_of_glory.tables import at_actions


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


@pytest.mark.parametrize("laid", [1, 2, 3])
def test_fg_r1_placements_that_it_closes_are_no_cards_less_to_draw(laid: int) -> None:
    hands = at_actions(red=Counts(hand=9))
    for number in range(1, laid + 1):
        hands.lay(f"red/light-cavalry-{number}", f"{number + 1} red")
    hands.lay("red/reserves-1", "pad red").press("press ok red")
    assert (told_cards(hands), hands.state.red.hand) == ([("red", 3)], 11 - laid)


def test_fg_e1_after_the_last_turn_nobody_is_told_to_draw() -> None:
    both = {"red": Counts(hand=4, shuffle=2), "blue": Counts(shuffle=2)}
    hands = at_actions(step="draw", **both)
    hands.press("press ok red")
    assert (told_cards(hands), hands.state.step) == ([], "over")


def offered(hands: Hands, player: Player, *cards: str) -> tuple[str, dict[str, object]]:
    """What `ok` would do with these cards on the player's pad; how many there are is left out."""
    told = PROCEDURE.offered(hands.table, player, cards)
    return told.key, {name: value for name, value in told.figures if name != "cards"}


def test_fg_p2_a_pad_says_in_the_actions_what_ok_would_do() -> None:
    hands = at_actions(units={"3 red": "heavy-infantry-1"})
    assert offered(hands, "blue", "blue/pike-1") == ("pad-waits", {})
    assert offered(hands, "red", "red/reserves-1") == ("ok-plays", {})
    assert offered(hands, "red", "red/reserves-1", "red/pike-1") == ("pad-too-many", {"over": 1})
    assert offered(hands, "red", "red/pike-1") == ("pad-unasked", {})
    hands.lay("red/spear-1", "4 red")
    assert offered(hands, "red", "red/commander-1")[0] == "ok-pays"
    hands.lift("red/heavy-infantry-1")
    assert offered(hands, "red", "red/commander-1")[0] == "pad-waits"


def test_fg_p1_a_pad_asks_for_no_more_than_the_hand_can_be_worth() -> None:
    hands = at_actions(red=Counts(hand=3)).lay("red/elephant-1", "3 red")
    assert offered(hands, "red", "red/pike-1") == ("pad-pays-part", {"points": 2, "missing": 3})
    little = {"points": 4, "missing": 1}
    assert offered(hands, "red", "red/pike-1", "red/archer-1") == ("pad-never-pays", little)
    hands.lay("red/pike-1", "pad red").lay("red/archer-1", "pad red")
    refused, *_ = hands.press("press column 3 red")
    assert (refused.code, refused.fix) == ("pay-first", Fix(Verb.TAKE, "red/elephant-1", "3"))


def test_fg_d1_a_pad_says_in_the_draw_how_many_cards_ok_discards() -> None:
    hands = at_actions(step="draw")
    assert offered(hands, "red", "red/pike-1") == ("ok-discards", {})
    assert offered(hands, "red", "red/pike-1", "red/pike-2") == ("pad-too-many", {"over": 1})
    assert offered(hands, "red") == ("pad-more", {"missing": 1})
    assert offered(at_actions(step="flank"), "red", "red/pike-1") == ("pad-unasked", {})


def test_fg_d1_a_pad_promises_no_ok_for_a_card_beyond_the_hand() -> None:
    none = Counts(hand=0)
    assert offered(at_actions(step="draw", red=none), "red", "red/pike-1") == ("pad-too-many", {"over": 1})
    assert offered(at_actions(red=none), "red", "red/reserves-1") == ("pad-too-many", {"over": 1})
    laid = at_actions(red=Counts(hand=1)).lay("red/light-cavalry-1", "2 red")
    assert offered(laid, "red", "red/reserves-1") == ("pad-too-many", {"over": 1})


def looked_at(hands: Hands, button: Button, player: Player | None = None) -> list[str]:
    return sorted(map(str, PROCEDURE.looks_at(hands.table, Press(PressKind.PRESS, button, player))))


def test_ok_speaks_of_the_pad_and_in_a_retreat_of_the_units_too() -> None:
    assert looked_at(at_actions(), Button.OK, "red") == ["pad red"]
    assert looked_at(at_actions(), Button.DICE) == []
    retreat = at_retreat()
    assert looked_at(retreat, Button.OK, "red") == ["pad red"]
    assert looked_at(retreat, Button.OK, "blue") == ["3 blue", "pad blue"]


def test_fg_p1_a_column_button_speaks_of_the_pad_of_who_has_to_pay_before_it() -> None:
    """What is to be laid depends on what lies there: whoever lays too much pays with all of it."""
    hands = at_actions(units={"3 red": "cavalry-1", "3 blue": "cavalry-2"})
    assert looked_at(hands, Button.COLUMN, "red") == []
    hands.lay("red/light-cavalry-1", "2 red")
    assert looked_at(hands, Button.COLUMN, "red") == [], "nothing is due"
    hands.lay("red/pike-1", "4 red")
    assert looked_at(hands, Button.COLUMN, "red") == ["pad red"]
    assert looked_at(hands, Button.COLUMN, "blue") == []


def test_ok_speaks_of_overlap_until_the_attackers_bonus_card_is_confirmed() -> None:
    hands = attacked()
    assert looked_at(hands, Button.OK, "red") == ["pad red"]
    hands.lay("red/overlap-1", "3 red")
    assert looked_at(hands, Button.OK, "red") == ["3 red", "pad red"]
    assert looked_at(hands, Button.OK, "blue") == ["pad blue"]
    assert hands.press("press ok red") == ()
    hands.lay("red/cavalry-5", "pad red")
    assert looked_at(hands, Button.OK, "red") == ["3 red", "pad red"]
    assert hands.press("press ok red") == ()
    assert looked_at(hands, Button.OK, "red") == ["pad red"], "it is not his to say any more"
