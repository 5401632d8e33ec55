"""Retreat, cards drawn and undo in Thermopyles at the table."""

from __future__ import annotations

import pytest
from signifer_core.games.thermopyles import State
from signifer_core.games.thermopyles.actions import (
    Action,
    Approach,
    Bury,
    Charge,
    Decline,
    Discard,
    Draw,
    Engage,
    Players,
    Repel,
    Retreat,
    Rolled,
)
from signifer_core.layout import Zone
from signifer_core.procedure import Held
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
from tests.core.thermopyles.tables import asked, at_dice

# Retreat and cards drawn


def test_th_2_hold_ok_is_a_retreat_and_a_press_says_how() -> None:
    hands = TableHands(table_position())
    hands.press("press ok red")
    assert ([prompt.key for prompt in hands.prompts], hands.done) == (["hold-to-retreat"], [])
    hands.press("hold ok red")
    assert (hands.done, asked(hands)) == ([Retreat()], "draw-one")
    hands.press("press ok red")
    assert (hands.done[-1], asked(hands)) == (Draw("1"), "charge-or-retreat")


def test_th_2_with_several_players_a_column_says_who_draws() -> None:
    hands = TableHands(table_position(players=3))
    hands.press("hold ok red")
    hands.press("press ok red")
    assert [prompt.key for prompt in hands.prompts] == ["say-who-draws"]
    assert told_of(hands.press("press column 4 red")) == [("no-such-player", "TH-2")]
    hands.press("press column 3 blue")
    assert hands.done[-1] == Draw("3")
    hands.press("hold ok red")
    hands.press("hold ok red")
    assert hands.done[-2:] == [Retreat(), Decline()]


def test_th_8_the_symbols_card_goes_to_whom_a_column_says() -> None:
    hands = TableHands(table_position((BONUS, STRONG), players=3, hands=(3, 5, 3)))
    hands.do(Charge(FIFTEEN))
    hands.do(Engage())
    hands.do(Repel(BONUS))
    hands.do(Approach(WEAK))
    assert asked(hands) == "draw-one"
    hands.press("press column 2 red")
    assert (hands.done[-1], asked(hands)) == (Draw("2"), "discard-one")
    assert PROCEDURE.question(hands.table)[1] == (("player", "2"),), "who drew it, whose turn it is not"
    hands.do(Discard(TEN))
    assert (hands.state.active, asked(hands)) == ("2", "charge-or-retreat")


def test_th_2_what_is_laid_for_combat_stands_against_a_retreat() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "1 red").lay("support-1", "pad red")
    reasons = hands.press("hold ok red")
    assert [(reason.code, reason.fix.card, reason.fix.place) for reason in reasons] == [
        ("laid-for-combat", FIFTEEN, "1"),
        ("laid-for-combat", "support-1", "pad red"),
    ]


def test_th_2_a_sixth_card_is_discarded_on_the_pad() -> None:
    hands = TableHands(table_position(hands=(5,)))
    hands.press("hold ok red")
    hands.press("press ok red")
    assert asked(hands) == "discard-one"
    assert told_of(hands.press("press ok red")) == [("hand-limit", "TH-2")]
    hands.lay(TEN, "pad red").lay(TWENTY, "pad red")
    assert told_of(hands.press("press ok red")) == [("hand-limit", "TH-2")]
    hands.lift(TWENTY)
    hands.press("press ok red")
    assert hands.done[-1] == Discard(TEN)
    assert hands.corrections_told() == ["take spartan-1 pad red"]


def test_th_2_a_support_is_no_card_to_discard() -> None:
    hands = TableHands(table_position(hands=(5,)))
    hands.press("hold ok red")
    hands.press("press ok red")
    hands.lay("support-1", "pad red")
    assert told_of(hands.refusals) == [("wrong-phase", "TH-3")]
    assert told_of(hands.press("press ok red")) == [("wrong-phase", "TH-3")]
    hands.follow()
    hands.lay(TEN, "pad red")
    hands.press("press ok red")
    assert hands.done[-1] == Discard(TEN)


def test_th_2_who_has_fallen_cannot_be_discarded() -> None:
    hands = TableHands(table_position((STRONG, TOUGH), hands=(5,)))
    hands.do(Charge(TEN))
    hands.do(Engage())
    for _ in range(2):
        hands.press("hold ok red")
        hands.press("press ok red")
    assert asked(hands) == "discard-one"
    hands.lay(TEN, "pad red")
    assert told_of(hands.refusals) == [("card-elsewhere", "TH-2")]
    hands.lift(TEN).lay(FIFTEEN, "1 red")
    assert told_of(hands.refusals) == [("wrong-phase", "TH-1")]


def test_th_1_reds_side_answers_for_persians_too() -> None:
    """Nobody sits on blue's side, where they lie."""
    hands = TableHands(table_position())
    for zone in (Zone("1", "red"), Zone("1", "blue"), Zone("pad", "blue")):
        assert PROCEDURE.answerer(hands.table, zone) == "red"


def test_th_1_an_empty_hand_is_told_to_retreat() -> None:
    hands = TableHands(table_position(players=2, hands=(0, 3)))
    assert asked(hands) == "must-retreat"
    hands.lay(TEN, "1 red")
    assert [(reason.code, reason.fix.verb, reason.fix.place) for reason in hands.refusals] == [
        ("must-retreat", "hold", "ok")
    ]


