"""A table's readers on twins, under one bank, without the firmware: for tests of the bank and for benchmarks."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from signifer_core.layout import ZONES, Zone
from signifer_drivers.io.spi import SpiPort
from signifer_drivers.polling.bank import Bank, neighbours
from signifer_drivers.polling.findings import Change, Visit
from signifer_drivers.polling.presence import Presence
from signifer_drivers.readers.reader import Reader
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag

COLUMNS = tuple(str(at) for at in ZONES if at.column is not None)
ALL = tuple(str(at) for at in ZONES)
RESTING = 20
# The zone of each antenna: one a zone, or two.
SINGLE = {str(at): at for at in ZONES}
DOUBLE = {f"{at} {letter}": at for at in ZONES for letter in "ab"}
# Two a side of a column, and three a pad.
LONG_PADS = DOUBLE | {f"{at} c": at for at in ZONES if at.column is None}


class BankRoom:
    """A bank and hands above its antennas, two tags resting on each antenna of a column.

    ``zones`` names the zone of each antenna. ``news`` are all changes with their times, ``visits`` counts visits.
    """

    bank: Bank

    def __init__(self, seed: int, presence: Presence | None, zones: Mapping[str, Zone] = SINGLE) -> None:
        self.rng = random.Random(seed)
        self.clock = VirtualClock()
        self.zones = zones
        self.columns = [name for name, at in zones.items() if at.column is not None]
        self.fields = {name: self.field(name, random.Random(self.rng.getrandbits(64))) for name in zones}
        shared = {name: str(at) for name, at in zones.items() if name != str(at)}
        self.presence = presence or Presence(3, zones=shared)
        self.news: list[tuple[int, Change]] = []
        self.visits = 0
        self.last_us = dict.fromkeys(zones, 0)
        self.resting: dict[str, list[Tag]] = {}
        self._due: list[tuple[int, int, Callable[[], object]]] = []
        self._wake_us = 0

    def field(self, name: str, rng: random.Random) -> Field:
        """The field above an antenna."""
        return Field(rng)

    def rest(self, resting: int) -> None:
        """Lay so many tags on each antenna of a column."""
        self.resting = {name: [self.tag() for _ in range(resting)] for name in self.columns}
        for name, tags in self.resting.items():
            for tag in tags:
                self.fields[name].put(tag)

    def tag(self) -> Tag:
        """A tag with a UID as NTAG213 have them."""
        return Tag(b"\x04" + self.rng.randbytes(2) + b"\x10" + self.rng.randbytes(3))

    def _tell(self, visit: Visit, changes: list[Change]) -> None:
        self.visits += 1
        self.last_us[visit.reader] = visit.at_us
        self.news += [(visit.at_us, change) for change in changes]

    def noise(self, damaged_percent: float, missed_percent: float) -> None:
        """Of RF frames so many are damaged, and of answers so many missed, on every antenna."""
        for field in self.fields.values():
            field.noise_percent, field.miss_percent = damaged_percent, missed_percent

    def at(self, us: int, hand: Callable[[], object]) -> None:
        """Do something so many microseconds from now."""
        heapq.heappush(self._due, (self.clock.now_us + us, len(self._due), hand))

    def catch_up(self, us: int) -> None:
        """Let time pass."""
        self.clock.catch_up(us)

    def run(self, us: int, until: Callable[[], bool] = lambda: False) -> int:
        """Let time pass, or until ``until`` holds after a step; return how much did."""
        start_us = self.clock.now_us
        end_us = start_us + us
        while self.clock.now_us < end_us and not until():
            if self._due and self._due[0][0] <= max(self.clock.now_us, self._wake_us):
                at_us, _, hand = heapq.heappop(self._due)
                self.catch_up(at_us)
                hand()
                continue
            self.catch_up(self._wake_us)
            next_us = self.bank.step()
            assert next_us is not None
            self._wake_us = next_us
        return self.clock.now_us - start_us

    @property
    def idle(self) -> bool:
        """Whether no hand is still to move."""
        return not self._due

    def cycle_us(self, without: Collection[str] = ()) -> int:
        """How long it takes until every reader has been visited, but for some."""
        start_us = self.clock.now_us
        names = [name for name in self.zones if name not in without]
        return self.run(10_000_000, lambda: all(self.last_us[name] > start_us for name in names))

    def told(self, kinds: Iterable[str] = ("present", "absent", "covered")) -> list[tuple[str, str, bytes]]:
        """The changes of these kinds so far."""
        return [(change.kind, change.reader, change.uid) for _, change in self.news if change.kind in kinds]


class TwinRoom(BankRoom):
    """The readers of a table on one SPI bus (4 MHz: 2 us a byte, 30 us an ioctl).

    ``wire`` may put something between driver and twin; ``reader`` is the driver of each.
    """

    def __init__(
        self,
        seed: int = 1,
        *,
        presence: Presence | None = None,
        resting: int = 2,
        zones: Mapping[str, Zone] = SINGLE,
        wire: Callable[[str, SpiPort], SpiPort] = lambda name, port: port,
        reader: Callable[[str, SpiPort], Reader] = Reader,
    ) -> None:
        super().__init__(seed, presence, zones)
        self.bus = VirtualSpiBus(self.clock)
        self.ports = {
            name: VirtualSpiPort(self.bus, Mfrc522Chip(self.clock, field))
            for name, field in self.fields.items()
        }
        self.bank = Bank(
            {name: reader(name, wire(name, port)) for name, port in self.ports.items()},
            self.presence,
            neighbours=neighbours({name: (at,) for name, at in zones.items()}),
            now_us=lambda: self.clock.now_us,
            tell=self._tell,
        )
        self.rest(resting)


def percentile(values: list[int], percent: int) -> int:
    """The smallest of ``values`` that so many per cent of them do not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def latencies(room: BankRoom, times: int, zones: Sequence[str] = ()) -> tuple[list[int], list[int]]:
    """Lay a card and lift it again, in these zones (in all, if none is named) by turns, at random moments: us to
    present, and us to absent."""
    laid: list[int] = []
    lifted: list[int] = []
    names = [*(zones or room.zones)]
    for number in range(times):
        name = names[number % len(names)]
        tag = room.tag()
        laid.append(_latency(room, name, tag, laying=True))
        lifted.append(_latency(room, name, tag, laying=False))
    return laid, lifted


