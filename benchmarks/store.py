"""What a game costs the card: bytes that the record writes, log, second copy and checkpoint included (Linux only).

A robots' game through the wire, recorded transaction by transaction, is written again into a fresh store, alone. The
peer is SQLite's own default, a rollback journal, with the same rows.
"""

from __future__ import annotations

import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from statistics import median
from unittest.mock import patch

from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_firmware.config.model import load_table
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.simulation.robots.wire import WireBoard
from signifer_firmware.storage.store import Entry, Store

from .figures import Effort, Figure, percentile

PART = "store"
GAME_SEED = 0
IO = Path("/proc/self/io")
# Of a card of 8 GB whose cells bear 300 writes, with sixteen bytes written inside for each of ours, there are 36,000
# games of 4 MiB: ten games a day for ten years.
BUDGET = 4 * 1024 * 1024
GAME = "a robots' game, log, copy and checkpoint"

Transactions = list[list[Entry]]


def recorded(decisions: int) -> Transactions:
    """What the firmware hands its store in one game of clumsy robots."""
    config, rules, rng = load_table("standard"), FieldOfGlory(standard_deck()), random.Random(GAME_SEED)
    found: Transactions = []
    append = Store.append

    def heard(store: Store, entries: list[Entry], spare: Mapping[bytes, str]) -> None:
        found.append(list(entries))
        append(store, entries, spare)

    with (
        tempfile.TemporaryDirectory(prefix="signifer-bench-") as folder,
        patch.object(Store, "append", heard),
    ):
        board = WireBoard(config, Path(folder), GAME_SEED, lambda news: None)
        try:
            clumsy = FieldOfGloryClumsy(random.Random(rng.getrandbits(64)))
            match = FieldOfGloryMatch(board, deal(rules, rng), rules, rng, slips=clumsy)
            while not match.over and match.decisions < decisions:
                match.step()
        finally:
            board.close()
    return found


def _io() -> dict[str, int]:
    return {name: int(value) for name, value in (line.split(": ") for line in IO.read_text().splitlines())}


def written(write: Callable[[Path], None]) -> tuple[int, int]:
    """Bytes handed to the system, and bytes that it wrote in whole pages (0 where the folder is in memory)."""
    with tempfile.TemporaryDirectory(prefix="signifer-bench-") as folder:
        before = _io()
        write(Path(folder) / "s")
        after = _io()
    return after["wchar"] - before["wchar"], after["write_bytes"] - before["write_bytes"]


def ours(game: Transactions, append_us: list[float], path: Path) -> None:
    store = Store(path)
    for entries in game:
        start = time.perf_counter()
        store.append(entries)
        append_us.append((time.perf_counter() - start) * 1e6)
    store.close()


def rollback(game: Transactions, path: Path) -> None:
    """The same rows as SQLite writes them unless it is told otherwise, synced in full."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE journal (number INTEGER PRIMARY KEY, at_us INTEGER, kind TEXT, body TEXT)")
        for entries in game:
            rows = [(entry.at_us, entry.kind, repr(entry.body)) for entry in entries]
            db.execute("BEGIN")
            db.executemany("INSERT INTO journal (at_us, kind, body) VALUES (?, ?, ?)", rows)
            db.execute("COMMIT")


def figures(effort: Effort) -> list[Figure]:
    """Bytes a game and time a transaction; nothing where the system does not say (no /proc)."""
    if not IO.exists():
        return []
    game = recorded(effort.decisions)
    append_us: list[float] = []
    handed, paged = written(lambda path: ours(game, append_us, path))
    theirs, their_pages = written(lambda path: rollback(game, path))
    rows = [
        Figure(
            PART,
            f"{GAME}, handed to the system",
            "bytes",
            handed,
            "SQLite's rollback journal",
            theirs,
            wall=True,
        ),
        Figure(
            PART, f"{GAME}, handed to the system", "bytes", handed, "limit", BUDGET, limit=True, wall=True
        ),
        Figure(PART, "an action on disk, p50", "us", median(append_us), "limit", 50_000, wall=True),
        Figure(PART, "an action on disk, p95", "us", percentile(append_us, 95), "limit", 100_000, wall=True),
    ]
    if paged and their_pages:
        what = f"{GAME}, pages written"
        rows[2:2] = [
            Figure(PART, what, "bytes", paged, "SQLite's rollback journal", their_pages, wall=True),
            Figure(PART, what, "bytes", paged, "limit", BUDGET, limit=True, wall=True),
        ]
    return rows
