"""Every fault of a reader, made and mended."""

from __future__ import annotations

from collections.abc import Callable

from signifer_drivers.portable import mfrc522
from signifer_drivers.virtual.mfrc522 import CRYSTAL_US
from signifer_drivers.virtual.spi import Fault

from tests.drivers.fields import Bench


def wire(fault: Fault) -> Callable[[Bench], None]:
    def breaks(kit: Bench) -> None:
        kit.port.fault = fault

    return breaks


def brown_out(kit: Bench) -> None:
    kit.chip.brown_out = True


def other_chip(kit: Bench) -> None:
    kit.chip.replace(0x37, fifo_bytes=32)


def no_clock(kit: Bench) -> None:
    kit.chip.stop_crystal(True)


def hot(kit: Bench) -> None:
    kit.chip.heat(True)


def mend(kit: Bench) -> None:
    kit.port.fault = None
    kit.chip.brown_out = False
    kit.chip.heat(False)
    if kit.chip.crystal_us != CRYSTAL_US:
        kit.chip.stop_crystal(False)
    if kit.chip.version != 0x92:
        kit.chip.replace(0x92)


FAULTS = {
    mfrc522.NO_CHIP: wire("unplug"),
    mfrc522.HANGS: wire("stuck"),
    mfrc522.HELD: wire("held"),
    mfrc522.VARYING: wire("varying"),
    mfrc522.WIRING: wire("wiring"),
    mfrc522.BROWN_OUT: brown_out,
    mfrc522.CLONE: other_chip,
    mfrc522.NO_CLOCK: no_clock,
    mfrc522.HOT: hot,
}
