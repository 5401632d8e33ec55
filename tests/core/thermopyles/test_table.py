"""Thermopyles at the table: gestures, refusals with their fixes, corrections, undo; and whole games by hands."""

from __future__ import annotations

import random

import pytest
from signifer_core.frozen import replace
from signifer_core.games.thermopyles import (
    Action,
    Approach,
    Bury,
    Charge,
    Decline,
    Discard,
    Draw,
    Drawn,
    Engage,
    Players,
    Repel,
    Retreat,
    Rolled,
    State,
    Support,
    notation,
    parse,
)
from signifer_core.games.thermopyles.state import Pile, Step
from signifer_core.layout import ZONES, Zone, zone
from signifer_core.procedure import Button, Held, Press, PressKind, Table
from signifer_core.referee import Referee
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
    check_state,
    late,
    played,
    table_position,
    told_of,
)
from tests.sweeps import shared_out


def asked(hands: TableHands) -> str:
    """What the team is asked: its key."""
    (key,) = [prompt.key for prompt in PROCEDURE.prompts(hands.table) if prompt.player == "red"]
    return key


def at_dice(spartan: str = FIFTEEN, row: tuple[str, ...] = (WEAK, TOUGH), supports: int = 1) -> TableHands:
    hands = TableHands(table_position(row))
    hands.lay(spartan, "1 red")
    for number in range(1, supports + 1):
        hands.lay(f"support-{number}", "pad red")
    hands.press("press ok red")
    return hands


# Set-up


def test_a_game_is_set_up_by_a_column_button_and_two_persians() -> None:
    hands = TableHands(RULES.table_game())
    assert asked(hands) == "players"
    hands.press("press ok red")
    assert [prompt.key for prompt in hands.prompts] == ["say-players"]
    assert told_of(hands.press("press column 5 red")) == [("no-such-player", "TH-1")]
    assert hands.press("press column 2 blue") == ()
    assert asked(hands) == "lay-persian"
    hands.lay(STRONG, "2 blue")
    assert told_of(hands.refusals) == [("wrong-column", "TH-9")]
    assert (hands.refusals[0].fix.verb, hands.refusals[0].fix.place) == ("put", "1")
    hands.lift(STRONG).lay(STRONG, "1 red")
    assert told_of(hands.refusals) == [("wrong-side", "TH-9")]
    hands.lift(STRONG).lay(STRONG, "1 blue").lay(WEAK, "2 blue")
    assert hands.done == [Players(2), Approach(STRONG), Approach(WEAK)]
    assert asked(hands) == "charge-or-retreat"
    assert (hands.refusals, hands.corrections) == ((), ())


# A combat, gesture by gesture


def test_th_3_a_spartan_is_laid_supports_offered_and_ok_sends_them() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "1 red")
    assert (hands.done, hands.refusals, asked(hands)) == ([], (), "charge")
    hands.lay("support-2", "pad red").lay("support-1", "pad red")
    hands.press("press ok red")
    assert hands.done == [Charge(FIFTEEN), Support("support-2"), Support("support-1"), Engage()]
    assert asked(hands) == "roll"
    assert hands.corrections_told() == ["take support-2 pad red", "take support-1 pad red"]
    hands.follow()
    assert hands.corrections == ()


def test_th_3_who_is_laid_may_be_taken_back_or_changed() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "1 red").lay(TEN, "1 red")
    assert told_of(hands.refusals) == [("column-full", "TH-3")]
    hands.lift(FIFTEEN)
    assert hands.refusals == ()
    hands.press("press ok red")
    assert hands.done == [Charge(TEN), Engage()]


def test_th_3_a_spartan_slid_elsewhere_is_asked_to_column_1() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "1 red")
    hands.lift(FIFTEEN, settled=None).lay(FIFTEEN, "3 red")
    assert hands.table.held == Held()
    assert [(reason.code, reason.fix.place) for reason in hands.refusals] == [("wrong-column", "1")]


def test_th_3_each_die_that_is_due_is_one_press() -> None:
    hands = at_dice(supports=2)
    hands.dice = [5, 1, 4]
    hands.press("press dice")
    assert (hands.state.combat.due, hands.state.combat.total, asked(hands)) == (1, 20, "roll")
    assert told_of(hands.press("press ok red")) == [("wrong-phase", "TH-1")]
    hands.press("press dice")
    assert hands.state.combat.total == 21
    assert hands.done[-2:] == [Rolled(5), Rolled(1)]
    hands.press("press dice")  # a free one, that means nothing
    assert hands.state.combat.total == 21


