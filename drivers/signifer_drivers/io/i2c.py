"""The I2C side of the screens: a bus of Linux, and the serial interface that luma's devices expect."""

from __future__ import annotations

import errno
from collections.abc import Callable, Sequence
from typing import Protocol

from signifer_core.errors import DriverError
from smbus2 import SMBus, i2c_msg

COMMAND = 0x00  # control byte of SSD1306, SSD1309 and SH1106: the rest of the message is commands
DATA = 0x40  # or bytes for the display RAM
NOP = 0xE3
NOBODY = 0x3B  # an address that no screen has


class I2cBus(Protocol):
    """What a screen needs of a bus; ``smbus2.SMBus`` and the virtual bus both offer it."""

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """Move the messages as one transaction; raise OSError (EREMOTEIO if nobody acknowledges)."""


def open_bus(port: int) -> SMBus:
    """Open ``/dev/i2c-PORT``; raise DriverError, with what to do about it, if that cannot be done."""
    try:
        return SMBus(port)
    except FileNotFoundError as fault:
        raise DriverError(
            f"there is no I2C bus {port} (/dev/i2c-{port}): switch I2C on, and check the overlay of the multiplexer"
        ) from fault
    except PermissionError as fault:
        raise DriverError(f"I2C bus {port} may not be opened: add this user to the group i2c") from fault
    except OSError as fault:
        raise DriverError(f"I2C bus {port} cannot be opened: {fault.strerror or fault}") from fault


class LateBus:
    """A bus whose device may come later, or go and come again: ``/dev/i2c-PORT`` is opened whenever it is needed.

    ``port`` says which one it is then; DriverError if there is none.
    """

    def __init__(self, port: Callable[[], int], open_port: Callable[[int], SMBus] = open_bus) -> None:
        self._port = port
        self._open_port = open_port
        self._bus: SMBus | None = None

    def open(self) -> SMBus:
        """Open the bus, unless it is open. Raises DriverError."""
        if self._bus is None:
            self._bus = self._open_port(self._port())
        return self._bus

    def i2c_rdwr(self, *i2c_msgs: i2c_msg) -> None:
        """See I2cBus. A silent chip leaves the bus open; a bus that is gone is opened again with the next call."""
        bus = self.open()
        try:
            bus.i2c_rdwr(*i2c_msgs)
        except OSError as fault:
            if fault.errno in (errno.ENODEV, errno.EBADF):
                self.close()
            raise

    def close(self) -> None:
        """Give the bus back; harmless if done twice."""
        if self._bus is not None:
            self._bus.close()
            self._bus = None


BUS_STUCK = "the bus is stuck"
_SILENT = (errno.EREMOTEIO, errno.ENXIO, errno.EIO)
# A line is held low: the controller gives up, or never finds the bus free.
_STUCK = (errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY)


def is_stuck(error: OSError | None) -> bool:
    """Whether a line of the bus is held low, as an error of a transfer says, or the error that it was turned into."""
    while error is not None and error.errno not in _STUCK:
        error = error.__cause__ if isinstance(error.__cause__, OSError) else None
    return error is not None


def cause(fault: OSError) -> str:
    """Say in a few plain words what an error of an I2C transfer means."""
    match fault.errno:
        case number if number in _SILENT:
            return "it does not answer (unplugged, or without power)"
        case number if number in _STUCK:
            return f"{BUS_STUCK} (a line held low)"
        case _:
            return fault.strerror or str(fault) or type(fault).__name__


class I2cLink:
    """luma's serial interface (``command``, ``data``, ``cleanup``) to the chip at one address.

    Each call is one I2C message of any length, where luma's own interface, given a bus, cuts data into chunks
    of 32 bytes. ``bytes_sent`` counts what went over the wire, both ways, address bytes included. Errors of the bus
    pass as the OSError that they are. The bus belongs to whoever opened it, so ``cleanup`` leaves it open.
    """

    def __init__(self, bus: I2cBus, address: int) -> None:
        self.address = address
        self.bytes_sent = 0
        self._bus = bus

    def command(self, *command: int) -> None:
        """Send command bytes, operands included."""
        self._send(bytes((COMMAND, *command)))

    def data(self, data: Sequence[int]) -> None:
        """Send bytes for the display RAM."""
        self._send(bytes((DATA,)) + bytes(data))

    def answer(self) -> int:
        """The status byte of the chip. What it gives goes by the last control byte: after data for the RAM it would be
        something else."""
        self.command(NOP)
        message = i2c_msg.read(self.address, 1)
        self._bus.i2c_rdwr(message)
        self.bytes_sent += 2
        return bytes(message)[0]

    def prove(self) -> None:
        """OSError if an address answers that nobody has: SDA is held low, which a Pi takes for an acknowledge."""
        self.bytes_sent += 1
        try:
            self._bus.i2c_rdwr(i2c_msg.read(NOBODY, 1))
        except OSError as fault:
            if fault.errno in _SILENT:
                return
            raise
        raise OSError(errno.EBUSY, BUS_STUCK)

    def cleanup(self) -> None:
        """Nothing to give back."""

    def _send(self, message: bytes) -> None:
        self._bus.i2c_rdwr(i2c_msg.write(self.address, message))
        self.bytes_sent += 1 + len(message)
