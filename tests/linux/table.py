"""A table whose chips are twins behind Linux's own character devices, and what the firmware finds them by."""

from __future__ import annotations

import sys
import time
import types
from functools import partial
from pathlib import Path
from threading import Lock, RLock
from typing import Any

from signifer_core.errors import ConfigError
from signifer_drivers.io.multiplexer import ADAPTER, CHANNELS, DEVICE, MUX_ADDRESS
from signifer_drivers.virtual.clock import RealTimeClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_firmware.config.entries import NODE, STOCK
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.virtual import VirtualTable

from .cuse import CuseDevice
from .i2cdev import I2cFile
from .server import Channel, wait_for
from .spidev import Spidev

# As on a Pi 4, whose own are i2c-20 and i2c-21: the first free numbers behind them.
FIRST_CHANNEL = 22


def real_time_table(config: TableConfig, seed: int) -> VirtualTable:
    """Twins whose time is this computer's: a transfer takes as long as on a board."""
    clock, spi_clock, i2c_clock = (RealTimeClock() for _ in range(3))
    return VirtualTable(config, seed, clock=clock, spi_clock=spi_clock, i2c_clock=i2c_clock, guard=RLock())


class Served:
    """Twins in real time, whose buses are there as devices, and lgpio as a mock. To be made where /dev/cuse is."""

    def __init__(self, config: TableConfig, seed: int) -> None:
        self.table = real_time_table(config, seed)
        spi, i2c = spi_devices(config, self.table), i2c_devices(self.table)
        self._devices = (*spi, *i2c)
        i2c_wire = Lock()
        for device in spi:
            Channel(device, self.table.guard).start()
        for device in i2c:
            Channel(device, i2c_wire).start()
        wait_for(self._devices, time.sleep)
        mock_lgpio(self.table)

    @property
    def requests(self) -> int:
        """How many requests of the kernel have been answered."""
        return sum(device.requests for device in self._devices)


def check_served(config: TableConfig) -> None:
    """ConfigError if something of the table hangs on what is no character device here."""
    away = [reader.name for reader in config.readers if reader.driver in (NODE, STOCK)]
    if away:
        raise ConfigError(
            [f"{', '.join(away)}: only readers on the Pi's own SPI are served; say: table direct"]
        )


def spi_devices(config: TableConfig, table: VirtualTable) -> list[CuseDevice]:
    """/dev/spidevB.C of each reader."""
    return [
        CuseDevice(Path(reader.spi_device).name, Spidev(table.readers[reader.name].port).opened)
        for reader in config.readers
    ]


def i2c_devices(table: VirtualTable) -> list[CuseDevice]:
    """The header's own bus, at which a program finds nobody but the multiplexer, and the channels of that."""
    header = VirtualI2cBus(table.i2c_clock)
    buses = {ADAPTER: header} | {FIRST_CHANNEL + channel: table.buses[channel] for channel in CHANNELS}
    return [
        CuseDevice(f"i2c-{number}", partial(I2cFile, bus, (MUX_ADDRESS,))) for number, bus in buses.items()
    ]


def link_channels(root: Path = Path("/")) -> None:
    """Tell in sysfs which bus each channel is, as the kernel's driver of the multiplexer does."""
    device = root / DEVICE
    device.mkdir(parents=True)
    for channel in CHANNELS:
        (device / f"channel-{channel}").symlink_to(f"../i2c-{FIRST_CHANNEL + channel}")


class _LentPins:
    """The pins of the twins: who closes them has given them back, and they are still there."""

    def __init__(self, pins: Any) -> None:
        self._pins = pins

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pins, name)

    def close(self) -> None:
        """Nothing: the fingers stay on the buttons."""


def mock_lgpio(table: VirtualTable, modules: dict[str, types.ModuleType] = sys.modules) -> None:
    """Stand for lgpio and gpiozero's way to it: no kernel of Debian simulates GPIO."""
    lgpio, factory = types.ModuleType("lgpio"), types.ModuleType("gpiozero.pins.lgpio")
    lgpio.__dict__["error"] = type("error", (Exception,), {})
    factory.__dict__["LGPIOFactory"] = lambda: _LentPins(table.pins)
    modules["lgpio"], modules["gpiozero.pins.lgpio"] = lgpio, factory