def test_th_1_with_an_empty_hand_a_support_is_asked_off_the_pad() -> None:
    hands = TableHands(table_position(players=2, hands=(0, 3)))
    hands.lay("support-1", "pad red")
    (prompt,) = hands.referee.pads(hands.table, hands.seen)
    assert prompt.key == "pad-unasked"
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.fix) == ("laid-for-combat", Fix(Verb.TAKE, "support-1", "pad red"))
    hands.lift("support-1")
    hands.press("hold ok red")
    assert hands.state.marker == 2


def test_th_1_who_holds_ok_to_retreat_takes_away_what_lies_where_it_does_not_count() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "2 red").lay("support-1", "3 red")
    reasons = hands.press("hold ok red")
    assert [reason.fix for reason in reasons] == [
        Fix(Verb.TAKE, FIFTEEN, "2"),
        Fix(Verb.TAKE, "support-1", "3"),
    ]
    hands.follow()
    assert hands.press("hold ok red") == ()


# Undo


def test_undo_takes_back_a_spartan_laid_and_a_retreat_but_no_die_and_no_card() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "1 red")
    hands.press("hold dice")
    assert hands.table.held == Held()
    assert hands.corrections_told() == ["take spartan-10 1 red"]
    hands.follow()
    hands.press("hold ok red")
    hands.press("hold dice")
    assert (hands.state.marker, hands.done) == (1, [])
    hands = at_dice()
    hands.press("press dice")
    hands.press("hold dice")
    assert [prompt.key for prompt in hands.prompts] == ["no-undo-rolled"] * 2
    hands = TableHands(table_position())
    hands.do(Retreat())
    hands.do(Draw("1"))
    hands.press("hold dice")
    assert [prompt.key for prompt in hands.prompts] == ["no-undo-cards-drawn"] * 2


def test_th_1_a_spartan_taken_back_before_undo_waits_no_more() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "1 red").press("press ok red")
    hands.lift(FIFTEEN).press("hold dice")
    assert (hands.table.held, hands.corrections) == (Held(), ())
    hands.press("hold ok red")
    assert hands.done == [Retreat()]


def test_undo_takes_back_a_charge_with_its_supports_before_dice_fall() -> None:
    hands = at_dice(supports=2)
    hands.press("hold dice")
    assert (hands.done, hands.state.supports) == ([], table_position().supports)
    hands.follow()
    hands.press("press ok red")
    assert hands.done[0] == Charge(FIFTEEN)


def test_undo_asks_a_defeated_persian_back() -> None:
    hands = TableHands(table_position((WEAK, BONUS)))
    hands.lay(TWENTY, "1 red")
    hands.press("press ok red")
    hands.lift(WEAK, settled=None).lay(WEAK, "5 blue")
    hands.press("hold dice")
    assert hands.state.met == WEAK
    hands.follow()
    hands.do(Bury(WEAK))
    hands.do(Bury(BONUS))
    assert hands.state.cemetery.named == {WEAK, BONUS}


@pytest.mark.parametrize(
    ("state", "actions", "why"),
    [
        (table_position(), [Charge(TWENTY), Engage()], ["", ""]),
        (table_position(marker=3), [Charge(TWENTY), Engage(), Rolled(1)], ["", "", "rolled"]),
        (table_position(), [Retreat(), Draw("1")], ["", "cards-drawn"]),
        (table_position(), [Retreat(), Decline()], ["", "turn-over"]),
        (RULES.table_game(), [Players(1), Approach(WEAK)], ["", "cards-shown"]),
        (table_position(marker=6), [Retreat()], ["turn-over"]),
    ],
)
def test_what_undo_stops_at(state: State, actions: list[Action], why: list[str]) -> None:
    said = []
    for action in actions:
        after = RULES.apply(state, action)
        said.append(PROCEDURE.barrier(state, action, after))
        assert PROCEDURE.player_of(state, action) == "red"
        state = after
    assert said == why


def test_th_9_a_persian_that_only_passes_over_the_row_is_not_in_it() -> None:
    """Undo does not go back behind a card that was shown."""
    hands = TableHands(table_position(()))
    hands.lay(WEAK, "1 blue", settled=False)
    assert (hands.done, hands.unsettled, hands.corrections, hands.refusals) == ([], True, (), ())
    hands.lift(WEAK, settled=False)
    hands.judge()
    assert (hands.done, hands.corrections, hands.refusals) == ([], (), ())
    hands.lay(WEAK, "1 blue", settled=False).judge()
    assert hands.done == [Approach(WEAK)]


def test_th_1_with_an_empty_hand_a_support_elsewhere_is_taken_away() -> None:
    hands = TableHands(table_position(players=2, hands=(0, 3)))
    for place, code, taken in (("pad blue", "wrong-side", "pad blue"), ("1 red", "wrong-column", "1")):
        hands.lay("support-1", place)
        (reason,) = hands.refusals
        assert (reason.code, reason.fix) == (code, Fix(Verb.TAKE, "support-1", taken))
        hands.lift("support-1")
    hands = TableHands(table_position())
    hands.lay("support-1", "pad blue")
    assert hands.refusals[0].fix == Fix(Verb.PUT, "support-1", "pad")
    assert hands.press("hold ok red")[0].fix == Fix(Verb.TAKE, "support-1", "pad blue")
