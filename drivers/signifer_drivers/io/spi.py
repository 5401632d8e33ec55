"""SPI as batches: many chip-select frames in one call, because on Linux a call costs more than its bytes."""

from __future__ import annotations

import ctypes
import fcntl
import os
import struct
import time
from collections.abc import Callable
from typing import Any, Protocol

from signifer_core.errors import DriverError

# struct spi_ioc_transfer of <linux/spi/spidev.h>: tx_buf, rx_buf, len, speed_hz, delay_usecs, bits_per_word, cs_change,
# tx_nbits, rx_nbits, word_delay_usecs, pad.
_TRANSFER = struct.Struct("=QQIIHBBBBBB")
_WR_MODE = 0x40016B01
_WR_BITS_PER_WORD = 0x40016B03
_WR_MAX_SPEED_HZ = 0x40046B04

# spidev counts each frame as whole cache lines (128 bytes on arm64) of its buffer of 4096 bytes.
LINE_BYTES = 128
MOST_FRAMES = MOST_LINES = 32


class TransferError(DriverError):
    """A device that is open, and whose transfer the system ends with an error."""


class SpiPort(Protocol):
    """One chip on an SPI bus, and the time of that bus."""

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        """Send each item as one chip-select frame, full duplex; return what came back, of the same lengths.

        Raises DriverError if the bus cannot be used at all; a chip that is silent gives bytes all the same.
        """
        ...

    def delay_us(self, us: int) -> None:
        """Let at least ``us`` microseconds pass."""
        ...

    def now_us(self) -> int:
        """Return the time in microseconds, from any start; it never runs backwards."""
        ...


def message_request(frames: int) -> int:
    """Return the ioctl number SPI_IOC_MESSAGE(``frames``)."""
    return 1 << 30 | (frames * _TRANSFER.size) << 16 | ord("k") << 8


def pack_transfers(lengths: list[int], tx: int, rx: int, speed_hz: int) -> bytearray:
    """Return the packed spi_ioc_transfer structs of frames that lie one behind the other from addresses tx and rx.

    Every frame but the last asks for ``cs_change``: the chip is deselected after it. (On the last, the flag would
    mean the opposite: stay selected.)
    """
    packed = bytearray(len(lengths) * _TRANSFER.size)
    start = 0
    last = len(lengths) - 1
    for index, length in enumerate(lengths):
        _TRANSFER.pack_into(
            packed,
            index * _TRANSFER.size,
            *(tx + start, rx + start, length, speed_hz, 0, 8, index != last, 0, 0, 0, 0),
        )
        start += length
    return packed


class LinuxSpiPort:
    """A chip behind /dev/spidevB.C, in mode 0: one ioctl a batch, no package needed.

    ``open_device`` and ``ioctl`` are os.open and fcntl.ioctl unless a test puts others in their place.
    """

    def __init__(
        self,
        device: str = "/dev/spidev0.0",
        speed_hz: int = 4_000_000,
        *,
        open_device: Callable[[str, int], int] = os.open,
        ioctl: Callable[[int, int, Any], Any] = fcntl.ioctl,
    ) -> None:
        self.device = device
        self.speed_hz = speed_hz
        self._ioctl = ioctl
        try:
            self._file = open_device(device, os.O_RDWR | os.O_CLOEXEC)
        except FileNotFoundError:
            raise DriverError(
                f"{device} does not exist: switch SPI on (dtparam=spi=on in config.txt, or raspi-config) and check "
                "which chip selects the overlay makes"
            ) from None
        except PermissionError:
            raise DriverError(
                f"{device} may not be opened by this user: add the user to the group spi and log in again"
            ) from None
        except OSError as error:
            raise DriverError(f"{device} cannot be opened: {error.strerror}") from error
        try:
            ioctl(self._file, _WR_MODE, struct.pack("=B", 0))
            ioctl(self._file, _WR_BITS_PER_WORD, struct.pack("=B", 8))
            ioctl(self._file, _WR_MAX_SPEED_HZ, struct.pack("=I", speed_hz))
        except OSError as error:
            self.close()
            raise DriverError(f"{device} refuses mode 0 at {speed_hz} Hz: {error.strerror}") from error

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        """See SpiPort. At most MOST_FRAMES frames of MOST_LINES cache lines together, else ValueError."""
        lengths = [len(frame) for frame in batch]
        total = sum(lengths)
        lines = sum(-(-length // LINE_BYTES) for length in lengths)
        if not 0 < len(batch) <= MOST_FRAMES or lines > MOST_LINES:
            raise ValueError(f"{len(batch)} frames of {total} bytes do not fit into one message")
        sent = b"".join(batch)
        tx = (ctypes.c_char * total).from_buffer_copy(sent)
        rx = (ctypes.c_char * total)()
        packed = pack_transfers(lengths, ctypes.addressof(tx), ctypes.addressof(rx), self.speed_hz)
        try:
            self._ioctl(self._file, message_request(len(batch)), packed)
        except OSError as error:
            raise TransferError(f"{self.device} failed in a transfer: {error.strerror}") from error
        back = rx.raw
        answers = []
        start = 0
        for length in lengths:
            answers.append(back[start : start + length])
            start += length
        return answers

    def delay_us(self, us: int) -> None:
        """See SpiPort; the kernel adds some 60 us of its own."""
        time.sleep(us / 1_000_000)

    def now_us(self) -> int:
        """See SpiPort: the monotonic clock."""
        return time.monotonic_ns() // 1000

    def close(self) -> None:
        """Give the device back; harmless if done twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class LateSpiPort:
    """An SpiPort whose device may come later, or go and come again: ``open_port`` opens it whenever it is needed."""

    def __init__(self, open_port: Callable[[], LinuxSpiPort]) -> None:
        self._open_port = open_port
        self._port: LinuxSpiPort | None = None

    def open(self) -> LinuxSpiPort:
        """Open the device, unless it is open. Raises DriverError."""
        if self._port is None:
            self._port = self._open_port()
        return self._port

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        """See SpiPort; after an error the device is opened again."""
        port = self.open()
        try:
            return port.transfer(batch)
        except DriverError:
            self.close()
            raise

    def delay_us(self, us: int) -> None:
        """See SpiPort."""
        time.sleep(us / 1_000_000)

    def now_us(self) -> int:
        """See SpiPort: the monotonic clock."""
        return time.monotonic_ns() // 1000

    def close(self) -> None:
        """Give the device back; harmless if done twice."""
        if self._port is not None:
            self._port.close()
            self._port = None
