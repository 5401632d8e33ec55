"""Why a screen fails: told when it begins to, and again when it is something else that lasts."""

from __future__ import annotations

import errno
import os

import pytest
from PIL import Image
from signifer_drivers.io.screens import Screen
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.oled import OledChip
from signifer_firmware.runtime.units import ScreensUnit
from smbus2 import i2c_msg

SILENT = "it does not answer (unplugged, or without power)"


class Bus:
    """A bus whose transfers fail by the numbers of ``fails`` in turn, over and over; none: they do not."""

    def __init__(self, clock: VirtualClock) -> None:
        self.twin = VirtualI2cBus(clock)
        self.fails: list[int] = []

    def i2c_rdwr(self, *messages: i2c_msg) -> None:
        if self.fails:
            self.fails.append(number := self.fails.pop(0))
            raise OSError(number, os.strerror(number))
        self.twin.i2c_rdwr(*messages)


class Room:
    """One screen, and what is told of it: why it fails, or None."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.bus = Bus(self.clock)
        self.bus.twin.attach(0x3C, OledChip("sh1106"))
        self.told: list[str | None] = []
        screen = Screen(name="3 red", driver="sh1106", bus=self.bus, address=0x3C)
        self.unit = ScreensUnit({"3 red": screen}, self.clock, lambda part, cause, _: self.told.append(cause))
        self.unit.show("3 red", Image.new("1", (128, 64)))

    def run(self, seconds: int) -> None:
        until_us = self.clock.now_us + seconds * 1_000_000
        while (next_us := self.unit.step(self.clock.now_us)) < until_us:
            self.clock.catch_up(next_us)
        self.clock.catch_up(until_us)

    @property
    def causes(self) -> list[str]:
        return [cause.partition(": ")[2] if cause else "" for cause in self.told]


@pytest.fixture
def room() -> Room:
    room = Room()
    room.run(2)
    return room


def test_a_cause_that_becomes_another_is_told_once_more(room: Room) -> None:
    room.bus.fails = [errno.EREMOTEIO]
    room.run(3)
    assert room.causes == [SILENT]
    room.bus.fails = [errno.ETIMEDOUT]
    room.run(30)
    assert len(room.causes) == 2
    assert "the bus is stuck" in room.causes[1]
    room.bus.fails = []
    room.run(12)
    assert room.causes[2:] == [""]


def test_causes_that_alternate_are_told_as_the_first_one(room: Room) -> None:
    room.bus.fails = [errno.EREMOTEIO, errno.EPERM]
    room.run(60)
    assert room.causes == [SILENT]
