"""A slip that only storms have: a hand with a card of the game is over a zone for a while, and goes on."""

from __future__ import annotations

from typing import Any

from signifer_core.layout import ZONES, Zone
from signifer_firmware.simulation.robots.gestures import Gesture
from signifer_firmware.simulation.robots.match import Match
from signifer_firmware.simulation.robots.slips import Clumsy

from .stormy_board import StormyBoard


def brush(hands: Clumsy[Any], match: Match, gesture: Gesture) -> bool:
    """Mostly over its own side. What the table made of it is put right like any slip."""
    board = match.board
    assert isinstance(board, StormyBoard)
    card, side = hands.spare(match)
    if isinstance(match.piles.where(card), Zone):
        return False
    rng = hands._rng
    near = [zone for zone in ZONES if zone.side == side and zone in board.run.table.world.fields]
    board.brush(card, rng.choice(near if rng.random() < 0.8 else list(board.run.table.world.fields)))
    return True
