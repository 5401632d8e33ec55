"""The virtual SPI bus: what it costs, and the spidev stand-in upon it."""

from __future__ import annotations

import pytest
from signifer_drivers.virtual import spidev
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522 import CRYSTAL_US, START_US
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.node import node_bus
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort

from tests.drivers.fields import bench


def test_a_call_costs_more_than_its_bytes() -> None:
    kit = bench()
    assert kit.port.transfer([b"\xee\x00", b"\xee\x92\x00"]) == [b"\x00\x92", b"\x00\x92\x00"]
    assert kit.clock.now_us == 30 + 10 + 5 * 2
    assert (kit.bus.ioctls, kit.bus.frames, kit.bus.bytes) == (1, 2, 5)
    kit.port.delay_us(100)
    assert kit.port.now_us() == 150


def test_the_kernel_waits_at_each_change_of_chip_select() -> None:
    """Ten microseconds between two frames of a call; not after the last one, and not on a node."""
    kit = bench()
    for frames in (1, 2, 7):
        before_us = kit.clock.now_us
        kit.port.transfer([b"\xee\x00"] * frames)
        assert kit.clock.now_us - before_us == 30 + 10 * (frames - 1) + 4 * frames
    assert node_bus(VirtualClock()).change_us == 0


def test_two_chips_on_one_bus_share_its_time() -> None:
    clock = VirtualClock()
    bus = VirtualSpiBus(clock)
    first, second = (VirtualSpiPort(bus, Mfrc522Chip(clock, Field(), version=v)) for v in (0x91, 0x92))
    assert first.transfer([b"\xee\x00"])[0] == b"\x00\x91"
    assert second.transfer([b"\xee\x00"])[0] == b"\x00\x92"
    assert clock.now_us == 2 * 34


@pytest.mark.parametrize("floating", [0x00, 0xFF])
def test_an_unplugged_module_floats_and_starts_again(floating: int) -> None:
    kit = bench(floating=floating)
    kit.port.transfer([b"\x28\x83"])
    kit.port.fault = "unplug"
    assert kit.field.powered_us is None
    assert kit.port.transfer([b"\xee\x00", b"\x28\x83"]) == [bytes((floating,)) * 2] * 2
    kit.port.fault = None
    assert kit.port.transfer([b"\xa8\x00"]) == [b"\x00\x80"]


def test_a_stuck_chip_repeats_itself() -> None:
    kit = bench()
    kit.port.fault = "stuck"
    assert kit.port.fault == "stuck"
    kit.port.transfer([b"\x28\x83"])
    assert kit.port.transfer([b"\xa8\xee\x00"]) == [b"\x00\x80\x92"]
    kit.port.fault = None
    kit.port.transfer([b"\x28\x83"])
    assert kit.port.transfer([b"\xa8\x00"]) == [b"\x00\x83"]


@pytest.mark.parametrize("floating", [0x00, 0xFF])
def test_with_miso_and_mosi_swapped_nothing_is_heard_and_nothing_comes_back(floating: int) -> None:
    kit = bench(floating=floating)
    kit.port.fault = "miso-mosi"
    assert kit.port.transfer([b"\xee\x00", b"\x28\x83"]) == [bytes((floating,)) * 2] * 2
    kit.port.fault = None
    assert kit.port.transfer([b"\xa8\xee\x00"]) == [b"\x00\x80\x92"]


def test_an_open_reset_lead_leaves_a_chip_dead_or_lets_it_keep_all() -> None:
    kit = bench()
    kit.port.reset_lead = "open"
    assert kit.port.transfer([b"\xee\x00"]) == [b"\xff\xff"]
    kit.port.reset_lead = "pulled-up"
    kit.clock.advance(CRYSTAL_US + START_US)
    kit.port.transfer([b"\x28\x83"])
    kit.port.in_reset = True
    kit.port.in_reset = False
    assert kit.port.transfer([b"\xa8\x00"]) == [b"\x00\x83"]
    kit.port.reset_lead = "wired"
    kit.port.in_reset = True
    kit.port.in_reset = False
    assert kit.port.transfer([b"\xa8\x00"]) == [b"\x00\x80"]


def test_the_spidev_stand_in() -> None:
    kit = bench()
    spidev.plug(0, 1, kit.port)
    device = spidev.SpiDev()
    with pytest.raises(FileNotFoundError):
        device.open(7, 7)
    with pytest.raises(OSError, match="Bad file"):
        device.xfer2([0])
    device.open(0, 1)
    device.max_speed_hz = 1_000_000
    assert device.xfer2([0xEE, 0]) == [0, 0x92]
    assert kit.clock.now_us == 30 + 2 * 8
    device.writebytes([0x28, 0x83])
    assert device.xfer([0xA8, 0]) == [0, 0x83]
    assert device.readbytes(1) == [0]
    device.close()
