"""I2c-dev on the twins of a multiplexer's channels, through the bytes of /dev/cuse."""

from __future__ import annotations

import ctypes
import errno
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from signifer_drivers.io.i2c import I2cLink
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.oled import OledChip
from smbus2 import SMBus, i2c_msg

from tests.linux import abi, probes
from tests.linux.caller import Caller
from tests.linux.cuse import CuseDevice
from tests.linux.i2cdev import FUNCTIONS, I2cFile

OLED, MEMORY, MUX = 0x3C, 0x50, 0x70


class Eeprom:
    """256 bytes that are written and read from a place that the first byte tells."""

    powered = True

    def __init__(self) -> None:
        self.cells = bytearray(range(256))
        self.at = 0
        self.heard: list[bytes] = []

    def receive(self, data: bytes) -> None:
        self.heard.append(data)
        if data:
            self.at = data[0]
            self.cells[self.at : self.at + len(data) - 1] = data[1:]

    def answer(self, length: int) -> bytes:
        return bytes(self.cells[(self.at + each) % 256] for each in range(length))


class Desk:
    """A screen and a memory behind /dev/i2c-22."""

    def __init__(self) -> None:
        self.bus = VirtualI2cBus(VirtualClock())
        self.oled, self.memory = OledChip("sh1106"), Eeprom()
        self.bus.attach(OLED, self.oled)
        self.bus.attach(MEMORY, self.memory)
        self.caller = Caller(CuseDevice("i2c-22", lambda: I2cFile(self.bus, (MUX,))))

    def smbus(self, read: int, command: int, kind: str, data: bytes = b"") -> bytes:
        self.caller.ioctl(abi.I2C["I2C_SLAVE"], MEMORY)
        held, body = probes.smbus(read, command, abi.I2C[f"I2C_SMBUS_{kind}"], data)
        assert self.caller.ioctl(abi.I2C["I2C_SMBUS"], held.address) == 0
        return body.raw


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_what_linux_refuses_is_refused(desk: Desk) -> None:
    assert probes.faults(desk.caller.ioctl, probes.refused_at_i2c()) == []


def test_a_write_and_a_read_are_one_transfer(desk: Desk) -> None:
    held, bodies = probes.combined((MEMORY, 0, b"\x10"), (MEMORY, probes.READ, bytes(3)))
    assert desk.caller.ioctl(abi.I2C["I2C_RDWR"], held.address) == 2
    assert bodies[1].raw[:3] == bytes((0x10, 0x11, 0x12))


def test_a_chip_that_falls_silent_ends_the_transfer(desk: Desk) -> None:
    held, _ = probes.combined((OLED, 0, b"\x00\xaf"), (0x3D, 0, b"\x00\xaf"))
    assert probes.errno_of(desk.caller.ioctl, abi.I2C["I2C_RDWR"], held) == errno.EREMOTEIO
    assert desk.oled.on, "the message before it was heard"


def test_a_line_held_low_is_a_time_out(desk: Desk) -> None:
    desk.bus.fault = "stuck"
    held, _ = probes.combined((OLED, 0, b"\x00\xaf"))
    assert probes.errno_of(desk.caller.ioctl, abi.I2C["I2C_RDWR"], held) == errno.ETIMEDOUT


def test_a_program_learns_what_the_controller_can_do(desk: Desk) -> None:
    held = probes.Held(bytes(8))
    assert desk.caller.ioctl(abi.I2C["I2C_FUNCS"], held.address) == 0
    assert int.from_bytes(held.raw[:8], "little") == FUNCTIONS


def test_each_program_has_an_address_of_its_own(desk: Desk) -> None:
    ioctl, i2c = desk.caller.ioctl, abi.I2C
    assert ioctl(i2c["I2C_SLAVE"], MEMORY) == 0
    assert (desk.caller.write(b"\x20\xaa\xbb"), desk.caller.write(b"\x20")) == (3, 1)
    assert desk.caller.read(2) == b"\xaa\xbb"
    desk.caller.file = desk.caller.open()
    with pytest.raises(OSError, match="Remote I/O"):
        desk.caller.read(2)
    assert ioctl(i2c["I2C_SLAVE_FORCE"], MUX) == 0
    for harmless in ("I2C_RETRIES", "I2C_TIMEOUT", "I2C_TENBIT", "I2C_PEC"):
        assert ioctl(i2c[harmless], 1) == 0
    assert ioctl(i2c["I2C_SLAVE"], 0x3FF) == 0, "ten bits"
    desk.caller.close()


