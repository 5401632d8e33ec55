"""Buses on threads: their news reach the main loop in order, and one that hangs is told of and keeps nobody waiting."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from PIL import Image
from signifer_core.errors import DriverError
from signifer_core.layout import zone
from signifer_drivers.io.screens import Screen
from signifer_drivers.polling.findings import Change, Doubt, Finding
from signifer_drivers.polling.presence import Presence
from signifer_drivers.readers.reader import Reader, Reading
from signifer_drivers.virtual.clock import RealTimeClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.oled import OledChip
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag
from signifer_firmware.devices.build import MonotonicClock
from signifer_firmware.kernel.realtime import PacedScheduler, RealPace
from signifer_firmware.runtime import bus_threads
from signifer_firmware.runtime.bus_threads import HUNG_US, SURE_US, Line, Threads
from signifer_firmware.runtime.units import ReadersUnit

UID = b"\x04123456"
# So long a test waits for what takes milliseconds, before it fails.
PATIENCE_US = 120_000_000


class Gate:
    """A reader as a bank needs it, whose bus hangs while the gate is shut."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self.open = threading.Event()
        self.open.set()
        self.dies = False
        # Its bus hangs now.
        self.waits = False

    def switch_on(self) -> None:
        self.waits = not self.open.is_set()
        self.open.wait()
        self.waits = False
        assert not self.dies, "an error that nobody has foreseen"
        self._reader.switch_on()

    def read(self, known: Sequence[bytes], tries: int) -> Reading:
        return self._reader.read(known, tries)

    def lost(self) -> None:
        self._reader.lost()


class Bench:
    """Two readers and a screen on threads of their own, on twins that take their time in reality."""

    def __init__(self) -> None:
        self.pace = RealPace()
        self.main = PacedScheduler(MonotonicClock(), self.pace)
        spi, i2c = RealTimeClock(), RealTimeClock()
        self.threads = Threads(self.main, spi_clock=spi, i2c_clock=i2c, pace=RealPace)
        bus = VirtualSpiBus(spi)
        self.fields = {name: Field(random.Random(1)) for name in ("1 red", "3 red")}
        self.gates = {
            name: Gate(Reader(name, VirtualSpiPort(bus, Mfrc522Chip(spi, field))))
            for name, field in self.fields.items()
        }
        self.changes: list[tuple[str, str]] = []
        self.faults: list[tuple[str, bool]] = []
        # The cause of each part that fails, as it was told last.
        self.causes: dict[str, str] = {}
        self.readers = self.threads.readers(
            self.gates,
            lambda tell: ReadersUnit(
                self.gates, spi, Presence(3), tell, zones={name: (zone(name),) for name in self.fields}
            ),
            self._changed,
        )
        wire = VirtualI2cBus(i2c)
        self.chip = OledChip("sh1106")
        wire.attach(0x3C, self.chip)
        self.screens = self.threads.screens(
            {"red": Screen(name="red", driver="sh1106", bus=wire, address=0x3C)},
            i2c,
            self._failed,
        )
        self.main.add(self.readers)
        self.main.add(self.screens)

    def _changed(self, change: Change, at_us: int) -> None:
        self.changes.append((change.kind, change.reader))
        if change.kind in (Finding.FAULT, Finding.OK):
            self._fares(f"reader {change.reader}", change.cause if change.kind == Finding.FAULT else None)

    def _failed(self, part: str, cause: str | None, at_us: int) -> None:
        self.faults.append((part, cause is not None))
        self._fares(part, cause)

    def _fares(self, part: str, cause: str | None) -> None:
        if cause is None:
            self.causes.pop(part, None)
        else:
            self.causes[part] = cause

    def until(self, what: Callable[[], bool]) -> None:
        """Let the main loop run until ``what`` holds."""

        class Look:
            def step(self, now_us: int) -> int:
                return now_us + 2_000

        self.main.add(Look())
        assert self.main.run(self.pace.now_us + PATIENCE_US, what)

    def on_the_line(self, work: Callable[[], None]) -> None:
        """Hands move while no reader looks: the twin knows no threads."""
        self.threads.lines[0].scheduler.call(work)

    def close(self) -> tuple[str, ...]:
        for gate in self.gates.values():
            gate.open.set()
        hung = self.threads.end()
        self.pace.close()
        return hung


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.close()


