"""Random hands at the table: whatever is laid, lifted, slid and pressed, the table's belief stays sound."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from signifer_core.games.field_of_glory.actions import (
    Discard,
    Place,
    Restore,
    Retreat,
    TakeBack,
    notation,
    parse,
)
from signifer_core.games.field_of_glory.position import Counts
from signifer_core.games.field_of_glory.state import OVER, State
from signifer_core.layout import PAD, SIDES, ZONES, Zone
from signifer_core.procedure import Table
from signifer_core.rules import Verb
from signifer_core.twins import Same

from tests.core.field_of_glory.fumbling import check_belief, few_cards, fumble, steps_allowed
from tests.core.field_of_glory.states import (
    DECK,
    PROCEDURE,
    RULES,
    Hands,
    after,
    belongings,
    check_position,
    position,
    somewhere,
    unordered,
)
from tests.sweeps import often

SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=often(40, 200), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_whatever_hands_do_the_belief_is_sound(seed: int) -> None:
    rng = random.Random(seed)
    start = somewhere(rng)
    hands = Hands(start)
    had = {player: belongings(start, player) for player in SIDES}
    cards = few_cards(rng, hands.state)
    for _ in range(25):
        fumble(hands, rng, cards)
        check_position(hands.state)
        assert {player: belongings(hands.state, player) for player in SIDES} == had
    check_belief(hands)
    journal = [notation(action) for action in hands.done]
    assert after(start, *map(parse, journal)) == hands.state


BY_LIFTING = (Discard, Retreat, TakeBack)


@pytest.mark.slow
@MANY
@given(SEEDS)
@example(4436)
def test_a_card_asked_back_is_no_gesture_before_it_has_lain_there_again(seed: int) -> None:
    rng = random.Random(seed)
    hands = Hands(somewhere(rng))
    cards = few_cards(rng, hands.state)
    asked: dict[tuple[str, Zone], object] = {}  # with the step in which it was refused
    for _ in range(40):
        done, step = len(hands.done), (hands.state.turn, hands.state.step)
        fumble(hands, rng, cards)
        for action in hands.done[done:]:
            if isinstance(action, Same):  # an equal card came instead: each has the other's name and place
                names = {action.card: action.other, action.other: action.card}
                asked = {(names.get(card, card), at): before for (card, at), before in asked.items()}
        earlier = {place for place, refused in asked.items() if refused != step}
        lifted = {action.card for action in hands.done[done:] if isinstance(action, BY_LIFTING)}
        lifted |= {card for card, _ in hands.table.held.lifted}
        asked = {(card, at): before for (card, at), before in asked.items() if card not in hands.seen[at]}
        assert not lifted & {card for card, _ in earlier & asked.keys()}
        asked = {place: before for place, before in asked.items() if place[0] not in lifted}
        refused = {reason.card for reason in hands.refusals}
        for fix in hands.corrections:
            if fix.verb == Verb.PUT and fix.card in refused:
                asked.setdefault((fix.card, fix.zone), (hands.state.turn, hands.state.step))


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_who_does_as_told_comes_back_to_a_legal_layout(seed: int) -> None:
    rng = random.Random(seed)
    hands = Hands(somewhere(rng))
    cards = few_cards(rng, hands.state)
    for _ in range(15):
        fumble(hands, rng, cards)
    hands.judge()
    budget = steps_allowed(hands)
    assert hands.follow() <= budget
    assert (hands.corrections, hands.refusals) == ((), ())
    if hands.state.step == OVER:
        return
    assert hands.agrees()
    offered = [(at, card) for at, card in hands.seen.items() if at.place == PAD]
    assert all(card.startswith(at.side) for at, card in offered)


def detour(hands: Hands, rng: random.Random, wanted: dict[str, Zone]) -> None:
    """Lay and lift other things meanwhile: wrong columns, wrong sides, pads; and put an older unit back later."""
    lying = [card for _, card in hands.seen.items()]
    spare = rng.choice([*rng.sample(DECK.army("red"), 4), "blue/spear-1", "tag/04aabb"])
    what = rng.random()
    settled = rng.choice([None, False, True])
    if what < 0.5 and lying:
        hands.lift(rng.choice(lying), settled=settled)
    elif what < 0.75 and wanted:
        card = rng.choice(sorted(wanted))
        hands.lift(card, settled=None).lay(card, rng.choice(ZONES), settled=settled)
    elif spare not in lying and spare not in wanted:
        hands.lay(spare, rng.choice(ZONES), settled=settled)


def arrive(hands: Hands, rng: random.Random, wanted: dict[str, Zone]) -> None:
    """Bring the layout to what is wanted, card by card in any order, judged now and then."""
    moves = [("lift", card, at) for at, card in hands.seen.items() if wanted.get(card) != at]
    moves += [("lay", card, at) for card, at in wanted.items() if card not in hands.seen[at]]
    rng.shuffle(moves)
    for verb, card, at in moves:
        if verb == "lift":
            hands.seen = hands.seen.lifted(card, at)
        else:
            hands.seen = hands.seen.laid(card, at)
        if rng.random() < 0.5:
            hands.judge(settled=rng.random() < 0.5)
    hands.judge()


LAID_OR_LIFTED = (Place, TakeBack, Discard, Restore)


def goal(rng: random.Random, start: State) -> State:
    """A position that placements, and discards before placing, make of ``start``; nothing is paid."""
    state = start
    for _ in range(rng.randrange(1, 8)):
        actions = [action for action in RULES.legal_actions(state) if isinstance(action, LAID_OR_LIFTED)]
        kind = rng.choice(sorted({type(action) for action in actions}, key=lambda found: found.__name__))
        state = RULES.apply(state, rng.choice([action for action in actions if type(action) is kind]))
    for _, column, _ in state.cleared:
        lays = [a for a in RULES.legal_actions(state) if isinstance(a, Place) and a.column == column]
        if lays and not any(placement.column == column for placement in state.unpaid):
            state = RULES.apply(state, rng.choice(lays))
    return state


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_any_order_of_lays_and_lifts_ends_in_the_same_state(seed: int) -> None:
    rng = random.Random(seed)
    units = {
        "3 red": "pike-1 pike-2",
        "2 red": "archer-1 spear-1",
        "4 blue": "pike-1",
        "5 red": "light-cavalry-1",
    }
    start = position(
        units=units, terrain="plain rough plain rough plain", red=Counts(hand=rng.randrange(2, 10))
    )
    wanted_state = goal(rng, start)
    wanted = {card: at for at, card in PROCEDURE.due(Table(wanted_state)).must.items()}
    hands = Hands(start)
    for _ in range(rng.randrange(10)):
        detour(hands, rng, wanted)
    arrive(hands, rng, wanted)
    # What was refused on the way is a gesture again once it has lain in its place.
    for card, at in sorted(hands.table.awaited):
        hands.lay(card, at).lift(card)
    assert (hands.corrections, hands.refusals) == ((), ())
    assert hands.agrees()
    assert unordered(hands.state) == unordered(wanted_state)


@pytest.mark.soak
def test_whatever_hands_do_for_long() -> None:
    for seed in range(3000):
        rng = random.Random(seed)
        hands = Hands(somewhere(rng))
        cards = few_cards(rng, hands.state)
        for _ in range(40):
            fumble(hands, rng, cards)
            check_position(hands.state)
        check_belief(hands)
        budget = steps_allowed(hands)
        assert hands.follow() <= budget
        assert (hands.refusals, hands.agrees()) == ((), True)
