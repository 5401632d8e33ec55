"""Checks of readers, one each: the chip, its self-test, what is read of the tags that lie there, noise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Protocol

from signifer_core.errors import DriverError
from signifer_core.json_values import Json
from signifer_drivers.node.host import Node
from signifer_drivers.node.reader import NodeReader, reader_error
from signifer_drivers.node.tuning import NodeTuner
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.examination import GARBLED, NOISE, SILENT, UNREAD, UNTESTED, examined
from signifer_drivers.portable.mfrc522 import CERTAIN_READS, Mfrc522
from signifer_drivers.portable.registers import read
from signifer_drivers.portable.selftest import REFERENCES, reset_test
from signifer_drivers.readers.faults import CAUSES, ReaderError
from signifer_drivers.readers.faults import failed as failed_reader
from signifer_drivers.readers.tuning import ChipTuner

from signifer_firmware.config.entries import NODE, ReaderConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.linux import without_board
from signifer_firmware.doctor.bench import Bench
from signifer_firmware.doctor.check import Check, Result, failed, passed
from signifer_firmware.storage.store import Store, StoreError

from .nodes import node_check
from .system import SELECTS, USERS

READERS = "readers"
VISITS = 25
VERSION_ROUNDS = 4
# A reader that misses so much of what lies there, and nothing explains it, is not right. Presence bears 10 %.
MISSED = 0.2
# A tag that a reader overhears from its neighbour is read by that one far more often.
OVERHEARD = 0.1
# Who is read in so many visits is there.
STEADY = 0.5
NOISE_LOOKS = 8


class Probe(Protocol):
    """A reader to be looked at, wherever its chip is. All raise OSError."""

    def begin(self) -> int:
        """Set the chip up, and return its version."""
        ...

    def use(self, gain_db: int, field: int) -> None:
        """Read with these settings from now on."""
        ...

    def read(self) -> tuple[set[bytes], bool]:
        """One visit with a fresh field: the tags read, and whether anything was garbled."""
        ...

    def answer(self, gain_db: int, field: int, uids: Sequence[bytes], up_us: int) -> bool:
        """See tuning.Tuner."""
        ...

    def examine(self, odd: str, uids: Sequence[bytes] = (), before: str = "") -> str:
        """See examination.examined: the cause, or ""."""
        ...


class ChipProbe(ChipTuner):
    """A Probe on a chip of this computer's own bus."""

    def __init__(self, chip: Mfrc522, pull_reset: Callable[[], None] | None) -> None:
        """``pull_reset`` pulls the reset line of the bus, and waits; None where it is not wired."""
        super().__init__(chip)
        self._chip = chip
        self._pull_reset = pull_reset

    def begin(self) -> int:
        """See Probe. The version is read VERSION_ROUNDS times CERTAIN_READS times; ChipError if it varies."""
        chip = self._chip
        version = super().begin()
        for _ in range(VERSION_ROUNDS):
            seen = chip.port.transfer([read(*((r.VersionReg,) * CERTAIN_READS))])[0][1:]
            if any(each != version for each in seen):
                raise chip.explained("read " + bytes(set(seen)).hex(" ").upper())
        return version

    def examine(self, odd: str, uids: Sequence[bytes] = (), before: str = "") -> str:
        """See Probe."""
        if odd == UNTESTED and self._pull_reset is not None:
            reset_test(self._chip, self._pull_reset)
        cause = examined(self._chip, odd, list(uids), before)[0]
        self._chip.begin()
        return cause


class NodeProbe(NodeTuner):
    """A Probe on a reader of a column node."""

    def __init__(
        self, zone: str, node: Node, reader: int, *, wait: Callable[[int], None], now_us: Callable[[], int]
    ) -> None:
        super().__init__(zone, node, reader, wait=wait, now_us=now_us)
        self._antenna = NodeReader(zone, node, reader, wait=wait)

    def begin(self) -> int:
        """See Probe. Nobody has listened to the node while others were looked at."""
        self._node.step()
        return super().begin()

    def examine(self, odd: str, uids: Sequence[bytes] = (), before: str = "") -> str:
        """See Probe."""
        node = self._node
        self._antenna.switch_on()
        wake_us = node.examine(self._reader, odd, uids, before)
        visits = node.take()
        while not visits:
            self._wait(max(1, wake_us - self._now_us()))
            wake_us = node.step()
            visits = node.take()
            if not node.is_busy and not visits:
                wake_us = node.examine(self._reader, odd, uids, before)
        error = visits[0].error
        if error is None:
            return ""
        if error.cause in nf.AIR:
            return error.cause
        raise reader_error(self._name, node, error)


