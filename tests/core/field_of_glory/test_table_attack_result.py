"""Results at the table: what leaves, the choice of two, rampage, and shuffles inside an attack (FG-C6, C7, K1)."""

from __future__ import annotations

import pytest
from signifer_core.games.field_of_glory.actions import (
    BonusFromDeck,
    BonusFromHand,
    Discard,
    Rampage,
    Reveal,
    Shuffle,
)
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.table.totals import shown_total
from signifer_core.layout import Zone
from signifer_core.procedure import Prompt
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.attacks import ONE_EACH, TWO_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import DECK, PROCEDURE, Hands, codes, told, whole

ELEPHANT_FALLS = {"3 red": "heavy-infantry-1", "3 blue": "elephant-1"}


def totals(hands: Hands, column: int = 3) -> tuple[int | None, int | None]:
    return shown_total(DECK, hands.table, column, "red"), shown_total(DECK, hands.table, column, "blue")


def resolved(units: dict[str, str], ours: str, theirs: str, **setup: object) -> Hands:
    """Both bonus cards are played, nobody retreats, the first candidates lead."""
    hands = attacked(units, **setup).lay(f"red/{ours}", "pad red")
    assert hands.press("press ok red") == ()
    if hands.state.step == "retreat":
        hands.press("press ok blue")
    hands.lay(f"blue/{theirs}", "pad blue")
    assert hands.press("press ok blue") == ()
    if hands.state.step == "lead":
        hands.press("press ok blue")
    return hands


# Result


def test_fg_c6_everything_is_told_at_once_and_done_in_any_order() -> None:
    hands = resolved(TWO_EACH, "cavalry-5", "cavalry-1")
    assert (hands.state.step, hands.state.red.points, hands.state.column(3).control) == ("actions", 2, "red")
    assert hands.corrections_told() == [
        "take red/heavy-infantry-2 3 red",
        "take blue/medium-infantry-1 3 blue",
        "take blue/medium-infantry-2 3 blue",
        "take red/cavalry-5 pad red",
        "take blue/cavalry-1 pad blue",
    ]
    for card in ("blue/cavalry-1", "blue/medium-infantry-2", "red/heavy-infantry-2", "red/cavalry-5"):
        hands.lift(card)
        assert hands.refusals == ()
        assert totals(hands) == (9, 6), "readable until all is done"
    hands.lift("blue/medium-infantry-1")
    assert (hands.corrections, hands.agrees()) == ((), True)
    assert totals(hands) == (9, 6), "and then until somebody goes on"
    hands.press("hold ok red")
    assert totals(hands) == (4, None)


