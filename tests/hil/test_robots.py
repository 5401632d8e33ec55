"""Whole games of clumsy robots through the wire: their hands move cards and fingers, the plug is pulled now and then.

Measured on one laptop core: 2 s a game, 3 s with slips at three gestures in ten; the 300 of the soak about 15
minutes (reckoned from 90 of them).
"""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

import pytest
from signifer_core.layout import PLAYERS
from signifer_firmware.config import load_table
from signifer_firmware.robots.match import HandsError, Match, deal
from signifer_firmware.robots.slips import Clumsy
from signifer_firmware.robots.wire import WireBoard

from tests.firmware.robot_board import DECK_OF_CARDS, RULES
from tests.firmware.robot_checks import check_account, check_lying

SHOWN = 12
POWER_CUTS = 0.02


def check_seen(board: WireBoard, match: Match) -> None:
    """What the firmware believes to lie in each zone lies there, but for cards of which it asks or thinks more."""
    seen = {(card, zone) for zone, card in board.seen.items()}
    lying = {(card, zone) for zone, card in match.piles.layout.items()}
    assert lying <= seen
    assert seen - lying <= board.doubted


def play(seed: int, folder: Path, *, rate: float = 0.1, power_cuts: float = POWER_CUTS) -> None:
    """One game to its end, everything checked after each gesture and each decision."""
    rng = random.Random(seed)
    game = deal(RULES, rng)
    board = WireBoard(game, load_table("standard"), folder, seed, lambda news: None)
    last: deque[str] = deque(maxlen=SHOWN)
    plug = random.Random(seed)

    def watch(match: Match, text: str) -> None:
        last.append(f"{text}  [{match.board.table.state.step}]")
        check_lying(match)
        check_seen(board, match)
        if plug.random() < power_cuts:
            before = board.table
            board.power_cut()
            last.append("power cut")
            assert board.table == before
            check_lying(match)
            check_seen(board, match)

    clumsy = Clumsy(random.Random(~seed), rate=rate)
    match = Match(board, game, DECK_OF_CARDS, rng, slips=clumsy, after=check_account, watch=watch)
    try:
        winner = match.play()
        assert winner in (*PLAYERS, "draw")
        assert board.table.state.winner == winner
    except (AssertionError, HandsError) as error:
        raise AssertionError("\n".join([f"game {seed}, decision {match.decisions}", *last])) from error
    finally:
        board.close()


@pytest.mark.parametrize("seed", range(3))
def test_clumsy_robots_play_whole_games_through_the_wire(seed: int, tmp_path: Path) -> None:
    play(seed, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(100, 400, 30))
def test_clumsy_robots_play_many_games_through_the_wire(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 30):
        folder = tmp_path / str(seed)
        folder.mkdir()
        play(seed, folder, rate=random.Random(seed).choice((0.1, 0.3)))