def probe_of(config: TableConfig, bench: Bench, reader: ReaderConfig) -> Probe:
    """A reader of a table to be looked at. Raises DriverError."""
    if reader.driver != NODE:
        pull = None if config.gpio.reader_reset is None else bench.pull_reset
        return ChipProbe(Mfrc522(bench.port(reader), reader.gain_db, reader.field), pull)
    entry = next(node for node in config.nodes if node.name == reader.node)
    if entry.number is None:
        raise DriverError(f"reader {reader.name}: {without_board(config, entry.name, bench.boards)}")
    return NodeProbe(
        reader.name, bench.node(entry), reader.chip_select, wait=bench.wait_us, now_us=bench.now_us
    )


def wires_check(reader: ReaderConfig) -> str:
    """What the check of the bus is called that a reader hangs on."""
    return f"wires {reader.node}" if reader.driver == NODE else f"wires spi{reader.spi[0]}"


def needs_of(config: TableConfig, reader: ReaderConfig) -> tuple[str, ...]:
    """The checks without which a reader cannot be looked at."""
    if reader.driver == NODE:
        return (node_check(reader.node),)
    on_spi = (SELECTS, USERS["spi"])
    return on_spi if config.gpio.reader_reset is None else (*on_spi, USERS["gpio"])


@dataclass(frozen=True)
class _Figures:
    """What was found of a reader, for programs."""

    version: str
    self_test: bool
    gain_db: int
    field: int
    tags: int
    missed: float
    garbled: float


