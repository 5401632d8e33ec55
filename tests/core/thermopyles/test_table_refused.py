"""Buttons and cards that mean nothing in Thermopyles at the table, and how that is said."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.thermopyles.actions import Bury, Charge, Engage, Players, Retreat
from signifer_core.games.thermopyles.state import Pile, Step
from signifer_core.layout import zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Table
from signifer_core.rules import Fix, Verb

from tests.core.thermopyles.states import (
    BONUS,
    FIFTEEN,
    PROCEDURE,
    RULES,
    STRONG,
    TEN,
    TOUGH,
    TWENTY,
    WEAK,
    TableHands,
    table_position,
    told_of,
)
from tests.core.thermopyles.tables import at_dice


def test_th_1_the_other_side_has_nothing_to_decide() -> None:
    hands = TableHands(table_position())
    (reason,) = hands.press("press ok blue")
    assert (reason.code, reason.ruling, reason.player) == ("not-your-turn", "TH-1", "blue")
    assert told_of(hands.press("press column 3 red")) == [("wrong-phase", "TH-2")]
    assert hands.press("hold agree") == ()
    assert [prompt.key for prompt in hands.prompts] == ["no-such-gesture"] * 2


@pytest.mark.parametrize(
    ("card", "code"), [("tag/04aa", "unknown-tag"), ("field-of-glory:red/spear-2", "wrong-game")]
)
@pytest.mark.parametrize("where", ["1 red", "3 blue", "pad red", "pad blue"])
def test_a_strange_tag_is_told_where_it_lies_by_a_ruling_of_this_game(
    card: str, code: str, where: str
) -> None:
    hands = TableHands(table_position())
    hands.lay(card, where)
    (reason,) = hands.refusals
    assert (reason.code, reason.ruling, reason.player) == (code, "TH-1", zone(where).side)
    if where == "pad red":
        assert told_of(hands.press("press ok red")) == [(code, "TH-1")]


@pytest.mark.parametrize("where", ["1 blue", "2 blue", "3 red", "pad blue"])
def test_a_strange_tag_beside_the_team_s_pad_keeps_nobody_from_a_combat(where: str) -> None:
    hands = TableHands(table_position()).lay(FIFTEEN, "1 red").lay("tag/04aa", where)
    assert told_of(hands.refusals) == [("unknown-tag", "TH-1")]
    assert hands.press("press ok red") == ()
    assert hands.done == [Charge(FIFTEEN), Engage()]


@pytest.mark.parametrize("card", [WEAK, FIFTEEN])
def test_the_pad_takes_no_persian_and_no_spartan_out_of_place(card: str) -> None:
    hands = TableHands(table_position((TOUGH, STRONG)))
    hands.lay(card, "pad red")
    assert told_of(hands.refusals) == [("not-for-pad", "TH-3")]
    assert hands.corrections_told() == [f"take {card} pad red"]


def test_a_button_is_told_the_step_in_which_it_means_something() -> None:
    """Never the step that it is."""
    setting_up = TableHands(RULES.apply(RULES.table_game(), Players(2)))
    for hands, wanted in (
        (setting_up, "players"),
        (TableHands(table_position()), "draw"),
        (at_dice(), "draw"),
    ):
        (reason,) = hands.press("press column 1 red")
        assert reason.code == "wrong-phase"
        assert (reason.figure("wanted"), reason.figure("step")) == (wanted, hands.state.step)


def test_th_10_who_presses_after_the_end_is_told_how_to_begin_again() -> None:
    hands = TableHands(table_position(marker=6))
    hands.press("hold ok red")
    for press in ("press ok red", "hold ok red", "press column 1 red"):
        (reason,) = hands.press(press)
        assert (reason.code, reason.fix) == ("game-over", Fix(Verb.HOLD, place="both"))


def test_a_card_that_was_seen_going_to_a_pile_is_told_where_it_belongs_and_nothing_else() -> None:
    hands = TableHands(table_position((WEAK, TOUGH)))
    hands.do(Charge(TWENTY))
    hands.do(Engage())
    hands.lay(WEAK, "5 blue")
    assert hands.done[-1] == Bury(WEAK)
    for where in ("3 red", "4 blue", "1 blue"):
        hands.lay(WEAK, where)
        (reason,) = hands.refusals
        assert (reason.code, reason.figure("pile"), reason.fix) == (
            "card-elsewhere",
            "cemetery",
            Fix(Verb.PUT, WEAK, "5"),
        )
        hands.lift(WEAK)


def test_th_8_no_more_cards_are_asked_about_than_the_pile_has() -> None:
    hands = TableHands(replace(table_position(players=2), step="draw", draws=2, pile=Pile(1)))
    (prompt,) = [prompt for prompt in PROCEDURE.prompts(hands.table) if prompt.player == "red"]
    assert prompt.figure("left") == 1


def test_ok_waits_for_the_zones_that_it_speaks_of() -> None:
    table = Table(table_position())
    zones = PROCEDURE.looks_at(table, Press(PressKind.PRESS, Button.OK, "red"))
    assert {str(at) for at in zones} == {"1 red", "pad red"}
    asked: tuple[tuple[Step, set[str]], ...] = (("draw", set()), ("discard", {"pad red"}))
    for step, wanted in asked:
        asked_there = Table(replace(table_position(), step=step, draws=1, receiver="1"))
        zones = PROCEDURE.looks_at(asked_there, Press(PressKind.HOLD, Button.OK, "red"))
        assert {str(at) for at in zones} == wanted
    assert PROCEDURE.looks_at(table, Press(PressKind.PRESS, Button.DICE)) == frozenset()
    assert not PROCEDURE.opening(table)


@pytest.mark.parametrize(
    ("card", "where", "code"),
    [(STRONG, "2 blue", "wrong-phase"), (FIFTEEN, "1 red", "wrong-phase"), (BONUS, "5 red", "not-met")],
)
def test_a_card_that_comes_too_soon_is_named_with_where_to_take_it_from(
    card: str, where: str, code: str
) -> None:
    hands = TableHands(table_position((WEAK, TOUGH)))
    hands.do(Charge(TWENTY))
    hands.do(Engage())
    hands.lay(card, where)
    (reason,) = hands.refusals
    assert (reason.code, reason.card) == (code, card)
    assert reason.fix == Fix(Verb.TAKE, card, where.partition(" ")[0])
    assert hands.corrections_told() == [f"take {card} {where}"]


def test_th_10_after_the_end_everything_may_be_cleared_or_lie() -> None:
    hands = TableHands(table_position(marker=6))
    hands.press("hold ok red")
    assert RULES.outcome(hands.state) == "blue"
    assert {prompt.key for prompt in PROCEDURE.prompts(hands.table)} == {"over"}
    hands.lift(WEAK).lay(FIFTEEN, "3 red").lay(TOUGH, "pad blue")
    assert (hands.refusals, hands.corrections) == ((), ())


def test_whoever_decides_sits_on_the_teams_side() -> None:
    for state in (
        RULES.table_game(),
        table_position(players=3),
        RULES.apply(table_position(players=3), Retreat()),
    ):
        assert PROCEDURE.deciders(state) == {"red"}
        assert RULES.actors(state) <= {"1", "2", "3"}
    assert PROCEDURE.deciders(RULES.apply(table_position(marker=6), Retreat())) == frozenset()


def test_th_1_a_spartan_taken_back_is_lifted_before_ok_means_anything() -> None:
    """He lies there and may fight; one who has fought lies in the discards by the rules."""
    hands = TableHands(table_position((STRONG, TOUGH), players=2))
    hands.lay(FIFTEEN, "1 red")
    hands.press("hold dice")
    hands.lay("support-1", "pad red")
    taken = Fix(Verb.TAKE, FIFTEEN, "1")
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.fix, reason.figure("left")) == ("laid-for-combat", taken, 1)
    held = hands.press("hold ok red")
    assert [(each.fix.card, each.figure("left")) for each in held] == [(FIFTEEN, 1), ("support-1", 0)]
    hands.lift("support-1").lift(FIFTEEN)
    assert (hands.press("press ok red"), [prompt.key for prompt in hands.prompts]) == (
        (),
        ["hold-to-retreat"],
    )
    hands.lay(FIFTEEN, "1 red")
    hands.press("press ok red")
    assert hands.corrections_told() == [f"take {FIFTEEN} 1 red"]
    hands.press("hold ok red")
    assert hands.done[-1] == Retreat()


@pytest.mark.parametrize("place", ["1 red", "2 red", "pad blue"])
def test_th_1_who_has_fought_hinders_nobody_wherever_he_lies(place: str) -> None:
    """Known by name in the discards or, once an agreement has counted these, by the last combat."""
    hands = TableHands(table_position((STRONG, TOUGH), players=2))
    hands.lay(TEN, "1 red").press("press ok red")
    if place == "1 red":
        hands.table = replace(hands.table, state=replace(hands.state, discard=Pile(1)))
        hands.judge()
    else:
        hands.lift(TEN).lay(TEN, place)
    hands.press("hold ok red")
    assert hands.done[-1] == Retreat()


def test_th_3_beside_a_spartan_who_cannot_fight_ok_sends_and_promises_nothing() -> None:
    hands = TableHands(table_position((STRONG, TOUGH), players=2))
    hands.do(Charge(TEN))
    hands.do(Engage())
    hands.lay(TEN, "1 red")
    for press in ("press ok red", "hold ok red"):
        (reason,) = hands.press(press)
        assert (reason.code, reason.fix, hands.prompts) == ("card-elsewhere", Fix(Verb.TAKE, TEN, "1"), ())
    hands.lift(TEN).lay(FIFTEEN, "1 red").lay(TEN, "2 red")
    assert not hands.press("press ok red")
    assert Charge(FIFTEEN) in hands.done


@pytest.mark.parametrize(("card", "start"), [(TOUGH, "2 blue"), (FIFTEEN, "1 red")])
def test_th_9_a_card_that_slips_across_its_column_is_told_its_side(card: str, start: str) -> None:
    hands = at_dice()
    place, _, side = start.partition(" ")
    hands.lift(card, settled=None).lay(card, f"{place} {'red' if side == 'blue' else 'blue'}")
    (reason,) = hands.refusals
    assert (reason.code, reason.figure("side"), reason.fix) == (
        "wrong-side",
        "red" if side == "blue" else "blue",
        Fix(Verb.PUT, card, place),
    )


def test_th_2_of_two_to_discard_one_is_left_on_the_teams_pad() -> None:
    hands = TableHands(table_position(hands=(5,)))
    hands.press("hold ok red")
    hands.press("press ok red")
    hands.lay(TEN, "pad red").lay(TWENTY, "pad red")
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.fix) == ("hand-limit", Fix(Verb.TAKE, place="pad red", number=1))
