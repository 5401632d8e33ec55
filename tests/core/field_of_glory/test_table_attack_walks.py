"""Whole attacks by hands that fumble: belief stays sound, nobody learns a hidden card early, and every attack ends."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from signifer_core.games.field_of_glory.actions import notation, parse
from signifer_core.games.field_of_glory.rules.placing import whereabouts
from signifer_core.games.field_of_glory.state import OVER
from signifer_core.games.field_of_glory.table.attack import hides
from signifer_core.layout import PAD, SIDES, Zone

from tests.core.field_of_glory.battles import a_battle
from tests.core.field_of_glory.fumbling import check_belief, few_cards, fumble, steps_allowed
from tests.core.field_of_glory.states import DECK, RULES, Hands, after, belongings, check_position
from tests.sweeps import often

SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=often(35, 150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
MOST_STEPS = 40


def go_on(hands: Hands, rng: random.Random) -> None:
    """Do what the step asks for, with an otherwise empty pad."""
    state = hands.state
    (player,) = RULES.actors(state)
    for card in hands.pad(player):
        hands.lift(card)
    if state.step in ("flank", "actions"):
        hands.press(f"press column {rng.choice((2, 3, 4))} {player}")
    elif state.step == "result":
        assert state.attack is not None
        hands.lift(rng.choice(state.column(state.attack.column).units(player)))
    elif state.step in ("bonus", "rampage"):
        side = state.side(player)
        seen = [card for _, card in hands.seen.items()]
        gone = {*seen, *side.discards, *side.lost}
        card = rng.choice([card for card in DECK.army(player) if card not in gone])
        if side.deck or not side.discard or side.hand:
            hands.lay(card, Zone(PAD, player))
        from_hand = state.step == "rampage" or (side.hand and state.drawing is None)
        if hands.press(f"press ok {player}" if from_hand else f"hold ok {player}"):
            hands.lift(card)
            hands.press(f"hold ok {player}")
    else:
        hands.press(f"press ok {player}")


def attacks(hands: Hands) -> bool:
    return hands.state.attack is not None


def secrets(hands: Hands) -> set[str]:
    """Cards that lie on a pad, or are bonus cards, and are in no place that everybody knows: nothing may name them."""
    on_pads = {card for player in SIDES for card in hands.pad(player) if card.startswith(player)}
    on_pads |= {card for card, _ in hands.table.held.offered}
    known = {card for card in on_pads if whereabouts(hands.state, card) is not None}
    open_to_all = {card for at, card in hands.seen.items() if at.place != PAD}
    return on_pads - known - open_to_all


def check_secrets(hands: Hands) -> None:
    hands.judge(settled=False)
    if not hides(hands.state):
        return
    told = repr(
        (
            [reason for reason in hands.refusals if reason.code != "card-elsewhere"],
            [fix for fix in hands.corrections if fix.zone.place != PAD],
            hands.prompts,
        )
    )
    for card in secrets(hands):
        assert f"'{card}'" not in told, (card, told)


@pytest.mark.slow
@MANY
@given(SEEDS)
def test_fg_c1_whatever_hands_do_in_attacks_the_belief_is_sound(seed: int) -> None:
    rng = random.Random(seed)
    start = a_battle(rng)
    hands = Hands(start)
    had = {player: belongings(start, player) for player in SIDES}
    cards = [*few_cards(rng, hands.state), "red/overlap-1", "blue/overlap-1"]
    for _ in range(30):
        if rng.randrange(3) or hands.state.step == OVER:
            fumble(hands, rng, cards)
        else:
            hands.judge().follow()
            go_on(hands, rng)
        check_position(hands.state)
        check_secrets(hands)
        assert {player: belongings(hands.state, player) for player in SIDES} == had
    check_belief(hands)
    budget = steps_allowed(hands)
    assert hands.follow() <= budget
    assert (hands.corrections, hands.refusals) == ((), ())
    assert after(start, *map(parse, map(notation, hands.done))) == hands.state


@MANY
@given(SEEDS)
def test_fg_c1_every_attack_comes_to_its_end(seed: int) -> None:
    rng = random.Random(seed)
    hands = Hands(a_battle(rng))
    cards = few_cards(rng, hands.state)
    for _ in range(rng.randrange(12)):
        fumble(hands, rng, cards)
    hands.judge().follow()
    for _ in range(MOST_STEPS):
        if not attacks(hands):
            break
        go_on(hands, rng)
        hands.follow()
    assert not attacks(hands)
    assert hands.agrees() or hands.state.step == OVER


@pytest.mark.parametrize("seed", range(5))
def test_fg_c1_the_walks_reach_every_step_of_an_attack(seed: int) -> None:
    """Otherwise they would show nothing."""
    steps = set()
    for number in range(30):
        rng = random.Random(seed * 1000 + number)
        hands = Hands(a_battle(rng))
        for _ in range(MOST_STEPS):
            steps.add(hands.state.step)
            if hands.state.step == OVER:
                break
            go_on(hands, rng)
            hands.follow()
    assert {"lead", "bonus", "retreat", "rampage", "shuffle"} <= steps
