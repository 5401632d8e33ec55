"""Keeps what this version writes and reads, as test data for all that come after it.

``python -m tests.data tests/data/VERSION [GAME...]``: a game of each kind, played by robots (of all games by default),
and without games named also what owners write (`tests/data/owners.py`).

A set is made once, by the program of its version, and never made again: later programs have to read it. A game that
comes later adds its own.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from functools import partial
from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.registry import bundle, names
from signifer_firmware.recording.archive import exported
from signifer_firmware.recording.report import packed
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.simulation import table_run
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.wire import WireBoard

from tests.data.owners import ARCHIVE, keep
from tests.programs import parser

SEED = {"field-of-glory": 3, "thermopyles": 12}
RATE = 0.2
# A game that is broken off has as many decisions; then, and twice in the whole one, the plug is pulled.
SOME = 25
CUTS = (8, 20)
STORE, REPORT, RECORD = "table.sqlite", "report.gz", "record.txt"
ENDS = ("", "-wal", "-copy")


def play(game: str, folder: Path, decisions: int | None) -> None:
    """A game to its end, or so many decisions of it and then no power; its store, its report and its record."""
    seed = SEED.get(game, 1)
    rng = random.Random(seed)
    made, hands = bundle(game), robot(game)
    table = load_table("standard" if decisions is None else "direct")
    with tempfile.TemporaryDirectory() as place:
        board = WireBoard(table, Path(place), seed, lambda news: None, game=game)
        clumsy = hands.clumsy(random.Random(~seed), rate=RATE)
        match = hands.match(made, board, hands.deal(made, rng), rng, slips=clumsy)
        while not match.over and (decisions is None or match.decisions < decisions):
            match.step()
            if match.decisions in CUTS:
                board.power_cut()
        if decisions is None:
            board.close()
        else:
            board.run.rest()
        folder.mkdir(parents=True)
        store = board.run.store
        for end in ENDS:
            if store.with_name(STORE + end).exists():
                shutil.copy(store.with_name(STORE + end), folder / (STORE + end))
        (folder / REPORT).write_bytes(packed(store, hidden=True))
        (folder / RECORD).write_text(exported(store), encoding="utf-8")
        if decisions is not None:
            board.close()


if __name__ == "__main__":
    options = parser("tests.data", __doc__)
    options.add_argument("folder", type=Path, help="of the version, as tests/data/VERSION")
    options.add_argument("games", nargs="*", metavar="GAME")
    asked = options.parse_args()
    setattr(table_run, "Appliance", partial(Appliance, flight=True))  # noqa: B010
    if not asked.games:
        with tempfile.TemporaryDirectory() as room:
            keep(Path(room))
            asked.folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(Path(room) / ARCHIVE, asked.folder)
    for name in asked.games or names():
        play(name, asked.folder / name / "whole", None)
        play(name, asked.folder / name / "broken-off", SOME)
