"""Whole games of Call to Glory by clumsy robots through the wire: the plug is pulled now and then, and the lower cards
of stacks are silent.

Measured in processor time of one busy core: 30 s a game."""

from __future__ import annotations

import random
from collections import Counter, deque
from itertools import product
from pathlib import Path

import pytest
from signifer_core.dice import check
from signifer_core.games.call_to_glory import CallToGlory
from signifer_core.games.call_to_glory.state import VARIANTS
from signifer_core.layout import ZONES
from signifer_firmware.config.model import load_table
from signifer_firmware.games.call_to_glory.robots.match import CallToGloryMatch, deal
from signifer_firmware.scripting.statements import Fault
from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.firmware.games.call_to_glory.robots import (
    BUNDLE,
    GAME,
    check_account,
    check_lying,
    clumsy_of,
)

SHOWN = 12
# The combination that is played in every run comes first.
WAYS = [(3, "both"), *(way for way in product((2, 3, 4), VARIANTS) if way != (3, "both"))]


def play(
    seed: int, board: WireBoard, *, players: int, variant: str, rate: float = 0.1, power_cuts: float = 0.0
) -> Counter[str]:
    """One game to its end, everything checked after each gesture and each decision; how often what went wrong."""
    rng = random.Random(seed)
    game = deal(CallToGlory(BUNDLE.deck), rng, players=players, variant=variant)
    last: deque[str] = deque(maxlen=SHOWN)
    plug = random.Random(seed)

    def watch(match: CallToGloryMatch, text: str) -> None:
        last.append(f"{text}  [{match.board.table.state.step}]")
        check_lying(match, board.seen)
        check_seen(board, match)
        if plug.random() < power_cuts:
            before = board.table
            board.power_cut()
            last.append("power cut")
            clumsy.slips["power cut"] += 1
            assert board.table == before
            check_lying(match, board.seen)
            check_seen(board, match)

    def after(match: CallToGloryMatch) -> None:
        check_account(match, board.seen)

    clumsy = clumsy_of(seed, rate=rate)
    rules = CallToGlory(BUNDLE.deck)
    match = CallToGloryMatch(board, game, rules, rng, slips=clumsy, after=after, watch=watch)
    try:
        winner = match.play()
        assert winner
        assert match.table.state.winner == winner
        assert check(board.record) == ""
        return clumsy.slips
    except (AssertionError, HandsError) as error:
        raise AssertionError("\n".join([f"game {seed}, decision {match.decisions}", *last])) from error
    finally:
        board.close()


def check_seen(board: WireBoard, match: CallToGloryMatch) -> None:
    """What the firmware believes to lie in each zone lies there, but for cards of which it asks or thinks more."""
    seen = {(card, zone) for zone, card in board.seen.items()}
    lying = {(card, zone) for zone, card in match.piles.layout.items()}
    assert seen - lying <= board.doubted


def wired(folder: Path, seed: int) -> WireBoard:
    """The standard table; in each of its zones the lower cards of a stack fall silent."""
    board = WireBoard(load_table("standard"), folder, seed, lambda news: None, game=GAME)
    for zone in ZONES:
        board.run.run(Fault("reader", str(zone), "deep"))
    return board


@pytest.mark.soak
@pytest.mark.parametrize(("players", "variant"), WAYS)
def test_clumsy_robots_play_whole_games_through_the_wire(players: int, variant: str, tmp_path: Path) -> None:
    wrong = play(8, wired(tmp_path, 8), players=players, variant=variant, rate=0.1, power_cuts=0.02)
    assert wrong.total() > 5
