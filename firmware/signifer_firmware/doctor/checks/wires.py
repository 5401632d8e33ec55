"""Checks of what readers of one bus have in common: its wires, and which plug is whose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from signifer_drivers.portable.mfrc522 import HELD, NO_CHIP
from signifer_drivers.readers.faults import failed as failed_reader

from signifer_firmware.config.entries import NODE, ReaderConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.doctor.bench import Bench
from signifer_firmware.doctor.check import Check, Result, failed, passed, skipped

from .readers import READERS, needs_of, probe_of, wires_check

# What a chip looks like that hears nothing, or is not there.
SILENT = (NO_CHIP, HELD)
NODE_RESET = "GP9 of its board"
# A tag lies on the reader that most of so many visits read it at.
LOOKS = 3
STEP_US = 50_000


def place_check(zone: str) -> str:
    """What the check is called that a reader lies where the table says."""
    return f"place {zone}"


class WireChecks:
    """The buses of a table that have several readers. ``wait_s``: how long the move of a card is waited for."""

    def __init__(self, config: TableConfig, bench: Bench, again: str, wait_s: float) -> None:
        self._config = config
        self._bench = bench
        self._again = again
        self._wait_s = wait_s
        # Zones whose readers are known to be exchanged, each with the other one.
        self._exchanged: dict[str, str] = {}

    def checks(self) -> Iterator[Check]:
        """One of each bus that has several readers, before those of its readers."""
        for readers in self._buses():
            run = partial(self._wires, readers)
            yield Check(wires_check(readers[0]), READERS, run, needs_of(self._config, readers[0]))

    def places(self) -> Iterator[Check]:
        """One of each reader but the last of its bus, which is where the others are not."""
        for readers in self._buses():
            for reader in readers[:-1]:
                run = partial(self._place, reader, readers)
                yield Check(place_check(reader.name), READERS, run, (f"reader {reader.name}",))

    def _buses(self) -> Iterator[list[ReaderConfig]]:
        by_name: dict[str, list[ReaderConfig]] = {}
        for reader in self._config.readers:
            by_name.setdefault(wires_check(reader), []).append(reader)
        return (readers for readers in by_name.values() if len(readers) > 1)

    # Wires

    def _wires(self, readers: list[ReaderConfig]) -> Result:
        """One chip that answers shows that the wires of all are right; if none does, it is nobody's own fault."""
        causes = [self._silence(reader) for reader in readers]
        heard = causes.count("")
        if heard:
            return passed(f"{heard} of {len(readers)} chips answer", chips=heard)
        name = wires_check(readers[0])
        return failed(
            "bus-silent",
            f"none of its {len(readers)} chips answers",
            "check what they share: the supply, SCLK, MISO and MOSI (swapped, no chip hears anything)"
            f"{self._reset(readers[0])}",
            self._again.format(name=name),
            chips=0,
        )

    def _silence(self, reader: ReaderConfig) -> str:
        """Why a chip is not heard at all, "" if it is, whatever else may be wrong with it."""
        try:
            probe_of(self._config, self._bench, reader).begin()
        except OSError as error:
            cause = failed_reader(reader.name, error).cause
            return cause if cause in SILENT else ""
        return ""

    def _reset(self, reader: ReaderConfig) -> str:
        pin = self._config.gpio.reader_reset
        line = NODE_RESET if reader.driver == NODE else "" if pin is None else f"GPIO {pin}"
        return f", and the reset line ({line}), which has to be high" if line else ""

    # Places

    def _place(self, reader: ReaderConfig, readers: list[ReaderConfig]) -> Result:
        people, zone = self._bench.people, reader.name
        if zone in self._exchanged:
            return skipped(f"its plug and that of {self._exchanged[zone]} are exchanged, see there")
        if not people.is_there:
            return skipped("nobody is asked to move a card")
        before = self._homes(readers)
        people.move(zone, self._wait_s)
        try:
            found = self._moved(reader, readers, before)
        finally:
            people.done()
        if found is None:
            return skipped("no card was moved")
        if found == zone:
            return passed("what was moved there is read there")
        self._exchanged[found] = zone
        return failed(
            "reader-other",
            f"what was moved there is read by {found}",
            f"exchange the plugs of these two; or, in table.toml, {_keys(reader)} of the two",
            self._again.format(name=place_check(zone)),
            other=found,
        )

    def _moved(
        self, asked: ReaderConfig, readers: list[ReaderConfig], before: dict[bytes, str]
    ) -> str | None:
        """The zone in which another tag lies than before; None if nobody moved a card in time. It is looked for where
        somebody was asked to, and only then elsewhere."""
        bench = self._bench
        end_us = bench.now_us() + int(self._wait_s * 1_000_000)
        while bench.now_us() < end_us and not bench.people.skips():
            bench.wait_us(STEP_US)
            for several in ([asked], readers):
                moved = self._changed(several, before)
                if moved and moved == self._changed(several, before):
                    return moved
        return None

    def _changed(self, readers: list[ReaderConfig], before: dict[bytes, str]) -> str:
        """The reader, of these, at which a tag no longer lies, or a new one does; "" if there is none."""
        now, zones = self._homes(readers), {reader.name for reader in readers}
        for uid in {*before, *now}:
            was, lies = before.get(uid, ""), now.get(uid, "")
            # Who is overheard where his own reader is not asked has not moved.
            if was != lies and (was in zones or not was):
                return was or lies
        return ""

    def _homes(self, readers: list[ReaderConfig]) -> dict[bytes, str]:
        """Where each tag lies: at the reader that reads it most often."""
        best: dict[bytes, tuple[int, str]] = {}
        for reader in readers:
            for uid, often in self._shares(reader).items():
                best[uid] = max(best.get(uid, (0, "")), (often, reader.name))
        return {uid: zone for uid, (_, zone) in best.items()}

    def _shares(self, reader: ReaderConfig) -> dict[bytes, int]:
        """The tags that most of LOOKS visits read, and how many did; none, where the reader fails."""
        try:
            probe = probe_of(self._config, self._bench, reader)
            probe.begin()
            seen = Counter(uid for _ in range(LOOKS) for uid in probe.read()[0])
        except OSError:
            return {}
        return {uid: often for uid, often in seen.items() if often > LOOKS // 2}


def _keys(reader: ReaderConfig) -> str:
    return "chip_select" if reader.driver == NODE else "spi_device"
