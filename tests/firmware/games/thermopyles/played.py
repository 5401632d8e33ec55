"""Whole games of Thermopyles that robots play."""

from __future__ import annotations

import random
from collections import deque

from signifer_firmware.games.thermopyles.robots.match import ThermopylesMatch
from signifer_firmware.games.thermopyles.robots.slips import ThermopylesClumsy
from signifer_firmware.simulation.robots.board import HandsError

from tests.firmware.games.thermopyles.robots import BUNDLE, ROBOT, RULES, check_account, check_lying
from tests.firmware.simulation.robot_board import RefereeBoard

SHOWN = 12


def play(seed: int, clumsy: ThermopylesClumsy | None = None) -> tuple[ThermopylesMatch, RefereeBoard]:
    """One game to its end, in which everything is checked after each gesture and each decision."""
    rng = random.Random(seed)
    deal = ROBOT.deal(BUNDLE, rng)
    board = RefereeBoard(random.Random(rng.getrandbits(64)), BUNDLE.unnamed)
    last: deque[str] = deque(maxlen=SHOWN)

    def watch(match: ThermopylesMatch, text: str) -> None:
        last.append(f"{text}  [{match.board.table.state.step}]")
        check_lying(match)

    match = ThermopylesMatch(board, deal, RULES, rng, slips=clumsy, after=check_account, watch=watch)
    try:
        winner = match.play()
    except (AssertionError, HandsError) as error:
        raise AssertionError("\n".join([f"game {seed}, decision {match.decisions}", *last])) from error
    assert winner in ("red", "blue")
    assert board.table.state.winner == winner
    assert board.replayed() == board.table
    return match, board
