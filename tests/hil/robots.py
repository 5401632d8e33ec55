"""Robots' games at a whole table."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from pathlib import Path

from signifer_core.dice import Record, check
from signifer_core.games.field_of_glory.table.setup import SET_UP
from signifer_core.layout import SIDES, ZONES
from signifer_core.procedure import step_of
from signifer_firmware.config.model import load_table
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.scripting.statements import Fault
from signifer_firmware.simulation.robots.board import HandsError
from signifer_firmware.simulation.robots.match import Match, ThisMatch
from signifer_firmware.simulation.robots.slips import Clumsy, Slip
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.firmware.simulation.robot_board import RULES
from tests.firmware.simulation.robot_checks import check_account, check_lying

SHOWN = 12
POWER_CUTS = 0.02


def check_seen(board: WireBoard, match: Match, *, whole: bool = True) -> None:
    """What the firmware believes to lie in each zone lies there, but for cards of which it asks or thinks more; and it
    has read all that lies there, if the ``whole`` of it can be."""
    seen = {(card, zone) for zone, card in board.seen.items()}
    lying = {(card, zone) for zone, card in match.piles.layout.items()}
    assert lying <= seen or not whole
    assert seen - lying <= board.doubted


def deep(folder: Path, seed: int, game: str, table: str = "standard") -> WireBoard:
    """A table of this kind; in each of its zones the lower cards of a stack fall silent."""
    board = WireBoard(load_table(table), folder, seed, lambda news: None, game=game)
    for zone in ZONES:
        board.run.run(Fault("reader", str(zone), "deep"))
    return board


def through_the_wire(
    seed: int,
    board: WireBoard,
    begun: Callable[[Callable[[ThisMatch, str], None]], ThisMatch],
    clumsy: Clumsy[ThisMatch],
    lying: Callable[[ThisMatch], None],
    *,
    power_cuts: float = 0.0,
    decisions: int | None = None,
) -> str | None:
    """One game to its end, or its first ``decisions``, and who wins it: the match that ``begun`` makes with what
    watches it. ``lying`` checks what lies after each gesture, and after a power cut, which counts among the slips of
    ``clumsy`` hands."""
    last: deque[str] = deque(maxlen=SHOWN)
    plug = random.Random(seed)

    def watch(match: ThisMatch, text: str) -> None:
        last.append(f"{text}  [{step_of(match.board.table.state)}]")
        lying(match)
        if plug.random() < power_cuts:
            before = board.table
            board.power_cut()
            last.append("power cut")
            clumsy.slips["power cut"] += 1
            assert board.table == before
            lying(match)

    match = begun(watch)
    try:
        while not match.over and (decisions is None or match.decisions < decisions):
            match.step()
        assert match.outcome or decisions
        assert board.run.bundle.procedure.rules.outcome(board.table.state) == match.outcome
        assert check(board.record) == ""
        return match.outcome
    except (AssertionError, HandsError) as error:
        raise AssertionError("\n".join([f"game {seed}, decision {match.decisions}", *last])) from error
    finally:
        board.close()


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
