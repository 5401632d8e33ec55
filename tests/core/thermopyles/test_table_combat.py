"""A combat of Thermopyles at the table, gesture by gesture, from the set-up on."""

from __future__ import annotations

import pytest
from signifer_core.frozen import replace
from signifer_core.games.thermopyles.actions import (
    Approach,
    Bury,
    Charge,
    Engage,
    Players,
    Repel,
    Rolled,
    Support,
)
from signifer_core.games.thermopyles.state import SPARTANS, Step
from signifer_core.games.thermopyles.table.ok import COMBAT, forgotten_ok
from signifer_core.procedure import Answer, Held, Roll
from signifer_core.rules import Fix, Refusal, Verb

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

WAITS = Fix(Verb.WAIT)

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


def test_a_pad_says_what_ok_would_do_with_what_lies_there() -> None:
    def offered(step: Step, *cards: str) -> tuple[str, dict[str, object]]:
        hands = TableHands(replace(table_position(), step=step))
        told = PROCEDURE.offered(hands.table, "red", cards)
        return told.key, dict(told.figures)

    assert offered("act", "support-1") == ("pad-without-spartan", {"cards": 1})
    assert offered("discard", TEN) == ("ok-discards", {"cards": 1, "over": 0})
    assert offered("discard", TEN, FIFTEEN) == ("pad-too-many", {"cards": 2, "over": 1})
    assert offered("draw", TEN) == ("pad-unasked", {"cards": 1})


def test_a_column_button_names_the_ok_of_the_pad_only_where_it_would_do_something() -> None:
    def fix(step: Step, *cards: str) -> Fix:
        table = TableHands(replace(table_position(), step=step)).table
        told = forgotten_ok(table, cards, Answer(refusals=(Refusal("wrong-phase", "red", "TH-3", WAITS),)))
        return told.refusals[0].fix

    assert fix("discard", TEN) == Fix(Verb.PRESS, place="ok for the pad")
    assert fix("discard", TEN, FIFTEEN) == fix("draw", TEN) == fix("discard") == WAITS


def test_th_3_who_is_laid_may_be_taken_back_or_changed() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "1 red").lay(TEN, "1 red")
    assert told_of(hands.refusals) == [("column-full", "TH-3")]
    assert told_of(hands.press("press ok red")) == [("column-full", "TH-3")]
    assert hands.done == []
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


@pytest.mark.parametrize(("zone", "code"), [("1 red", "wrong-column"), ("pad blue", "wrong-side")])
def test_th_3_a_support_beside_the_pad_is_not_done_without(zone: str, code: str) -> None:
    hands = TableHands(table_position())
    hands.lay(TEN, "1 red").lay("support-1", zone)
    assert told_of(hands.press("press ok red")) == [(code, "TH-3")]
    assert hands.done == []
    hands.lift("support-1").lay("support-1", "pad red").press("press ok red")
    assert hands.done == [Charge(TEN), Support("support-1"), Engage()]


def test_a_die_that_falls_once_the_combat_is_over_means_nothing() -> None:
    """As where people have overruled the step meanwhile."""
    hands = at_dice()
    die = Roll(SPARTANS, COMBAT, 4)
    assert PROCEDURE.rolled(hands.table, (die,)).actions == (Rolled(4),)
    for step in ("act", "support", "draw", "over"):
        table = replace(hands.table, state=replace(hands.state, step=step))
        assert PROCEDURE.rolled(table, (die,)) == Answer()


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


def test_th_3_a_pad_promises_nothing_while_two_spartans_lie_in_column_1() -> None:
    hands = TableHands(table_position())
    hands.lay(FIFTEEN, "1 red").lay("support-1", "pad red")
    keys = [prompt.key for prompt in hands.referee.pads(hands.table, hands.seen)]
    hands.lay(TEN, "1 red")
    assert (keys, hands.referee.pads(hands.table, hands.seen)) == (["ok-supports"], ())
    assert told_of(hands.press("press ok red")) == [("column-full", "TH-3")]


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
        ("wrong-phase", "TH-3", Fix(Verb.TAKE, "support-2", "pad red"))
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


def test_th_9_a_card_that_a_pile_may_have_without_its_name_means_nothing_in_it() -> None:
    hands = TableHands(table_position((WEAK, STRONG), cemetery=2))
    hands.lay(TOUGH, "5 red")
    assert (hands.refusals, hands.corrections, hands.done) == ((), (), [])
    hands.lift(TOUGH).lay(TOUGH, "4 red")  # none was repelled
    assert told_of(hands.refusals) == [("wrong-phase", "TH-9")]


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
