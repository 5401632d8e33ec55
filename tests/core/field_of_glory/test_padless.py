"""A table without pads: what hands would show there is said with buttons, as numbers."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.games.field_of_glory.actions import (
    BonusFromHand,
    DeclareAttack,
    DiscardDown,
    DiscardToDraw,
    DrawThree,
    Pay,
    Place,
    PlayReserves,
    Rampage,
    Reveal,
    Settle,
)
from signifer_core.games.field_of_glory.battle import Attack
from signifer_core.games.field_of_glory.deck import UNSEEN_CARDS, Deck, Player, field_of_glory_catalogue
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.state import State
from signifer_core.games.field_of_glory.table.padless import unseen
from signifer_core.games.field_of_glory.table.procedure import FieldOfGloryProcedure
from signifer_core.games.field_of_glory.table.totals import shown_total
from signifer_core.layout import SIDES
from signifer_core.procedure import Held, Table
from signifer_core.referee import Referee
from signifer_core.rules import Fix, Verb

from tests.core.field_of_glory.states import (
    DECK,
    DOMAIN,
    RULES,
    Hands,
    after,
    belongings,
    check_position,
    position,
    somewhere,
    told,
    walk,
    whole,
)
from tests.sweeps import often

TOLD = (
    *(kind(card) for kind in (Pay, DiscardToDraw, DiscardDown) for card in UNSEEN_CARDS),
    *(Rampage(player, card) for player in SIDES for card in UNSEEN_CARDS),
    *(Reveal(red, blue) for red in (None, "red/any-4") for blue in (None, "blue/any-0", "red/any-4")),
)


def padless(**setup: object) -> Hands:
    return Hands(replace(position(**setup), unseen=True))  # type: ignore[arg-type]


def entered(hands: Hands) -> tuple[tuple[str, int], ...]:
    return hands.table.held.entered


def key(hands: Hands, player: Player = "red") -> tuple[str, dict[str, object]]:
    (prompt,) = (p for p in hands.referee.procedure.prompts(hands.table) if p.player == player)
    return prompt.key, dict(prompt.figures)


# FG-P1


def test_fg_p1_a_payment_is_a_number_of_cards() -> None:
    hands = padless().lay("red/spear-1", "1 red").lay("red/light-infantry-1", "2 red")
    assert (hands.state.due, key(hands)) == (9, ("pay-cards", {"number": 0, "due": 9}))
    assert whole(hands.press("press ok red")) == [
        ("not-enough", "red", "FG-P1", {"due": 9, "paid": 0}, Fix(Verb.ENTER, number=2), None)
    ]
    for _ in range(2):
        assert hands.press("press column 1 red") == ()
    assert key(hands) == ("pay-cards", {"number": 2, "due": 9})
    assert hands.press("press ok red") == ()
    assert hands.done[-3:] == [Pay("red/any-5"), Pay("red/any-5"), Settle()]
    side = hands.state.red
    assert (side.hand, side.discard, side.discards, entered(hands)) == (5, 2, frozenset(), ())


def test_fg_p1_so_few_cards_cannot_be_worth_it() -> None:
    hands = padless().lay("red/spear-1", "1 red")
    hands.press("press column 1 red")
    (missing,) = hands.press("press ok red")
    assert (missing.code, missing.fix) == ("not-enough", Fix(Verb.ENTER, place="more", number=1))
    assert entered(hands) == (("red", 1),)
    assert hands.press("hold column 4 red")[0].fix == missing.fix
    assert hands.press("hold ok red") == ()  # for now
    assert (hands.state.due, hands.state.red.hand, entered(hands)) == (3, 8, ())
    assert told(hands.press("hold ok red")) == [("not-enough", "FG-P1")]
    hands.press("press column 1 red")
    assert hands.press("press ok red") == ()
    assert (hands.state.due, hands.state.unpaid, hands.state.red.hand) == (0, (), 6)


def test_fg_p1_what_so_few_cards_can_never_pay_is_lifted() -> None:
    hands = padless(red=Counts(hand=1)).lay("red/medium-infantry-1", "3 red")
    for gesture, code in (
        ("press ok", "not-enough"),
        ("hold ok", "not-enough"),
        ("hold column 3", "pay-first"),
    ):
        reason = hands.press(f"{gesture} red")[0]
        assert (reason.code, reason.fix) == (code, Fix(Verb.TAKE, "red/medium-infantry-1", "3"))


def test_fg_p1_what_is_entered_is_forgotten_when_something_is_overruled() -> None:
    hands = padless().lay("red/spear-1", "1 red")
    hands.press("press column 2 red")
    assert entered(hands) == (("red", 2),)
    after_it = hands.referee.overruled(hands.table, "agreed count red hand 7", hands.seen)
    assert (after_it.held.entered, after_it.state.step) == ((), hands.state.step)


def test_fg_p1_more_cards_than_the_hand_holds_begin_again() -> None:
    hands = padless(red=Counts(hand=6)).lay("red/spear-1", "1 red")
    hands.press("press column 4 red")
    hands.press("press column 3 red")
    assert entered(hands) == (("red", 3),)
    assert hands.press("press ok red") == ()


def test_fg_p1_more_cards_than_the_hand_holds_are_counted_beside_the_units_laid() -> None:
    hands = padless(red=Counts(hand=2)).lay("red/spear-1", "2 red")
    hands.press("press column 2 red")
    beyond = ("count-wrong", "red", "FG-P1", {"hand": 1, "cards": 2}, Fix(Verb.HOLD, place="dice"), None)
    assert whole(hands.press("press ok red")) == [beyond]
    assert hands.press("hold column 4 red")[0].fix == Fix(Verb.PRESS, place="ok")


def test_fg_p1_a_column_button_attacks_again_when_nothing_is_due() -> None:
    hands = padless(units={"3 red": "elephant-1", "3 blue": "pike-1"}).lay("red/light-cavalry-1", "2 red")
    assert hands.press("press column 3 red") == ()
    assert hands.done[-1] == DeclareAttack(3)


def test_fg_r1_reserves_is_held_on_column_three() -> None:
    hands = padless()
    assert told(hands.lay("red/spear-1", "1 red").press("hold column 3 red")) == [("pay-first", "FG-P1")]
    hands.lift("red/spear-1")
    assert hands.press("hold column 3 red") == ()
    assert hands.done[-1] == PlayReserves("red/reserves-1")
    assert (hands.state.red.hand, hands.state.red.deck) == (11, 12)
    assert told(hands.press("hold column 3 red")) == [("card-elsewhere", "FG-P1")]


# Figures


def refused_figure(hands: Hands, press: str, player: Player = "red") -> dict[str, object]:
    (reason,) = hands.press(press)
    assert (reason.code, reason.player, reason.fix) == (
        "count-wrong",
        player,
        Fix(Verb.ENTER, place="figure"),
    )
    return dict(reason.figures)


def test_fg_d1_no_card_is_worth_one() -> None:
    hands = padless(step="draw", red=Counts(hand=5))
    hands.press("press column 1 red")
    for _ in range(2):
        expected = {"worth": 1, "what": "cp", "columns": "2 or 3 or 4 or 5"}
        assert refused_figure(hands, "press ok red") == expected
        assert entered(hands) == (("red", 1),), "dropped, it would leave the next ok to draw three"
    hands.press("hold dice")
    assert (entered(hands), hands.state.step) == ((), "draw")
    assert hands.press("press ok red") == ()
    assert (hands.done[0], hands.state.red.hand) == (DrawThree(), 8)


def test_fg_d1_figures_are_those_of_the_owners_cards() -> None:
    corrections = 'game = "field-of-glory"\n[card.overlap-1]\ncommand_points = 1\n'
    catalogue = field_of_glory_catalogue()
    hands = padless(step="draw", red=Counts(hand=5))
    hands.referee = Referee(FieldOfGloryProcedure(Deck(catalogue.overlaid(corrections, file="own"))))
    hands.press("press column 1 red")
    assert hands.press("press ok red") == ()
    assert DiscardToDraw("red/any-1") in hands.done


def test_fg_c1_a_bonus_card_bears_a_figure_or_none_is_said() -> None:
    hands = padless(units={"3 red": "spear-1", "3 blue": "pike-1"})
    for press in ("press column 3 red", "press ok red", "press ok blue"):
        assert hands.press(press) == ()
    hands.press("press column 1 red")
    assert refused_figure(hands, "press ok red")["columns"] == "2 or 3 or 4 or 5"
    hands.press("hold dice")
    assert hands.press("press ok red") == ()
    hands.press("press column 1 blue")
    assert refused_figure(hands, "press ok blue", "blue")["worth"] == 1
    hands.press("press column 2 blue")
    assert hands.press("press ok blue") == ()
    assert hands.done[-1] == Reveal("red/any-0", "blue/any-2")


def test_fg_c7_a_card_lost_is_worth_what_some_card_is_that_may_be_there() -> None:
    threes = {"1 red": "spear-1 spear-2", "2 red": "spear-3", "3 red": "elephant-1 elephant-2"}
    fight = Attack(3, lead="red/elephant-1", source=3, revealed=True, rampage=1, loser="red")
    for units, figures in (({}, "0 or 1 or 2 or 3"), (threes, "0 or 1 or 2")):
        hands = padless(units=units)
        hands.table = Table(replace(hands.state, step="rampage", attack=fight))
        hands.press("press column 5 red")
        assert refused_figure(hands, "press ok red") == {"worth": 5, "what": "points", "columns": figures}
        hands.press("press column 3 red")
        assert bool(hands.press("press ok red")) == bool(units), "every card of three points lies in a column"


# FG-D1


def test_fg_d1_draw_three_or_what_a_card_is_worth() -> None:
    hands = padless(step="draw", red=Counts(hand=5))
    assert key(hands) == ("draw-or-worth", {})
    hands.press("press column 2 red")
    hands.press("press column 4 red")
    assert key(hands) == ("draw-worth", {"number": 4})
    assert hands.press("press ok red") == ()
    assert DiscardToDraw("red/any-4") in hands.done
    assert hands.state.red.hand == 8
    hands = padless(step="draw", red=Counts(hand=5))
    assert told(hands.press("hold ok red")) == [("wrong-phase", "FG-D1")]
    assert hands.press("press ok red") == ()
    assert hands.state.red.hand == 8


def test_fg_d1_ok_discards_down_to_nine() -> None:
    hands = padless(step="draw", red=Counts(hand=8))
    hands.press("press ok red")
    assert key(hands) == ("discard-down", {"excess": 2})
    assert told(hands.press("press column 2 red")) == [("wrong-phase", "FG-T0")]
    assert hands.press("press ok red") == ()
    assert (hands.state.red.hand, hands.state.red.discard, hands.state.active) == (9, 2, "blue")


# FG-C1


def test_fg_c1_bonus_cards_are_said_at_the_reveal_each_by_its_owner() -> None:
    hands = padless(units={"3 red": "spear-1", "3 blue": "pike-1"})
    hands.press("press column 3 red")
    assert key(hands) == ("bonus-unseen", {})
    assert hands.press("press ok red") == hands.press("press ok blue") == ()
    assert hands.done.count(BonusFromHand("blue")) == 1
    assert (hands.state.step, key(hands), key(hands, "blue")) == (
        "result",
        ("worth", {"number": 0}),
        ("worth", {"number": 0}),
    )
    hands.press("press column 3 red")
    hands.press("press column 5 blue")
    assert hands.press("press ok blue") == ()
    assert entered(hands) == (("red", 3),)
    assert (key(hands), key(hands, "blue")) == (
        ("worth", {"number": 3}),
        ("wait", {"active": "red", "asked": "worth"}),
    )
    assert not any(isinstance(action, Reveal) for action in hands.done)  # hidden until both have said it
    for gesture in ("press column 2 blue", "press ok blue"):
        assert told(hands.press(gesture)) == [("not-your-turn", "FG-C1")], "it is said already"
    assert entered(hands) == (("red", 3),)
    assert hands.press("press ok red") == ()
    assert hands.done[-1] == Reveal("red/any-3", "blue/any-5")
    assert [shown_total(DECK, hands.table, 3, player) for player in SIDES] == [7, 9]
    assert (hands.state.red.discard, hands.state.red.discards) == (1, frozenset())
    assert hands.table.held == Held(shown=hands.table.held.shown)


def test_fg_c1_a_bonus_card_without_a_number_is_worth_nothing() -> None:
    hands = padless(units={"3 red": "spear-1", "3 blue": "pike-1"})
    for gesture in (
        "press column 3 red",
        "press ok red",
        "press ok blue",
        "press column 2 blue",
        "press ok blue",
    ):
        hands.press(gesture)
    assert hands.press("press ok red") == ()
    assert hands.done[-1] == Reveal("red/any-0", "blue/any-2")


def test_fg_c1_who_has_no_card_is_asked_for_none() -> None:
    nothing = Counts(hand=0, deck=0, discard=0)
    hands = padless(units={"3 red": "spear-1", "3 blue": "pike-1"}, blue=nothing)
    hands.press("press column 3 red")
    hands.press("press ok red")
    assert key(hands, "blue") == ("wait", {"active": "red", "asked": "worth"})
    assert told(hands.press("press ok blue")) == [("not-your-turn", "FG-C1")]
    hands.press("press column 2 red")
    assert hands.press("press ok red") == ()
    assert hands.done[-1] == Reveal("red/any-2", None)


@pytest.mark.parametrize("gesture", ["hold ok red", "press ok red"])
def test_fg_c1_a_hold_is_the_top_of_the_deck(gesture: str) -> None:
    hands = padless(units={"3 red": "spear-1 spear-2", "3 blue": "pike-1"})
    hands.press("press column 3 red")
    assert hands.press(gesture) == ()  # confirms the lead as well, if held
    assert hands.state.red.deck == (12 if gesture.startswith("hold") else 13)


def test_fg_c2_a_hold_ends_the_retreat_as_well() -> None:
    hands = padless(units={"3 red": "elephant-1", "3 blue": "cavalry-1 cavalry-2"})
    hands.press("press column 3 red")
    hands.press("press ok red")
    hands.lift("blue/cavalry-2")
    assert hands.press("hold ok blue") == ()
    assert (hands.state.step, hands.state.column(3).blue, hands.state.blue.deck) == (
        "result",
        ("blue/cavalry-1",),
        12,
    )


@pytest.mark.parametrize("hand", [9, 0])
def test_fg_c2_nobody_is_asked_for_a_card_when_all_retreat(hand: int) -> None:
    red = Counts(hand=hand, deck=0)
    hands = padless(units={"3 red": "elephant-1", "3 blue": "cavalry-1"}, red=red)
    hands.press("press column 3 red")
    if hand:
        hands.press("press ok red")
    hands.lift("blue/cavalry-1")
    assert hands.press("press ok blue") == ()
    assert hands.state.step == "actions"
    assert hands.done[-1] == Reveal("red/any-0" if hand else None, None)


def test_fg_c7_the_card_lost_is_worth_what_its_owner_says() -> None:
    hands = padless(units={"3 red": "elephant-1", "3 blue": "pike-1"})
    for gesture in ("press column 3 red", "press ok red", "press ok blue"):
        hands.press(gesture)
    for gesture in ("press column 2 red", "press ok red", "press column 5 blue", "press ok blue"):
        hands.press(gesture)
    assert (hands.state.step, key(hands)) == ("rampage", ("points", {"number": 0}))
    hands.press("press column 2 red")
    assert hands.press("press ok red") == ()
    assert hands.done[-1] == Rampage("red", unseen("red", 2))
    assert (hands.state.blue.points, hands.state.red.lost_unseen) == (5, 1)


# What nobody sees is believed at such a table only


def test_fg_t0_a_table_with_pads_is_told_no_worth() -> None:
    state = after(position(), Place("red/spear-1", 3))
    with pytest.raises(RulesError, match="any-5"):
        RULES.refusals(state, Pay("red/any-5"))
    with pytest.raises(RulesError, match="any-5"):
        RULES.refusals(replace(state, unseen=True), Place("red/any-5", 3))


@pytest.mark.slow
@settings(max_examples=often(12, 25), deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_fg_t0_legality_agrees_and_counts_are_kept_without_pads(seed: int) -> None:
    rng = random.Random(seed)
    start: State = replace(somewhere(rng), unseen=True)
    had = {player: belongings(start, player) for player in SIDES}
    for _, state in [(None, start), *walk(start, rng, 25)]:
        check_position(state)
        assert {player: belongings(state, player) for player in SIDES} == had
        legal = set(RULES.legal_actions(state))
        for action in (
            *rng.sample(DOMAIN, 200),
            *TOLD,
            *rng.sample(sorted(legal, key=repr), min(9, len(legal))),
        ):
            assert (not RULES.refusals(state, action)) == (action in legal), action
