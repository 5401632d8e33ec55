"""Cards that are equal in every figure: either will do, whatever is asked, and the record knows which it was."""

from __future__ import annotations

import random
from collections import Counter
from copy import copy
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from signifer_core.errors import RulesError
from signifer_core.games.field_of_glory import actions as fog_actions
from signifer_core.games.field_of_glory.actions import Discard, Pay, Place, Restore
from signifer_core.games.field_of_glory.deck import Deck, field_of_glory_catalogue
from signifer_core.games.field_of_glory.state import OVER
from signifer_core.games.thermopyles import actions as thermopyles_actions
from signifer_core.games.thermopyles.actions import Approach, Bury, Charge
from signifer_core.games.thermopyles.deck import Deck as PersianDeck
from signifer_core.games.thermopyles.deck import thermopyles_catalogue
from signifer_core.games.thermopyles.table.procedure import ThermopylesProcedure
from signifer_core.layout import SIDES
from signifer_core.procedure import Correction, Table
from signifer_core.referee import Referee
from signifer_core.rules import Verb
from signifer_core.twins import Same, exchanged, is_exchange

from tests.core.field_of_glory.fumbling import few_cards, fumble
from tests.core.field_of_glory.states import (
    ARMY_CARDS,
    DECK,
    RULES,
    Hands,
    after,
    belongings,
    check_position,
    codes,
    position,
    somewhere,
)
from tests.core.hands import HandsAt
from tests.core.thermopyles.states import table_position
from tests.sweeps import often

SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=often(25, 100), deadline=None, suppress_health_check=list(HealthCheck))


# Which cards are equal


def test_cards_of_one_army_and_kind_with_the_same_figures_are_equal() -> None:
    assert DECK.twins("red/heavy-infantry-1") == ("red/heavy-infantry-2",)
    assert DECK.twins("red/medium-infantry-4") == ("red/medium-infantry-3", "red/medium-infantry-5")
    assert len(DECK.twins("blue/commander-2")) == 4
    assert DECK.twins("red/overlap-1") == ("red/overlap-2",)
    assert len(DECK.twins("terrain/plain-1")) == 5
    assert DECK.twins("red/spear-1") == DECK.twins("tag/04") == DECK.twins("red/any-3") == ()


def test_an_owners_figures_decide_which_cards_are_equal() -> None:
    text = 'game = "field-of-glory"\nsource = "mine"\n[card."heavy-infantry-2"]\ncommand_points = 3\n'
    deck = Deck(field_of_glory_catalogue().overlaid(text, file="mine"))
    assert deck.twins("red/heavy-infantry-1") == ()
    assert deck.twins("red/heavy-infantry-2") == ("red/heavy-infantry-3", "red/heavy-infantry-4")


# What an exchange is


def test_an_exchange_has_words_and_is_nobodys_choice() -> None:
    for text, module in (
        ("same red/cavalry-1 red/cavalry-2", fog_actions),
        ("same terrain/plain-1 terrain/plain-2", fog_actions),
        ("same spartan-2 spartan-3", thermopyles_actions),
    ):
        action = module.parse(text)
        assert isinstance(action, Same)
        assert module.notation(action) == text
        assert is_exchange(text)
    assert not is_exchange("place red/cavalry-1 3")
    state = position(units={"3 red": "cavalry-1 cavalry-2"})
    assert not any(isinstance(action, Same) for action in RULES.legal_actions(state))


@pytest.mark.parametrize("other", ["red/cavalry-3", "blue/cavalry-1", "red/cavalry-1", "red/spear-1"])
def test_cards_that_are_not_equal_are_not_exchanged(other: str) -> None:
    with pytest.raises(RulesError, match="not equal"):
        RULES.apply(position(), Same("red/cavalry-1", other))
    with pytest.raises(RulesError):
        thermopyles_actions.parse("same spartan-2 persian-1")


