"""Devices of a Raspberry Pi: opened, and what is missing named, one sentence each."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

from gpiozero import GPIOZeroError
from signifer_core.errors import DriverError
from signifer_drivers.io.i2c import LateBus
from signifer_drivers.io.spi import LateSpiPort, LinuxSpiPort
from signifer_drivers.node.serial import device_of

from signifer_firmware.config.entries import NODE, STOCK, ReaderConfig, ScreenConfig
from signifer_firmware.config.model import TableConfig

PLAY = "the virtual table needs no hardware: signifer play"
Had = TypeVar("Had")


class PinFactory(Protocol):
    """gpiozero's way to the pins of a board. That package says nothing of types."""

    def close(self) -> None:
        """Give all pins back."""


class Board:
    """The devices of Linux that a table needs. ``missing`` hears of each that is not there; without it, DriverError."""

    def __init__(self, config: TableConfig, missing: Callable[[str], None] | None) -> None:
        self._config = config
        self._missing = missing
        self._is_there = False
        self._told: set[str] = set()
        self._ports: dict[str, LateSpiPort] = {}
        self._buses: dict[int, LateBus] = {}
        self._lines: list[Callable[[], None]] = []

    def is_missing(self, error: DriverError) -> None:
        """Something is not there. Raises ``error`` unless that is to be put up with."""
        if self._missing is None:
            raise error
        if str(error) not in self._told:
            self._told.add(str(error))
            self._missing(str(error))

    def opened(self, close: Callable[[], None]) -> None:
        """Something was opened that is given back by ``close``."""
        self._lines.append(close)

    def had(self, open_it: Callable[[], Had]) -> Had | None:
        """What ``open_it`` opens, None if it is missing."""
        try:
            found = open_it()
        except DriverError as error:
            self.is_missing(error)
            return None
        except (GPIOZeroError, OSError) as error:
            self.is_missing(DriverError(str(error)))
            return None
        self._is_there = True
        return found

    def spi_port(self, reader: ReaderConfig) -> LateSpiPort:
        """The port of a reader on the Pi's SPI."""
        device = reader.spi_device
        if device not in self._ports:
            self._ports[device] = LateSpiPort(partial(LinuxSpiPort, device, reader.speed_hz))
            self._lines.append(self._ports[device].close)
        return self._ports[device]

    def i2c_bus(self, screen: ScreenConfig) -> LateBus:
        """The bus of a screen: its channel of the multiplexer."""
        number = self._config.i2c.bus_base + screen.i2c_channel
        if number not in self._buses:
            self._buses[number] = LateBus(number)
            self._lines.append(self._buses[number].close)
        return self._buses[number]

    def look(self) -> None:
        """Open what readers and screens hang on, and name what is not there; all of it may come later."""
        for reader in self._config.readers:
            if reader.driver not in (NODE, STOCK):
                self.had(self.spi_port(reader).open)
        seen: set[int] = set()
        for screen in self._config.screens:
            if screen.i2c_channel not in seen:
                seen.add(screen.i2c_channel)
                self.had(self.i2c_bus(screen).open)
        for node in self._config.nodes if self._missing is not None else ():
            if node.number is not None:
                self.had(partial(_found, node.name, node.number))

    def pins(self) -> PinFactory | None:
        """The pins of the board, None if it has none. DriverError if their package is missing."""
        # lgpio leaves a pipe in the working directory unless it is told of another.
        os.environ.setdefault("LG_WD", tempfile.gettempdir())
        try:
            import lgpio
            from gpiozero.pins.lgpio import LGPIOFactory
        except ImportError as error:
            raise DriverError(
                f"lgpio is missing: on a Raspberry Pi install signifer[pi], elsewhere {PLAY}"
            ) from error

        def opened() -> PinFactory:
            try:
                pins: PinFactory = LGPIOFactory()
                return pins
            except lgpio.error as error:
                raise DriverError(f"GPIO cannot be used: {error}; add this user to the group gpio") from error

        pins = self.had(opened)
        if pins is not None:
            self._lines.append(pins.close)
        return pins

    def check(self) -> None:
        """DriverError if there is nothing at all."""
        if not self._is_there:
            raise DriverError(f"nothing of this table is at this computer; {PLAY}")

    def lines(self) -> tuple[Callable[[], None], ...]:
        """How to give back all that was opened, what was opened last first."""
        return tuple(reversed(self._lines))


def _found(name: str, number: bytes) -> str:
    """The device of a node; DriverError if it is not plugged in."""
    try:
        return device_of(number)
    except DriverError as error:
        raise DriverError(f'node "{name}" ({number.hex()}): {error}; plug it in') from None
