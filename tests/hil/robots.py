"""Robots' games at a whole table."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path

from signifer_core.dice import Record, check
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.layout import SIDES
from signifer_firmware.config.model import load_table
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.match import Match
from signifer_firmware.simulation.robots.slips import Slip
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.firmware.simulation.robot_board import RULES
from tests.firmware.simulation.robot_checks import check_account, check_lying

SHOWN = 12
POWER_CUTS = 0.02


def check_seen(board: WireBoard, match: Match) -> None:
    """What the firmware believes to lie in each zone lies there, but for cards of which it asks or thinks more."""
    seen = {(card, zone) for zone, card in board.seen.items()}
    lying = {(card, zone) for zone, card in match.piles.layout.items()}
    assert lying <= seen
    assert seen - lying <= board.doubted


def play(
    seed: int,
    folder: Path,
    *,
    rate: float = 0.1,
    power_cuts: float = POWER_CUTS,
    kinds: tuple[Slip, ...] = FieldOfGloryClumsy.every,
    whole: bool = True,
    board: WireBoard | None = None,
) -> tuple[FieldOfGloryMatch, FieldOfGloryClumsy, Record]:
    """One game to its end, or to its first turn, everything checked after each gesture and each decision; with its
    slips and its dice. On ``board``, or on the standard table."""
    rng = random.Random(seed)
    game = deal(RULES, rng)
    board = board or WireBoard(load_table("standard"), folder, seed, lambda news: None)
    last: deque[str] = deque(maxlen=SHOWN)
    plug = random.Random(seed)

    def watch(match: FieldOfGloryMatch, text: str) -> None:
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

    clumsy = FieldOfGloryClumsy(random.Random(~seed), rate=rate, kinds=kinds)
    match = FieldOfGloryMatch(board, game, RULES, rng, slips=clumsy, after=check_account, watch=watch)
    try:
        while board.table.state.step in SET_UP:
            match.step()
        if whole:
            winner = match.play()
            assert winner in (*SIDES, "draw")
            assert match.table.state.winner == winner
        assert board.record.opened == whole
        assert check(board.record) == ""
        return match, clumsy, board.record
    except (AssertionError, HandsError) as error:
        raise AssertionError("\n".join([f"game {seed}, decision {match.decisions}", *last])) from error
    finally:
        board.close()
