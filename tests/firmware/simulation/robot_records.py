"""Games of clumsy robots as their journals and records."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import cast

from signifer_core.json_values import as_object
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.recording.game_text import RUNNING, GameRecord, of_journal
from signifer_firmware.storage.reading import EntryKind
from signifer_firmware.storage.store import Entry

from tests.firmware.simulation.robot_board import BUNDLE, RULES, RefereeBoard

GAMES = {BUNDLE.name: BUNDLE.unnamed}


def entries(board: RefereeBoard) -> list[Entry]:
    """The journal as a store gives it back."""
    found = [Entry(0, cast(EntryKind, kind), json.loads(json.dumps(body))) for kind, body in board.journal]
    begun = {"game": BUNDLE.name, "corrections": "", **as_object(found[0].body)}
    found[0] = Entry(0, "begin", begun)
    return found


def play(seed: int, decisions: int) -> RefereeBoard:
    """So many decisions of clumsy robots, who undo and agree, or all of a game."""
    rng = random.Random(seed)
    game = deal(RULES, rng)
    board = RefereeBoard(random.Random(seed))
    match = FieldOfGloryMatch(
        board, game, RULES, rng, slips=FieldOfGloryClumsy(random.Random(~seed), rate=0.3)
    )
    while not match.over and match.decisions < decisions:
        match.step()
    return board


@cache
def whole(seed: int) -> RefereeBoard:
    return play(seed, 10_000)


def record_of(board: RefereeBoard, date: str = "") -> GameRecord:
    return of_journal(entries(board), board.table.state.winner or RUNNING, date=date)
