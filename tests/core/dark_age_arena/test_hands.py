"""Random hands at a table of Dark Age Arena: whatever they do, the belief stays sound, and the game can go on."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from signifer_core.games.dark_age_arena import actions as act
from signifer_core.games.dark_age_arena.state import State
from signifer_core.games.dark_age_arena.table import facing
from signifer_core.layout import PAD, SIDES, Zone
from signifer_core.procedure import Table
from signifer_core.twins import Same

from tests.core.hands import check_judged_again
from tests.sweeps import often

from .fumbling import STRANGERS, fumble
from .hands import TrainingHands, at_table, do, known_to_a_table, somewhere
from .states import DECK, RULES, after, check_state

SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=often(25, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])


def check_belief(hands: TrainingHands) -> None:
    """Judged again nothing new comes out; what is told is wrong, and every refusal says what to do."""
    check_judged_again(hands)
    for reason in hands.refusals:
        assert reason.card is None or any(fix.card == reason.card for fix in hands.corrections), reason
        assert reason.player in SIDES
        assert reason.ruling.startswith("DA-")
    assert len(hands.procedure.prompts(hands.table)) == 2
    check_state(hands.state)


def fumbled(seed: int, times: int) -> TrainingHands:
    """Random hands that have slipped so often; what they did is a record of legal actions."""
    rng = random.Random(seed)
    start = RULES.table_game() if rng.random() < 0.1 else somewhere(rng)
    hands = at_table(start, rng, TrainingHands)
    assert isinstance(hands, TrainingHands)
    cards = [*rng.sample(sorted(DECK.catalogue), 12), *STRANGERS]
    for _ in range(times):
        fumble(hands, rng, cards)
        check_state(hands.state)
    check_belief(hands)
    assert after(start, *map(act.parse, map(act.notation, hands.done)), rules=RULES) == hands.state
    return hands


@pytest.mark.slow
@settings(MANY, max_examples=often(12, 25))
@given(SEEDS)
def test_whatever_hands_do_the_belief_is_sound(seed: int) -> None:
    hands = fumbled(seed, 25)
    event(hands.state.step)


@pytest.mark.soak
@settings(MANY, max_examples=often(80, 200))
@given(SEEDS)
def test_whatever_many_hands_do_the_belief_is_sound(seed: int) -> None:
    fumbled(seed, 40)


def told(state: State, actions: list[act.Action], rng: random.Random) -> State:
    """Full knowledge after what the table has written down; cards are drawn by chance."""
    for action in [*actions, None]:
        while state.owed:
            state = RULES.apply(state, rng.choice(RULES.chance(state)))
        if action is not None:
            state = RULES.apply(state, action)
    return state


def is_later(hands: TrainingHands, action: act.Action) -> bool:
    """What hands say in another way, or of somebody who is asked about later: shooters aim one after another, and an
    attacker without fighters calls the attack off."""
    if isinstance(action, (act.Aim, act.Assist)):
        return action.card != facing.acting(RULES, hands.table)
    return isinstance(action, act.Muster) and not action.cards and hands.state.step == "muster"


def goes_on(seed: int) -> TrainingHands:
    """A whole game: every legal action has gestures that do it; the table knows what it may know of it."""
    rng = random.Random(seed)
    state = told(RULES.new_game(), [], rng)
    hands = at_table(RULES.table_game(), rng, TrainingHands)
    assert isinstance(hands, TrainingHands)
    while RULES.outcome(state) is None:
        action = rng.choice(RULES.chance(state) or RULES.legal_actions(state))
        if isinstance(action, act.Discard):
            pad = Zone(PAD, SIDES[0] if action.card.startswith("red") else SIDES[1])
            if len(hands.seen[pad]) < 2:
                hands.lay(action.card, pad)
            continue
        if any(getattr(action, "card", None) in hands.pad(side) for side in SIDES):
            continue  # it lies there to be discarded
        if is_later(hands, action):
            continue
        done = len(hands.done)
        do(hands, action, rng)
        new = hands.done[done:]
        assert action in new, (action, new, hands.refusals, state.step)
        assert (hands.refusals, hands.corrections) == ((), ()), (action, state.step)
        state = told(state, new, rng)
        assert hands.state == known_to_a_table(state)
    return hands


def after_a_power_cut(hands: TrainingHands) -> Table[State]:
    """What the record alone says: each action of it folded again, as a table does that is switched on again."""
    table: Table[State] = Table(hands.start)
    for action in map(act.parse, map(act.notation, hands.done)):
        table = hands.referee.replayed(table, action, gesture=True)
    return table


@pytest.mark.soak
@settings(MANY, max_examples=often(5, 10))
@given(SEEDS)
def test_every_legal_action_has_its_gestures_to_the_end(seed: int) -> None:
    hands = goes_on(seed)
    again = after_a_power_cut(hands)
    assert (again.state, again.held) == (hands.state, hands.table.held)
    assert hands.state.step == "over"
    assert not any(isinstance(action, Same) for action in hands.done)
