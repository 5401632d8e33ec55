"""Undo at many points of robots' games of Call to Glory: how far it goes, what it never does, how cards go back.

There a copy of the table is undone until it says no, and its cards go back as told; the game itself goes on.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from signifer_core.games.call_to_glory import CallToGlory
from signifer_core.games.call_to_glory.state import State
from signifer_core.games.call_to_glory.table.procedure import BETWEEN_ROUNDS
from signifer_firmware.games.call_to_glory.robots.match import CallToGloryMatch

from tests.firmware.games.call_to_glory.robots import BUNDLE, ROBOT, clumsy_of
from tests.firmware.simulation.robot_undo import Remembering, undone
from tests.sweeps import often

GAMES = often(3, 6)
# How often a point is tried: games are long.
OFTEN = 0.25


def learned(state: State) -> tuple[object, ...]:
    """What nobody may have taken back: cards drawn face-down or dealt, missions revealed, scores read, dice."""
    return state.stock.number, state.revealed, state.round, state.rollers, state.rolls


@pytest.mark.soak
def test_undo_at_many_points_of_robots_games() -> None:
    told: Counter[str] = Counter()
    for seed in range(GAMES):
        rng = random.Random(seed)
        deal = ROBOT.deal(BUNDLE, rng)
        board, now_and_then = Remembering(random.Random(seed), BUNDLE.unnamed), random.Random(seed)

        def watch(
            match: CallToGloryMatch, text: str, board: Remembering = board, rng: random.Random = now_and_then
        ) -> None:
            if rng.random() < OFTEN:
                told.update(undone(board.fork(), learned, frozenset(BETWEEN_ROUNDS)))

        rules = CallToGlory(BUNDLE.deck)
        assert CallToGloryMatch(board, deal, rules, rng, slips=clumsy_of(seed), watch=watch).play()
    assert {
        "undone",
        "no-undo-rolled",
        "no-undo-cards-shown",
        "no-undo-cards-drawn",
        "no-undo-turn-over",
        "no-undo-other-moved",
    } <= set(told)
    assert told["undone"] > 10 * GAMES
