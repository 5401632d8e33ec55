"""Hand to eye: from a card laid to the first pixel of a screen that says so, with the host's own processor in it.

The standard table with 20 cards at rest, on twins whose buses take their time; what the host spends between their
answers is measured, and counted at the speed of a Raspberry Pi Zero 2 W, one core, nothing beside it. The clock goes on
by it, so that whatever comes later is late. docs/benchmarks.md says what is left out.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from unittest.mock import patch

from signifer_core.layout import Zone
from signifer_drivers.virtual.buttons import Fingers
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.node import VirtualUsb
from signifer_drivers.virtual.oled import OledChip
from signifer_drivers.virtual.spi import VirtualSpiPort
from signifer_drivers.virtual.world import World
from signifer_firmware.config.model import load_table
from signifer_firmware.kernel.scheduler import Scheduler, Unit
from signifer_firmware.runtime.units import ReadersUnit, ScreensUnit
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.table_run import ScriptRun

from .figures import Effort, Figure, percentile
from .table import COLUMN_ZONES, HEAD, PADS, RESTING

PART = "hand-to-eye"
LIMIT_US = 120_000
PATIENCE_US = 5_000_000
# A Zero 2 W, by a program in Python whose times on boards are published: all ways to place twelve queens, a call for
# each two of them (github.com/lemariva/rPI-Tests). A Pi 3 B+ with Raspbian 10, Python 3.7: 159.0 s, the first run,
# before it is so warm that its clock is lowered; it has the same cores (Cortex-A53) at 1.4 GHz, a Zero 2 W at 1.0.
BOARD_S, BOARD_GHZ, ZERO_2_W_GHZ = 159.0, 1.4, 1.0
CHECKS_OF_TWELVE = 46_347_652
# "What's New in Python 3.11": 1.25 times as fast as 3.10. That 3.10 is as fast as 3.7 is assumed.
NEWER_PYTHON = 1.25
# How many queens are placed here, and the calls that this takes.
QUEENS, CHECKS = 8, 49_630
# The same on a Pi 4, the median, and what a Zero 2 W would take.
PI_4_S = 66.5
ZERO_2_W_S = BOARD_S * BOARD_GHZ / ZERO_2_W_GHZ
# The factor may be off by so much either way, assumed.
SPREAD = 1.5


class Queens:
    """All ways to place so many queens, column by column: ``found``."""

    def __init__(self, many: int) -> None:
        self._many = many
        self._rows = [0] * many
        self.found = 0

    def place(self, column: int = 0) -> None:
        """Place the queens from this column on."""
        if column == self._many:
            self.found += 1
        for row in range(self._many):
            other = 0
            while other < column and self._is_free(row, other, column):
                other += 1
            if other == column:
                self._rows[column] = row
                if column < self._many:
                    self.place(column + 1)

    def _is_free(self, row: int, other: int, column: int) -> int:
        if self._rows[other] == row:
            return 0
        if abs(self._rows[other] - row) == column - other:
            return 0
        return 1


def slower(runs: int = 3) -> float:
    """How many times longer a Zero 2 W takes than this machine does now, for code like this. Whatever else runs here
    slows both."""
    took = []
    for _ in range(runs):
        queens = Queens(QUEENS)
        start_ns = time.thread_time_ns()
        queens.place()
        took.append((time.thread_time_ns() - start_ns) / 1e9 / CHECKS)
        assert queens.found == 92
    return ZERO_2_W_S / NEWER_PYTHON / CHECKS_OF_TWELVE / median(took)


class Meter:
    """Processor time of the host alone: what the twins take is left out. ``factor``: how it is counted."""

    def __init__(self) -> None:
        self.factor = 0.0
        self.total_us = 0.0
        self._outside_ns = 0
        self._start_ns = 0
        self._left_ns = 0  # when a twin was called that has not come back

    def begin(self) -> None:
        self._outside_ns = 0
        self._start_ns = time.thread_time_ns()

    def spent_us(self) -> float:
        """Since ``begin``, as it is counted."""
        until_ns = self._left_ns or time.thread_time_ns()
        return (until_ns - self._start_ns - self._outside_ns) / 1000 * self.factor

    def outside(self, call: Callable[..., object]) -> Callable[..., object]:
        """A call into a twin."""

        def timed(*args: object, **named: object) -> object:
            if self._left_ns:
                return call(*args, **named)
            self._left_ns = time.thread_time_ns()
            try:
                return call(*args, **named)
            finally:
                self._outside_ns += time.thread_time_ns() - self._left_ns
                self._left_ns = 0

        return timed


class _Charged:
    """A unit whose processor time passes: on the table's clock, and on that of its bus."""

    def __init__(self, unit: Unit, meter: Meter, clocks: list[VirtualClock]) -> None:
        self._unit = unit
        self._meter = meter
        self._clocks = clocks

    def step(self, now_us: int) -> int:
        self._meter.begin()
        next_us = self._unit.step(now_us)
        us = self._meter.spent_us()
        self._meter.total_us += us
        for clock in self._clocks:
            clock.advance(round(us))
        return next_us