@MANY
@given(SEEDS)
def test_an_exchange_changes_no_count_and_twice_nothing(seed: int) -> None:
    rng = random.Random(seed)
    hands = Hands(somewhere(rng))
    cards = few_cards(rng, hands.state)
    for _ in range(8):
        fumble(hands, rng, cards)
    card = rng.choice([card for card in ARMY_CARDS if DECK.twins(card)])
    same = Same(card, rng.choice(DECK.twins(card)))
    state = after(hands.state, same)
    check_position(state)
    assert all(belongings(state, player) == belongings(hands.state, player) for player in SIDES)
    assert canonical(state) == canonical(hands.state)
    assert after(state, same) == hands.state
    assert exchanged(exchanged(hands.table, same), same) == hands.table


# Hands


def canonical(value: Any) -> Any:
    """The value with each card called by the first one that it is equal to, and in no order where order means nothing
    between equal cards."""
    if isinstance(value, str):
        return min(value, *DECK.twins(value)) if DECK.twins(value) else value
    if isinstance(value, frozenset):
        return frozenset(Counter(map(canonical, value)).items())
    if isinstance(value, tuple):
        return tuple(map(canonical, value))
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(canonical(getattr(value, field.name)) for field in fields(value)))
    return value


def obeyed(hands: Hands, told: Correction, card: str) -> Hands:
    """The same table after ``card`` was taken or put where the correction says so."""
    found = copy(hands)
    found.done = list(hands.done)
    change = found.seen.lifted if told.verb == Verb.TAKE else found.seen.laid
    found.seen = change(card, told.zone)
    return found.judge()


def equal_cards(hands: Hands, told: Correction) -> list[str]:
    """The cards with which hands may obey just as well: beside the one to be taken, or, to be put, from the hand."""
    elsewhere = [at for at in hands.seen.zones_of(told.card) if at != told.zone]
    if elsewhere:
        return []  # Who moves the one and leaves the other has changed two things.
    busy = {fix.card for fix in hands.corrections}  # whoever takes one of these obeys another correction
    leaving = {fix.card for fix in hands.corrections if (fix.verb, fix.zone) == (Verb.TAKE, told.zone)}
    if told.verb == Verb.TAKE and leaving & set(DECK.twins(told.card)):
        return []  # Of two equal ones that are to leave this zone, a third one may stand for either.
    if told.verb == Verb.TAKE:
        return [card for card in DECK.twins(told.card) if card in hands.seen[told.zone] and card not in busy]
    return [card for card in DECK.twins(told.card) if not hands.seen.zones_of(card) and card not in busy]


def summary(hands: Hands) -> Any:
    """All that players can see of a table, by the figures of its cards."""
    lying = Counter((str(at), canonical(card)) for at, card in hands.seen.items())
    told = Counter((fix.verb, canonical(fix.card), str(fix.zone)) for fix in hands.corrections)
    return canonical(hands.state), lying, told, Counter(codes(hands.refusals))


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_a_correction_obeyed_with_the_twin_is_obeyed(seed: int) -> None:
    rng = random.Random(seed)
    start = somewhere(rng)
    hands = Hands(start)
    cards = few_cards(rng, hands.state)
    cards += [twin for card in cards for twin in DECK.twins(card) if card in ARMY_CARDS][:6]
    for _ in range(rng.randrange(3, 25)):
        fumble(hands, rng, cards)
    hands.judge()
    asked = [(told, twin) for told in hands.corrections for twin in equal_cards(hands, told)]
    assume(asked and hands.state.step != OVER)
    told, twin = rng.choice(asked)
    meant, took = obeyed(hands, told, told.card), obeyed(hands, told, twin)
    assert summary(took) == summary(meant), (told, twin, took.done[len(hands.done) :])
    assert took.replayed() == took.state
    assert all(belongings(took.state, player) == belongings(start, player) for player in SIDES)


def test_fg_p3_a_discard_before_placing_and_its_twin_laid_are_two_gestures() -> None:
    hands = Hands(position(units={"3 red": "cavalry-1"})).lift("red/cavalry-1").lay("red/cavalry-2", "3 red")
    assert hands.done == [Discard("red/cavalry-1"), Place("red/cavalry-2", 3)]
    hands = Hands(position(units={"3 red": "cavalry-1"})).lay("red/cavalry-2", "3 red", settled=False)
    assert hands.lift("red/cavalry-1").done == [Place("red/cavalry-2", 3), Discard("red/cavalry-1")]