def test_what_is_laid_and_taken_comes_to_the_main_loop(bench: Bench) -> None:
    tag = Tag(UID)
    bench.threads.start()
    bench.until(lambda: bench.readers.rested_since(0))
    bench.on_the_line(lambda: bench.fields["3 red"].put(tag))
    bench.until(lambda: bench.changes == [("present", "3 red")])
    laid_us = bench.pace.now_us
    bench.until(lambda: bench.readers.looked_since(laid_us))
    bench.on_the_line(lambda: bench.fields["3 red"].remove(tag))
    bench.until(lambda: bench.changes[1:] == [("absent", "3 red")])
    bench.until(lambda: not bench.readers.doubtful())


def test_nobody_has_looked_as_long_as_news_of_it_are_under_way(bench: Bench) -> None:
    """The line says how it stands at once, and its news wait for the main loop: the one must not overtake the other."""
    bench.fields["3 red"].put(Tag(UID))
    line, begun_us = bench.threads.lines[0], bench.pace.now_us
    line.scheduler.run(stop=lambda: bool(bench.readers._news))
    line.scheduler.run(bench.pace.now_us + 60_000)
    assert not bench.changes
    assert not bench.readers.looked_since(begun_us)
    assert bench.readers.doubtful()
    bench.readers.step(bench.pace.now_us)
    assert bench.changes == [("present", "3 red")]
    assert bench.readers.looked_since(begun_us)


def test_what_is_believed_reaches_the_line(bench: Bench) -> None:
    bench.readers.believe("1 red", UID)
    bench.threads.start()
    bench.until(lambda: bool(bench.changes))
    assert bench.changes == [("absent", "1 red")]


def test_pictures_go_to_the_line_and_its_faults_come_back(bench: Bench) -> None:
    picture = Image.new("1", (128, 64), 1)
    bench.threads.start()
    bench.screens.show("red", picture)
    assert not bench.screens.idle
    bench.until(lambda: bench.screens.idle)
    assert bench.chip.image().tobytes() == picture.tobytes()
    assert bench.screens.picture("red") is picture
    bench.chip.fault = "unplug"
    bench.until(lambda: bench.faults == [("screen red", True)])
    bench.chip.fault = None
    bench.until(lambda: bench.faults[1:] == [("screen red", False)])


def test_a_line_that_hangs_makes_its_zones_unknown_until_it_goes_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_threads, "HUNG_US", 1_000_000)
    monkeypatch.setattr(bus_threads, "LOOK_US", 20_000)
    bench.threads.start()
    bench.until(lambda: bench.readers.rested_since(0))
    bench.gates["1 red"].open.clear()
    bench.until(lambda: len(bench.changes) == 2)
    assert bench.changes == [("fault", "1 red"), ("fault", "3 red")]
    assert bench.threads.lines[0].is_hung
    assert not bench.threads.lines[1].is_hung
    assert bench.readers.looked_since(bench.pace.now_us), "a press is not to wait for it"
    bench.readers._looked = replace(bench.readers._looked, doubtful=Doubt.ASTRAY)
    assert bench.readers.doubtful() == Doubt.OPEN, "nor hands, for longer than for any doubt"
    bench.gates["1 red"].open.set()
    bench.until(lambda: len(bench.changes) == 4)
    assert bench.changes[2:] == [("ok", "1 red"), ("ok", "3 red")]
    assert not bench.threads.lines[0].is_hung


def test_what_fails_by_itself_is_not_well_again_when_the_line_goes_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_threads, "HUNG_US", 1_000_000)
    monkeypatch.setattr(bus_threads, "LOOK_US", 20_000)
    bench.threads.start()
    bench.until(lambda: bench.readers.rested_since(0))
    bench.gates["3 red"].open.clear()
    bench.until(lambda: len(bench.changes) == 2)
    bench.readers._news.append((Change(Finding.FAULT, "3 red", cause="reader 3 red: no chip answers"), 0))
    bench.readers._sent += 1
    bench.gates["3 red"].open.set()
    bench.until(lambda: not bench.threads.lines[0].is_hung and len(bench.changes) > 2)
    assert bench.changes[2:4] == [("ok", "1 red"), ("fault", "3 red")]
    assert bench.causes == {"reader 3 red": "reader 3 red: no chip answers"}, "its bus is silent no longer"


