"""The referee by itself: what it accepts in which order, what it waits for, what it names."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.actions import Advance, Discard, EndFlank, Place, Restore, TakeBack
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.layout import Layout, zone
from signifer_core.presses import Button, Press, PressKind
from signifer_core.procedure import Correction, Table
from signifer_core.referee import Referee
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import PROCEDURE, Hands, codes, position, whole

REFEREE = Referee(PROCEDURE)


def test_lays_count_at_once_and_lifts_when_the_hands_have_settled() -> None:
    hands = Hands(position())
    hands.lay("red/spear-1", "3 red", settled=False)
    assert (hands.done, hands.unsettled) == ([Place("red/spear-1", 3)], False)
    hands.lift("red/spear-1", settled=False)
    assert (hands.state.due, hands.unsettled, hands.corrections, hands.refusals) == (5, True, (), ())
    hands.judge()
    assert (hands.done[1:], hands.unsettled) == ([TakeBack("red/spear-1")], False)


@pytest.mark.parametrize(
    ("lying", "laid", "code"),
    [
        ("cavalry-1 cavalry-2", "cavalry-3", "column-full"),
        ("cavalry-1", "spear-1", "mixed-kinds"),
    ],
)
def test_half_a_swap_is_not_refused_before_the_hands_have_settled(lying: str, laid: str, code: str) -> None:
    hands = Hands(position(units={"3 red": lying}))
    hands.lay(f"red/{laid}", "3 red", settled=False)
    assert (hands.refusals, hands.corrections, hands.unsettled) == ((), (), True)
    hands.judge()
    assert (codes(hands.refusals), hands.unsettled) == ([code], False)
    hands.lift("red/cavalry-1", settled=False)
    assert hands.unsettled
    hands.judge()
    assert (codes(hands.refusals), hands.agrees()) == ([], True)
    assert hands.done == [Discard("red/cavalry-1"), Place(f"red/{laid}", 3)]


def test_a_card_laid_among_cards_asked_about_waits_for_the_answer() -> None:
    hands = Hands(position(units={"3 red": "cavalry-1 cavalry-2"})).lay("red/spear-1", "3 red", settled=None)
    hands.lay("blue/pike-1", "3 red", settled=None)
    asked = REFEREE.judge(hands.table, hands.seen, settled=True, unanswered={zone("3 red")})
    assert (codes(asked.refusals), asked.unsettled) == (["wrong-side", "not-your-turn"], False)
    assert [fix.card for fix in asked.corrections] == ["blue/pike-1"], "which depends on no answer"
    elsewhere = REFEREE.judge(hands.table, hands.seen, settled=True, unanswered={zone("4 red")})
    assert "column-full" in codes(elsewhere.refusals)


def test_a_hand_used_up_waits_for_a_unit_that_is_being_taken_back() -> None:
    hands = Hands(position(red=Counts(hand=1))).lay("red/spear-1", "3 red")
    hands.lay("red/pike-1", "4 red", settled=False)
    assert (hands.unsettled, hands.refusals) == (True, ())
    hands.lift("red/spear-1")
    assert (hands.agrees(), hands.refusals, hands.state.due) == (True, (), 5)


def test_a_unit_between_column_and_pad_is_not_refused_half_way() -> None:
    hands = Hands(position()).lay("red/spear-1", "3 red")
    hands.lay("red/spear-1", "pad red", settled=False)  # the column has not noticed yet
    assert (hands.refusals, hands.corrections, hands.unsettled) == ((), (), True)
    hands.seen = hands.seen.lifted("red/spear-1", zone("3 red"))
    hands.judge()
    assert (hands.refusals, hands.corrections, hands.state.due) == ((), (), 0)
    assert hands.pad("red") == ("red/spear-1",)


def test_a_card_in_two_zones_is_refused_in_the_second() -> None:
    hands = Hands(position()).lay("red/spear-1", "3 red")
    hands.lay("red/spear-1", "4 red")
    assert whole(hands.refusals) == [
        (
            "card-elsewhere",
            "red",
            "FG-P1",
            {"card": "red/spear-1", "pile": "3"},
            Fix(Verb.TAKE, "red/spear-1"),
            "red/spear-1",
        )
    ]
    assert hands.corrections_told() == ["take red/spear-1 4 red"]
    hands.seen = hands.seen.lifted("red/spear-1", zone("3 red"))
    hands.judge()
    assert (hands.agrees(), hands.state.column(4).red) == (True, ("red/spear-1",))


@pytest.mark.parametrize("at", ["3 red", "3 blue", "pad red", "pad blue"])
@pytest.mark.parametrize(
    ("card", "code"), [("tag/04aa", "unknown-tag"), ("thermopyles:spartan-3", "wrong-game")]
)
def test_what_is_no_card_of_the_game_is_refused_where_it_lies(at: str, card: str, code: str) -> None:
    hands = Hands(position()).lay(card, at)
    (refusal,) = hands.refusals
    place, _, side = at.partition(" ")
    assert (refusal.code, refusal.player, refusal.fix) == (code, side, Fix(Verb.TAKE, card, place))
    assert hands.corrections == (Correction(Verb.TAKE, card, zone(at)),)
    hands.lay("red/light-infantry-1", "2 red")
    assert hands.state.due == 1  # play goes on
    hands.lift(card)
    assert (len(hands.refusals), len(hands.corrections)) == (0, 0)


def test_everything_that_is_wrong_is_named() -> None:
    hands = Hands(position(units={"3 red": "cavalry-1", "3 blue": "pike-1"}))
    for card, at in (
        ("tag/04aa", "1 red"),
        ("red/commander-1", "2 red"),
        ("blue/spear-1", "4 red"),
        ("red/spear-1", "3 red"),
        ("blue/pike-2", "pad red"),
    ):
        hands.lay(card, at, settled=None)
    hands.lift("blue/pike-1")
    assert sorted(codes(hands.refusals)) == sorted(
        [
            "unknown-tag",
            "not-a-unit",
            "mixed-kinds",
            "wrong-side",
            "not-your-turn",
            "not-your-turn",
            "wrong-side",
        ]
    )
    assert hands.corrections_told() == [
        "take tag/04aa 1 red",
        "take red/commander-1 2 red",
        "take red/spear-1 3 red",
        "take blue/spear-1 4 red",
        "put blue/pike-1 3 blue",
        "take blue/pike-2 pad red",
    ]
    assert hands.follow() == 6
    assert (hands.state, hands.refusals) == (hands.start, ())


def test_what_happens_by_itself_is_done_at_the_beginning() -> None:
    table = Table(position(step=None))
    begun = REFEREE.begin(table, Layout())
    assert [done.action for done in begun.actions] == [Advance(), EndFlank()]
    assert begun.actions[-1].state == begun.table.state
    judged = REFEREE.judge(table, Layout(), settled=False)
    assert judged.table == begun.table


def test_one_referee_says_of_each_table_what_is_due_there() -> None:
    tables = [Table(position(units={at: "cavalry-1"})) for at in ("3 red", "4 red")]
    due = [REFEREE.due(table).must for table in (*tables, tables[0])]
    assert [list(must.items()) for must in due] == [
        [(zone(f"{column} red"), "red/cavalry-1")] for column in (3, 4, 3)
    ]


def test_a_card_that_may_pass_hides_no_wrong_one_on_a_pad_behind_it() -> None:
    hands = Hands(position(units={"3 red": "cavalry-1"}))
    hands.lay("red/cavalry-1", "pad red", settled=None)  # the column has not noticed yet
    hands.lay("tag/04aa", "pad blue", settled=False)
    assert (codes(hands.refusals), hands.unsettled) == (["unknown-tag"], True)
    assert hands.corrections_told() == ["take tag/04aa pad blue"]


def test_a_refused_press_changes_nothing() -> None:
    hands = Hands(position()).lay("red/spear-1", "3 red").lay("red/cavalry-1", "pad red")
    before = hands.table
    judgement = REFEREE.press(before, Press(PressKind.PRESS, Button.OK, "red"), hands.seen)
    assert (judgement.table, judgement.actions, codes(judgement.refusals)) == (before, (), ["not-enough"])


def test_used_cards_leave_and_count_no_more() -> None:
    hands = Hands(position()).lay("red/cavalry-1", "3 red").lay("red/commander-1", "pad red")
    hands.press("press ok red")
    assert hands.table.leaving == {("red/commander-1", zone("pad red"))}
    hands.lay("red/cavalry-2", "4 red")
    assert (hands.refusals, codes(hands.press("press ok red"))) == ((), ["not-enough"])
    hands.lift("red/commander-1")
    assert (hands.table.leaving, hands.corrections) == (frozenset(), ())


def test_units_laid_back_before_anything_is_placed_leave_no_trace() -> None:
    hands = Hands(position(units={"3 red": "pike-1 pike-2"}))
    hands.lift("red/pike-1").lift("red/pike-2").lay("red/pike-2", "3 red").lay("red/pike-1", "3 red")
    assert hands.state == hands.start
    assert hands.done[2:] == [Restore("red/pike-2"), Restore("red/pike-1")]


def test_a_bump_is_forgotten() -> None:
    hands = Hands(position(units={"3 red": "pike-1 pike-2"})).lay("red/spear-1", "2 red")
    before = hands.state
    for card in ("red/pike-1", "red/spear-1"):
        hands.lift(card, settled=False)
    hands.lay("red/pike-1", "3 red", settled=False).lay("red/spear-1", "2 red", settled=False)
    assert (hands.state, hands.judge().corrections) == (before, ())


def test_a_later_lay_is_explained_by_an_earlier_lift_in_one_layout() -> None:
    hands = Hands(position(units={"3 red": "cavalry-1 cavalry-2", "2 red": "archer-1"}, red=Counts(deck=3)))
    for card in ("red/cavalry-1", "red/cavalry-2", "red/archer-1"):
        hands.lift(card, settled=None)
    for card, at in (("red/spear-1", "3 red"), ("red/spear-2", "3 red"), ("red/pike-1", "2 red")):
        hands.lay(card, at, settled=None)
    hands.judge()
    assert (hands.agrees(), hands.refusals, hands.corrections) == (True, (), ())
    assert (hands.state.due, hands.state.red.discard) == (15, 3)


def test_an_own_unit_lifted_in_the_draw_is_asked_back() -> None:
    hands = Hands(position(units={"3 red": "cavalry-1"}, step="draw")).lift("red/cavalry-1")
    assert codes(hands.refusals) == ["wrong-phase"]
    assert hands.corrections_told() == ["put red/cavalry-1 3 red"]
    assert hands.follow() == 1
    assert hands.table.awaited == frozenset()
