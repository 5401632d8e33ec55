"""`signifer run` in trouble, from end to end, on real threads: a disk that is full, read-only or gone, a hung bus, a
clock that jumps. Both players' screens say so, play goes on where it can, and nothing is lost."""

from __future__ import annotations

import errno
import random
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from signifer_core.layout import SIDES
from signifer_core.presses import Button, Press
from signifer_firmware.kernel import wall_clock
from signifer_firmware.runtime import bus_threads
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.setup import setup_of
from signifer_firmware.storage import second_copy
from signifer_firmware.storage.store import Entry, Store

from tests.firmware.service.tables import Table
from tests.firmware.session.keepers import keeper
from tests.firmware.states import fog
from tests.firmware.web.table import zone

CARDS = ("red/heavy-infantry-1", "red/heavy-infantry-2", "red/archer-1")
START = "game field-of-glory\nterrain plain plain plain plain plain\nfirst red\nbegin actions\n"


class Playing(Table):
    """A table on which a game has begun and one unit was placed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._closed = False
        self.run.appliance.enrol({self.twins.world.tag(card).uid: card for card in CARDS})
        setup = setup_of(parse_script(START, file="it"), self.config)
        self.until(lambda: self.has_told("READY=1"))
        self.run.appliance.keeper.begin(setup, self.run.scheduler.clock.now_us)
        self.place(CARDS[0], 3)

    def place(self, card: str, column: int) -> None:
        """Lay a unit; until the table has taken it for placed."""
        self.lay(card, f"{column} red")
        self.until(lambda: card in self.units(column))

    def units(self, column: int) -> tuple[str, ...]:
        table = self.run.appliance.keeper.table
        return () if table is None else tuple(fog(table.state).column(column).units("red"))

    def said(self, words: str) -> bool:
        """Whether both players' screens say ``words``."""
        return all(words in self.run.appliance.words(player) for player in SIDES)

    def shown(self) -> bool:
        """Whether what the screens should show stands on their chips."""
        drawn = self.run.appliance.drawn
        return all(self.twins.image(p).tobytes() == drawn[p].image.tobytes() for p in SIDES)

    def press(self, name: str) -> None:
        self.run.scheduler.add(self.twins.fingers)
        self.twins.fingers.press(name)
        self.run.scheduler.wake(self.twins.fingers, self.run.scheduler.clock.now_us)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            super().close()

    @property
    def kept(self) -> Store:
        return self.run.appliance._store


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    found = Playing(tmp_path)
    yield found
    found.close()


def on_disk(path: Path) -> list[Entry]:
    """The game as another program reads it."""
    store = Store.reading(path)
    try:
        return store.last_game()
    finally:
        store.close()


def check_record(path: Path, table: object) -> None:
    """What the disk has leads to ``table``: nothing is lost, nothing is there twice."""
    placed = [entry.body for entry in on_disk(path) if entry.kind == "gesture"]
    assert len(placed) == len(set(placed)) > 0
    store = Store(path)
    again = keeper(store, random.Random(0))
    assert again.resume(0)
    assert again.table == table
    store.close()