class ReaderChecks:
    """The readers of a table. ``cards``: so many lie on each one, None if nobody knows; ``store``: the file of the
    record, which knows tags that others have replaced."""

    def __init__(self, config: TableConfig, bench: Bench, again: str, cards: int | None, store: Path) -> None:
        self._store = store
        self._config = config
        self._bench = bench
        self._again = again
        self._cards = cards
        # By reader: each tag with the share of visits that read it.
        self._seen: dict[str, dict[bytes, float]] = {}

    def checks(self) -> Iterator[Check]:
        """In the order of the table's file; crosstalk after all of them."""
        names = []
        for reader in self._config.readers:
            names.append(f"reader {reader.name}")
            needs = (*needs_of(self._config, reader), wires_check(reader))
            yield Check(names[-1], READERS, partial(self._reader, reader), needs)
        if len(names) > 1:
            yield Check("crosstalk", READERS, self._crosstalk)

    def _reader(self, reader: ReaderConfig) -> Result:
        try:
            return self._looked_at(reader, probe_of(self._config, self._bench, reader))
        except OSError as error:
            return self._failed(reader, failed_reader(reader.name, error))

    def _failed(self, reader: ReaderConfig, error: ReaderError) -> Result:
        cause = CAUSES[error.cause]
        return self._wrong(reader, error.cause, f"{cause.name}{f' ({error.detail})' if error.detail else ''}")

    def _wrong(self, reader: ReaderConfig, key: str, seen: str, **figures: Json) -> Result:
        fix = CAUSES[key].advice if key in CAUSES else _ADVICE[key]
        command = self._again.format(name=f"reader {reader.name}")
        if "signifer tune" in fix:
            command = _tune(reader)
        return failed(key, seen, fix, command, **figures)

    def _looked_at(self, reader: ReaderConfig, probe: Probe) -> Result:
        """Raises OSError."""
        version = probe.begin()
        probe.examine(UNTESTED)
        visits = [probe.read() for _ in range(VISITS)]
        uids = set().union(*(found for found, _ in visits))
        share = {uid: sum(uid in found for found, _ in visits) / VISITS for uid in sorted(uids)}
        self._seen[reader.name] = share
        own = _own(share, visits[0][0])
        missed = 1 - sum(share[uid] for uid in own) / len(own) if own else 0.0
        garbled = sum(spoilt for _, spoilt in visits) / VISITS
        figures = _Figures(
            version=f"{version:02X}",
            self_test=version in REFERENCES,
            gain_db=reader.gain_db,
            field=reader.field,
            tags=len(own),
            missed=round(missed, 3),
            garbled=round(garbled, 3),
        )
        cause = self._odd(probe, own, share, figures)
        seen = _seen(figures)
        if own and (old := [self._replaced[uid] for uid in own if uid in self._replaced]):
            seen += f"; old tag of {', '.join(old)}: take it off the card"
        if cause:
            name = CAUSES[cause].name if cause in CAUSES else _NAMES[cause]
            return self._wrong(reader, cause, f"{name}; {seen}", **asdict(figures))
        return passed(seen, **asdict(figures))

    @cached_property
    def _replaced(self) -> Mapping[bytes, str]:
        """The card that each tag was on before another one replaced it, as far as the record can be read."""
        with suppress(StoreError, OSError), closing(Store.reading(self._store)) as store:
            return store.replaced()
        return {}

    def _odd(
        self, probe: Probe, own: Sequence[bytes], share: Mapping[bytes, float], figures: _Figures
    ) -> str:
        """What is wrong with the air of a reader whose chip works: a key, or ""."""
        cause = probe.examine(GARBLED)
        if cause:
            return cause
        steady = sum(often >= STEADY for often in share.values())
        is_short = self._cards is not None and steady < self._cards
        if not (is_short or figures.missed > MISSED):
            return ""
        if figures.garbled > MISSED:
            # What is heard now and then answers to anything now and then: nothing else would be certain.
            noisy = any(probe.examine("", (), NOISE) for _ in range(NOISE_LOOKS))
            return NOISE if noisy else "missed-reads"
        if own:
            cause = probe.examine(SILENT, own[:2]) or probe.examine(GARBLED, own[:2])
        if not cause and is_short and len(own) < (self._cards or 0):
            cause = probe.examine(UNREAD)
        if cause or own:
            # Where all that should lie here are read now and then, and badly, it is none of them that is to blame.
            heard = sum(often > OVERHEARD for often in share.values())
            is_unread = is_short and (heard < (self._cards or 0) or figures.missed <= MISSED)
            return cause or ("card-unread" if is_unread else "missed-reads")
        return "stacked-tags" if self._cards != 1 else "card-unread"

    def _crosstalk(self) -> Result:
        """A tag lies above one reader; another one that reads it, too, overhears it, unless both read one zone."""
        shared = self._config.shared_zones
        for zone, share in self._seen.items():
            for uid, often in share.items():
                for other, its_share in self._seen.items():
                    is_elsewhere = self._of(other).zone != self._of(zone).zone
                    if is_elsewhere and its_share.get(uid, 0.0) > often > OVERHEARD:
                        return failed(
                            "cross-read",
                            f"reader {zone} reads a tag that lies on reader {other} ({often:.0%} of the visits)",
                            f"keep the antennas 80 mm apart, or lower field of reader {zone}",
                            _tune(self._of(zone)),
                            reader=zone,
                            other=other,
                        )
        if not self._seen:
            return Result("skipped", "no reader works")
        return passed("no tag is read by two readers" + (" but in its own zone" if shared else ""))

    def _of(self, zone: str) -> ReaderConfig:
        return next(reader for reader in self._config.readers if reader.name == zone)


def _own(share: Mapping[bytes, float], first: Collection[bytes]) -> list[bytes]:
    """The tags that lie on a reader, and are not only overheard: who is fed by a neighbour is read once and no more."""
    steady = [uid for uid in sorted(share) if share[uid] >= STEADY]
    return steady or [uid for uid in sorted(share) if share[uid] > MISSED or uid in first]


_NAMES = {
    "card-unread": "a card that should lie here is not read",
    "missed-reads": "too many reads are missed",
}
_ADVICE = {
    "card-unread": "lay it nearer to the middle; if another card is read there, its tag is damaged: stick on a new one",
    "missed-reads": "move metal away, lay the cards nearer to the middle, and run signifer tune",
}


def _tune(reader: ReaderConfig) -> str:
    return f"signifer tune --pi --reader '{reader.name}'"


def _seen(figures: _Figures) -> str:
    """The figures in a line."""
    tested = "self-test ok" if figures.self_test else "no reference for its self-test"
    tags = figures.tags
    many = "no tag" if not tags else f"{tags} tag{'' if tags == 1 else 's'}, missed {figures.missed:.0%}"
    garbled = f", garbled {figures.garbled:.0%}" if figures.garbled else ""
    listed = "" if int(figures.version, 16) in r.VERSIONS else " (not listed: it works so far, watch it)"
    return f"version {figures.version}{listed}, {tested}, {figures.gain_db} dB, {many}{garbled}"