def test_fg_p2_a_lift_that_still_may_be_half_of_something_exchanges_nothing() -> None:
    hands = Hands(position(units={"3 red": "cavalry-1 cavalry-5"})).lay("red/cavalry-2", "3 red")
    assert codes(hands.refusals) == ["column-full"]
    hands.lift("red/cavalry-1", settled=False)
    assert (hands.done, hands.unsettled) == ([], True)
    hands.judge()
    assert (hands.done, hands.agrees()) == ([Same("red/cavalry-1", "red/cavalry-2")], True)


def test_undo_takes_an_exchange_back_with_the_gesture_before_it() -> None:
    hands = Hands(position(units={"3 red": "cavalry-1"})).lift("red/cavalry-1")
    hands.press("hold dice")
    assert hands.corrections_told() == ["put red/cavalry-1 3 red"]
    hands.lay("red/cavalry-2", "3 red")
    assert (hands.done, hands.corrections) == ([Same("red/cavalry-1", "red/cavalry-2")], ())
    hands.lay("red/light-infantry-1", "2 red")
    hands.lift("red/cavalry-2")
    assert hands.done[1:] == [Place("red/light-infantry-1", 2), Discard("red/cavalry-2")]
    hands.press("hold dice")
    hands.lay("red/cavalry-1", "3 red")
    assert (hands.corrections, hands.agrees()) == ((), True)
    hands.press("hold dice")  # the placement, with all that was exchanged since
    assert {"take red/cavalry-1 3 red", "put red/cavalry-2 3 red"} < {*hands.corrections_told()}
    hands.judge()  # told, and needless: it is exchanged once more
    assert hands.corrections_told() == ["take red/light-infantry-1 2 red"]
    assert hands.lift("red/light-infantry-1").agrees()
    assert hands.replayed() == hands.state


def test_of_two_equal_cards_on_a_pad_either_is_the_one_that_was_used_up() -> None:
    hands = Hands(position()).lay("red/spear-1", "1 red")
    assert hands.state.due == 8
    hands.lay("red/commander-1", "pad red").press("hold ok red")
    hands.lay("red/commander-2", "pad red")
    assert hands.corrections_told() == ["take red/commander-1 pad red"]
    hands.lift("red/commander-2")
    assert not hands.corrections
    assert hands.state.red.discards == {"red/commander-2"}
    assert hands.press("press ok red") == ()  # the one that stayed pays
    assert (hands.state.due, hands.state.red.discard) == (0, 2)


def test_what_lies_in_a_pile_cannot_have_come_back_for_its_twin() -> None:
    hands = Hands(position()).lay("red/light-infantry-1", "2 red").lay("red/commander-1", "pad red")
    hands.press("press ok red")
    hands.lift("red/commander-1").lay("red/commander-1", "pad red")
    assert codes(hands.refusals) == ["card-elsewhere"]


def test_both_on_the_pile_and_either_is_laid_back() -> None:
    hands = (
        Hands(position(units={"3 red": "cavalry-1 cavalry-2"})).lift("red/cavalry-1").lift("red/cavalry-2")
    )
    hands.lay("red/light-infantry-1", "2 red").lift("red/light-infantry-1")
    assert hands.lay("red/cavalry-2", "3 red").done[-1] == Restore("red/cavalry-2")


