"""Bonus cards on pads: what counts, what is refused, and that nothing names one before the reveal (FG-C1)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from signifer_core.games.field_of_glory.actions import (
    Reveal,
)
from signifer_core.games.field_of_glory.battle import Attack, Bonus
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.layout import PAD, Zone
from signifer_core.procedure import Held, Prompt, Table
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.attacks import ONE_EACH, TWO_EACH, at_retreat, attacked
from tests.core.field_of_glory.states import PROCEDURE, Hands, codes, position, whole


@pytest.mark.parametrize("gesture", ["press ok red", "hold ok red"])
@pytest.mark.parametrize("cards", [0, 2, 3])
def test_fg_c1_one_bonus_card_and_none_is_named(gesture: str, cards: int) -> None:
    hands = attacked(ONE_EACH)
    for card in ("red/cavalry-1", "red/spear-1", "red/overlap-1")[:cards]:
        hands.lay(card, "pad red")
    place = "top card" if gesture.startswith("hold") and not cards else "pad"
    fix = Fix(Verb.TAKE, place=place, number=cards - 1) if cards else Fix(Verb.LAY, place=place, number=1)
    assert whole(hands.press(gesture)) == [
        ("one-card", "red", "FG-C1", {"cards": cards, "limit": 1}, fix, None)
    ]
    assert (hands.state.step, hands.refusals, hands.corrections) == ("bonus", (), ())


def test_fg_c1_nothing_on_a_pad_counts_before_ok() -> None:
    hands = attacked(ONE_EACH)
    before = hands.table
    hands.lay("red/cavalry-1", "pad red").lift("red/cavalry-1").lay("red/spear-1", "pad red")
    hands.lay("blue/spear-1", "pad blue").lift("blue/spear-1")
    assert (hands.table, hands.refusals, hands.corrections) == (before, (), ())
    hands.press("press ok red")
    assert hands.table.held.offers("red") == "red/spear-1"


def test_fg_c1_a_confirmed_bonus_card_that_is_lifted_stands_in_the_record() -> None:
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lift("red/cavalry-5")
    assert (hands.refusals, hands.corrections) == ((), ())
    hands.lay("red/spear-1", "pad red")  # what lies there instead is only an offer
    assert (hands.refusals, hands.corrections) == ((), ())
    hands.lay("blue/cavalry-1", "pad blue")
    hands.press("press ok blue")
    assert Reveal("red/cavalry-5", "blue/cavalry-1") in hands.done
    assert hands.corrections_told() == ["take blue/heavy-infantry-1 3 blue", "take blue/cavalry-1 pad blue"]


def test_fg_c1_pressed_twice_one_card_is_one_bonus_card() -> None:
    hands = attacked(ONE_EACH).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    before = hands.table
    for gesture in ("press ok red", "hold ok red"):
        assert codes(hands.press(gesture)) == ["not-your-turn"]
    assert hands.table == before
    hands.lay("blue/cavalry-1", "pad blue")
    hands.press("press ok blue")
    assert hands.state.step == "actions"
    assert codes(hands.press("press ok blue")) == ["not-your-turn"]


def test_fg_c1_both_pads_full_early_each_counts_with_its_own_ok() -> None:
    hands = attacked(ONE_EACH).lay("blue/cavalry-1", "pad blue").lay("red/cavalry-5", "pad red")
    assert codes(hands.press("press ok blue")) == ["not-your-turn"]
    assert hands.press("press ok red") == ()
    assert hands.state.step == "bonus"
    assert hands.press("press ok blue") == ()
    assert hands.done[-1] == Reveal("red/cavalry-5", "blue/cavalry-1")


@pytest.mark.parametrize("step", ["lead", "bonus"])
def test_fg_c1_the_defenders_bonus_card_on_the_attackers_pad_is_refused_and_not_named(step: str) -> None:
    hands = attacked(TWO_EACH if step == "lead" else ONE_EACH).lay("blue/cavalry-1", "pad red")
    figures = {"army": "blue", "side": "red"}
    wrong = ("wrong-side", "blue", "FG-C1", figures, Fix(Verb.TAKE, place="pad red", number=1), None)
    assert whole(hands.refusals) == [wrong]
    assert [(fix.card, fix.secret) for fix in hands.corrections] == [("blue/cavalry-1", True)]
    hands.lay("red/cavalry-5", "pad red")
    assert whole(hands.press("press ok red")) == [("wrong-side", "red", *wrong[2:])], "who pressed is told"
    assert (hands.state.step, hands.follow()) == (step, 1)
    assert hands.press("press ok red") == ()


def test_fg_c1_a_card_that_the_record_places_elsewhere_is_no_bonus_card() -> None:
    hands = Hands(position(units=ONE_EACH)).lay("red/archer-1", "2 red").lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lift("red/cavalry-5")
    hands.press("press column 3 red")
    hands.lay("red/cavalry-5", "pad red")
    assert [(reason.code, reason.figure("pile")) for reason in hands.refusals] == [
        ("card-elsewhere", "discard")
    ]
    assert codes(hands.press("press ok red")) == ["card-elsewhere"]
    hands.follow()
    hands.lay("red/heavy-infantry-1", "pad red")  # read on the pad as well as in its column
    assert codes(hands.press("press ok red")) == ["card-elsewhere"]
    assert hands.state.step == "bonus"


@pytest.mark.parametrize("tag", ["tag/04aabb", "thermopyles:spartan-3", "terrain/hill-1"])
def test_fg_c1_what_is_no_card_of_an_army_is_no_bonus_card(tag: str) -> None:
    hands = attacked(ONE_EACH).lay(tag, "pad red")
    (reason,) = hands.refusals
    assert reason.card == tag
    assert codes(hands.press("press ok red")) == [reason.code]
    assert hands.state.step == "bonus"
    assert hands.follow() == 1


def test_fg_c1_a_bonus_card_of_an_empty_hand_is_one_too_many_and_comes_with_ok() -> None:
    hands = attacked(ONE_EACH, red=Counts(hand=0)).lay("red/cavalry-5", "pad red")
    assert hands.refusals == ()
    assert whole(hands.press("press ok red")) == [
        ("count-wrong", "red", "FG-C1", {"hand": 0, "cards": 1}, Fix(Verb.HOLD, place="ok"), None)
    ]
    assert hands.press("hold ok red") == ()
    assert hands.state.red.deck == 14  # 24 less the unit and nine that lie nowhere: what is left, less one


def test_fg_c1_a_bonus_card_of_a_deck_that_is_gone_for_good() -> None:
    hands = attacked(ONE_EACH, red=Counts(hand=2, deck=0)).lay("red/cavalry-5", "pad red")
    assert codes(hands.press("hold ok red")) == ["count-wrong"]
    assert hands.press("press ok red") == ()


def test_fg_c1_who_has_no_card_at_all_goes_without() -> None:
    nothing = Counts(hand=0, deck=0)
    hands = attacked(ONE_EACH, red=nothing, blue=nothing)
    assert (hands.state.step, hands.state.column(3).red, hands.state.column(3).blue) == ("actions", (), ())
    assert hands.state.result is not None
    assert hands.state.result.by == "tie"
    assert hands.done[-1] == Reveal(None, None)


@pytest.mark.parametrize("step", ["lead", "bonus", "retreat"])
def test_fg_c1_column_buttons_mean_nothing_where_no_lead_is_asked(step: str) -> None:
    hands = attacked() if step == "lead" else attacked(ONE_EACH)
    if step == "retreat":
        hands = at_retreat()
    player = "blue" if step == "retreat" else "red"
    before = hands.table
    refused = hands.press(f"press column 5 {player}")
    assert codes(refused) == ["no-unit" if step == "lead" else "wrong-phase"]
    assert hands.table == before


# What may not be told


def test_fg_c1_nothing_names_a_bonus_card_before_the_reveal() -> None:
    """Refusals, corrections, prompts and actions, whatever hands do with the cards on the pads."""
    hands = attacked()
    secrets = ("cavalry-5", "spear-2", "cavalry-3")
    said: list[object] = []

    def listen() -> None:
        assert not any(isinstance(action, Reveal) for action in hands.done)
        said.extend([hands.refusals, hands.prompts, PROCEDURE.prompts(hands.table), tuple(hands.done)])
        said.extend(fix for fix in hands.corrections if not fix.secret)

    for card in ("blue/cavalry-3", "red/spear-2", "red/cavalry-5"):
        hands.lay(card, Zone(PAD, "red"))
        listen()
        for gesture in ("press ok red", "hold ok red", "press column 3 red", "press ok blue"):
            said.append(hands.press(gesture))
            listen()
    for card in ("red/spear-2", "blue/cavalry-3"):
        hands.lift(card)
        listen()
    assert hands.press("press ok red") == ()
    hands.lay("blue/cavalry-3", "pad blue").lay("blue/spear-2", "pad blue")
    for gesture in ("press ok red", "press ok blue", "hold ok blue"):
        said.append(hands.press(gesture))
        listen()
    hands.lift("blue/spear-2")
    assert hands.press("press ok blue") == ()
    listen()
    assert hands.state.step == "lead"
    assert not [word for word in secrets if word in repr(said)]
    hands.press("press ok blue")
    assert Reveal("red/cavalry-5", "blue/cavalry-3") in hands.done


@pytest.mark.parametrize(
    ("counts", "asked"),
    [
        (Counts(hand=3, deck=5), "bonus"),
        (Counts(hand=0, deck=5), "bonus-from-deck"),
        (Counts(hand=0, deck=0, discard=4), "bonus-after-shuffle"),
    ],
)
def test_fg_c1_who_has_no_hand_is_asked_for_a_card_of_the_deck(counts: Counts, asked: str) -> None:
    hands = attacked(ONE_EACH, red=counts)
    assert PROCEDURE.prompts(hands.table) == (
        Prompt("red", "bonus", asked),
        Prompt("blue", "bonus", "wait", (("active", "red"), ("asked", asked))),
    )


def test_fg_k1_who_shuffled_for_a_bonus_card_is_asked_for_the_decks_again() -> None:
    hands = attacked(ONE_EACH, red=Counts(hand=3, deck=0, discard=4))
    assert hands.press("hold ok red") == ()
    assert hands.press("press ok red") == ()
    assert PROCEDURE.prompts(hands.table)[0] == Prompt("red", "bonus", "bonus-from-deck")


# What people may have set by hand


def awaiting(**attack: object) -> Hands:
    """Both bonus cards are chosen, and the record knows neither."""
    fight = Attack(3, lead="red/heavy-infantry-1", source=3, retreat_ended=True, **attack)  # type: ignore[arg-type]
    hands = Hands(position(units=ONE_EACH))
    hands.table = Table(replace(hands.state, step="result", attack=fight))
    return hands


def test_fg_c1_bonus_cards_that_the_record_forgot_are_asked_for_again() -> None:
    hands = awaiting(
        bonus=Bonus("hand"), defending_bonus=Bonus("deck"), defending_lead="blue/heavy-infantry-1"
    )
    assert PROCEDURE.prompts(hands.table) == tuple(
        Prompt(player, "result", "bonus") for player in ("red", "blue")
    )
    assert codes(hands.press("press ok red")) == ["wrong-phase"], "nothing lies there"
    hands.lay("blue/cavalry-1", "pad blue")
    assert hands.press("press ok blue") == ()
    assert PROCEDURE.prompts(hands.table) == (Prompt("red", "result", "bonus"),)
    hands.lay("red/cavalry-5", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.done[-1] == Reveal("red/cavalry-5", "blue/cavalry-1")


def test_fg_c1_who_goes_without_is_not_asked_again() -> None:
    hands = awaiting(bonus=Bonus("hand"), defending_bonus=Bonus("none"), defending_lead=None)
    assert PROCEDURE.prompts(hands.table) == (Prompt("red", "result", "bonus"),)
    hands.lay("red/cavalry-5", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.done[-1] == Reveal("red/cavalry-5", None)


def test_fg_c1_a_bonus_card_that_cannot_be_it_is_replaced() -> None:
    hands = awaiting(bonus=Bonus("hand"), defending_bonus=Bonus("none"), defending_lead=None)
    wrong = Held(offered=frozenset({("red/heavy-infantry-1", Zone(PAD, "red"))}))
    hands.table = replace(hands.table, held=wrong)
    hands.lay("red/cavalry-5", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.done[-1] == Reveal("red/cavalry-5", None)


def test_fg_k1_who_has_discards_alone_is_told_to_hold_ok_whatever_the_pad_says() -> None:
    hands = Hands(position(units=ONE_EACH, red=Counts(hand=0, deck=0, discard=4)))
    hands.press("press column 3 red")
    assert [prompt.key for prompt in PROCEDURE.prompts(hands.table)][:1] == ["bonus-after-shuffle"]
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.fix) == ("count-wrong", Fix(Verb.HOLD, place="ok"))
    hands.lay("red/commander-1", "pad red")
    for gesture in ("press ok red", "hold ok red"):
        (reason,) = hands.press(gesture)
        assert (reason.code, reason.figure("limit"), reason.fix.verb) == ("one-card", 0, "take")
    hands.lift("red/commander-1")
    assert hands.press("hold ok red") == ()
    assert hands.press("press ok red") == ()  # shuffled
    for gesture in ("press ok red", "hold ok red"):
        (reason,) = hands.press(gesture)
        assert (reason.code, reason.fix) == ("one-card", Fix(Verb.LAY, place="top card", number=1))


def test_fg_k1_a_card_of_the_hand_after_the_shuffle_gives_way_to_the_top_card() -> None:
    hands = Hands(position(units=ONE_EACH, red=Counts(hand=4, deck=0, discard=4)))
    for gesture in ("press column 3 red", "hold ok red", "press ok red"):
        hands.press(gesture)
    hands.lay("red/commander-1", "pad red")
    (reason,) = hands.press("press ok red")
    assert (reason.code, reason.ruling, reason.figure("from")) == ("one-card", "FG-K1", "deck")
    assert reason.fix == Fix(Verb.HOLD, place="top card")
    hands.lift("red/commander-1")
    hands.lay("red/cavalry-5", "pad red")
    assert hands.press("hold ok red") == ()
    assert (hands.state.red.hand, hands.state.red.deck) == (4, 3)


def test_fg_c1_a_pad_says_whether_ok_gives_a_card_of_the_hand_or_asks_for_the_deck() -> None:
    for hand, asked in ((3, "ok-bonus"), (0, "ok-bonus-held")):
        hands = attacked(ONE_EACH, red=Counts(hand=hand, deck=4, discard=4))
        assert hands.state.step == "bonus"
        assert PROCEDURE.offered(hands.table, "red", ("red/spear-1",)).key == asked
