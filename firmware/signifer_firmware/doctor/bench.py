"""The bench of `signifer doctor`: a table's devices, a computer's files, time, and somebody to be asked."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from signifer_core.errors import DriverError
from signifer_drivers.io.buttons import Buttons
from signifer_drivers.io.buzzer import Buzzer
from signifer_drivers.io.i2c import I2cBus, LateBus
from signifer_drivers.io.spi import LinuxSpiPort, SpiPort
from signifer_drivers.node.host import Node
from signifer_drivers.node.requests import Tuning
from signifer_drivers.node.serial import UsbPort, open_node, usb_ports
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.mfrc522 import write

from signifer_firmware.config.entries import NODE, NodeConfig, ReaderConfig, ScreenConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.build import MonotonicClock, sleep_us
from signifer_firmware.devices.linux import Board, PinFactory
from signifer_firmware.doctor.checks.system import needed_packages
from signifer_firmware.system.facts import Facts


class People(Protocol):
    """Somebody at the table, or nobody."""

    @property
    def is_there(self) -> bool:
        """Whether anybody can be asked."""
        ...

    def press(self, button: str, seconds: float) -> None:
        """Ask for a press of a button within so many seconds."""
        ...

    def skips(self) -> bool:
        """Whether they do not want to; never waits."""
        ...

    def done(self) -> None:
        """What was asked for has come, or nobody waits for it any more."""
        ...

    def says(self, question: str) -> bool | None:
        """Yes, no, or no answer."""
        ...


class Nobody:
    """People where nobody is to be asked."""

    is_there = False

    def press(self, button: str, seconds: float) -> None:
        """Never asked."""

    def skips(self) -> bool:
        return True

    def done(self) -> None:
        """Nothing to end."""

    def says(self, question: str) -> bool | None:
        return None


class Bench(Protocol):
    """The devices; each is opened when it is asked for. Everything raises DriverError for what is not there."""

    facts: Facts
    people: People
    packages: tuple[str, ...]

    def port(self, reader: ReaderConfig) -> SpiPort: ...

    def boards(self) -> list[UsbPort]:
        """All serial ports that may be nodes."""
        ...

    def node(self, node: NodeConfig) -> Node:
        """The host's end of a node that is assigned; the same one each time."""
        ...

    def bus(self, screen: ScreenConfig) -> I2cBus: ...

    def buttons(self) -> Buttons:
        """The same ones each time."""
        ...

    def buzzer(self) -> Buzzer | None: ...

    def now_us(self) -> int:
        """The clock that only goes on."""
        ...

    def wall_us(self) -> int:
        """The clock of the day, since 1970."""
        ...

    def wait_us(self, us: int) -> None: ...

    def free_bytes(self, folder: Path) -> int:
        """What is free on the disk of a folder."""
        ...

    def close(self) -> None:
        """Give everything back."""
        ...


def tuning_of(config: TableConfig, node: str) -> dict[int, Tuning]:
    """Gain and field of each reader of a node, as its table has them."""
    return {
        reader.chip_select: Tuning(reader.gain_db, reader.field)
        for reader in config.readers
        if reader.driver == NODE and reader.node == node
    }


class PiBench:
    """The devices of this computer; its files are below ``root``."""

    def __init__(self, config: TableConfig, people: People, root: Path = Path("/")) -> None:
        self.facts = Facts(root)
        self.people = people
        self.packages = needed_packages(config)
        self._config = config
        self._clock = MonotonicClock()
        self._board = Board(config, None)
        self._ports: list[LinuxSpiPort] = []
        self._buses: dict[int, LateBus] = {}
        self._nodes: dict[str, Node] = {}
        self._pins: PinFactory | None = None
        self._buttons: Buttons | None = None
        self._buzzer: Buzzer | None = None

    def port(self, reader: ReaderConfig) -> SpiPort:
        """See Bench."""
        self._ports.append(LinuxSpiPort(reader.spi_device, reader.speed_hz))
        return self._ports[-1]

    def boards(self) -> list[UsbPort]:
        """See Bench."""
        return usb_ports()

    def node(self, node: NodeConfig) -> Node:
        """See Bench."""
        assert node.number is not None
        if node.name not in self._nodes:
            self._nodes[node.name] = Node(
                node.name,
                partial(open_node, node.number),
                now_us=self.now_us,
                tuning=tuning_of(self._config, node.name),
                serial=node.number,
                diagnosing=False,
            )
        return self._nodes[node.name]

    def bus(self, screen: ScreenConfig) -> I2cBus:
        """See Bench."""
        number = self._config.i2c.bus_base + screen.i2c_channel
        bus = self._buses.setdefault(number, LateBus(number))
        bus.open()
        return bus

    def buttons(self) -> Buttons:
        """See Bench."""
        if self._buttons is None:
            timing = self._config.timing
            self._buttons = Buttons(
                {button.name: button.gpio for button in self._config.buttons},
                now_us=self.now_us,
                debounce_us=timing.debounce_ms * 1000,
                hold_us=timing.hold_ms * 1000,
                pin_factory=self._factory(),
            )
        return self._buttons

    def buzzer(self) -> Buzzer | None:
        """See Bench."""
        pin = self._config.gpio.buzzer
        if pin is not None and self._buzzer is None:
            self._buzzer = Buzzer(pin, pin_factory=self._factory())
        return self._buzzer

    def _factory(self) -> PinFactory | None:
        if self._pins is None:
            self._pins = self._board.pins()
        return self._pins

    def now_us(self) -> int:
        """See Bench."""
        return self._clock.now_us

    def wall_us(self) -> int:
        """See Bench."""
        return time.time_ns() // 1000

    def wait_us(self, us: int) -> None:
        """See Bench."""
        sleep_us(us)

    def free_bytes(self, folder: Path) -> int:
        """See Bench."""
        return shutil.disk_usage(folder).free

    def close(self) -> None:
        """See Bench."""
        for node in self._nodes.values():
            node.close()
        for port in self._ports:
            with suppress(DriverError):  # Its field goes off, also where all this was broken off.
                port.transfer([write(r.CommandReg, r.SoftReset)])
            port.close()
        for bus in self._buses.values():
            bus.close()
        for device in (self._buttons, self._buzzer):
            if device is not None:
                with suppress(DriverError):
                    device.close()
        for give_back in self._board.lines():
            give_back()
