"""Whole games of Call to Glory by clumsy robots through the wire: the plug is pulled now and then, and the lower cards
of stacks are silent.

Measured in processor time of one busy core: 6 to 20 s a game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from signifer_core.games.call_to_glory import CallToGlory
from signifer_core.games.call_to_glory.state import VARIANTS
from signifer_firmware.games.call_to_glory.robots.match import CallToGloryMatch, deal
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.firmware.games.call_to_glory.robots import (
    BUNDLE,
    GAME,
    check_account,
    check_lying,
    clumsy_of,
)
from tests.hil.robots import check_seen, deep, through_the_wire

WAYS = [("direct", 2, "both"), *(("standard", *way) for way in product((2, 3, 4), VARIANTS))]


def play(
    seed: int, board: WireBoard, *, players: int, variant: str, rate: float = 0.1, power_cuts: float = 0.0
) -> Counter[str]:
    """One game to its end, everything checked after each gesture and each decision; how often what went wrong."""
    rng, rules, clumsy = random.Random(seed), CallToGlory(BUNDLE.deck), clumsy_of(seed, rate=rate)
    game = deal(rules, rng, players=players, variant=variant)

    def lying(match: CallToGloryMatch) -> None:
        check_lying(match, board.seen)
        check_seen(board, match, whole=False)

    def after(match: CallToGloryMatch) -> None:
        check_account(match, board.seen)

    def begun(watch: Callable[[CallToGloryMatch, str], None]) -> CallToGloryMatch:
        return CallToGloryMatch(board, game, rules, rng, slips=clumsy, after=after, watch=watch)

    through_the_wire(seed, board, begun, clumsy, lying, power_cuts=power_cuts)
    return clumsy.slips


@pytest.mark.soak
@pytest.mark.parametrize(("table", "players", "variant"), WAYS)
def test_clumsy_robots_play_whole_games_through_the_wire(
    table: str, players: int, variant: str, tmp_path: Path
) -> None:
    wrong = play(
        8, deep(tmp_path, 8, GAME, table), players=players, variant=variant, rate=0.1, power_cuts=0.02
    )
    assert wrong.total() > 5