def test_th_3_a_die_that_was_asked_for_freely_never_counts() -> None:
    hands = TableHands(table_position())
    hands.press("press dice")
    assert (hands.rolled, hands.done) == (True, [])


def test_th_3_a_spent_support_is_refused_on_the_pad_and_by_ok() -> None:
    hands = TableHands(table_position(supports=2))
    hands.lay(FIFTEEN, "1 red").lay("support-4", "pad red")
    assert told_of(hands.refusals) == [("support-spent", "TH-3")]
    assert hands.corrections_told() == ["take support-4 pad red"]
    assert told_of(hands.press("press ok red")) == [("support-spent", "TH-3")]
    assert hands.done == []


def test_th_3_a_support_in_a_column_is_asked_to_the_pad() -> None:
    hands = TableHands(table_position())
    hands.lay("support-1", "1 red")
    assert [(reason.code, reason.fix.place) for reason in hands.refusals] == [("wrong-column", "pad")]
    hands.lift("support-1").lay("support-1", "pad blue")
    assert told_of(hands.refusals) == [("wrong-side", "TH-3")]


def test_th_3_a_support_that_cannot_count_is_not_sent_to_the_pad() -> None:
    hands = TableHands(table_position(supports=2))
    for card, code in (("support-1", "wrong-column"), ("support-4", "support-spent")):
        hands.lay(card, "3 red")
        assert told_of(hands.refusals) == [(code, "TH-3")]
        hands.lift(card)
    hands = at_dice().lay("support-2", "2 red")
    assert [(reason.code, reason.fix) for reason in hands.refusals] == [
        ("wrong-phase", Fix(Verb.TAKE, "support-2", "2"))
    ]


def test_every_card_has_a_side() -> None:
    cards = ("spartan-1", "support-1", "persian-1", "red/spear-1", "tag/04")
    assert [PROCEDURE.side(card) for card in cards] == ["red", "red", "blue", None, None]


def test_th_3_a_support_counts_only_before_the_dice_and_is_told_so_at_once() -> None:
    hands = at_dice(supports=1)
    hands.follow()
    hands.lay("support-2", "pad red")
    assert [(reason.code, reason.ruling, reason.fix) for reason in hands.refusals] == [
        ("wrong-phase", "TH-3", Fix(Verb.TAKE, "support-2", "pad"))
    ]
    assert hands.corrections_told() == ["take support-2 pad red"]
    hands.press("press dice")
    assert "support-2" in hands.state.supports


def test_th_3_supports_without_a_spartan_go_nowhere() -> None:
    hands = TableHands(table_position())
    hands.lay("support-1", "pad red")
    assert told_of(hands.press("press ok red")) == [("no-spartan", "TH-3")]


def test_th_3_the_fighting_spartan_stays() -> None:
    hands = at_dice()
    hands.lift(FIFTEEN)
    assert told_of(hands.refusals) == [("card-stays", "TH-3")]
    assert set(hands.corrections_told()) == {"take support-1 pad red", "put spartan-10 1 red"}
    hands.follow()
    assert hands.refusals == ()


def test_th_4_the_spartan_is_asked_off_the_table() -> None:
    hands = TableHands(table_position((TOUGH, WEAK)))
    hands.lay(TEN, "1 red")
    hands.press("press ok red")
    assert hands.corrections_told() == ["take spartan-1 1 red"]
    hands.follow()
    assert (asked(hands), hands.state.row) == ("charge-or-retreat", (TOUGH, WEAK))


def test_th_5_th_6_each_defeated_persian_goes_to_its_pile_and_the_other_pile_refuses_it() -> None:
    hands = TableHands(table_position((TOUGH, WEAK)))
    hands.lay(FIFTEEN, "1 red")
    hands.press("press ok red")
    assert asked(hands) == "repel"
    assert (hands.refusals, hands.corrections) == ((), ())
    hands.lift(TOUGH)
    assert (hands.refusals, hands.corrections) == ((), ())
    hands.lay(TOUGH, "5 blue")
    assert told_of(hands.refusals) == [("only-repelled", "TH-5")]
    assert (hands.refusals[0].fix.place, hands.refusals[0].player) == ("4", "red")
    hands.lift(TOUGH).lay(TOUGH, "4 red")  # on either side
    assert hands.done[-1] == Repel(TOUGH)
    assert asked(hands) == "bury"
    hands.lift(WEAK, settled=None).lay(WEAK, "4 blue")
    assert told_of(hands.refusals) == [("annihilated", "TH-6")]
    hands.lift(WEAK, settled=None).lay(WEAK, "5 blue")
    assert hands.done[-1] == Bury(WEAK)
    assert hands.corrections_told() == ["take spartan-10 1 red"]


