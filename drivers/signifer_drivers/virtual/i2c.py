"""A virtual I2C bus: addresses that acknowledge or do not, and the time that bytes take on the wire."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_
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
    address bytes included. ``reach`` is called before each transfer, as whoever has to open a way there is: False if
    SDA is low. ``fault``: "silent", nobody acknowledges; "stuck", SCL is held low; "held", SDA is: a Pi 4 takes that
    for an acknowledge of whatever it sends, and reads zeros.
    """

    def __init__(
        self, clock: VirtualClock, baud_hz: int = 400_000, *, reach: Callable[[], bool] = lambda: True
    ) -> None:
        self.clock = clock
        self.baud_hz = baud_hz
        self.wire_bytes = 0
        self.fault: Literal["silent", "stuck", "held"] | None = None
        self._reach = reach
        self._chips: dict[int, list[I2cChip]] = {}
        self._remainder = 0  # of bits * 1e6 / baud, carried on so that rounding does not add up

    def attach(self, address: int, chip: I2cChip) -> None:
        """Wire ``chip`` to the bus; raise ValueError if the address is taken or no 7-bit device address."""
        if not 0x08 <= address <= 0x77:
            raise ValueError(f"0x{address:02X} is no 7-bit device address")
        if address in self._chips:
            raise ValueError(f"address 0x{address:02X} is taken on this bus")
        self._chips[address] = [chip]

    def move(self, chip: I2cChip, address: int) -> None:
        """``chip`` is set to another address: where it meets another chip, both take what is said, and of what both say
        a bit is 1 only where both let the line go."""
        for chips in self._chips.values():
            if chip in chips:
                chips.remove(chip)
        self._chips.setdefault(address, []).append(chip)

    def replace(self, chip: I2cChip, other: I2cChip) -> None:
        """Another chip in the place of one."""
        for chips in self._chips.values():
            chips[:] = [other if each is chip else each for each in chips]

    def exchange(self, other: VirtualI2cBus) -> None:
        """The plugs of two channels are exchanged: each has the other one's chips."""
        self._chips, other._chips = other._chips, self._chips

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Move the messages in turn; raise OSError(EREMOTEIO) at the first that nobody acknowledges."""
        heard = self._is_heard()
        for message in i2c_msgs:
            if message.flags & READ:
                answer = self._said(message.addr, message.len) if heard else bytes(message.len)
                self._pass(message.len)
                for position, byte in enumerate(answer):
                    message.buf[position] = bytes((byte,))
            elif heard:
                self._write(message.addr, bytes(message))
            else:
                self._pass(1 + message.len)

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """Write ``register`` and up to 32 bytes in one message."""
        if len(data) > BLOCK_MAX:
            raise ValueError(f"an SMBus block holds {BLOCK_MAX} bytes, not {len(data)}")
        if self._is_heard():
            self._write(i2c_addr, bytes((register, *data)))

    def close(self) -> None:
        """Nothing to give back; the chips stay wired."""

    def _is_heard(self) -> bool:
        return self._reach() and self.fault != "held"

    def _write(self, address: int, data: bytes) -> None:
        chips = self._heard_by(address)
        self._pass(len(data))
        for chip in chips:
            chip.receive(data)

    def _said(self, address: int, length: int) -> bytes:
        answers = [chip.answer(length) for chip in self._heard_by(address)]
        return bytes(reduce(and_, together) for together in zip(*answers, strict=True))

    def _heard_by(self, address: int) -> list[I2cChip]:
        """The chips that acknowledge an address; OSError if there are none."""
        self._pass(1)
        if self.fault == "stuck":
            raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))
        there = () if self.fault == "silent" else self._chips.get(address, ())
        chips = [chip for chip in there if chip.powered]
        if not chips:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        return chips

    def _pass(self, count: int) -> None:
        self.wire_bytes += count
        us, self._remainder = divmod(count * BITS_A_BYTE * 1_000_000 + self._remainder, self.baud_hz)
        self.clock.advance(us)
