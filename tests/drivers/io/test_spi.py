"""The batch that goes to the kernel, struct by struct, and what a missing device is called. No device is needed."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from typing import Any

import pytest
from signifer_core.errors import DriverError
from signifer_drivers.io.spi import MOST_FRAMES, LateSpiPort, LinuxSpiPort, message_request, pack_transfers
from signifer_drivers.readers.faults import BUS, BUS_FAILS, CAUSES, ReaderError
from signifer_drivers.readers.reader import Reader


class Kernel:
    """A spidev that answers every byte with its complement, and remembers what it was asked."""

    def __init__(self) -> None:
        self.requests: list[int] = []
        self.settings: dict[int, bytes] = {}
        self.transfers: list[tuple[Any, ...]] = []
        self.fails = 0

    def ioctl(self, file: int, request: int, argument: Any) -> int:
        self.requests.append(request)
        if self.fails and not request & 0xFF:
            raise OSError(self.fails, os.strerror(self.fails))
        if request & 0xFF:
            self.settings[request] = bytes(argument)
            return 0
        assert request >> 16 & 0x3FFF == len(argument)
        for start in range(0, len(argument), 32):
            fields = struct.unpack_from("=QQIIHBBBBBB", argument, start)
            tx, rx, length = fields[:3]
            answer = bytes(byte ^ 0xFF for byte in ctypes.string_at(tx, length))
            ctypes.memmove(rx, answer, length)
            self.transfers.append(fields[2:])
        return 0


def port(kernel: Kernel) -> LinuxSpiPort:
    return LinuxSpiPort(
        "/dev/spidev0.1",
        4_000_000,
        open_device=lambda path, flags: os.open(os.devnull, flags),
        ioctl=kernel.ioctl,
    )


def test_a_batch_is_one_ioctl_with_one_transfer_a_frame() -> None:
    kernel = Kernel()
    spi = port(kernel)
    kernel.requests.clear()
    assert spi.transfer([b"\x01\x02", b"\xff", b"\x10\x20\x30"]) == [b"\xfe\xfd", b"\x00", b"\xef\xdf\xcf"]
    assert kernel.requests == [message_request(3)]
    speed, bits = 4_000_000, 8
    assert kernel.transfers == [
        (2, speed, 0, bits, 1, 0, 0, 0, 0),
        (1, speed, 0, bits, 1, 0, 0, 0, 0),
        (3, speed, 0, bits, 0, 0, 0, 0, 0),
    ]
    spi.close()
    spi.close()


def test_request_numbers_are_those_of_the_kernel_header() -> None:
    """SPI_IOC_MESSAGE(n) is _IOW('k', 0, char[32 n])."""
    assert message_request(1) == 0x40206B00
    assert message_request(3) == 0x40606B00
    kernel = Kernel()
    port(kernel).close()
    assert kernel.settings == {
        0x40016B01: b"\x00",
        0x40016B03: b"\x08",
        0x40046B04: struct.pack("=I", 4_000_000),
    }


def test_transfers_lie_one_behind_the_other() -> None:
    packed = pack_transfers([2, 5], 0x1000, 0x2000, 1)
    assert struct.unpack_from("=QQI", packed, 0) == (0x1000, 0x2000, 2)
    assert struct.unpack_from("=QQI", packed, 32) == (0x1002, 0x2002, 5)


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (FileNotFoundError(errno.ENOENT, "No such file"), "does not exist: switch SPI on"),
        (PermissionError(errno.EACCES, "Permission denied"), "add the user to the group spi"),
        (OSError(errno.EBUSY, "Device or resource busy"), "cannot be opened: Device or resource busy"),
    ],
)
def test_a_device_that_cannot_be_opened_says_what_to_do(error: OSError, advice: str) -> None:
    def refuse(path: str, flags: int) -> int:
        raise error

    with pytest.raises(DriverError, match=f"/dev/spidev0.0 .*{advice}"):
        LinuxSpiPort(open_device=refuse)


def test_a_device_that_is_no_spidev_is_a_driver_error() -> None:
    """/dev/null opens, and knows no such ioctl: the real call, refused by the real kernel."""
    with pytest.raises(DriverError, match="refuses mode 0"):
        LinuxSpiPort(os.devnull)


def test_a_transfer_that_fails_is_a_driver_error() -> None:
    kernel = Kernel()
    spi = port(kernel)
    kernel.fails = errno.ESHUTDOWN
    with pytest.raises(DriverError, match=r"/dev/spidev0.1 failed in a transfer"):
        spi.transfer([b"\x00"])
    spi.close()


@pytest.mark.parametrize("number", [errno.ETIMEDOUT, errno.EIO, errno.ESHUTDOWN])
def test_a_reader_whose_transfer_fails_is_not_told_to_open_its_device(number: int) -> None:
    kernel = Kernel()
    reader = Reader("3 red", LateSpiPort(lambda: port(kernel)))
    kernel.fails = number
    with pytest.raises(
        ReaderError, match=r"the bus fails \(/dev/spidev0.1 failed in a transfer: .*dmesg"
    ) as raised:
        reader.visit()
    assert raised.value.cause == BUS_FAILS
    assert CAUSES[BUS].advice not in str(raised.value)


def test_a_reader_whose_device_is_missing_is_told_how_it_comes() -> None:
    reader = Reader("3 red", LateSpiPort(lambda: LinuxSpiPort("/dev/none")))
    with pytest.raises(ReaderError, match=r"the bus cannot be used .*who may open the device") as raised:
        reader.visit()
    assert raised.value.cause == BUS


@pytest.mark.parametrize(
    "batch",
    [[], [b"\x00"] * (MOST_FRAMES + 1), [bytes(5000)], [b"\x00"] * (MOST_FRAMES - 1) + [bytes(129)]],
    ids=["nothing", "many frames", "a long one", "many, and one of two cache lines"],
)
def test_a_batch_that_the_kernel_would_refuse_is_a_mistake_of_ours(batch: list[bytes]) -> None:
    spi = port(Kernel())
    with pytest.raises(ValueError, match="do not fit"):
        spi.transfer(batch)
    spi.close()


def test_time_runs() -> None:
    spi = port(Kernel())
    before = spi.now_us()
    spi.delay_us(1)
    assert spi.now_us() > before
    spi.close()


def test_a_device_may_come_later_and_is_opened_again_after_an_error() -> None:
    kernel = Kernel()
    there: list[bool] = []
    opened: list[LinuxSpiPort] = []

    def open_port() -> LinuxSpiPort:
        if not there:
            raise DriverError("/dev/spidev0.0 does not exist")
        opened.append(LinuxSpiPort(open_device=lambda *_: os.open(os.devnull, os.O_RDWR), ioctl=kernel.ioctl))
        return opened[-1]

    port = LateSpiPort(open_port)
    with pytest.raises(DriverError, match="does not exist"):
        port.transfer([b"\x01"])
    there.append(True)
    assert port.transfer([b"\x01"]) == [b"\xfe"]
    kernel.fails = errno.ESHUTDOWN
    with pytest.raises(DriverError, match="failed in a transfer"):
        port.transfer([b"\x01"])
    kernel.fails = 0
    assert port.transfer([b"\x01"]) == [b"\xfe"]
    assert len(opened) == 2, "and not with each transfer"
    port.close()
    port.close()
    before_us = port.now_us()
    port.delay_us(1)
    assert port.now_us() > before_us