def test_th_6_an_annihilated_persian_goes_to_column_5_of_either_side() -> None:
    for side in ("red", "blue"):
        hands = TableHands(table_position((WEAK, STRONG)))
        hands.do(Charge(FIFTEEN))
        hands.do(Engage())
        hands.lift(WEAK, settled=None).lay(WEAK, "4 blue")
        assert told_of(hands.refusals) == [("annihilated", "TH-6")]
        assert hands.corrections_told() == ["take persian-1 4 blue"]
        hands.lift(WEAK, settled=None).lay(WEAK, f"5 {side}")
        assert hands.done[-1] == Bury(WEAK)


def test_th_9_a_card_in_a_pile_means_nothing_whether_it_is_read_or_not() -> None:
    hands = TableHands(table_position((TOUGH, STRONG)))
    hands.lay(FIFTEEN, "1 red")
    hands.press("press ok red")
    hands.do(Repel(TOUGH))
    hands.lift(TOUGH)
    assert (hands.refusals, hands.corrections) == ((), ())
    hands.lay(TOUGH, "4 red")
    assert (hands.refusals, hands.corrections) == ((), ())
    hands.lift(TOUGH, settled=None).lay(TOUGH, "3 blue")
    assert told_of(hands.refusals) == [("card-elsewhere", "TH-9")]
    hands.lift(TOUGH)
    assert (hands.refusals, hands.corrections) == ((), ())


def test_th_7_the_second_one_cannot_go_before_the_first() -> None:
    hands = TableHands(table_position((WEAK, BONUS)))
    hands.lay(TWENTY, "1 red")
    hands.press("press ok red")
    hands.lift(BONUS, settled=None).lay(BONUS, "5 blue")
    assert ("not-met", "TH-7") in told_of(hands.refusals)
    hands.follow()
    assert hands.lies("2 blue") == (BONUS,)
    hands.lift(WEAK, settled=None).lay(WEAK, "3 blue")
    assert [(reason.code, reason.fix.place) for reason in hands.refusals] == [("wrong-column", "5")]


def test_th_9_the_second_one_is_asked_to_move_up_and_a_new_one_comes_behind_it() -> None:
    hands = TableHands(table_position((WEAK, STRONG)))
    hands.lay(FIFTEEN, "1 red")
    hands.press("press ok red")
    hands.lift(WEAK, settled=None).lay(WEAK, "5 blue")
    assert set(hands.corrections_told()) == {
        "take spartan-10 1 red",
        "take persian-28 2 blue",
        "put persian-28 1 blue",
    }
    assert hands.refusals == ()
    hands.follow()
    assert hands.lies("1 blue") == (STRONG,)
    hands.lay(TOUGH, "2 blue")
    assert hands.state.row == (STRONG, TOUGH)


def test_th_9_a_new_one_may_come_while_the_second_still_lies() -> None:
    hands = TableHands(table_position((WEAK, STRONG)))
    hands.lay(FIFTEEN, "1 red")
    hands.press("press ok red")
    hands.lift(WEAK, settled=None).lay(WEAK, "5 blue").lay(TOUGH, "2 blue")
    assert hands.state.row == (STRONG, TOUGH)
    hands.follow()
    assert (hands.lies("1 blue"), hands.lies("2 blue")) == ((STRONG,), (TOUGH,))


def test_th_9_a_new_one_lies_in_the_place_that_is_free() -> None:
    hands = TableHands(table_position((WEAK, STRONG)))
    hands.do(Charge(FIFTEEN))
    hands.do(Engage())
    hands.do(Bury(WEAK))
    for wrong, code in (("1 blue", "wrong-column"), ("3 blue", "wrong-column"), ("2 red", "wrong-side")):
        hands.lay(TOUGH, wrong)
        assert [(reason.code, reason.ruling, reason.fix.place) for reason in hands.refusals] == [
            (code, "TH-9", "2")
        ]
        hands.lift(TOUGH)
    hands.lay(TOUGH, "2 blue")
    assert hands.state.row == (STRONG, TOUGH)


