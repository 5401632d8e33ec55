"""``signifer doctor --soak TIME``: cards at rest, then lifts that somebody is asked for, then each gain.

What it finds is one block of text for a report (`soak_report`). Cards are read as in a game: by the same pollers, and
believed by the same `Presence`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from signifer_core.errors import DriverError
from signifer_drivers.polling.findings import Change, Finding, Visit
from signifer_drivers.polling.presence import Presence
from signifer_drivers.readers.faults import CAUSES, named_in
from signifer_drivers.readers.faults import failed as failed_reader
from signifer_drivers.readers.tuning import VISITS, Trial, gain_trials

from signifer_firmware.config.entries import ReaderConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.build import Devices
from signifer_firmware.runtime.units import ReadersUnit

from .bench import Bench
from .checks.readers import probe_of

# From the start until all cards are known, the nodes' own start included.
SETTLE_US = 5_000_000
MINUTE_US = 60_000_000
# Somebody who has just lifted a card is given as long before it is asked for again.
PAUSE_US = 1_000_000
GONE = (Finding.ABSENT, Finding.COVERED)
STEP_US = 20_000
# Times are counted in steps of so much, that a day of them needs no memory.
GRAIN_US = 100


class Times:
    """Times in us, of which percentiles are wanted."""

    def __init__(self) -> None:
        self._counts: Counter[int] = Counter()

    def add(self, us: int) -> None:
        self._counts[us // GRAIN_US] += 1

    def __len__(self) -> int:
        return self._counts.total()

    def percentile(self, percent: int) -> int:
        """The least time that so many per cent do not exceed; 0 if there are none."""
        left = len(self) * percent / 100
        for grain in sorted(self._counts):
            left -= self._counts[grain]
            if left <= 0:
                return grain * GRAIN_US
        return 0


@dataclass
class ReaderNotes:
    """What was noted of one reader at rest: its tags, visits, tries of tags that lie there and those in vain, cards
    that it lost though nobody moved them, faults by their cause. Then its version, and what each gain misses."""

    tags: int = 0
    visits: int = 0
    tries: int = 0
    silent: int = 0
    spoilt: int = 0
    lost: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    version: int = 0
    gains: tuple[Trial, ...] = ()


@dataclass
class Lifts:
    """Lifts that were asked for: how many, how many of them were told, and changes where nobody had been asked.
    ``absent``: from the first visit that no longer read the card to the news."""

    asked: int = 0
    told: int = 0
    back: int = 0
    elsewhere: int = 0
    absent: Times = field(default_factory=Times)


@dataclass
class Soak:
    """All that was found. ``cards`` lay there, each above one antenna or more; ``rested_us``: how long they rested.
    ``rounds``: between two visits of one reader. ``files`` of each node, as it says."""

    readers: dict[str, ReaderNotes]
    cards: int = 0
    rested_us: int = 0
    rounds: Times = field(default_factory=Times)
    lifts: Lifts = field(default_factory=Lifts)
    files: dict[str, int] = field(default_factory=dict)

    @property
    def is_well(self) -> bool:
        """Whether no card was lost, no lift missed, nothing told elsewhere, and no reader failed."""
        lifts = self.lifts
        return (
            not any(notes.lost or notes.faults for notes in self.readers.values())
            and lifts.told == lifts.asked == lifts.back
            and not lifts.elsewhere
        )


def soak(
    config: TableConfig,
    bench: Bench,
    for_us: int,
    tell: Callable[[str], None],
    *,
    wait_s: float = 15.0,
    visits: int = VISITS,
) -> Soak:
    """Do all of it, each gain with so many ``visits``; ``tell`` hears how it goes. Ctrl-C ends what is at work, and
    goes on with what comes next. DriverError if no card lies anywhere."""
    devices = bench.devices(tell)
    found = Soak({reader.name: ReaderNotes() for reader in config.readers})
    try:
        reading = _Reading(config, bench, devices, found)
        reading.settle()
        if not any(notes.tags for notes in found.readers.values()):
            raise DriverError("no reader reads a card: lay one or two on each, and say it again")
        _broken_off(lambda: reading.rest(for_us, tell), tell)
        _broken_off(lambda: reading.lift_all(wait_s, tell), tell)
        found.files = {name: node.hello.firmware for name, node in devices.nodes.items() if node.hello}
    finally:
        devices.close()
    tell("each gain, with the cards that lie there")
    _broken_off(lambda: _all_gains(config, bench, found.readers, visits), tell)
    return found


def _broken_off(work: Callable[[], None], tell: Callable[[str], None]) -> None:
    try:
        work()
    except KeyboardInterrupt:
        tell("ended early")


class _Reading:
    """The readers of a table at work, as in a game."""

    def __init__(self, config: TableConfig, bench: Bench, devices: Devices, found: Soak) -> None:
        self._bench = bench
        self._found = found
        self._presence = Presence(config.timing.absent_visits, zones=config.shared_zones)
        self._changes: list[tuple[Change, int]] = []
        self._visited_us: dict[str, int] = {}
        self._notes = False
        self._zones = {reader.name: reader.zone for reader in config.readers}
        self._unit = ReadersUnit(
            devices.readers,
            devices.spi_clock,
            self._presence,
            lambda change, at_us: self._changes.append((change, at_us)),
            zones={reader.name: reader.zones for reader in config.readers},
            pull_line=devices.pull_reader_reset,
            hear=self._heard,
        )

    def settle(self) -> None:
        """Read until all cards are known that are there."""
        self._run(SETTLE_US)
        for zone, notes in self._found.readers.items():
            notes.tags = len(self._presence.found(zone))
        self._found.cards = len(
            {uid for reader in self._found.readers for uid in self._presence.found(reader)}
        )
        self._changes.clear()

    def rest(self, for_us: int, tell: Callable[[str], None]) -> None:
        """Nobody moves anything: each card that goes is one lost."""
        tell(f"{self._found.cards} cards at rest: leave all as it is")
        began_us = self._bench.now_us()
        self._notes = True
        try:
            while (left_us := began_us + for_us - self._bench.now_us()) > 0:
                self._run(min(MINUTE_US, left_us))
                self._count()
                lost = sum(notes.lost for notes in self._found.readers.values())
                tell(f"{minutes(self._bench.now_us() - began_us)} of {minutes(for_us)}: {lost} lost")
        finally:
            self._notes = False
            self._count()
            self._found.rested_us = self._bench.now_us() - began_us

    def _count(self) -> None:
        for change, _ in self._changes:
            notes = self._found.readers[change.reader]
            if change.kind in GONE:
                notes.lost += 1
            elif change.kind == Finding.FAULT:
                notes.faults[next(iter(named_in(change.cause)), change.cause)] += 1
        self._changes.clear()

    def lift_all(self, wait_s: float, tell: Callable[[str], None]) -> None:
        """Have a card lifted on each reader that has some, and laid again."""
        people = self._bench.people
        if not people.is_there:
            tell("nobody is asked to lift cards")
            return
        for zone, notes in self._found.readers.items():
            if not notes.tags:
                continue
            people.lift(zone, wait_s)
            gone = self._until(zone, GONE, wait_s)
            if gone is None:
                people.done()
                continue
            lifts = self._found.lifts
            lifts.asked += 1
            lifts.told += gone[0] is not None
            if gone[0] is not None and gone[0].since_us is not None:
                lifts.absent.add(gone[1] - gone[0].since_us)
            self._run(PAUSE_US)
            people.lay(zone, wait_s)
            back = self._until(zone, (Finding.PRESENT,), wait_s)
            lifts.back += back is None or back[0] is not None
            people.done()
            self._run(PAUSE_US)

    def _until(
        self, zone: str, kinds: tuple[Finding, ...], wait_s: float
    ) -> tuple[Change | None, int] | None:
        """The first change of these kinds in a zone, and when; no change, if none came in time; None if somebody has
        skipped it."""
        bench = self._bench
        end_us = bench.now_us() + int(wait_s * 1_000_000)
        while bench.now_us() < end_us:
            if bench.people.skips():
                return None
            self._run(STEP_US)
            changes, self._changes = self._changes, []
            self._found.lifts.elsewhere += sum(
                not self._is_in(change, zone) and change.kind in (*GONE, Finding.PRESENT)
                for change, _ in changes
            )
            for change, at_us in changes:
                if self._is_in(change, zone) and change.kind in kinds:
                    return change, at_us
        return None, bench.now_us()

    def _is_in(self, change: Change, reader: str) -> bool:
        """Whether something has changed in the zone of a reader, whichever of its readers has told it."""
        return self._zones[change.reader] == self._zones[reader]

    def _run(self, for_us: int) -> None:
        """Let all readers work for so long."""
        bench = self._bench
        end_us = bench.now_us() + for_us
        while (now_us := bench.now_us()) < end_us:
            next_us = self._unit.step(now_us)
            bench.wait_us(max(1, min(next_us, end_us) - now_us))

    def _heard(self, visit: Visit) -> None:
        if not self._notes or visit.fault is not None:
            return
        notes = self._found.readers[visit.reader]
        notes.visits += 1
        before_us = self._visited_us.get(visit.reader)
        if before_us is not None:
            self._found.rounds.add(visit.at_us - before_us)
        self._visited_us[visit.reader] = visit.at_us
        # What a reader is asked for because another one of its zone may have lost it does not lie there.
        here = self._presence.found(visit.reader)
        misses = [tries for uid, tries in visit.misses.items() if uid in here]
        silent = sum(silent for silent, _ in misses)
        spoilt = sum(spoilt for _, spoilt in misses)
        notes.tries += len(visit.uids) + silent + spoilt
        notes.silent += silent
        notes.spoilt += spoilt


def _all_gains(config: TableConfig, bench: Bench, readers: Mapping[str, ReaderNotes], visits: int) -> None:
    """What each gain misses, and which chips there are."""
    for entry in config.readers:
        _gains(config, bench, entry, readers[entry.name], visits)


def _gains(config: TableConfig, bench: Bench, entry: ReaderConfig, notes: ReaderNotes, visits: int) -> None:
    try:
        probe = probe_of(config, bench, entry)
        notes.version, _, notes.gains = gain_trials(probe, entry.field, visits=visits)
        probe.use(entry.gain_db, entry.field)
    except OSError as error:
        notes.faults[failed_reader(entry.name, error).cause] += 1


def minutes(us: int) -> str:
    """A time for people."""
    seconds = round(us / 1_000_000)
    return f"{seconds // 60} min {seconds % 60:02} s" if seconds >= 60 else f"{seconds} s"


def cause_name(key: str) -> str:
    """How the report calls a fault."""
    return CAUSES[key].name if key in CAUSES else key
