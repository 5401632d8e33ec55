"""Spidev on the twin of an MFRC522, through the bytes of /dev/cuse."""

from __future__ import annotations

import ctypes
import errno
import random
import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from signifer_drivers.io.spi import LinuxSpiPort
from signifer_drivers.readers.reader import Reader
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag

from tests.linux import abi, probes
from tests.linux.caller import Caller, driver_calls
from tests.linux.cuse import CuseDevice
from tests.linux.spidev import Spidev

VERSION = 0x92
ASKS_VERSION = bytes((probes.VERSION_ADDRESS, 0))


class Desk:
    """One chip behind /dev/spidev0.0."""

    def __init__(self) -> None:
        self.bus = VirtualSpiBus(VirtualClock())
        self.field = Field(rng=random.Random(1))
        self.port = VirtualSpiPort(self.bus, Mfrc522Chip(self.bus.clock, self.field))
        self.caller = Caller(CuseDevice("spidev0.0", Spidev(self.port).opened))

    def send(self, *told: dict[str, object]) -> tuple[int, list[bytes]]:
        held, back = probes.transfers(*told)
        result = self.caller.ioctl(probes.message(len(told)), held.address)
        return result, [got.raw[: len(got.packed)] for got in back]


class TimedPort:
    """The firmware's own port, whose time is the twin's."""

    def __init__(self, port: LinuxSpiPort, twin: VirtualSpiPort) -> None:
        self.transfer, self.delay_us, self.now_us = port.transfer, twin.delay_us, twin.now_us


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_the_device_is_told_by_name(desk: Desk) -> None:
    assert desk.caller.told == b"DEVNAME=spidev0.0\0"


def test_what_linux_refuses_is_refused_and_nothing_is_sent(desk: Desk) -> None:
    assert probes.faults(desk.caller.ioctl, probes.refused_at_spi()) == []
    assert desk.bus.frames == 0


def test_a_batch_reaches_the_chip_frame_by_frame(desk: Desk) -> None:
    result, back = desk.send(
        {"tx": ASKS_VERSION, "cs_change": 1}, {"tx": ASKS_VERSION, "cs_change": 1}, {"tx": ASKS_VERSION}
    )
    assert (result, [got[1] for got in back]) == (6, [VERSION] * 3)
    assert (desk.bus.frames, desk.bus.ioctls) == (3, 1)


def test_without_cs_change_transfers_are_one_frame(desk: Desk) -> None:
    """Address and answer in two transfers, as other drivers have it."""
    result, back = desk.send({"tx": ASKS_VERSION[:1]}, {"tx": None, "len": 1})
    assert (result, back[1], desk.bus.frames) == (2, bytes((VERSION,)), 1)


def test_a_chip_that_would_stay_selected_is_more_than_the_twin_knows(desk: Desk) -> None:
    with pytest.raises(OSError, match="not supported"):
        desk.send({"tx": ASKS_VERSION, "cs_change": 1})


def test_time_passes_by_speed_and_delay(desk: Desk) -> None:
    def took(**more: int) -> int:
        since_us = desk.bus.clock.now_us
        desk.send({"tx": bytes((0, 0)), **more})
        return desk.bus.clock.now_us - since_us - desk.bus.ioctl_us

    assert took(speed_hz=1_000_000) == 16
    assert took(speed_hz=4_000_000) == 4
    assert took(speed_hz=4_000_000, delay_usecs=50) == 54


def test_settings_are_the_devices_and_the_speed_its_last_users(desk: Desk) -> None:
    def setting(name: str, size: int) -> int:
        held = probes.Held(bytes(size))
        desk.caller.ioctl(abi.SPI[f"SPI_IOC_RD_{name}"], held.address)
        return int.from_bytes(held.raw[:size], "little")

    second = desk.caller.open()
    for name, value, size in (("MODE", 3, 1), ("BITS_PER_WORD", 8, 1), ("MAX_SPEED_HZ", 1_000_000, 4)):
        held = probes.Held(value.to_bytes(size, "little"))
        assert desk.caller.ioctl(abi.SPI[f"SPI_IOC_WR_{name}"], held.address) == 0
        assert setting(name, size) == value
    assert setting("MODE32", 4) == 3
    assert desk.send({"tx": ASKS_VERSION})[1] == [b"\0\0"], "an MFRC522 knows mode 0 alone"
    desk.caller.close()
    desk.caller.file = second
    assert setting("MAX_SPEED_HZ", 4) == 1_000_000
    desk.caller.close()
    desk.caller.file = desk.caller.open()
    assert (setting("MAX_SPEED_HZ", 4), setting("MODE", 1)) == (125_000_000, 3)


def test_read_and_write_are_frames(desk: Desk) -> None:
    assert desk.caller.write(ASKS_VERSION) == 2
    assert len(desk.caller.read(4)) == 4
    assert desk.bus.frames == 2
    for much in (lambda: desk.caller.write(bytes(4097)), lambda: desk.caller.read(4097)):
        with pytest.raises(OSError, match="Message too long"):
            much()


def test_the_firmwares_driver_reads_a_tag_through_it(desk: Desk) -> None:
    tag = Tag(bytes.fromhex("04112233445566"))
    desk.field.put(tag)
    port = TimedPort(LinuxSpiPort(**driver_calls(desk.caller)), desk.port)
    assert Reader("pad red", port).visit().uids == (tag.uid,)


def test_frames_count_as_whole_cache_lines(desk: Desk) -> None:
    """32 short frames are just what fits; with a longer one among them they are too many, and the driver knows it."""
    port = LinuxSpiPort(**driver_calls(desk.caller))
    assert len(port.transfer([ASKS_VERSION] * 32)) == 32
    longer = [ASKS_VERSION] * 31 + [bytes(129)]
    held, _ = probes.transfers(*({"tx": frame, "cs_change": frame is not longer[-1]} for frame in longer))
    assert probes.errno_of(desk.caller.ioctl, probes.message(32), held) == errno.EMSGSIZE
    with pytest.raises(ValueError, match="do not fit"):
        port.transfer(longer)
    port.close()


@settings(max_examples=50)
@given(
    request=some.one_of(
        some.integers(0, 0xFFFFFFFF),
        some.sampled_from(sorted(abi.SPI.values())),
        some.integers(0, 40).map(probes.message),
    ),
    fields=some.lists(
        some.tuples(*[some.integers(0, 4200)] * 3, some.binary(min_size=12, max_size=12)), max_size=3
    ),
)
def test_whatever_comes_is_answered(request: int, fields: list[tuple[int, int, int, bytes]]) -> None:
    """No request that a program can make is a mistake of ours; how each may be refused says errno(3)."""
    held = probes.Held(bytes(1 << 14))
    packed = b"".join(
        struct.pack("=QQI", tx and held.address + tx, rx and held.address + rx, length) + rest
        for tx, rx, length, rest in fields
    )
    ctypes.memmove(held.address, packed, len(packed))
    bus = VirtualSpiBus(VirtualClock())
    port = VirtualSpiPort(bus, Mfrc522Chip(bus.clock, Field(rng=random.Random(1))))
    within = range(held.address, held.address + (1 << 14))
    caller = Caller(CuseDevice("spidev0.0", Spidev(port).opened), within)
    allowed = {0, errno.EFAULT, errno.EINVAL, errno.ENOTTY, errno.EMSGSIZE, errno.EOPNOTSUPP}
    assert probes.errno_of(caller.ioctl, request, held) in allowed
