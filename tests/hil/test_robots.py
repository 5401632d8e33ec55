"""Whole games of clumsy robots through the wire: their hands move cards and fingers, the plug is pulled now and then.

Measured on one laptop core: 2 to 3 s a game from the empty table, 0.4 s its set-up alone; the 300 of the soak about 15
minutes (reckoned).
"""

from __future__ import annotations

import random
from collections import Counter, deque
from pathlib import Path

import pytest
from signifer_core.dice import Record, check
from signifer_core.games.field_of_glory.setting_up import SET_UP
from signifer_core.layout import PLAYERS
from signifer_firmware.config import load_table
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import SLIPS, FieldOfGloryClumsy
from signifer_firmware.robots.board import HandsError
from signifer_firmware.robots.match import Match
from signifer_firmware.robots.slips import Slip
from signifer_firmware.robots.wire import WireBoard

from tests.firmware.robot_board import DECK_OF_CARDS, RULES
from tests.firmware.robot_checks import check_account, check_lying

SHOWN = 12
SET_UPS = 12
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
    kinds: tuple[Slip, ...] = SLIPS,
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
    match = FieldOfGloryMatch(board, game, DECK_OF_CARDS, rng, slips=clumsy, after=check_account, watch=watch)
    try:
        while board.table.state.step in SET_UP:
            match.step()
        if whole:
            winner = match.play()
            assert winner in (*PLAYERS, "draw")
            assert board.table.state.winner == winner
        assert board.record.opened == whole
        assert check(board.record) == ""
        return match, clumsy, board.record
    except (AssertionError, HandsError) as error:
        raise AssertionError("\n".join([f"game {seed}, decision {match.decisions}", *last])) from error
    finally:
        board.close()


@pytest.mark.parametrize(("seed", "table"), [(0, "standard"), (1, "standard"), (2, "direct")])
def test_clumsy_robots_play_whole_games_through_the_wire(seed: int, table: str, tmp_path: Path) -> None:
    play(seed, tmp_path, board=WireBoard(load_table(table), tmp_path, seed, lambda news: None))


def test_every_way_to_set_a_game_up_through_the_wire(tmp_path: Path) -> None:
    """With the ceremony of the dice and without, a slip before every third gesture, the plug pulled at every tenth."""
    ways: Counter[str] = Counter()
    slips: Counter[str] = Counter()
    held = []
    for seed in range(SET_UPS):
        folder = tmp_path / str(seed)
        folder.mkdir()
        match, clumsy, record = play(seed, folder, rate=0.3, power_cuts=0.1, whole=False)
        ways += match.opening.ways
        slips += clumsy.slips
        held.append(record.holds)
    assert set(held) == {True, False}
    assert {"lay", "ok", "lift", "next", "undone", "agreed", "rolled"} <= set(ways)
    assert {"unit_early", "wrong_column", "wrong_press"} <= set(slips)


def test_both_units_of_a_column_in_one_grab_are_asked_about_and_a_player_may_answer(tmp_path: Path) -> None:
    """A slip before every second gesture, and always this one: with `ok` for an answer, or laid back as told."""
    _, clumsy, _ = play(9, tmp_path, rate=0.5, kinds=(FieldOfGloryClumsy._grab,))
    assert clumsy.slips["answered"] > 5
    assert clumsy.slips["grab"] > clumsy.slips["answered"]


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1, 301, 30))
def test_clumsy_robots_play_many_games_through_the_wire(first: int, tmp_path: Path) -> None:
    for seed in range(first, first + 30):
        folder = tmp_path / str(seed)
        folder.mkdir()
        play(seed, folder, rate=random.Random(seed).choice((0.1, 0.3)))
