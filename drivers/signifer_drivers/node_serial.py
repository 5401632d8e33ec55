"""The serial port of a column node on a Pi or a laptop, found by the node's number. Needs pyserial (the extra `pi`)."""

from __future__ import annotations

from signifer_core.errors import DriverError

MOST_BYTES = 4096
# Who does not take a frame for so long is away.
WRITE_S = 0.2


class SerialStream:
    """A node.Stream on a serial device."""

    def __init__(self, device: str) -> None:
        """Raises DriverError: pyserial is missing, or the device cannot be opened, or is in use."""
        try:
            import serial
        except ImportError as error:
            raise DriverError("pyserial is missing: install signifer[pi]") from error
        try:
            self._port = serial.Serial(device, timeout=0, write_timeout=WRITE_S, exclusive=True)
        except OSError as error:
            raise DriverError(f"{device} cannot be opened: {error}") from error

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


def device_of(serial_number: bytes) -> str:
    """The device of the node with this number, whichever socket it is in. Raises DriverError if it is not there."""
    try:
        from serial.tools.list_ports import comports
    except ImportError as error:
        raise DriverError("pyserial is missing: install signifer[pi]") from error
    for port in comports():
        if (port.serial_number or "").lower() == serial_number.hex():
            return str(port.device)
    raise DriverError("no USB device has its number")


def open_node(serial_number: bytes) -> SerialStream:
    """Open the port of the node with this number. Raises DriverError if it is not there."""
    return SerialStream(device_of(serial_number))