class HostScheduler(Scheduler):
    """A Scheduler on which the host's units take time; hands and cards take none.

    ``meter`` and ``buses`` (of SPI and of I2C) are set before units are added.
    """

    meter: Meter
    buses: tuple[VirtualClock, VirtualClock]

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock)
        self._table = clock
        self._charged: dict[int, _Charged] = {}

    def add(self, unit: Unit) -> None:
        if isinstance(unit, (World, Fingers)):
            super().add(unit)
            return
        clocks = [self._table]
        if isinstance(unit, ReadersUnit):
            clocks.append(self.buses[0])
        if isinstance(unit, ScreensUnit):
            clocks.append(self.buses[1])
        self._charged[id(unit)] = _Charged(unit, self.meter, clocks)
        super().add(self._charged[id(unit)])

    def wake(self, unit: Unit, at_us: int) -> None:
        super().wake(self._charged.get(id(unit), unit), at_us)


@contextmanager
def _metered(meter: Meter) -> Iterator[None]:
    """Meanwhile the twins' work counts for nothing."""
    calls = (
        *((VirtualUsb, name) for name in ("read", "due_us", "write")),
        (VirtualSpiPort, "transfer"),
        (VirtualI2cBus, "i2c_rdwr"),
    )
    patches = [patch.object(kind, name, meter.outside(getattr(kind, name))) for kind, name in calls]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()


class _Eye:
    """When each screen's panel first changed since it was last looked at: in us of the bus, the host's time counted."""

    def __init__(self, run: ScriptRun, meter: Meter) -> None:
        self.first_us: dict[str, float] = {}
        clock = run.table.i2c_clock
        for place, chip in run.table.screens.items():
            chip.receive = self._watching(chip, place, clock, meter)  # type: ignore[method-assign,assignment]

    def _watching(
        self, chip: OledChip, place: str, clock: VirtualClock, meter: Meter
    ) -> Callable[[bytes], None]:
        receive = chip.receive

        def seen(data: bytes) -> None:
            before = [bytes(page) for page in chip.ram]
            receive(data)
            if chip.on and place not in self.first_us and before != [bytes(page) for page in chip.ram]:
                self.first_us[place] = clock.now_us + meter.spent_us()

        return seen


def _screen(at: Zone) -> str:
    """Where somebody looks who has laid a card there."""
    return at.side if at in PADS else f"{at.place} {at.side}"


@contextmanager
def _table(meter: Meter) -> Iterator[ScriptRun]:
    """The table at rest, on its scheduler."""
    script = parse_script(HEAD + RESTING, file="benchmark")

    class OfThis(HostScheduler):
        pass

    OfThis.meter = meter
    with tempfile.TemporaryDirectory(prefix="signifer-bench-") as folder, _metered(meter):
        run = ScriptRun(script, load_table("standard"), Path(folder), lambda news: None, scheduler=OfThis)
        OfThis.buses = (run.table.spi_clock, run.table.i2c_clock)
        try:
            run.begin()
            yield run
        finally:
            run.close()


def seen_us(lays: int, scale: float) -> tuple[dict[str, list[float]], float]:
    """Microseconds from hand to eye, on pads and in columns, ``lays`` of each; and the part of its one core that the
    host was at work, as it is counted: ``scale`` times as long as on a Zero 2 W, as this machine is at that moment."""
    meter = Meter()
    found: dict[str, list[float]] = {"pad": [], "column": []}
    with _table(meter) as run:
        eye = _Eye(run, meter)
        began_us, before_us = run.now_us, meter.total_us
        for number in range(lays):
            for kind, places in (("pad", PADS), ("column", COLUMN_ZONES)):
                at = places[number % len(places)]
                meter.factor = scale and scale * slower()
                found[kind].append(_laid(run, eye, at, f"{at.side}/archer-1"))
        share = (meter.total_us - before_us) / (run.now_us - began_us)
    return found, share


def _laid(run: ScriptRun, eye: _Eye, at: Zone, card: str) -> float:
    run.scheduler.run(run.now_us + run.rng.randrange(1_000_000))
    eye.first_us.clear()
    laid_us, place = run.now_us, _screen(at)
    run.table.world.put(card, at)
    assert run.scheduler.run(laid_us + PATIENCE_US, lambda: place in eye.first_us), f"nothing shows at {at}"
    took_us = eye.first_us[place] - laid_us
    run.rest()
    run.table.world.take(card)
    run.rest()
    return took_us


def figures(effort: Effort) -> list[Figure]:
    """On pads, where nothing has to settle, against the limit; in columns against the time that a card has to lie."""
    settle_us = load_table("standard").timing.settle_ms * 1000
    rows = [Figure(PART, "a Zero 2 W's time for ours", "times", slower(), "this machine", 1, wall=True)]
    counted = {
        "buses alone": 0.0,
        "Zero 2 W": 1.0,
        f"Zero 2 W, {SPREAD} times faster": 1 / SPREAD,
        f"Zero 2 W, {SPREAD} times slower": SPREAD,
        "Pi 4": PI_4_S / ZERO_2_W_S,
    }
    for host, scale in counted.items():
        found, share = seen_us(effort.lays, scale)
        for kind, least_us in (("pad", LIMIT_US), ("column", settle_us)):
            for percent in (50, 95):
                limit = kind == "pad" and host == "Zero 2 W"
                against = "limit" if kind == "pad" else "to settle"
                what = f"laid on a {kind} to the first pixel, {host}, p{percent}"
                took_us = percentile(found[kind], percent)
                rows.append(Figure(PART, what, "us", took_us, against, least_us, limit=limit, wall=scale > 0))
        if scale:
            rows.append(Figure(PART, f"the host at work, {host}", "cores", share, "one core", 1, wall=True))
    return rows
