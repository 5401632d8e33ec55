"""The cards that pay and are missed least: the same as by trying every subset, and in few steps in a hand of twenty."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from itertools import combinations
from types import FrameType

from hypothesis import given, settings
from hypothesis import strategies as st
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_firmware.games.field_of_glory.robots.paying import cheapest
from signifer_firmware.games.field_of_glory.robots.plans import FieldOfGloryPlans

from tests.sweeps import often

DECK = standard_deck()
PLANS = FieldOfGloryPlans(FieldOfGlory(DECK))
CARDS = sorted(DECK.army("red"))


def by_trying_all(points: Sequence[int], worth: Sequence[float], due: int) -> tuple[int, ...]:
    """Every subset, the smallest first."""
    if due <= 0:
        return ()
    best: tuple[float, tuple[int, ...]] | None = None
    for number in range(1, len(points) + 1):
        for chosen in combinations(range(len(points)), number):
            if sum(points[at] for at in chosen) >= due:
                loss = sum(worth[at] for at in chosen)
                if best is None or loss < best[0]:
                    best = (loss, chosen)
    assert best is not None
    return best[1]


def of_hand(hand: Sequence[str]) -> tuple[list[int], list[float]]:
    return list(map(DECK.command_points, hand)), list(map(PLANS._worth, hand))


@settings(max_examples=often(50, 150), deadline=None)
@given(
    hand=st.lists(st.sampled_from(CARDS), unique=True, min_size=1, max_size=10).map(sorted), data=st.data()
)
def test_a_hand_pays_as_if_every_subset_had_been_tried(hand: list[str], data: st.DataObject) -> None:
    points, worth = of_hand(hand)
    due = data.draw(st.integers(-1, sum(points)))
    chosen = by_trying_all(points, worth, due)
    assert cheapest(points, worth, due) == chosen
    assert PLANS._cheapest(frozenset(hand), due) == tuple(hand[at] for at in chosen)


A_CARD = st.tuples(st.integers(0, 4), st.sampled_from((0.1, 0.2, 0.3, 0.7, 1.0, 1.4, 2.1)))


@settings(max_examples=often(50, 150), deadline=None)
@given(cards=st.lists(A_CARD, min_size=1, max_size=9), data=st.data())
def test_so_do_cards_of_any_worth_also_where_choices_are_equal(
    cards: list[tuple[int, float]], data: st.DataObject
) -> None:
    points, worth = [each for each, _ in cards], [each for _, each in cards]
    due = data.draw(st.integers(0, sum(points)))
    assert cheapest(points, worth, due) == by_trying_all(points, worth, due)


def steps(points: Sequence[int], worth: Sequence[float], due: int) -> int:
    """How many subsets are looked at."""
    found = 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal found
        found += event == "call" and frame.f_code.co_name == "look"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        cheapest(points, worth, due)
    finally:
        sys.setprofile(before)
    return found


def test_a_hand_of_twenty_takes_few_steps() -> None:
    """An agreement can leave so many; there are a million subsets."""
    rng = random.Random(1)
    for _ in range(10):
        points, worth = of_hand(sorted(rng.sample(CARDS, 20)))
        assert 0 < max(steps(points, worth, due) for due in range(1, sum(points) + 1)) < 2_000