def test_fg_c6_the_totals_do_not_come_back_with_a_later_payment() -> None:
    hands = resolved(TWO_EACH, "cavalry-5", "cavalry-1")
    hands.follow()
    hands.lay("red/archer-1", "3 red").lay("red/archer-2", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.corrections_told() == ["take red/archer-2 pad red"]
    assert totals(hands) == (5, None)
    hands.follow()
    hands.lay("red/cavalry-1", "2 red")
    hands.press("hold dice")
    assert totals(hands, 2) == (None, None)
    assert totals(hands) == (5, None)


def test_fg_c6_play_goes_on_while_corrections_stand() -> None:
    hands = resolved(TWO_EACH, "cavalry-5", "cavalry-1")
    hands.lay("red/archer-1", "2 red")
    assert (hands.refusals, hands.state.due) == ((), 2)
    hands.lay("red/archer-2", "pad red")
    assert hands.press("press ok red") == (), "a bonus card that still lies there does not pay"
    assert (hands.state.due, hands.state.red.hand) == (0, 6)
    assert "take red/cavalry-5 pad red" in hands.corrections_told()
    assert "take red/archer-2 pad red" in hands.corrections_told()


def test_fg_c6_a_bonus_card_that_has_left_and_comes_again_is_in_the_discards() -> None:
    hands = resolved(ONE_EACH, "cavalry-5", "cavalry-1")
    hands.follow()
    hands.lay("red/cavalry-5", "pad red")
    assert codes(hands.refusals) == ["card-elsewhere"]


def test_fg_c6_on_a_tie_all_units_leave() -> None:
    hands = resolved(ONE_EACH, "cavalry-5", "cavalry-5", control={3: "red"})
    assert (hands.state.column(3).control, hands.state.red.points, hands.state.blue.points) == (None, 0, 0)
    assert hands.follow() == 4
    assert hands.seen[Zone("3", "red")] == hands.seen[Zone("3", "blue")] == ()


def test_fg_c6_a_defending_winner_keeps_their_lead() -> None:
    hands = attacked(TWO_EACH, control={3: "red"}).lay("red/cavalry-1", "pad red")
    hands.press("press ok red")
    hands.lay("blue/commander-1", "pad blue")
    hands.press("press ok blue")
    hands.press("press column 3 blue")
    hands.press("press ok blue")
    assert (hands.state.column(3).blue, hands.state.column(3).control) == (("blue/medium-infantry-2",), None)
    assert hands.state.blue.points == 4
    assert "take blue/medium-infantry-1 3 blue" in hands.corrections_told()


@pytest.mark.parametrize("lifted", ["red/heavy-infantry-1", "red/heavy-infantry-2"])
def test_fg_c1_after_a_full_retreat_the_attacker_chooses_by_lifting(lifted: str) -> None:
    units = {"3 red": "heavy-infantry-1 heavy-infantry-2", "3 blue": "medium-infantry-1"}
    hands = at_retreat(units).lift("blue/medium-infantry-1")
    hands.press("press ok blue")
    assert hands.state.step == "result"
    assert PROCEDURE.prompts(hands.table)[0] == Prompt(
        "red", "result", "lift-one", (("column", 3), ("columns", 1))
    )
    assert "put" not in " ".join(hands.corrections_told())
    for gesture in ("press ok red", "hold ok red", "press column 3 red"):
        assert codes(hands.press(gesture)) == ["wrong-phase"], "no button chooses"
    assert codes(hands.press("press ok blue")) == ["not-your-turn"]
    hands.lift(lifted)
    assert hands.done[-1] == Discard(lifted)
    assert (hands.state.step, len(hands.state.column(3).red)) == ("actions", 1)
    hands.follow()
    assert hands.agrees()


def test_fg_c1_both_lifted_for_the_choice_are_asked_and_not_guessed() -> None:
    units = {"3 red": "heavy-infantry-1 heavy-infantry-2", "3 blue": "medium-infantry-1"}
    hands = at_retreat(units).lift("blue/medium-infantry-1")
    hands.press("press ok blue")
    hands.lift("red/heavy-infantry-1", settled=None).lift("red/heavy-infantry-2")
    assert (hands.state.step, hands.refusals) == ("result", ())
    assert [told for told in hands.corrections_told() if told.startswith("put")] == [
        "put red/heavy-infantry-1 3 red",
        "put red/heavy-infantry-2 3 red",
    ]
    hands.lay("red/heavy-infantry-2", "3 red")
    assert hands.state.column(3).red == ("red/heavy-infantry-2",)


def test_fg_c1_a_unit_lifted_before_the_choice_is_asked_must_come_back_to_choose() -> None:
    units = {"3 red": "heavy-infantry-1 heavy-infantry-2", "3 blue": "medium-infantry-1"}
    hands = at_retreat(units).lift("red/heavy-infantry-1")
    assert codes(hands.refusals) == ["wrong-phase"]
    hands.lift("blue/medium-infantry-1")
    hands.press("press ok blue")
    assert hands.state.step == "result"
    assert "put red/heavy-infantry-1 3 red" in hands.corrections_told()
    hands.lay("red/heavy-infantry-1", "3 red").lift("red/heavy-infantry-1")
    assert hands.state.column(3).red == ("red/heavy-infantry-2",)


def test_fg_c1_no_unit_of_another_column_is_the_choice() -> None:
    units = {"3 red": "heavy-infantry-1 heavy-infantry-2", "3 blue": "medium-infantry-1", "2 red": "archer-1"}
    hands = at_retreat(units).lift("blue/medium-infantry-1")
    hands.press("press ok blue")
    hands.lift("red/archer-1")
    assert codes(hands.refusals) == ["no-unit"]
    assert hands.state.step == "result"


# Rampage


def test_fg_c7_the_losers_top_card_goes_to_the_winner() -> None:
    hands = resolved(ELEPHANT_FALLS, "commander-1", "cavalry-1")
    assert (hands.state.step, hands.state.red.points, hands.state.blue.deck) == ("rampage", 3, 14)
    assert PROCEDURE.prompts(hands.table)[0].key == "top-card"
    assert totals(hands) == (9, 7)
    for gesture in ("press ok red", "hold ok red", "press column 3 red"):
        assert codes(hands.press(gesture)) == ["not-your-turn"]
    assert codes(hands.press("press column 3 blue")) == ["wrong-phase"]
    used = {"cards": 0, "limit": 1, "used": 1}
    clear_first = ("one-card", "blue", "FG-C7", used, Fix(Verb.TAKE, "blue/cavalry-1", "pad"), None)
    assert whole(hands.press("press ok blue")) == [clear_first]
    hands.lift("blue/cavalry-1")
    none = ("one-card", "blue", "FG-C7", {"cards": 0, "limit": 1}, Fix(Verb.LAY, place="pad", number=1), None)
    assert whole(hands.press("press ok blue")) == [none]
    hands.lay("blue/spear-1", "pad blue")
    assert hands.press("press ok blue") == ()
    assert hands.done[-1] == Rampage("blue", "blue/spear-1")
    assert (hands.state.step, hands.state.red.points, hands.state.blue.deck) == ("actions", 6, 13)
    hands.follow()
    assert hands.agrees()


def test_fg_c7_the_bonus_card_that_still_lies_there_is_not_the_top_card() -> None:
    hands = resolved(ELEPHANT_FALLS, "commander-1", "cavalry-1")
    assert hands.pad("blue") == ("blue/cavalry-1",)
    assert codes(hands.press("press ok blue")) == ["one-card"]
    hands.lay("blue/spear-1", "pad blue")
    assert hands.press("press ok blue") == ()
    assert hands.state.red.points == 6


@pytest.mark.parametrize(
    ("card", "code"), [("blue/elephant-1", "card-elsewhere"), ("blue/cavalry-1", "card-elsewhere")]
)
def test_fg_c7_a_card_known_to_lie_elsewhere_is_not_the_top_one(card: str, code: str) -> None:
    hands = resolved(ELEPHANT_FALLS, "commander-1", "cavalry-1")
    hands.follow()
    hands.lay(card, "pad blue")
    assert codes(hands.refusals) == [code]
    assert codes(hands.press("press ok blue")) == [code]
    assert hands.state.step == "rampage"


def test_fg_c7_two_cards_or_the_winners_pad_are_no_top_card() -> None:
    hands = resolved(ELEPHANT_FALLS, "commander-1", "cavalry-1")
    hands.follow()
    hands.lay("blue/spear-1", "pad blue").lay("blue/spear-2", "pad blue")
    assert codes(hands.press("press ok blue")) == ["one-card"]
    hands.lift("blue/spear-1").lift("blue/spear-2").lay("blue/spear-1", "pad red")
    assert [(reason.code, reason.card) for reason in hands.refusals] == [("wrong-side", "blue/spear-1")]
    assert hands.follow() == 1


def test_fg_c7_without_deck_the_discards_are_shuffled_first_and_without_both_it_is_skipped() -> None:
    hands = resolved(ELEPHANT_FALLS, "commander-1", "cavalry-1", blue=Counts(hand=5, deck=0, discard=0))
    # The bonus card is in the discards before the rampage, so there is something to shuffle.
    assert (hands.state.step, hands.state.blue.discard) == ("shuffle", 1)
    assert codes(hands.press("press ok red")) == ["not-your-turn"]
    assert hands.press("press ok blue") == ()
    assert (hands.state.step, hands.state.blue.shuffles, hands.state.blue.deck) == ("rampage", 1, 1)
    hands.lift("blue/cavalry-1").lay("blue/cavalry-1", "pad blue")
    assert hands.press("press ok blue") == ()
    assert (hands.state.step, hands.state.red.points) == ("actions", 4)


# Shuffles inside an attack


def test_fg_k1_the_shuffle_comes_before_the_bonus_card_of_an_empty_deck() -> None:
    hands = attacked(ONE_EACH, red=Counts(hand=3, deck=0, discard=4))
    assert hands.press("hold ok red") == ()
    assert (hands.state.step, hands.done[-1]) == ("shuffle", BonusFromDeck("red"))
    assert PROCEDURE.prompts(hands.table)[0] == Prompt(
        "red", "shuffle", "shuffle", (("shuffles", 0), ("left", 1))
    )
    assert codes(hands.press("press ok blue")) == ["not-your-turn"]
    assert told(hands.press("press column 3 red")) == [("wrong-phase", "FG-T0")]
    assert hands.press("press ok red") == ()
    assert (hands.state.step, hands.state.red.shuffles, hands.state.red.deck) == ("bonus", 1, 4)
    hands.lay("red/cavalry-5", "pad red")
    assert codes(hands.press("press ok red")) == ["one-card"], "who shuffled for it does not choose again"
    assert hands.press("hold ok red") == ()
    assert (hands.state.red.hand, hands.state.red.deck, hands.state.step) == (3, 3, "bonus")
    assert hands.table.held.offers("red") == "red/cavalry-5"


def test_fg_k1_with_a_card_on_the_pad_an_empty_deck_gives_none() -> None:
    hands = attacked(ONE_EACH, red=Counts(hand=3, deck=0, discard=4)).lay("red/cavalry-5", "pad red")
    assert whole(hands.press("hold ok red")) == [
        ("one-card", "red", "FG-C1", {"cards": 1, "limit": 0}, Fix(Verb.TAKE, place="pad", number=1), None)
    ]
    assert hands.press("press ok red") == ()
    assert hands.done[-2] == BonusFromHand("red")


def test_fg_k1_the_lead_shown_is_confirmed_by_the_hold_that_asks_for_the_shuffle() -> None:
    hands = attacked(TWO_EACH, red=Counts(hand=3, deck=0, discard=4))
    hands.press("press column 3 red")
    assert hands.press("hold ok red") == ()
    assert hands.state.attack is not None
    assert (hands.state.step, hands.state.attack.lead) == ("shuffle", "red/heavy-infantry-2")


def test_fg_k1_the_defenders_shuffle_ends_their_retreat() -> None:
    hands = at_retreat(blue=Counts(hand=0, deck=0, discard=4)).lift("blue/medium-infantry-1")
    assert hands.press("hold ok blue") == ()
    assert (hands.state.step, hands.state.blue.discard) == ("shuffle", 5)
    assert hands.press("press ok blue") == ()
    assert hands.state.blue.deck == 5
    hands.lay("blue/cavalry-1", "pad blue")
    assert hands.press("hold ok blue") == ()
    assert Shuffle("blue") in hands.done
    assert hands.done[-1] == Reveal("red/cavalry-5", "blue/cavalry-1")
