"""The reset line of the readers, and its chips, which are dead while it is low."""

from __future__ import annotations

import random

import pytest
from gpiozero import GPIOPinInUse
from gpiozero.pins.mock import MockFactory
from signifer_drivers.io.pins import name_faults
from signifer_drivers.io.reset import ResetLine
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.registers import read, write
from signifer_drivers.virtual.buzzer import MixedPins
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.reset import watch
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort

PIN = 25


def test_it_is_high_but_for_the_moment_in_which_it_is_pulled() -> None:
    pins = MockFactory()
    line = ResetLine(PIN, pin_factory=pins)
    line.pull()
    assert [bool(state.state) for state in pins.pin(PIN).states][-3:] == [True, False, True]
    line.close()
    line.close()


def port() -> VirtualSpiPort:
    clock = VirtualClock()
    return VirtualSpiPort(VirtualSpiBus(clock), Mfrc522Chip(clock, Field(rng=random.Random(1))))


def version(of: VirtualSpiPort) -> int:
    return of.transfer([read(r.VersionReg)])[0][1]


def test_a_chip_is_dead_until_somebody_drives_its_line_and_again_when_it_is_given_back() -> None:
    pins, there = MixedPins(), port()
    watch(pins, PIN, lambda is_high: setattr(there, "in_reset", not is_high))
    assert version(there) == 0xFF
    line = ResetLine(PIN, pin_factory=pins)
    assert version(there) == 0x92
    there.transfer([write(r.TModeReg, 0x8D)])
    line.pull()
    assert there.transfer([read(r.TModeReg)])[0][1] == 0
    line.close()
    assert version(there) == 0xFF


def test_a_chip_without_supply_stays_dead_whatever_its_line_does() -> None:
    there = port()
    there.fault = "unplug"
    there.in_reset = True
    there.in_reset = False
    assert version(there) == 0xFF
    there.in_reset = True
    there.fault = None
    assert version(there) == 0xFF
    there.in_reset = False
    assert version(there) == 0x92


def test_a_line_that_was_high_is_low_for_a_moment_as_it_is_taken() -> None:
    """As lgpio claims it; where a chip needs it high its driver has to know."""
    pins = MixedPins()
    seen: list[bool] = []
    watch(pins, PIN, seen.append, up=True)
    ResetLine(PIN, pin_factory=pins)
    assert seen == [True, False, True]


def test_a_line_that_another_program_has_is_said_as_gpiozero_says_it() -> None:
    class BusyError(Exception):
        """What lgpio raises, which is no OSError."""

    pins = MockFactory()

    def taken(name: int, *args: object, **kwargs: object) -> object:
        raise BusyError("GPIO busy")

    pins.pin = taken
    name_faults(pins, BusyError)
    with pytest.raises(GPIOPinInUse, match="GPIO 25 cannot be had: GPIO busy"):
        ResetLine(PIN, pin_factory=pins)
