"""What a game costs the card: bytes that the record writes, log, second copy and checkpoint included (Linux only).

A robots' game through the wire, recorded transaction by transaction, is written again into a fresh store, alone. The
peer is SQLite's own default, a rollback journal, with the same rows. And how long a store takes to open that holds ten
thousand such games, as those of version 1 may; the peer is SQLite's own check of the same file, which is part of it.
"""

from __future__ import annotations

import json
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
from signifer_firmware.storage.files import connected
from signifer_firmware.storage.schema import KEPT_GAMES, check, prepare
from signifer_firmware.storage.store import Entry, Store

from .figures import Effort, Figure, percentile

PART = "store"
GAME_SEED = 0
IO = Path("/proc/self/io")
# Of a card of 8 GB whose cells bear 300 writes, with sixteen bytes written inside for each of ours, there are 36,000
# games of 4 MiB: ten games a day for ten years.
BUDGET = 4 * 1024 * 1024
OPEN_MS = 1000
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


def filled(game: Transactions, games: int, path: Path) -> None:
    """A store that holds as many games: the same again and again, each row with its own number and check."""
    rows = [(entry.at_us, entry.kind, json.dumps(entry.body)) for entries in game for entry in entries]
    number = 0
    with closing(connected(path)) as db:
        prepare(db)
        db.execute("BEGIN")
        for _ in range(games):
            db.execute(
                "INSERT INTO games (name, date, first) VALUES ('field-of-glory', '', ?)", (number + 1,)
            )
            numbered = [(at, *row) for at, row in enumerate(rows, number + 1)]
            db.executemany(
                "INSERT INTO journal VALUES (?, ?, ?, ?, ?)", [(*row, check(*row)) for row in numbered]
            )
            number += len(rows)
        db.execute("COMMIT")


def opened(path: Path) -> None:
    store = Store.at_table(path)
    assert not store.trouble, store.trouble
    store.close()


def checked(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA quick_check").fetchall() == [("ok",)]


def processor_ms(what: Callable[[Path], None], path: Path, times: int) -> float:
    """Of ``times`` the median."""
    found = []
    for _ in range(times):
        start = time.process_time()
        what(path)
        found.append((time.process_time() - start) * 1e3)
    return median(found)


def opening(game: Transactions, effort: Effort) -> list[Figure]:
    """How long a store of so many games takes to open, as a table is switched on, and one that had so many begun."""
    with tempfile.TemporaryDirectory(prefix="signifer-bench-") as folder:
        large, usual = Path(folder) / "large", Path(folder) / "usual"
        filled(game, effort.games, large)
        filled(game, min(effort.games, KEPT_GAMES), usual)
        ours = processor_ms(opened, large, effort.runs)
        theirs = processor_ms(checked, large, effort.runs)
        kept = processor_ms(opened, usual, effort.runs)
    what = f"a store that holds {effort.games:,} games opened"
    begun = f"a store in which {effort.games:,} games were begun opened"
    return [
        Figure(PART, what, "ms", ours, "SQLite's quick_check", theirs, wall=True),
        Figure(PART, what, "ms", ours, "limit", OPEN_MS, limit=True, wall=True),
        Figure(PART, begun, "ms", kept, "limit", OPEN_MS, limit=True, wall=True),
    ]


def figures(effort: Effort) -> list[Figure]:
    """What is written, and how long a store takes to open."""
    game = recorded(effort.decisions)
    return [*writing(game), *opening(game, effort)]


def writing(game: Transactions) -> list[Figure]:
    """Bytes a game and time a transaction; nothing where the system does not say (no /proc)."""
    if not IO.exists():
        return []
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