def test_th_9_the_row_stays() -> None:
    hands = TableHands(table_position())
    hands.lift(WEAK)
    assert told_of(hands.refusals) == [("card-stays", "TH-9")]
    hands.lay(WEAK, "3 blue")
    assert told_of(hands.refusals) == [("card-stays", "TH-9")]
    hands.follow()
    assert hands.lies("1 blue") == (WEAK,)


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
    hands.do(Discard(TEN))
    assert (hands.state.active, asked(hands)) == ("2", "charge-or-retreat")


def test_th_2_what_is_laid_for_combat_stands_against_a_retreat() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "1 red").lay("support-1", "pad red")
    reasons = hands.press("hold ok red")
    assert [(reason.code, reason.fix.card, reason.fix.place) for reason in reasons] == [
        ("laid-for-combat", FIFTEEN, "1"),
        ("laid-for-combat", "support-1", "pad"),
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


def test_th_1_an_empty_hand_is_told_to_retreat() -> None:
    hands = TableHands(table_position(players=2, hands=(0, 3)))
    assert asked(hands) == "must-retreat"
    hands.lay(TEN, "1 red")
    assert [(reason.code, reason.fix.verb, reason.fix.place) for reason in hands.refusals] == [
        ("must-retreat", "hold", "ok")
    ]


# Buttons and cards that mean nothing


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


# Whole games by hands


STRANGERS = ("tag/04aabb", "field-of-glory:red/spear-2")
PRESSES = ("press ok blue", "hold ok blue", "press column 5 blue", "press dice")


def slip(hands: TableHands, rng: random.Random) -> None:
    """Something clumsy that means nothing, seen at once or when hands rest, and mended as the table says."""
    before, hands.dice = hands.state, [6]
    card = rng.choice((*STRANGERS, "support-1", WEAK, STRONG, TEN, TWENTY))
    where = rng.choice(ZONES)
    what = rng.random()
    lying = [lies for at, lies in hands.seen.items() if lies in before.row]
    means = (card.startswith("persian") and before.step in ("replenish", "result")) or (
        card.startswith("spartan") and before.step == "act"
    )
    if what < 0.3 and lying and before.step not in ("result", "over"):
        hands.lift(rng.choice(lying))
    elif what < 0.5 and before.step != "dice":
        hands.press(rng.choice(PRESSES))
    elif not means and not hands.seen.zones_of(card):
        hands.lay(card, where, settled=rng.choice([False, True])).judge()
        hands.lift(card)
    hands.judge().follow()
    assert hands.state == before


def by_hands(seed: int, clumsy: float) -> TableHands:
    """A random game, every action of it by gestures; the table never believes more or less than it saw."""
    rng = random.Random(seed)
    hands = TableHands(RULES.table_game())
    for action, state in played(rng):
        if action is None:
            continue
        if rng.random() < clumsy:
            slip(hands, rng)
        hands.do(action)
        if state.step not in ("deal", "drawing", "support") and not isinstance(action, (Charge, Support)):
            assert hands.state == RULES.view(state, "anyone"), notation(action)
            assert (hands.refusals, hands.corrections) == ((), ()), notation(action)
    check_state(hands.state)
    assert hands.replayed() == hands.state
    assert RULES.outcome(hands.state) is not None
    return hands


@pytest.mark.slow
@pytest.mark.parametrize("block", shared_out(range(10), 3))
def test_fifty_random_games_by_hands_that_slip_now_and_then(block: int) -> None:
    for seed in range(block * 50, block * 50 + 50):
        by_hands(seed, 0.1)


@pytest.mark.soak
def test_five_hundred_random_games_by_clumsy_hands() -> None:
    for seed in range(1000, 1500):
        by_hands(seed, 0.3)


def test_a_record_replays_with_the_table_that_it_made() -> None:
    hands = by_hands(7, 0.0)
    referee: Referee[State, Action] = Referee(PROCEDURE)
    table: Table[State] = Table(RULES.table_game())
    for action in hands.done:
        table = referee.replayed(table, parse(notation(action)), gesture=True)
    assert table.state == hands.state
    assert Drawn(TEN) not in hands.done


def test_late_positions_have_the_same_questions_for_both_sides() -> None:
    for seed in range(40):
        state = RULES.view(late(random.Random(seed)), "anyone")
        prompts = PROCEDURE.prompts(Table(state))
        assert [prompt.player for prompt in prompts] == ["red", "blue"]
        due = PROCEDURE.due(Table(state))
        assert due.must[Zone("1", "blue")] == (state.first,)
