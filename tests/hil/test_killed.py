"""A whole game of clumsy robots, killed at its writes, and its files cut or changed at their tails.

What is real: the game goes through the wire, the whole firmware and the store; after each transaction all files of the
store are copied as they lie on the disk. A child process then does the next transaction on such a copy and is killed:
by the kernel, at any byte that it writes into SQLite's log or, in a checkpoint, into the file; and at four moments of
each transaction. What is simulated: that the disk loses or changes what was written (files are cut, bits flipped).
What is not shown: a disk that confirms a sync without doing it.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from signifer_core.layout import SIDES
from signifer_firmware.config.model import load_table
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.simulation.robots.wire import WireBoard
from signifer_firmware.storage.files import COPY, WAL
from signifer_firmware.storage.store import Entry, Store

from tests.firmware.session.keepers import keeper
from tests.firmware.simulation.robot_board import RULES

SEED = 0
ENDS = ("", WAL, COPY)
FRAME, PAGE = 24, 4096
MOMENTS = ("write", "commit", "copy", "done")


@dataclass
class Moment:
    """The files and the memory of the store when a transaction was acknowledged, and the transaction after it."""

    files: dict[str, bytes]
    game: list[Entry]
    next: list[Entry] = field(default_factory=list)
    # What the keeper believed, where it was at rest.
    table: Any = None


@dataclass
class Played:
    moments: list[Moment]
    tags: dict[bytes, str]


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder in memory, if there is one: the disk itself is not tested here, and thousands of syncs take long."""
    shared = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=shared) as name:
        yield Path(name)


@pytest.fixture
def folder() -> Iterator[Path]:
    with in_memory() as found:
        yield found / "files"


@pytest.fixture(scope="module")
def played() -> Played:
    """The game, to its end."""
    with in_memory() as folder:
        return _played(folder)