def test_screens_that_hang_keep_nobody_waiting(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_threads, "HUNG_US", 1_000_000)
    monkeypatch.setattr(bus_threads, "LOOK_US", 20_000)
    bench.threads.start()
    gate = threading.Event()

    def hang() -> None:
        gate.wait()

    bench.threads.lines[1].scheduler.call(hang)
    bench.until(lambda: bench.faults == [("screen red", True)])
    picture = Image.new("1", (128, 64), 1)
    bench.screens.show("red", picture)
    assert bench.screens.rested_since(bench.main.clock.now_us)
    gate.set()
    bench.until(lambda: bench.faults[1:] == [("screen red", False)] and bench.screens.idle)
    assert bench.chip.image().tobytes() == picture.tobytes()


def test_a_screen_that_failed_as_its_line_hung_has_its_own_cause_when_that_goes_on(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bus_threads, "HUNG_US", 1_000_000)
    monkeypatch.setattr(bus_threads, "LOOK_US", 20_000)
    bench.threads.start()
    bench.screens.show("red", Image.new("1", (128, 64), 1))
    bench.until(lambda: bench.screens.idle)
    gate = threading.Event()

    def hang() -> None:
        gate.wait()

    bench.threads.lines[1].scheduler.call(hang)
    bench.until(lambda: bench.faults == [("screen red", True)])
    assert "its bus has been silent" in bench.causes["screen red"]
    bench.chip.fault = "unplug"
    gate.set()
    bench.until(
        lambda: "its bus has been silent" not in bench.causes.get("screen red", "its bus has been silent")
    )
    assert not bench.threads.lines[1].is_hung


def test_a_line_that_hangs_at_the_end_is_named_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bus_threads, "END_S", 0.1)
    bench = Bench()
    bench.threads.start()
    bench.gates["1 red"].open.clear()
    bench.gates["3 red"].open.clear()
    bench.until(lambda: bench.gates["1 red"].waits or bench.gates["3 red"].waits)
    assert bench.threads.lines[0].end(0.1) is False
    assert bench.close() == ()


class Leaps:
    """A pace that leaps, as where the whole program stood still; who waits does so until somebody wakes them."""

    def __init__(self) -> None:
        self.now_us = 0
        self._bell = threading.Event()

    def wait_until(self, at_us: int) -> None:
        self._bell.wait()
        self._bell.clear()

    def wake(self) -> None:
        self._bell.set()

    def close(self) -> None:
        """Nothing to do."""


def test_a_line_of_a_program_that_stood_still_is_not_taken_for_one_that_hangs() -> None:
    pace, at_work, gate = Leaps(), threading.Event(), threading.Event()
    line = Line("readers", RealTimeClock(), pace)

    def works() -> None:
        at_work.set()
        gate.wait()

    line.scheduler.call(works)
    line.start()
    assert at_work.wait(PATIENCE_US / 1e6)
    found = []
    # The main loop has gone on first; it looks again; and again.
    for later_us in (HUNG_US + 1, SURE_US - 1, 1):
        pace.now_us += later_us
        found.append(line.is_hung)
    gate.set()
    assert line.end()
    assert [*found, line.is_hung] == [False, False, True, False]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_thread_that_comes_to_grief_is_known(bench: Bench) -> None:
    bench.gates["1 red"].dies = True
    bench.threads.start()
    bench.until(lambda: bench.threads.lines[0].is_dead)
    assert not bench.threads.lines[0].is_hung
    assert not bench.threads.lines[1].is_dead


def test_nothing_that_a_bus_does_is_taken_for_hanging() -> None:
    """An examination of the air takes 2 s at most, the kernel gives an I2C bus up after one."""
    assert HUNG_US > 2 * 2_000_000
    assert issubclass(DriverError, OSError)