def test_fg_p3_a_twin_of_the_same_pile_is_laid_back() -> None:
    hands = Hands(position()).lay("red/light-infantry-1", "2 red").lay("red/cavalry-2", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.lift("red/cavalry-2").state.red.discards == {"red/cavalry-2"}
    table = Hands(hands.state.with_units(3, "red", ("red/cavalry-1",)))
    table.lift("red/cavalry-1").lay("red/cavalry-2", "3 red")
    assert table.done == [
        Discard("red/cavalry-1"),
        Restore("red/cavalry-1"),
        Same("red/cavalry-1", "red/cavalry-2"),
    ]
    assert table.state.red.discards == {"red/cavalry-1"}
    assert table.agrees()


def test_a_twin_that_lies_elsewhere_has_moved() -> None:
    table = Hands(position(units={"3 red": "cavalry-1", "4 red": "cavalry-2"}))
    table.lift("red/cavalry-1").lift("red/cavalry-2", settled=None).lay("red/cavalry-2", "3 red")
    assert codes(table.refusals) == ["cannot-move"]  # it lay in column 4 until then: that is a move


@pytest.mark.parametrize("first", ["3 red", "4 red"])
def test_fg_p3_two_discarded_before_placing_are_laid_back_crossed(first: str) -> None:
    table = Hands(position(units={"3 red": "cavalry-1", "4 red": "cavalry-2"}))
    table.lift("red/cavalry-1").lift("red/cavalry-2")
    crossed = [("red/cavalry-2", "3 red"), ("red/cavalry-1", "4 red")]
    for card, at in crossed if first == "3 red" else reversed(crossed):
        table.lay(card, at)
        assert (table.refusals, table.corrections) == ((), ())
    assert (table.state.cleared, table.state.red.discard) == ((), 0)
    assert [table.state.column(column).red for column in (3, 4)] == [("red/cavalry-2",), ("red/cavalry-1",)]
    assert table.replayed() == table.state


def test_two_moved_across_at_once_lie_as_they_lay() -> None:
    table = Hands(position(units={"3 red": "cavalry-1", "4 red": "cavalry-2"}))
    table.lift("red/cavalry-1", settled=None).lift("red/cavalry-2", settled=None)
    table.lay("red/cavalry-2", "3 red", settled=False).lay("red/cavalry-1", "4 red", settled=False).judge()
    assert (table.done, table.agrees()) == ([Same("red/cavalry-1", "red/cavalry-2")], True)


def looked(*cards: str) -> Hands:
    """Two of three equal units in columns 2 and 4, of which ``cards`` were lifted in the advance."""
    units = {"2 red": "medium-infantry-3 archer-1", "4 red": "medium-infantry-4 archer-2"}
    table = Hands(position(step="advance", units=units))
    for card in cards:
        table.lift(card)
    return table


@pytest.mark.parametrize("first", ["2 red", "4 red"])
def test_fg_a1_two_looked_at_and_laid_back_crossed(first: str) -> None:
    table = looked("red/medium-infantry-3", "red/medium-infantry-4")
    assert (table.state.step, table.state.red.discard) == ("actions", 2)
    crossed = [("red/medium-infantry-4", "2 red"), ("red/medium-infantry-3", "4 red")]
    for card, at in crossed if first == "2 red" else reversed(crossed):
        table.lay(card, at)
    assert (table.refusals, table.corrections, table.agrees()) == ((), (), True)
    assert (table.state.step, table.state.red.discard) == ("advance", 0)
    assert table.replayed() == table.state


def test_fg_a1_of_two_looked_at_the_first_laid_back_is_asked_to_be_undone() -> None:
    table = looked("red/medium-infantry-3", "red/medium-infantry-4").lay("red/medium-infantry-4", "2 red")
    assert [(reason.code, reason.fix.verb) for reason in table.refusals] == [("card-elsewhere", "undo")]
    table.press("hold dice")
    table.press("hold dice")
    table.judge()
    assert table.corrections_told() == ["put red/medium-infantry-3 4 red"]
    assert table.lay("red/medium-infantry-3", "4 red").agrees()
    assert (table.state.step, table.state.red.discard) == ("advance", 0)


def test_fg_a1_a_twin_from_the_hand_is_no_unit_laid_back() -> None:
    table = looked("red/medium-infantry-4", "red/medium-infantry-3").lay("red/medium-infantry-5", "2 red")
    assert (table.state.step, table.done[-1]) == ("actions", Place("red/medium-infantry-5", 2))
    assert table.state.red.discard == 2


def confirmed() -> Hands:
    """Red's bonus card is confirmed, and lies on the pad."""
    table = Hands(position(units={"3 red": "heavy-infantry-1", "3 blue": "pike-1"}))
    table.press("press column 3 red")
    table.lay("red/commander-1", "pad red").press("press ok red")
    assert table.table.held.offers("red") == "red/commander-1"
    return table


def test_fg_c1_the_twin_laid_for_the_confirmed_card_is_the_bonus_card() -> None:
    table = confirmed().lift("red/commander-1").lay("red/commander-2", "pad red")
    assert table.table.held.offers("red") == "red/commander-2"
    table.lay("blue/commander-1", "pad blue").press("press ok blue")
    assert "red/commander-2" in table.state.red.discards
    assert "take red/commander-2 pad red" in table.corrections_told()
    assert table.replayed() == table.state


@pytest.mark.parametrize("other", ["red/spear-1", "red/reserves-1"])
def test_fg_c1_another_card_is_not(other: str) -> None:
    table = confirmed().lift("red/commander-1").lay(other, "pad red")
    assert table.table.held.offers("red") == "red/commander-1"
    beside = confirmed().lay("red/commander-2", "pad red")  # the confirmed one lies there still
    assert beside.table.held.offers("red") == "red/commander-1"


def test_the_twin_taken_from_a_pad_is_known_once_hands_have_settled() -> None:
    table = Hands(position()).lay("red/spear-1", "1 red").lay("red/commander-1", "pad red")
    table.press("hold ok red")
    table.lay("red/commander-2", "pad red").lift("red/commander-2", settled=False)
    assert (table.unsettled, [*map(type, table.done)][-1]) == (True, Pay)
    table.judge()
    assert (table.done[-1], table.corrections) == (Same("red/commander-2", "red/commander-1"), ())


def test_fg_c2_the_twin_of_a_unit_that_was_lifted_is_laid_back_for_it() -> None:
    """Before the retreat ends a defender lays another one back than was lifted: nobody retreats."""
    table = Hands(position(units={"3 red": "heavy-infantry-1", "3 blue": "cavalry-1"}))
    table.press("press column 3 red")
    table.lift("blue/cavalry-1").lay("blue/cavalry-2", "3 blue")
    assert (table.refusals, table.corrections, table.table.held.lifted) == ((), (), frozenset())
    assert (table.state.column(3).blue, table.state.blue.discard) == (("blue/cavalry-2",), 0)
    assert table.replayed() == table.state


# Thermopyles


class Team(HandsAt):
    """Hands at a table of Thermopyles where two Persians are equal, by an owner's figures."""

    procedure = ThermopylesProcedure(
        PersianDeck(
            thermopyles_catalogue().overlaid(
                'game = "thermopyles"\nsource = "mine"\n'
                '[card."persian-2"]\nbattle_value = 12\nannihilation_value = 14\nbonus_card = 0\n',
                file="mine",
            )
        )
    )


def test_th_6_of_two_equal_persians_in_the_row_either_is_carried_off() -> None:
    team = Team(table_position(("persian-1", "persian-2")))
    assert team.procedure.twins("persian-1") == ("persian-2",)
    team.lay("spartan-20", "1 red").press("press ok red")
    assert team.state.step == "result"
    team.lift("persian-2").lay("persian-2", "5 blue")
    assert team.done[-2:] == [Bury("persian-1"), Same("persian-1", "persian-2")]
    assert (team.state.cemetery.named, team.state.row) == ({"persian-2"}, ("persian-1",))
    assert not team.refusals
    assert team.replayed() == team.state


def test_of_two_equal_spartans_either_fights_on() -> None:
    team = Team(table_position(("persian-27", "persian-28")))
    team.lay("spartan-2", "1 red").lay("support-1", "pad red").press("press ok red")
    team.lift("spartan-2")
    assert team.corrections_told() == ["put spartan-2 1 red", "take support-1 pad red"]
    team.lay("spartan-3", "1 red")
    assert team.corrections_told() == ["take support-1 pad red"]
    assert team.state.fight.spartan == "spartan-3"
    assert next(type(action) for action in team.done if not isinstance(action, Same)) is Charge
    assert Approach("persian-1") not in team.done
    assert Referee(team.procedure).begin(Table(team.state), team.seen).actions == ()


def test_two_equal_persians_of_the_row_are_laid_back_crossed() -> None:
    team = Team(table_position(("persian-1", "persian-2")))
    team.lift("persian-1").lift("persian-2")
    assert codes(team.refusals) == ["card-stays", "card-stays"]
    team.lay("persian-2", "1 blue")
    assert (team.corrections_told(), team.state.row) == (["put persian-1 2 blue"], ("persian-2", "persian-1"))
    assert team.lay("persian-1", "2 blue").agrees()