def _played(folder: Path) -> Played:
    rng = random.Random(SEED)
    game = deal(RULES, rng)
    moments: list[Moment] = []

    class Watched(Store):
        def append(self, entries: list[Entry], spare: Mapping[bytes, str] | None = None) -> None:
            if moments:
                moments[-1].next = [
                    replace(entry, body=json.loads(json.dumps(entry.body))) for entry in entries
                ]
            super().append(entries, spare)
            files = {end: (folder / f"table.sqlite{end}").read_bytes() for end in ENDS}
            moments.append(Moment(files, self.last_game()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("signifer_firmware.runtime.appliance.Store", Watched)
        board = WireBoard(load_table("direct"), folder, SEED, lambda news: None)
        clumsy = FieldOfGloryClumsy(random.Random(~SEED))

        def rested(match: FieldOfGloryMatch, text: str) -> None:
            moments[-1].table = board.table

        match = FieldOfGloryMatch(board, game, RULES, rng, slips=clumsy, watch=rested)
        assert match.play() in (*SIDES, "draw")
        tags = dict(board.run.appliance.keeper.tags)
        board.close()
    return Played(moments, tags)


class Killer:
    """The process whose children are killed."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.hil.killed"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=Path(__file__).parents[2],
        )

    def kill(self, folder: Path, limit: int, moment: str, transaction: list[Entry] | None) -> bool:
        """Whether the child acknowledged before it died."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        rows = None if transaction is None else [[one.at_us, one.kind, one.body] for one in transaction]
        self._process.stdin.write(json.dumps([str(folder), limit, moment, rows]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, "the killer itself has died"
        return bool(json.loads(answer))

    def close(self) -> None:
        self._process.communicate()
        assert self._process.returncode == 0


@pytest.fixture
def killer() -> Iterator[Killer]:
    found = Killer()
    yield found
    found.close()


def laid_out(files: dict[str, bytes], folder: Path) -> Path:
    """The files in a folder of their own, as the disk has them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for end, content in files.items():
        (folder / f"s{end}").write_bytes(content)
    return folder / "s"


def resumed(path: Path) -> tuple[list[Entry], Store]:
    store = Store.at_table(path)
    assert store.trouble == ""
    return store.last_game(), store


def _limits(moment: Moment, after: Moment) -> list[int]:
    """Bytes of the log at which the next transaction is killed: two in each frame, in its head and in its page."""
    start, end = len(moment.files[WAL]), len(after.files[WAL])
    assert end > start, "it was written into the log"
    return [frame + at for frame in range(start, end, FRAME + PAGE) for at in (12, FRAME + PAGE // 2)]


def kill_at(played: Played, killer: Killer, folder: Path, *, step: int) -> int:
    """Kill at one of every ``step`` writes of the game; how many there were."""
    writes = [
        (moment, limit, hook)
        for moment, after in pairwise(played.moments)
        for limit, hook in [
            *((limit, "") for limit in _limits(moment, after)),
            *((-1, hook) for hook in MOMENTS),
        ]
    ]
    rng = random.Random(SEED)
    for first in range(0, len(writes), step):
        moment, limit, hook = rng.choice(writes[first : first + step])
        path = laid_out(moment.files, folder)
        acknowledged = killer.kill(folder, limit, hook, moment.next)
        begins = moment.next[0].kind == "begin"
        done = moment.next if begins else [*moment.game, *moment.next]
        game, store = resumed(path)
        if acknowledged:
            assert game == done
        else:
            assert game in (moment.game, done), (limit, hook)
            assert hook not in ("write", "commit") or game == moment.game
        assert store.cards() == played.tags
        # And it goes on from there: what was not acknowledged is done once, by hands that do it again.
        store.append([Entry(1, "marked", "")])
        assert store.last_game()[:-1] == game
        store.close()
    return len(writes)


@pytest.mark.slow
def test_killed_at_every_twentieth_write_of_a_game(played: Played, killer: Killer, folder: Path) -> None:
    assert len(played.moments) > 100
    assert kill_at(played, killer, folder, step=20) > 600


@pytest.mark.soak
def test_killed_at_every_write_of_a_game(played: Played, killer: Killer, folder: Path) -> None:
    kill_at(played, killer, folder, step=1)


def test_killed_at_each_page_of_a_checkpoint(played: Played, killer: Killer, folder: Path) -> None:
    """When the log is long enough, or the table is switched off, its pages go into the file: nothing is new by that."""
    moment = played.moments[-1]
    path = laid_out(moment.files, folder)
    Store(path).close()
    size = path.stat().st_size
    for limit in range(PAGE // 2, size, PAGE):
        path = laid_out(moment.files, folder)
        killer.kill(path.parent, max(limit, len(moment.files[""])), "", None)
        game, store = resumed(path)
        assert game == moment.game
        store.close()


def _damages(content: bytes) -> Iterator[bytes]:
    """The file without its end, or with a bit of its end flipped."""
    size = len(content)
    for cut in (1, FRAME, PAGE // 2, PAGE, PAGE + FRAME, 3 * PAGE):
        if cut < size:
            yield content[:-cut]
    for at in (1, 40, 300, PAGE // 2, PAGE - 1, PAGE + 3, PAGE + FRAME - 2, 2 * PAGE):
        if at <= size:
            flipped = bytearray(content)
            flipped[-at] ^= 1 << at % 8
            yield bytes(flipped)


def _damaged(files: dict[str, bytes]) -> Iterator[dict[str, bytes]]:
    for end, content in files.items():
        for damaged in _damages(content):
            yield {**files, end: damaged}


def damage(played: Played, folder: Path, *, step: int) -> int:
    """Cut and flip the tail of one file after the other, at every ``step``-th moment; how often."""
    times = 0
    for number, moment in enumerate(played.moments[::step]):
        # By turns as a pulled plug leaves the files, and as a table that was switched off does.
        files = moment.files if number % 2 else _closed(moment.files, folder)
        for damaged in _damaged(files):
            times += 1
            game, store = resumed(laid_out(damaged, folder))
            assert game == moment.game
            assert store.cards() == played.tags
            store.close()
    return times


def _closed(files: dict[str, bytes], folder: Path) -> dict[str, bytes]:
    path = laid_out(files, folder)
    Store(path).close()
    return {end: (folder / f"s{end}").read_bytes() for end in ENDS if (folder / f"s{end}").exists()}


@pytest.mark.slow
def test_a_tail_cut_or_flipped_loses_nothing_that_was_acknowledged(played: Played, folder: Path) -> None:
    assert damage(played, folder, step=24) > 150


@pytest.mark.soak
def test_a_tail_cut_or_flipped_after_any_transaction(played: Played, folder: Path) -> None:
    damage(played, folder, step=1)


def test_the_firmware_goes_on_with_what_it_had_acknowledged(played: Played, folder: Path) -> None:
    """Of every fifth moment at rest, with SQLite's log cut in its last page: the copy has it."""
    rested = [moment for moment in played.moments if moment.table is not None]
    assert len(rested) > 50
    for moment in rested[::5]:
        cut = {**moment.files, WAL: moment.files[WAL][: -PAGE // 2]}
        _, store = resumed(laid_out(cut, folder))
        again = keeper(store, random.Random(0))
        assert again.resume(0)
        assert again.table == moment.table
        store.close()