def _latency(room: BankRoom, name: str, tag: Tag, *, laying: bool) -> int:
    """From the moment of the hand, which may fall into a visit, to the end of the visit that makes the change."""
    field = room.fields[name]
    wait_us = 500_000 + room.rng.randrange(300_000)
    moved_us = room.clock.now_us + wait_us
    room.at(wait_us, lambda: field.put(tag) if laying else field.remove(tag))
    beside = [other for other, at in room.zones.items() if at == room.zones[name]]

    def is_told() -> bool:
        return any(tag.uid in room.presence.lying(each) for each in beside) == laying and room.idle

    room.run(wait_us + 5_000_000, is_told)
    return room.clock.now_us - moved_us


class Tape:
    """What the twins of a room answered, batch by batch, to be played to a driver in their place."""

    def __init__(self) -> None:
        self.answers: list[tuple[list[bytes], int]] = []
        self.played = 0

    def record(self, name: str, port: SpiPort) -> SpiPort:
        """Beside ``port``: hear what it answers."""
        return _Recorder(port, self)

    def play(self, name: str, port: SpiPort) -> SpiPort:
        """In place of ``port``, on its clock."""
        assert isinstance(port, VirtualSpiPort)
        return _Player(port.bus.clock, self)


class _Recorder:
    def __init__(self, port: SpiPort, tape: Tape) -> None:
        self._port, self._tape = port, tape
        self.delay_us, self.now_us = port.delay_us, port.now_us

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        answers = self._port.transfer(batch)
        self._tape.answers.append((answers, self._port.now_us()))
        return answers


class _Player:
    def __init__(self, clock: VirtualClock, tape: Tape) -> None:
        self._clock, self._tape = clock, tape
        self.delay_us = clock.advance

    def now_us(self) -> int:
        return self._clock.now_us

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        tape = self._tape
        answers, self._clock.now_us = tape.answers[tape.played]
        tape.played += 1
        return answers
