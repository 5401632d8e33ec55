"""Undo at every point of robots' games of Thermopyles: how far it goes, what it never does, the way back of the cards.

At each rest a copy of the table is undone until it says no, and its cards go back as told; the game itself goes on.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from signifer_core.games.thermopyles.state import State
from signifer_firmware.games.thermopyles.robots.match import ThermopylesMatch

from tests.firmware.games.thermopyles.robots import BUNDLE, ROBOT, RULES, clumsy_of
from tests.firmware.simulation.robot_undo import Remembering, undone
from tests.sweeps import often

GAMES = often(6, 15)


def learned(state: State) -> tuple[object, ...]:
    """What nobody may have taken back: whose turn it is, cards drawn or shown, and the dice of this turn."""
    dice = next(
        (fight.dice for fight in (state.fight, state.result) if fight and fight.turn == state.turn), ()
    )
    return state.turn, state.active, state.pile.number, state.persians.number, dice


@pytest.mark.slow
def test_undo_at_every_point_of_robots_games() -> None:
    told: Counter[str] = Counter()
    for seed in range(GAMES):
        rng = random.Random(seed)
        deal = ROBOT.deal(BUNDLE, rng)
        board = Remembering(random.Random(seed), BUNDLE.unnamed)

        def watch(match: ThermopylesMatch, text: str, board: Remembering = board) -> None:
            told.update(undone(board.fork(), learned, frozenset({"players"})))

        assert ThermopylesMatch(board, deal, RULES, rng, slips=clumsy_of(seed), watch=watch).play()
    assert {
        "undone",
        "no-undo-rolled",
        "no-undo-cards-shown",
        "no-undo-cards-drawn",
        "no-undo-turn-over",
    } <= set(told)
    assert told["undone"] > 10 * GAMES