def _refuse(number: int) -> Callable[[int, bytes], None]:
    def refuses(file: int, content: bytes) -> None:
        raise OSError(number, "no")

    return refuses


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pragma", "mends", "number", "said"),
    [
        ("max_page_count = 1", "max_page_count = 100000", errno.ENOSPC, "record: disk full."),
        ("query_only = 1", "query_only = 0", errno.EROFS, "record: disk read-only."),
    ],
)
def test_a_disk_that_takes_nothing_is_told_and_play_goes_on(
    pragma: str, mends: str, number: int, said: str, playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is real: threads, loop, file. What is not: SQLite and the copy's file are told that the disk is so."""
    table, path = playing, playing.kept.path
    assert table.kept._db is not None
    with monkeypatch.context() as patch:
        patch.setattr(second_copy, "_write", _refuse(number))
        table.kept._db.execute(f"PRAGMA {pragma}")
        table.place(CARDS[1], 3)
        table.until(lambda: table.said(said) and table.said("Leave the") and table.shown())
        assert any("record: the disk is" in line for line in table.lines())
        table.place(CARDS[2], 4)
        table.heard.clear()
        table.until(lambda: table.has_told("WATCHDOG=1"))
        table.kept._db.execute(f"PRAGMA {mends}")
    table.until(lambda: not table.kept.trouble and not table.said("record:") and table.shown())
    assert table.kept.waiting == 0
    believed = table.run.appliance.keeper.table
    table.close()
    check_record(path, believed)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 600 kB; only root may have one."""
    folder = tmp_path / "small"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=600k", "none", str(folder)]
    try:
        subprocess.run(["mount", *options], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system can be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    table = Playing(small_disk)
    table.place(CARDS[1], 3)
    rest = small_disk / "rest"
    with suppress(OSError), rest.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(1024))
    with suppress(OSError), (small_disk / "last").open("wb", buffering=0) as file:
        while True:
            file.write(b".")
    table.place(CARDS[2], 4)
    table.until(lambda: table.said("record: disk full.") and table.shown())
    rest.unlink()
    table.until(lambda: not table.kept.trouble and not table.said("record:") and table.shown())
    believed, path = table.run.appliance.keeper.table, table.kept.path
    table.close()
    check_record(path, believed)


def test_a_folder_that_is_gone_in_mid_game_is_told_and_written_when_it_is_there_again(
    playing: Playing, tmp_path: Path
) -> None:
    """As when a USB stick is pulled: SQLite's own files are still open, the second copy is the first to notice."""
    table, path = playing, playing.kept.path
    table.kept._let_go()
    for file in tmp_path.glob("table.sqlite*"):
        file.rename(tmp_path / f"away-{file.name}")
    path.mkdir()
    table.place(CARDS[1], 3)
    table.until(lambda: table.said("record: disk fails.") and table.shown())
    path.rmdir()
    for file in tmp_path.glob("away-*"):
        file.rename(tmp_path / file.name.removeprefix("away-"))
    table.until(lambda: not table.kept.trouble and not table.said("record:"))
    believed = table.run.appliance.keeper.table
    table.close()
    check_record(path, believed)


@pytest.mark.slow
def test_a_hung_reader_thread_is_told_buttons_go_on_and_what_was_laid_meanwhile_counts(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_threads, "HUNG_US", 1_000_000)
    monkeypatch.setattr(bus_threads, "LOOK_US", 50_000)
    table = playing
    gate = threading.Event()
    line = next(line for line in table.run.threads.lines if line.name == "readers")

    def hangs() -> None:
        gate.wait()

    line.scheduler.call(hangs)
    table.until(lambda: table.said("reader 3 red") and table.shown())
    believed = table.run.appliance.keeper.table
    table.press("column 3 red")
    table.until(lambda: any(press.button == Button.COLUMN for press in answered))
    assert table.run.appliance.keeper.table == believed, "no card leaves, none comes"
    table.twins.world.put(CARDS[1], zone("3 red"))  # nobody looks: the thread stands still
    gate.set()
    table.until(lambda: CARDS[1] in table.units(3))
    table.until(lambda: not table.said("reader 3 red") and table.shown())
    believed, path = table.run.appliance.keeper.table, table.kept.path
    table.close()
    check_record(path, believed)


answered: list[Press] = []


@pytest.fixture(autouse=True)
def _answers(monkeypatch: pytest.MonkeyPatch) -> None:
    from signifer_firmware.session import events as ev
    from signifer_firmware.session.keeper import Keeper

    answered.clear()
    receive = Keeper.receive

    def told(self: Keeper, event: ev.Incoming) -> tuple[ev.Outgoing, ...]:
        out = receive(self, event)
        answered.extend(one.press for one in out if isinstance(one, ev.Answered))
        return out

    monkeypatch.setattr(Keeper, "receive", told)


@pytest.mark.slow
def test_a_clock_of_the_day_that_jumps_is_told_and_play_goes_on(
    playing: Playing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To 1970, to 2126 and back, on the way from one unit to the next."""
    monkeypatch.setattr(wall_clock, "LOOK_US", 20_000)
    table = playing
    table.run.scheduler.wake(table.run.day_clock, table.run.scheduler.clock.now_us)
    for wall_s in (0.0, 4_900_000_000.0, 1_800_000_000.0):
        monkeypatch.setattr(time, "time", lambda wall_s=wall_s: wall_s)
        monkeypatch.setattr(time, "time_ns", lambda wall_s=wall_s: round(wall_s * 1e9))
        table.until(lambda: table.said("The clock of the day") and table.said("jumped.") and table.shown())
        card, column = CARDS[1] if not wall_s else CARDS[2], 3 if not wall_s else 4
        if card not in table.units(column):
            table.place(card, column)
        assert table.said("jumped."), "until somebody presses a button"
        table.press("column 1 red")
        table.until(lambda: not table.said("jumped.") and table.shown())
    told = [line for line in table.lines() if "clock" in line]
    assert ["back" in line for line in told] == [True, False, True]
    assert all(line.startswith("<4>clock: the clock of the day has jumped ") for line in told)
    believed, path = table.run.appliance.keeper.table, table.kept.path
    table.close()
    check_record(path, believed)
