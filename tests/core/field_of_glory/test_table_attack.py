"""An attack at the table: declaration, lead and Overlap, gesture by gesture (FG-C1, FG-C5)."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.actions import (
    BonusFromDeck,
    BonusFromHand,
    ChooseLead,
    DeclareAttack,
    EndRetreat,
    PlayOverlap,
    Reveal,
    TakeBack,
)
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.table.attack import chosen_lead
from signifer_core.layout import Zone
from signifer_core.procedure import Prompt
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.attacks import ONE_EACH, TWO_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import PROCEDURE, Hands, codes, position, told, whole

# Declaration


@pytest.mark.parametrize(
    ("column", "code"), [(1, ["no-unit"]), (2, ["no-enemy"]), (4, ["no-unit", "no-enemy"]), (5, ["no-unit"])]
)
def test_fg_c1_a_column_without_both_is_not_attacked(column: int, code: list[str]) -> None:
    units = {"1 blue": "pike-1", "2 red": "pike-1", "5 blue": "pike-2", "4 red": ""}
    hands = Hands(position(units={at: cards for at, cards in units.items() if cards}))
    refused = hands.press(f"press column {column} red")
    assert codes(refused) == code
    assert {(reason.ruling, reason.fix) for reason in refused} == {("FG-C1", Fix(Verb.PRESS, place="column"))}
    assert hands.state == hands.start


def test_fg_c1_no_attack_while_something_is_due_and_a_refused_press_closes_nothing() -> None:
    hands = Hands(position(units=ONE_EACH)).lay("red/archer-1", "2 red")
    assert whole(hands.press("press column 3 red")) == [
        ("pay-first", "red", "FG-P1", {"due": 2}, Fix(Verb.PAY, number=2, place="pad"), None)
    ]
    assert (hands.state.step, hands.state.due) == ("actions", 2)
    hands.lift("red/archer-1")
    assert (hands.state, hands.corrections) == (hands.start, ())


def test_fg_c1_the_button_closes_what_cost_nothing_and_attacks() -> None:
    hands = Hands(position(units=ONE_EACH)).lay("red/light-cavalry-1", "2 red")
    assert hands.press("press column 3 red") == ()
    assert (hands.state.step, hands.state.unpaid, hands.state.red.hand) == ("bonus", (), 8)
    hands.lift("red/light-cavalry-1")
    assert told(hands.refusals) == [("wrong-phase", "FG-T0")]
    assert hands.corrections_told() == ["put red/light-cavalry-1 2 red"]


@pytest.mark.parametrize("gesture", ["press column 3 blue", "press ok blue", "hold ok blue"])
def test_fg_c1_the_defender_declares_and_decides_nothing_in_the_attackers_choices(gesture: str) -> None:
    hands = Hands(position(units=TWO_EACH))
    # A turn is the active player's; a choice in an attack is either's, so it is named.
    for step, asked in (("actions", {}), ("lead", {"asked": "lead"})):
        assert hands.state.step == step
        assert whole(hands.press(gesture)) == [
            ("not-your-turn", "blue", "FG-T0", {"active": "red", **asked}, Fix(Verb.WAIT), None)
        ]
        hands.press("press column 3 red")


@pytest.mark.parametrize("gesture", ["press column 3 red", "press ok red", "hold ok red"])
def test_fg_c1_the_attacker_decides_nothing_in_the_defenders_choices(gesture: str) -> None:
    hands = at_retreat()
    steps = []
    for then in ("press ok blue", "hold ok blue", "press ok blue"):
        steps.append(hands.state.step)
        if hands.state.step == "bonus":
            hands.lay("blue/cavalry-1", "pad blue")
        before = hands.table
        assert [(reason.code, dict(reason.figures)) for reason in hands.press(gesture)] == [
            ("not-your-turn", {"active": "blue", "asked": steps[-1]})
        ]
        assert hands.table == before
        assert hands.press(then) == ()
    assert steps == ["retreat", "bonus", "lead"]


# Lead


def test_fg_c1_the_first_candidate_is_selected_and_the_button_goes_round() -> None:
    hands = attacked()
    seen = [chosen_lead(hands.table)]
    for _ in range(3):
        assert hands.press("press column 3 red") == ()
        seen.append(chosen_lead(hands.table))
    one, two = "red/heavy-infantry-1", "red/heavy-infantry-2"
    assert seen == [one, two, one, two]
    assert hands.done == [DeclareAttack(3)], "a selection is no action"
    assert PROCEDURE.prompts(hands.table) == (
        Prompt("red", "lead", "choose-lead", (("column", 3), ("card", two))),
        Prompt("blue", "lead", "wait", (("active", "red"), ("asked", "choose-lead"))),
    )
    assert hands.press("press ok red") == ()
    assert (hands.done[-1], hands.state.step) == (ChooseLead(two), "bonus")
    assert told(hands.press("press column 3 red")) == [("wrong-phase", "FG-T0")], "the lead stands"


def test_fg_c1_one_candidate_leads_without_being_asked() -> None:
    hands = attacked(ONE_EACH)
    assert hands.state.step == "bonus"
    assert hands.state.attack is not None
    assert hands.state.attack.lead == "red/heavy-infantry-1"


def test_fg_c1_another_columns_button_selects_nobody() -> None:
    hands = attacked()
    hands.press("press column 3 red")
    assert whole(hands.press("press column 2 red")) == [
        ("no-unit", "red", "FG-C1", {"column": 2}, Fix(Verb.PRESS, place="column"), None)
    ]
    assert chosen_lead(hands.table) == "red/heavy-infantry-2"


@pytest.mark.parametrize(
    ("gesture", "action"),
    [("press ok red", BonusFromHand("red")), ("hold ok red", BonusFromDeck("red"))],
)
def test_fg_c1_the_bonus_card_confirms_the_lead_shown(gesture: str, action: object) -> None:
    hands = attacked()
    hands.press("press column 3 red")
    hands.lay("red/cavalry-5", "pad red")
    assert hands.press(gesture) == ()
    assert hands.done == [DeclareAttack(3), ChooseLead("red/heavy-infantry-2"), action]
    assert (hands.state.red.hand, hands.state.red.deck) == (
        (8, 13) if gesture.startswith("press") else (9, 12)
    )


def test_fg_c1_a_hold_without_a_card_confirms_neither_lead_nor_bonus() -> None:
    hands = attacked()
    assert whole(hands.press("hold ok red")) == [
        (
            "one-card",
            "red",
            "FG-C1",
            {"cards": 0, "limit": 1},
            Fix(Verb.LAY, place="top card", number=1),
            None,
        )
    ]
    assert hands.state.step == "lead"


def test_fg_c1_the_order_of_candidates_is_the_order_laid_whatever_was_lifted() -> None:
    hands = at_retreat()
    for card in ("blue/medium-infantry-1", "blue/medium-infantry-2"):
        hands.lift(card)
    hands.lay("blue/medium-infantry-2", "3 blue").lay("blue/medium-infantry-1", "3 blue")
    assert (hands.refusals, hands.corrections) == ((), ())
    hands.press("press ok blue")
    hands.lay("blue/cavalry-1", "pad blue")
    hands.press("press ok blue")
    assert hands.state.step == "lead"
    assert chosen_lead(hands.table) == "blue/medium-infantry-1"
    hands.press("press column 3 blue")
    assert chosen_lead(hands.table) == "blue/medium-infantry-2"


def test_fg_c1_a_candidate_lifted_and_laid_back_keeps_its_place() -> None:
    hands = attacked().lift("red/heavy-infantry-1")
    assert told(hands.refusals) == [("wrong-phase", "FG-T0")]
    assert hands.corrections_told() == ["put red/heavy-infantry-1 3 red"]
    hands.lay("red/heavy-infantry-1", "3 red")
    assert hands.seen[Zone("3", "red")] == ("red/heavy-infantry-2", "red/heavy-infantry-1")
    assert chosen_lead(hands.table) == "red/heavy-infantry-1"
    hands.press("press column 3 red")
    assert chosen_lead(hands.table) == "red/heavy-infantry-2"


def test_fg_c1_the_defenders_lead_is_asked_after_their_bonus_card() -> None:
    hands = at_retreat()
    hands.press("press ok blue")
    hands.lay("blue/cavalry-1", "pad blue")
    assert hands.press("press ok blue") == ()
    assert hands.state.step == "lead"
    assert codes(hands.press("press column 2 blue")) == ["no-unit"]
    hands.press("press column 3 blue")
    hands.lay("blue/cavalry-2", "pad blue")
    assert whole(hands.press("press ok blue")) == [
        ("one-card", "blue", "FG-C1", {"cards": 1, "limit": 0}, Fix(Verb.TAKE, place="pad", number=1), None)
    ]
    hands.lift("blue/cavalry-2")
    assert hands.press("press ok blue") == ()
    assert ChooseLead("blue/medium-infantry-2") in hands.done
    assert hands.done[-1] == Reveal("red/cavalry-5", "blue/cavalry-1")


# Overlap


@pytest.mark.parametrize("units", [TWO_EACH, ONE_EACH])
def test_fg_c5_overlap_is_laid_and_taken_back_until_the_bonus_card(units: dict[str, str]) -> None:
    hands = attacked(units).lay("red/overlap-1", "3 red").lay("red/overlap-2", "3 red")
    assert (hands.refusals, hands.corrections, hands.state.red.hand) == ((), (), 7)
    hands.lift("red/overlap-1")
    assert hands.done[-3:] == [
        PlayOverlap("red/overlap-1"),
        PlayOverlap("red/overlap-2"),
        TakeBack("red/overlap-1"),
    ]
    assert (hands.refusals, hands.state.red.hand) == ((), 8)
    hands.lay("red/cavalry-5", "pad red")
    assert hands.press("press ok red") == ()
    hands.lift("red/overlap-2")
    assert told(hands.refusals) == [("wrong-phase", "FG-C5")]
    assert hands.corrections_told() == ["put red/overlap-2 3 red"]
    hands.follow()
    hands.lay("red/overlap-1", "3 red")
    assert told(hands.refusals) == [("wrong-phase", "FG-C5")], "too late"
    assert hands.corrections_told() == ["take red/overlap-1 3 red"]


def test_fg_c5_an_overlap_that_was_the_last_card_comes_back_by_undo() -> None:
    hands = attacked(ONE_EACH, red=Counts(hand=1, deck=0)).lay("red/overlap-1", "3 red")
    hands.lift("red/overlap-1")
    (reason,) = hands.refusals
    assert (reason.code, reason.fix) == ("wrong-phase", Fix(Verb.UNDO, "red/overlap-1", "dice"))
    hands.press("hold dice")
    assert (hands.refusals, hands.corrections, hands.state.red.hand) == ((), (), 1)
    assert hands.state.step == "bonus"


@pytest.mark.parametrize("units", [ONE_EACH, TWO_EACH])
@pytest.mark.parametrize("column", [1, 2, 4, 5])
def test_fg_c5_overlap_beside_another_column_is_out_of_place(column: int, units: dict[str, str]) -> None:
    hands = attacked(units).lay("red/overlap-1", f"{column} red")
    (reason,) = hands.refusals
    assert (reason.code, reason.ruling) == ("wrong-phase", "FG-C5")
    assert (reason.figure("column"), reason.figure("wanted")) == (3, None), "the place is told, and no step"
    assert reason.fix == Fix(Verb.LAY, "red/overlap-1", "3")
    assert hands.corrections_told() == [f"take red/overlap-1 {column} red"]
    assert (hands.state.red.hand, hands.follow()) == (9, 1)


@pytest.mark.parametrize("zone", ["2 red", "3 blue"])
def test_fg_c5_no_bonus_card_is_chosen_while_overlap_lies_elsewhere(zone: str) -> None:
    """It would be lost: the bonus card ends its time."""
    hands = attacked(ONE_EACH).lay("red/overlap-1", zone).lay("red/cavalry-5", "pad red")
    standing, before = codes(hands.refusals), hands.table
    assert (codes(hands.press("press ok red")), hands.table) == (standing, before)
    hands.lift("red/overlap-1").lay("red/overlap-1", "3 red")
    assert hands.press("press ok red") == ()
    assert hands.table.held.offers("red") == "red/cavalry-5"


def test_fg_c5_what_cannot_be_played_any_more_bars_no_ok() -> None:
    hands = attacked(ONE_EACH, red=Counts(hand=0)).lay("red/overlap-1", "2 red")
    assert codes(hands.refusals) == ["count-wrong", "wrong-phase"]
    hands.lay("red/cavalry-5", "pad red")
    assert hands.press("hold ok red") == ()
    assert hands.table.held.offers("red") == "red/cavalry-5"


@pytest.mark.parametrize("card", ["tag/04aabb", "thermopyles:spartan-3", "terrain/hill-1"])
def test_fg_c5_ok_beside_what_is_no_card_of_an_army(card: str) -> None:
    """It has no kind, and is asked away."""
    hands = attacked(ONE_EACH).lay(card, "2 red").lay("red/cavalry-5", "pad red")
    assert hands.corrections_told() == [f"take {card} 2 red"]
    assert hands.press("press ok red") == ()
    assert hands.table.held.offers("red") == "red/cavalry-5"


def test_fg_c5_overlap_without_an_attack_or_on_the_other_side_or_of_the_defender() -> None:
    hands = Hands(position(units=TWO_EACH)).lay("red/overlap-1", "3 red")
    assert codes(hands.refusals) == ["not-a-unit", "wrong-phase"]
    hands.follow()
    hands.press("press column 3 red")
    hands.lay("red/overlap-1", "3 blue")
    assert codes(hands.refusals) == ["wrong-side"]
    hands.follow()
    hands.lay("blue/overlap-1", "3 blue")
    assert "not-your-turn" in codes(hands.refusals)
    hands.follow()
    assert hands.state.attack is not None
    assert hands.state.attack.overlaps == ()


def test_fg_c5_overlap_of_an_empty_hand_is_one_too_many() -> None:
    hands = attacked(red=Counts(hand=0)).lay("red/overlap-1", "3 red")
    assert codes(hands.refusals) == ["count-wrong"]
    assert hands.corrections_told() == ["take red/overlap-1 3 red"]


def test_fg_c5_overlap_on_the_pad_is_a_bonus_card() -> None:
    hands = attacked(ONE_EACH).lay("red/overlap-1", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.state.attack is not None
    assert (hands.done[-2:], hands.state.attack.overlaps) == ([BonusFromHand("red"), EndRetreat()], ())
    hands.lay("blue/cavalry-1", "pad blue")
    hands.press("press ok blue")
    assert Reveal("red/overlap-1", "blue/cavalry-1") in hands.done
    assert hands.state.result is not None
    assert hands.state.result.attacking_total == 4 + 2


def test_fg_c5_overlap_moved_from_the_column_to_the_pad_is_taken_back_first() -> None:
    hands = attacked(ONE_EACH).lay("red/overlap-1", "3 red")
    hands.lift("red/overlap-1", settled=None).lay("red/overlap-1", "pad red", settled=False)
    assert hands.press("press ok red") == ()
    assert TakeBack("red/overlap-1") in hands.done
    assert hands.state.red.hand == 8


def test_fg_c5_a_unit_laid_in_an_attack_is_out_of_step() -> None:
    hands = attacked().lay("red/spear-1", "2 red")
    assert told(hands.refusals) == [("wrong-phase", "FG-T0")]
    assert hands.follow() == 1


def test_fg_c5_overlap_is_lifted_after_the_result_and_counts_as_discarded_with_it() -> None:
    units = {**ONE_EACH, "2 red": "cavalry-1"}
    hands = attacked(units).lay("red/overlap-1", "3 red").lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    assert (hands.state.red.hand, hands.state.red.discard) == (7, 0)
    hands.lay("blue/cavalry-5", "pad blue")
    hands.press("press ok blue")
    assert (hands.state.red.discard, hands.state.column(3).control) == (2, "red")
    assert "take red/overlap-1 3 red" in hands.corrections_told()
    assert hands.follow() == 4
    assert hands.agrees()


def test_fg_c5_two_overlaps_lie_in_no_order() -> None:
    hands = Hands(position(units={"3 red": "pike-1", "3 blue": "pike-1"}))
    hands.press("press column 3 red")
    hands.lay("red/overlap-1", "3 red").lay("red/overlap-2", "3 red")
    before = hands.state
    hands.lift("red/overlap-1").lay("red/overlap-1", "3 red")
    assert hands.state == before
