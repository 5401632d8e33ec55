"""Whole games of Thermopyles by hands, careful and clumsy ones."""

from __future__ import annotations

import random

import pytest
from signifer_core.games.thermopyles import State, notation, parse
from signifer_core.games.thermopyles.actions import Action, Charge, Drawn, Support
from signifer_core.layout import ZONES, Zone
from signifer_core.procedure import Table
from signifer_core.referee import Referee

from tests.core.thermopyles.states import (
    PROCEDURE,
    RULES,
    STRONG,
    TEN,
    TWENTY,
    WEAK,
    TableHands,
    check_state,
    late,
    played,
)
from tests.sweeps import shared_out

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
@pytest.mark.parametrize("block", shared_out(range(10), 2))
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
