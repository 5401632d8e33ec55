"""Devices of a Raspberry Pi: opened, and what is missing named, one sentence each."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from gpiozero import GPIOZeroError
from signifer_core.errors import DriverError
from signifer_drivers.io.i2c import LateBus
from signifer_drivers.io.multiplexer import Multiplexer, bus_of
from signifer_drivers.io.pins import name_faults
from signifer_drivers.io.reset import ResetLine
from signifer_drivers.io.spi import LateSpiPort, LinuxSpiPort
from signifer_drivers.node.serial import UsbPort, device_of, only_port

from signifer_firmware.config.entries import NODE, STOCK, NodeConfig, ReaderConfig, ScreenConfig
from signifer_firmware.config.model import TableConfig

PLAY = "the virtual table needs no hardware: signifer play"
Had = TypeVar("Had")
# After a reset a chip's crystal has to start before it can be talked to. The datasheet does not say how long that takes
# (8.8.2); the Arduino library waits so long.
START_S = 0.05


class PinFactory(Protocol):
    """gpiozero's way to the pins of a board. That package says nothing of types."""

    def close(self) -> None:
        """Give all pins back."""


class Board:
    """The devices of Linux that a table needs. ``missing`` hears of each that is not there; without it, DriverError.
    Below ``root`` are the system's files."""

    def __init__(
        self, config: TableConfig, missing: Callable[[str], None] | None, root: Path = Path("/")
    ) -> None:
        self._config = config
        self._missing = missing
        self._root = root
        self._is_there = False
        self._told: set[str] = set()
        self._ports: dict[str, LateSpiPort] = {}
        self._buses: dict[int, LateBus] = {}
        self._pins: PinFactory | None = None
        self._reset: ResetLine | None = None
        self._multiplexer: Multiplexer | None = None
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
        except DriverError as fault:
            error = fault
        except (GPIOZeroError, OSError) as fault:
            # Nothing of it is kept: as long as that device is known to anybody, gpiozero says that it has the pin.
            error = DriverError(str(fault))
        else:
            self._is_there = True
            return found
        self.is_missing(error)
        return None

    def reader_reset(self) -> ResetLine | None:
        """The reset line of the readers on the Pi's SPI, which are dead until it is held high; the same one each time.
        None if the table has none, or it cannot be had."""
        if self._reset is None:
            self._reset = self._line(self._config.gpio.reader_reset)
            if self._reset is not None:
                time.sleep(START_S)
        return self._reset

    def multiplexer(self) -> Multiplexer | None:
        """The multiplexer with its reset line, the same one each time; None if the table has none, or it cannot be
        had."""
        if self._multiplexer is None and (line := self._line(self._config.gpio.mux_reset)) is not None:
            used = {screen.i2c_channel for screen in self._config.oleds}
            self._multiplexer = Multiplexer(self._channel, line, used)
        return self._multiplexer

    def _line(self, pin: int | None) -> ResetLine | None:
        if pin is None or (pins := self.pins()) is None:
            return None
        line = self.had(lambda: ResetLine(pin, pin_factory=pins))
        if line is not None:
            self._lines.append(line.close)
        return line

    def spi_port(self, reader: ReaderConfig) -> LateSpiPort:
        """The port of a reader on the Pi's SPI, out of its reset. DriverError if that cannot be had."""
        self.reader_reset()
        device = reader.spi_device
        if device not in self._ports:
            self._ports[device] = LateSpiPort(partial(LinuxSpiPort, device, reader.speed_hz))
            self._lines.append(self._ports[device].close)
        return self._ports[device]

    def i2c_bus(self, screen: ScreenConfig) -> LateBus:
        """The bus of a screen: its channel of the multiplexer."""
        return self._channel(screen.i2c_channel)

    def _channel(self, channel: int) -> LateBus:
        if channel not in self._buses:
            self._buses[channel] = LateBus(partial(bus_of, channel, self._root))
            self._lines.append(self._buses[channel].close)
        return self._buses[channel]

    def look(self) -> None:
        """Open what readers and screens hang on, and name what is not there; all of it may come later."""
        for reader in self._config.readers:
            if reader.driver not in (NODE, STOCK):
                self.had(self.spi_port(reader).open)
        for screen in self._config.oleds:
            self.had(self.i2c_bus(screen).open)
        for node in self._config.nodes if self._missing is not None else ():
            self.had(partial(_found, self._config, node))

    def pins(self) -> PinFactory | None:
        """The pins of the board, the same ones each time; None if it has none. DriverError if their package is
        missing."""
        if self._pins is not None:
            return self._pins
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
            except lgpio.error as error:
                raise DriverError(f"GPIO cannot be used: {error}; add this user to the group gpio") from error
            name_faults(pins, lgpio.error)
            return pins

        self._pins = self.had(opened)
        if self._pins is not None:
            self._lines.append(self._pins.close)
        return self._pins

    def check(self) -> None:
        """DriverError if there is nothing at all; what the page has is always there."""
        if not self._is_there and not self._config.is_shown:
            raise DriverError(f"nothing of this table is at this computer; {PLAY}")

    def close(self) -> None:
        """Give back all that was opened, what was opened last first."""
        for give_back in self.lines():
            give_back()

    def lines(self) -> tuple[Callable[[], None], ...]:
        """How to give back all that was opened, what was opened last first."""
        return tuple(reversed(self._lines))


def not_assigned(name: str) -> str:
    """What is said of a node whose board nobody has named."""
    return f'node "{name}" has no serial; say: signifer node assign'


def without_board(
    config: TableConfig, name: str, boards: Callable[[], Sequence[UsbPort]] | None = None
) -> str:
    """What is said of a node that has no serial: of the only one of a table, why no board on USB is taken for it."""
    if config.has_one_node:
        try:
            only_port(boards)
        except DriverError as error:
            return f'node "{name}": {error}'
    return not_assigned(name)


def with_its_board(config: TableConfig) -> TableConfig:
    """The table with the number of the only board on USB, if its only node has none; else as it is."""
    if not config.has_one_node or config.nodes[0].number is not None:
        return config
    try:
        number = only_port().number
    except DriverError:
        return config
    return config.model_copy(update={"nodes": (config.nodes[0].model_copy(update={"serial": number}),)})


def _found(config: TableConfig, node: NodeConfig) -> str:
    """The device of a node; DriverError if it is not assigned, or not plugged in."""
    if node.number is None:
        if not config.has_one_node:
            raise DriverError(not_assigned(node.name))
        try:
            return only_port().device
        except DriverError as error:
            raise DriverError(f'node "{node.name}": {error}') from None
    try:
        return device_of(node.number)
    except DriverError as error:
        raise DriverError(f'node "{node.name}" ({node.number.hex()}): {error}; plug it in') from None
