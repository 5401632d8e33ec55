"""A stand-in for the `spidev` module: stock RFID libraries, put on it in a process of their own, meet our twin.

Not imported by the appliance. A test host calls `plug` for each device and puts this module into sys.modules as
"spidev".
"""

from __future__ import annotations

from collections.abc import Sequence

from signifer_drivers.virtual.spi import VirtualSpiPort

_PORTS: dict[tuple[int, int], VirtualSpiPort] = {}


def plug(bus: int, device: int, port: VirtualSpiPort) -> None:
    """Make ``port`` what SpiDev().open(bus, device) opens."""
    _PORTS[bus, device] = port


class SpiDev:
    """The part of spidev.SpiDev that the stock libraries use: one chip-select frame a call."""

    def __init__(self, bus: int | None = None, device: int | None = None) -> None:
        self.mode = 0
        self._port: VirtualSpiPort | None = None
        self._speed_hz = 500_000
        if bus is not None and device is not None:
            self.open(bus, device)

    def open(self, bus: int, device: int) -> None:
        """Raises FileNotFoundError, as the real one does, if nothing is plugged there."""
        if (bus, device) not in _PORTS:
            raise FileNotFoundError(2, "No such file or directory", f"/dev/spidev{bus}.{device}")
        self._port = _PORTS[bus, device]

    def close(self) -> None:
        self._port = None

    @property
    def max_speed_hz(self) -> int:
        return self._speed_hz

    @max_speed_hz.setter
    def max_speed_hz(self, speed_hz: int) -> None:
        self._speed_hz = speed_hz
        if self._port:
            self._port.byte_us = max(1, 8_000_000 // speed_hz)

    def xfer2(self, values: Sequence[int]) -> list[int]:
        """Send one frame and return as many bytes. Raises OSError if the device is not open."""
        if self._port is None:
            raise OSError(9, "Bad file descriptor")
        return list(self._port.transfer([bytes(values)])[0])

    xfer = xfer2

    def writebytes(self, values: Sequence[int]) -> None:
        self.xfer2(values)

    def readbytes(self, count: int) -> list[int]:
        return self.xfer2([0] * count)
