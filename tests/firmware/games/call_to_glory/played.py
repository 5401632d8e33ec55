"""Whole games of Call to Glory that robots play."""

from __future__ import annotations

import random
from collections import deque

from signifer_core.games.call_to_glory import CallToGlory
from signifer_firmware.games.call_to_glory.robots.match import CallToGloryMatch, deal
from signifer_firmware.games.call_to_glory.robots.slips import CallToGloryClumsy
from signifer_firmware.simulation.robots.board import HandsError

from tests.firmware.games.call_to_glory.robots import (
    BUNDLE,
    RULES,
    check_account,
    check_lying,
    check_sets,
)
from tests.firmware.simulation.robot_board import RefereeBoard

SHOWN = 12


def play(
    seed: int,
    clumsy: CallToGloryClumsy | None = None,
    *,
    players: int | None = None,
    variant: str | None = None,
    whim: float | None = None,
) -> tuple[CallToGloryMatch, RefereeBoard]:
    """One game to its end, in which everything is checked after each gesture and each decision. With a ``whim`` of 1
    rounds are long, and end with an empty pile."""
    rng = random.Random(seed)
    game = deal(CallToGlory(BUNDLE.deck), rng, players=players, variant=variant, whim=whim)
    board = RefereeBoard(random.Random(rng.getrandbits(64)), BUNDLE.unnamed)
    last: deque[str] = deque(maxlen=SHOWN)

    def watch(match: CallToGloryMatch, text: str) -> None:
        last.append(f"{text}  [{match.board.table.state.step}]")
        check_lying(match)

    def after(match: CallToGloryMatch) -> None:
        check_account(match)
        if not match.board.corrections:
            check_sets(match)

    match = CallToGloryMatch(board, game, RULES, rng, slips=clumsy, after=after, watch=watch)
    try:
        winner = match.play()
    except (AssertionError, HandsError) as error:
        raise AssertionError("\n".join([f"game {seed}, decision {match.decisions}", *last])) from error
    assert winner
    assert set(winner.split()) <= set(match.state.seats)
    assert board.table.state.winner == winner
    assert board.replayed() == board.table
    return match, board
