"""``signifer doctor module``: whether a bought reader module is good enough, before it is built in.

Modules of one name differ widely. What counts is how far away a lone tag is read on the coil's axis, and what the
module takes while it reads; docs/air.md is the model that says why 40 mm are enough for two cards through the top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from signifer_core.errors import ConfigError
from signifer_drivers.air.figures import figures
from signifer_drivers.air.reading import Place, loaded
from signifer_drivers.readers.faults import failed
from signifer_drivers.virtual.field import POWER_DB

from signifer_firmware.config.entries import ReaderConfig
from signifer_firmware.doctor.checks.readers import STEADY, Probe
from signifer_firmware.doctor.virtual import VirtualBench

WANTED_MM = round(figures().reach_mm)
# Where it is tried, from the test's own distance down to the sleeve on the top.
HEIGHTS_MM = (WANTED_MM, 30, 20, round(figures().lid_mm))
VISITS, EMPTY_VISITS, METER_VISITS = 40, 20, 400
# Between contact and noise; the field is the table's.
GAIN_DB = 38
# In its 3.3 V lead while it reads: some 20 where its inductors choke its transmitter; 121 is the data sheet's most.
LEAST_MA, MOST_MA = 30.0, 121.0
# A module on the virtual table is better than one that just passes.
VIRTUAL_SPARE_DB = 3.0

Ask = Callable[[str], bool]
ReadMeter = Callable[[], float | None]


@dataclass(frozen=True)
class Module:
    """``shares``: of each height tried, the share of visits that read the tag, None where nobody held it there;
    ``strays``: how many tags were read where none should be; ``ma``: what the meter showed, None for not measured."""

    version: int
    strays: int
    shares: tuple[tuple[int, float | None], ...]
    ma: float | None

    @property
    def reach_mm(self) -> int | None:
        """The farthest height at which the tag is read; None where it is at none."""
        return next((height for height, share in self.shares if share is not None and share >= STEADY), None)

    @property
    def was_tried(self) -> bool:
        return self.shares[0][1] is not None

    @property
    def faults(self) -> tuple[str, ...]:
        """What speaks against it, one sentence each."""
        return tuple(self._faults())

    def _faults(self) -> Iterator[str]:
        if self.strays:
            yield f"{self.strays} tag{'s are' if self.strays > 1 else ' is'} read where none should be: take all away"
        if self.was_tried and self.reach_mm != WANTED_MM:
            reach = f"at {self.reach_mm} mm only" if self.reach_mm else "nowhere"
            yield (
                f"a lone tag is read {reach}, not at {WANTED_MM} mm: its transmitter is weak or out of tune; take "
                "another module, or change its two inductors (2.2 uH, 300 mA or more)"
            )
        if self.ma is not None and not LEAST_MA <= self.ma <= MOST_MA:
            many = "so little: its inductors choke it" if self.ma < LEAST_MA else "too much: unplug it"
            yield f"it takes {self.ma:g} mA while it reads, {many} ({LEAST_MA:g} to {MOST_MA:g} are right)"

    @property
    def seen(self) -> str:
        """What was found, in one line."""
        words = [f"version {self.version:02X}"]
        words += [f"{height} mm {share:.0%}" for height, share in self.shares if share is not None]
        if self.ma is not None:
            words.append(f"{self.ma:g} mA")
        return ", ".join(words)


def examine(probe: Probe, reader: ReaderConfig, ask: Ask, meter: ReadMeter) -> Module:
    """Have a tag held at one height after the other, until it is read; then have the current read. Raises ReaderError.

    ``ask`` says whether somebody has done it. ``meter`` is asked after the reader has been at work for some seconds.
    """
    try:
        version = probe.begin()
        probe.use(GAIN_DB, reader.field)
        strays: set[bytes] = set()
        if ask(f"take all cards and tags away from reader {reader.name}"):
            strays = set().union(*(probe.read()[0] for _ in range(EMPTY_VISITS)))
        shares: list[tuple[int, float | None]] = []
        for height in HEIGHTS_MM:
            there = ask(
                f"hold one tag flat {height} mm above the middle of the coil, on a piece of wood or card"
            )
            share = _share(probe) if there else None
            shares.append((height, share))
            if share is None or share >= STEADY:
                break
        ma = _current(probe, ask, meter)
    except OSError as error:
        raise failed(reader.name, error) from error
    return Module(version, len(strays), tuple(shares), ma)


def _share(probe: Probe) -> float:
    """Of the visits, how many read the tag that most of them read."""
    seen = [probe.read()[0] for _ in range(VISITS)]
    return max((sum(uid in uids for uids in seen) for uid in set().union(*seen)), default=0) / VISITS


def _current(probe: Probe, ask: Ask, meter: ReadMeter) -> float | None:
    if not ask("put an ammeter into the module's 3.3 V lead, and look at it while it reads"):
        return None
    for _ in range(METER_VISITS):
        probe.read()
    return meter()


def lines(zone: str, found: Module) -> Iterator[str]:
    """What is said of it: ok or FAIL, what was seen, and what speaks against it."""
    state = "FAIL" if found.faults else "ok" if found.was_tried else "skip"
    yield f"{state:<5}module at reader {zone}: {found.seen}"
    for fault in found.faults:
        yield f"     {fault}"


class VirtualHand:
    """Somebody at a virtual table with a tag and a ruler: the tag is coupled as the air's model has it there."""

    def __init__(self, bench: VirtualBench, reader: ReaderConfig, spare_db: float = VIRTUAL_SPARE_DB) -> None:
        self._bench, self._reader, self._spare_db = bench, reader, spare_db
        self._held = False

    def __call__(self, text: str) -> bool:
        world = self._bench.table.world
        if text.startswith("take all"):
            for card in self._bench.table.lying_on(self._reader):
                world.take(card)
            return True
        if text.startswith("hold"):
            if not self._held:
                self._bench.table.lay_on(self._reader, "lone tag")
                self._held = True
            height = next(mm for mm in HEIGHTS_MM if f" {mm} mm " in text)
            field = self._bench.table.readers[self._reader.name].field
            field.couple(world.tag("lone tag"), self._coupling_db(height))
            return True
        return False

    def _coupling_db(self, height_mm: float) -> float:
        """On the twins' scale a tag has just enough power at POWER_DB, and none beside the middle is better than 0."""
        air = figures()
        (margin_db,), _ = loaded(air.module, [Place(0, 0, height_mm)])
        return min(0.0, POWER_DB + margin_db + self._spare_db)


def chosen(readers: tuple[ReaderConfig, ...], place: str | None, table: str) -> ReaderConfig:
    """The reader that is meant; ConfigError if there is none."""
    found = readers[0] if place is None and len(readers) == 1 else None
    found = found or next((reader for reader in readers if reader.name == place), None)
    if found is None:
        places = ", ".join(reader.name for reader in readers)
        raise ConfigError([f'{table}: say which reader: --reader "{readers[0].name}"; there are {places}'])
    return found