def test_smbus_is_put_together_of_messages(desk: Desk) -> None:
    assert desk.smbus(1, 0x42, "BYTE_DATA")[0] == 0x42
    assert desk.smbus(1, 0x42, "WORD_DATA")[:2] == b"\x42\x43"
    assert desk.smbus(1, 0, "BYTE")[0] == 0x42
    assert desk.smbus(1, 0x30, "I2C_BLOCK_DATA", b"\x04")[:5] == b"\x04\x30\x31\x32\x33"
    assert desk.smbus(1, 0x30, "I2C_BLOCK_BROKEN")[:2] == b"\x20\x30"
    assert desk.smbus(0, 0x60, "PROC_CALL", b"\x01\x02")[:2] == b"\x01\x02"
    desk.memory.heard.clear()
    desk.smbus(0, 1, "QUICK")
    desk.smbus(0, 2, "BYTE")
    desk.smbus(0, 3, "BYTE_DATA", b"\x04")
    desk.smbus(0, 5, "WORD_DATA", b"\x06\x07")
    desk.smbus(0, 8, "BLOCK_DATA", b"\x02\x09\x0a\xff")
    desk.smbus(0, 11, "I2C_BLOCK_DATA", b"\x02\x0c\x0d\xff")
    said = [b"", b"\2", b"\3\4", b"\5\6\7", b"\x08\2\x09\x0a", b"\x0b\x0c\x0d"]
    assert desk.memory.heard == said


@pytest.mark.parametrize(("read", "kind"), [(1, "BLOCK_DATA"), (0, "BLOCK_PROC_CALL")])
def test_what_a_pi_cannot_do_is_said(desk: Desk, read: int, kind: str) -> None:
    with pytest.raises(OSError, match="not supported"):
        desk.smbus(read, 0, kind, b"\x01")


def test_the_package_that_the_firmware_uses_draws_through_it(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """smbus2 with its own structures, and pointers in them."""

    def ioctl(file: int, request: int, argument: Any) -> int:
        pointer = argument if isinstance(argument, int) else ctypes.addressof(argument)
        return desk.caller.ioctl(request, pointer)

    monkeypatch.setattr("smbus2.smbus2.ioctl", ioctl)
    bus = SMBus()
    link = I2cLink(bus, OLED)
    link.command(0xAF)
    link.data(range(8))
    assert desk.oled.on
    assert bytes(desk.oled.ram[0][:8]) == bytes(range(8))
    assert link.answer() == 0
    link.prove()
    answer = i2c_msg.read(MEMORY, 2)
    bus.i2c_rdwr(i2c_msg.write(MEMORY, [7]), answer)
    assert bytes(answer) == b"\x07\x08"


@settings(max_examples=50)
@given(
    request=some.one_of(some.integers(0, 0xFFFFFFFF), some.sampled_from(sorted(abi.I2C.values()))),
    words=some.lists(some.integers(0, 0xFFFF), max_size=40),
)
def test_whatever_comes_is_answered(request: int, words: list[int]) -> None:
    held = probes.Held(b"".join(word.to_bytes(2, "little") for word in words).ljust(1 << 10, b"\0"))
    desk = Desk()
    within = range(held.address, held.address + (1 << 10))
    caller = Caller(CuseDevice("i2c-22", lambda: I2cFile(desk.bus)), within)
    allowed = {0, errno.EFAULT, errno.EINVAL, errno.ENOTTY, errno.EOPNOTSUPP, errno.EREMOTEIO}
    assert probes.errno_of(caller.ioctl, request, held) in allowed
