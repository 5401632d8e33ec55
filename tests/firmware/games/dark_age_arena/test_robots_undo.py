"""Undo at many points of robots' games of Dark Age Arena: how far it goes, what it never does, how cards go back."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from signifer_core.games.dark_age_arena.state import State
from signifer_firmware.games.dark_age_arena.robots.match import DarkAgeArenaMatch

from tests.firmware.games.dark_age_arena.robots import BUNDLE, ROBOT, RULES, clumsy_of
from tests.firmware.simulation.robot_undo import Remembering, undone
from tests.sweeps import often

GAMES = often(3, 6)
# How often a point is tried: games are long.
OFTEN = 0.25


def learned(state: State) -> tuple[object, ...]:
    """What nobody may have taken back: cards drawn, cards that were shown and scored, bids that are in, and dice of a
    combat. Those of a draft stay known: what a marker or COM made of them may be taken back."""
    sides = tuple((player.stock.number, player.out, player.bid) for _, player in state.players)
    combat = state.combat
    rolls = combat and (combat.die, combat.throws, combat.rolled, combat.round)
    return state.turn, sides, rolls, tuple(task.passed for task in state.tasks)


@pytest.mark.soak
def test_undo_at_many_points_of_robots_games() -> None:
    told: Counter[str] = Counter()
    for seed in range(GAMES):
        rng = random.Random(seed)
        deal = ROBOT.deal(BUNDLE, rng)
        board, now_and_then = Remembering(random.Random(seed), BUNDLE.unnamed), random.Random(seed)

        def watch(
            match: DarkAgeArenaMatch, text: str, board: Remembering = board, rng: random.Random = now_and_then
        ) -> None:
            if rng.random() < OFTEN:
                told.update(undone(board.fork(), learned, frozenset({"over"})))

        assert DarkAgeArenaMatch(board, deal, RULES, rng, slips=clumsy_of(seed), watch=watch).play()
    reasons = ("rolled", "cards-drawn", "cards-shown", "bid", "step-over", "other-moved")
    assert {"undone", *(f"no-undo-{reason}" for reason in reasons)} <= set(told)
    assert told["undone"] > 10 * GAMES
