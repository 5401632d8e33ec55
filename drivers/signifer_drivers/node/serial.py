"""The serial port of a column node on a Pi or a laptop, found by the node's number. Needs pyserial (the extra `pi`)."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from signifer_core.errors import DriverError

NO_PYSERIAL = (
    "pyserial is missing: sudo apt install python3-serial; in an environment of pipx that does not see it: "
    "pipx inject signifer pyserial"
)
# What pyserial lets through where the board goes away while its port is being opened.
TERMINAL_ERRORS: tuple[type[Exception], ...] = ()
with suppress(ImportError):
    import termios

    TERMINAL_ERRORS = (termios.error,)

NO_PORT = "it is no serial port; name one like /dev/ttyACM0"
MOST_BYTES = 4096
# Who does not take a frame for so long is away.
WRITE_S = 0.2
# A console takes its time over what it is given.
CONSOLE_WRITE_S = 5.0
# The maker of the RP2040, as boards name it on USB.
RASPBERRY_PI = 0x2E8A
# The number of a chip, as MicroPython names it on USB: of a board with another program that may be any text.
NUMBER = re.compile("[0-9a-f]{16}")


@dataclass(frozen=True)
class UsbPort:
    """A serial port on USB that may be a node: its device, and the number of its chip, 16 hex digits; "" where the
    board names another one, or none, and so is no node."""

    device: str
    number: str


class SerialStream:
    """A node.Stream on a serial device."""

    def __init__(self, device: str) -> None:
        """Raises DriverError: pyserial is missing, or the device cannot be opened, or is in use."""
        self._port = _opened(device, WRITE_S)

    def read(self) -> bytes:
        """See node.Stream."""
        return bytes(self._port.read(MOST_BYTES))

    def due_us(self) -> None:
        """See node.Stream: a port has to be asked."""
        return

    def write(self, data: bytes) -> None:
        """See node.Stream; waits for WRITE_S at most."""
        self._port.write(data)

    def close(self) -> None:
        """See node.Stream."""
        self._port.close()


class SerialLine:
    """A console.Line on a serial device."""

    def __init__(self, device: str) -> None:
        """Raises DriverError as SerialStream does."""
        self._port = _opened(device, CONSOLE_WRITE_S)

    def read(self, wait_s: float) -> bytes:
        """See console.Line."""
        port = self._port
        port.timeout = wait_s
        data = bytes(port.read(1))
        return data + bytes(port.read(port.in_waiting)) if data and port.in_waiting else data

    def write(self, data: bytes) -> None:
        """See console.Line."""
        self._port.write(data)

    def close(self) -> None:
        """See console.Line."""
        self._port.close()


def _opened(device: str, write_s: float) -> Any:
    try:
        import serial
    except ImportError as error:
        raise DriverError(NO_PYSERIAL) from error
    try:
        return serial.Serial(device, timeout=0, write_timeout=write_s, exclusive=True)
    except OSError as error:
        raise DriverError(f"{device} cannot be opened: {_why(error)}") from error
    except TERMINAL_ERRORS as error:
        raise DriverError(f"{device} cannot be opened: it went away meanwhile ({error.args[-1]})") from error


def _why(error: OSError) -> str:
    match error.errno:
        case errno.ENOENT:
            return "there is no such port; is the board plugged in?"
        case errno.EACCES:
            return "not allowed for this user: sudo usermod -aG dialout $USER, then log in again"
        case errno.EPERM:  # DeviceAllow= of its unit
            return "the rules of the service forbid it; restart it: sudo systemctl restart signifer"
        case errno.EBUSY | errno.EAGAIN:
            return "another program uses it; end that first"
        case errno.EISDIR:
            return NO_PORT
    # Of a file pyserial says so in words alone.
    return NO_PORT if os.strerror(errno.ENOTTY) in str(error) else str(error)


def usb_ports() -> list[UsbPort]:
    """All serial ports on USB that may be nodes, by device. Raises DriverError without pyserial."""
    try:
        from serial.tools.list_ports import comports
    except ImportError as error:
        raise DriverError(NO_PYSERIAL) from error
    found = [
        UsbPort(port.device, _number(port.serial_number or ""))
        for port in comports()
        if port.vid == RASPBERRY_PI
    ]
    return sorted(found, key=lambda port: port.device)


def _number(named: str) -> str:
    number = named.lower()
    return number if NUMBER.fullmatch(number) else ""


def device_of(serial_number: bytes) -> str:
    """The device of the node with this number, whichever socket it is in. Raises DriverError if it is not there."""
    try:
        from serial.tools.list_ports import comports
    except ImportError as error:
        raise DriverError(NO_PYSERIAL) from error
    for port in comports():
        if (port.serial_number or "").lower() == serial_number.hex():
            return str(port.device)
    raise DriverError("no USB device has its number")


def only_port(boards: Callable[[], Sequence[UsbPort]] | None = None) -> UsbPort:
    """The only port on USB, or of ``boards``, that may be a node's, with its number: boards of others may have none.
    Raises DriverError if there is none, or several, or if none has a number."""
    found = (boards or usb_ports)()
    numbered = [port for port in found if port.number]
    match numbered or found:
        case [port] if port.number:
            return port
        case [port]:
            raise DriverError(
                f"the board on USB, {port.device}, has no number as nodes have; plug the node in instead, or make "
                f"it one: signifer node install {port.device}"
            )
        case []:
            raise DriverError("no board is on USB; plug it in")
    if not numbered:
        raise DriverError(
            f"{len(found)} boards are on USB, and none has a number as nodes have; plug the node in instead, or make "
            f"one of them a node: signifer node install {found[0].device}"
        )
    raise DriverError(
        f"{len(numbered)} boards are on USB, and it has no serial; pull the others, or say: signifer node assign"
    )


def open_node(serial_number: bytes) -> SerialStream:
    """Open the port of the node with this number. Raises DriverError if it is not there."""
    return SerialStream(device_of(serial_number))


def open_only() -> SerialStream:
    """Open the port of the only board on USB. Raises DriverError as `only_port`."""
    return SerialStream(only_port().device)
