"""/dev/spidevB.C on a twin's port: what Linux's spidev does with the ioctls, and with what it refuses them.

Sources: drivers/spi/spidev.c, drivers/spi/spi.c and drivers/spi/spi-bcm2835.c of Linux 6.1.
"""

from __future__ import annotations

import errno
from itertools import pairwise
from typing import NamedTuple

from signifer_drivers.virtual.spi import VirtualSpiPort

from . import abi
from .cuse import Memory

# Bytes for each way that one message may have, each transfer counted as whole lines of a Pi's cache.
BUFFER = 4096
CACHE_LINE = 128
MOST_SPEED_HZ = 125_000_000  # a Pi's: half its core clock
CLOCK_MODE = abi.SPI["SPI_CPHA"] | abi.SPI["SPI_CPOL"]
THREE_WIRE = 0x10
# What a Pi's controller can do.
MODES = CLOCK_MODE | abi.SPI["SPI_CS_HIGH"] | abi.SPI["SPI_NO_CS"] | THREE_WIRE
MAGIC = ord("k")


class Transfer(NamedTuple):
    """One spi_ioc_transfer."""

    tx: int
    rx: int
    length: int
    speed_hz: int
    delay_us: int
    bits: int
    cs_change: int
    tx_lines: int
    rx_lines: int
    word_delay_us: int
    pad: int


class Spidev:
    """One chip select, and each program's file of it: mode and word length are the device's, whoever has it open."""

    def __init__(self, port: VirtualSpiPort) -> None:
        self._port = port
        self._mode = 0
        self._bits = 8
        self._speed_hz = MOST_SPEED_HZ
        self._users = 0

    def opened(self) -> Spidev:
        """See CuseDevice."""
        self._users += 1
        return self

    def close(self) -> None:
        """See CharacterFile: the speed is forgotten with the last one."""
        self._users -= 1
        if self._users == 0:
            self._speed_hz = MOST_SPEED_HZ

    def read(self, size: int) -> bytes:
        """See CharacterFile: one frame."""
        _fits(size)
        return self._exchange([bytes(size)], self._speed_hz)

    def write(self, data: bytes) -> int:
        """See CharacterFile: one frame."""
        _fits(len(data))
        self._exchange([data], self._speed_hz)
        return len(data)

    def ioctl(self, request: int, argument: int, memory: Memory) -> int:
        """See CharacterFile."""
        direction, size, magic, number = abi.ioc(request)
        if magic != MAGIC:
            raise OSError(errno.ENOTTY, "no ioctl of SPI")
        known = _NAMES.get(request)
        if known is not None:
            if direction == abi.READS:
                memory.take(writes=((argument, size),))
                memory.fill(self._setting(known).to_bytes(size, "little"))
            else:
                self._set(known, int.from_bytes(memory.take((argument, size))[0], "little"))
            return 0
        if number != 0 or direction != abi.WRITES:
            raise OSError(errno.ENOTTY, "no ioctl of spidev")
        if size % abi.SPI_TRANSFER.size:
            raise OSError(errno.EINVAL, "no whole number of transfers")
        return self._message(argument, size, memory) if size else 0

    def _setting(self, name: str) -> int:
        match name:
            case "BITS_PER_WORD":
                return self._bits
            case "MAX_SPEED_HZ":
                return self._speed_hz
            case "LSB_FIRST":
                return 0
            case _:
                return self._mode

    def _set(self, name: str, value: int) -> None:
        """Change a setting, or raise EINVAL for what the controller cannot do."""
        match name:
            case "BITS_PER_WORD" if value in (0, 8):
                self._bits = 8
            case "MAX_SPEED_HZ" if value:
                self._speed_hz = value
            case "LSB_FIRST" if not value:
                pass
            case "MODE" | "MODE32" if not value & ~MODES:
                self._mode = value
            case _:
                raise OSError(errno.EINVAL, f"{name} {value}")

    def _message(self, argument: int, size: int, memory: Memory) -> int:
        """SPI_IOC_MESSAGE: all transfers in turn; returns their bytes."""
        packed = memory.take((argument, size))[0]
        transfers = [
            Transfer(*abi.SPI_TRANSFER.unpack(packed, at)) for at in range(0, size, abi.SPI_TRANSFER.size)
        ]
        for way in ([t.length for t in transfers if t.rx], [t.length for t in transfers if t.tx]):
            _fits(sum(-(-length // CACHE_LINE) * CACHE_LINE for length in way))
        taken = memory.take(
            *((t.tx, t.length) for t in transfers if t.tx),
            writes=tuple((t.rx, t.length) for t in transfers if t.rx),
        )
        _check(transfers)
        given = iter(taken)
        sent = [next(given) if t.tx else bytes(t.length) for t in transfers]
        back = self._frames(transfers, sent)
        memory.fill(b"".join(got for t, got in zip(transfers, back, strict=True) if t.rx))
        return sum(t.length for t in transfers)

    def _frames(self, transfers: list[Transfer], sent: list[bytes]) -> list[bytes]:
        """Transfers between which the chip stays selected are one frame. All go at the speed of the slowest."""
        ends = [number + 1 for number, t in enumerate(transfers) if t.cs_change]
        if ends and ends[-1] == len(transfers):
            # Then the chip would stay selected beyond the message. A twin takes whole frames.
            raise OSError(errno.EOPNOTSUPP, "cs_change in the last transfer")
        bounds = [0, *ends, len(transfers)]
        frames = [b"".join(sent[first:last]) for first, last in pairwise(bounds)]
        slowest = min(t.speed_hz or self._speed_hz for t in transfers)
        answer = self._exchange(frames, slowest)
        self._port.delay_us(sum(t.delay_us for t in transfers))
        back, at = [], 0
        for t in transfers:
            back.append(answer[at : at + t.length])
            at += t.length
        return back

    def _exchange(self, frames: list[bytes], speed_hz: int) -> bytes:
        """What the chip says to these frames, one behind the other."""
        clocked = [frame for frame in frames if frame]
        if self._mode & CLOCK_MODE or not clocked:
            # An MFRC522 knows mode 0 alone (8.1.2); that it is silent in all others is assumed.
            return bytes(sum(map(len, clocked)))
        self._port.byte_us = max(1, 8_000_000 // min(speed_hz, MOST_SPEED_HZ))
        return b"".join(self._port.transfer(clocked))


_NAMES = {
    number: name[len("SPI_IOC_RD_") :]
    for name, number in abi.SPI.items()
    if name.startswith(("SPI_IOC_RD_", "SPI_IOC_WR_"))
}


def _fits(size: int) -> None:
    if size > BUFFER:
        raise OSError(errno.EMSGSIZE, f"{size} bytes in one message")


def _check(transfers: list[Transfer]) -> None:
    """EINVAL for what a Pi's controller cannot do."""
    for t in transfers:
        if t.bits not in (0, 8) or t.tx_lines > 1 or t.rx_lines > 1:
            raise OSError(errno.EINVAL, f"{t.bits} bits a word, {t.tx_lines} and {t.rx_lines} lines")
