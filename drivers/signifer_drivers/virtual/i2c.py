"""A virtual I2C bus: addresses that acknowledge or do not, and the time that bytes take on the wire."""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from typing import Literal, Protocol

from smbus2 import i2c_msg

from .clock import VirtualClock

READ = 0x0001  # I2C_M_RD of linux/i2c.h
BITS_A_BYTE = 9  # eight and the acknowledge
BLOCK_MAX = 32  # of an SMBus block


class I2cChip(Protocol):
    """A chip on the bus, after its address was recognised."""

    @property
    def powered(self) -> bool:
        """False for a chip that is unplugged: it does not acknowledge."""

    def receive(self, data: bytes) -> None:
        """Take one write message, address byte left out."""

    def answer(self, length: int) -> bytes:
        """Give ``length`` bytes to a read message."""


class VirtualI2cBus:
    """One bus (on the table: one channel of the multiplexer) that moves ``clock`` on as it transfers.

    Channels of one multiplexer share the wire and so must share the clock. Offers the calls of ``smbus2.SMBus``
    that drivers of displays use: ``i2c_rdwr`` and ``write_i2c_block_data``. ``wire_bytes`` counts all bytes,
    address bytes included. ``fault``: "silent", nobody acknowledges; "stuck", a line is held low.
    """

    def __init__(self, clock: VirtualClock, baud_hz: int = 400_000) -> None:
        self.clock = clock
        self.baud_hz = baud_hz
        self.wire_bytes = 0
        self.fault: Literal["silent", "stuck"] | None = None
        self._chips: dict[int, I2cChip] = {}
        self._remainder = 0  # of bits * 1e6 / baud, carried on so that rounding does not add up

    def attach(self, address: int, chip: I2cChip) -> None:
        """Wire ``chip`` to the bus; raise ValueError if the address is taken or no 7-bit device address."""
        if not 0x08 <= address <= 0x77:
            raise ValueError(f"0x{address:02X} is no 7-bit device address")
        if address in self._chips:
            raise ValueError(f"address 0x{address:02X} is taken on this bus")
        self._chips[address] = chip

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Move the messages in turn; raise OSError(EREMOTEIO) at the first that nobody acknowledges."""
        for message in i2c_msgs:
            if message.flags & READ:
                answer = self._chip(message.addr).answer(message.len)
                self._pass(message.len)
                for position, byte in enumerate(answer):
                    message.buf[position] = bytes((byte,))
            else:
                self._write(message.addr, bytes(message))

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write ``register`` and up to 32 bytes in one message."""
        if len(data) > BLOCK_MAX:
            raise ValueError(f"an SMBus block holds {BLOCK_MAX} bytes, not {len(data)}")
        self._write(i2c_addr, bytes((register, *data)))

    def close(self) -> None:
        """Nothing to give back; the chips stay wired."""

    def _write(self, address: int, data: bytes) -> None:
        chip = self._chip(address)
        self._pass(len(data))
        chip.receive(data)

    def _chip(self, address: int) -> I2cChip:
        self._pass(1)
        if self.fault == "stuck":
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        chip = None if self.fault == "silent" else self._chips.get(address)
        if chip is None or not chip.powered:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return chip

    def _pass(self, count: int) -> None:
        self.wire_bytes += count
        us, self._remainder = divmod(count * BITS_A_BYTE * 1_000_000 + self._remainder, self.baud_hz)
        self.clock.advance(us)
