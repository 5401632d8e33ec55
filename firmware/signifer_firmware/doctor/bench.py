"""The bench of `signifer doctor`: a table's devices, a computer's files, time, and somebody to be asked."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from PIL.Image import Image
from signifer_core.errors import DriverError
from signifer_drivers.io.buttons import Buttons, age_us
from signifer_drivers.io.buzzer import Buzzer
from signifer_drivers.io.i2c import I2cBus
from signifer_drivers.io.spi import LinuxSpiPort, SpiPort
from signifer_drivers.node.host import Node
from signifer_drivers.node.requests import Tuning
from signifer_drivers.node.serial import UsbPort, open_node, usb_ports
from signifer_drivers.portable import registers as r
from signifer_drivers.portable.registers import write

from signifer_firmware.config.entries import NODE, NodeConfig, ReaderConfig, ScreenConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.build import Devices, MonotonicClock, pi_devices, sleep_us
from signifer_firmware.devices.linux import START_S, Board
from signifer_firmware.doctor.checks.system import needed_packages
from signifer_firmware.system.facts import Facts

READERS_START_US = int(START_S * 1_000_000)


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

    def move(self, zone: str, seconds: float) -> None:
        """Ask for a card to be laid in a zone, or lifted there, within so many seconds."""
        ...

    def lift(self, zone: str, seconds: float) -> None:
        """Ask for a card to be lifted in a zone, within so many seconds."""
        ...

    def lay(self, zone: str, seconds: float) -> None:
        """Ask for the card that was lifted there to be laid again."""
        ...

    def done(self) -> None:
        """What was asked for has come, or nobody waits for it any more."""
        ...

    def hears(self) -> bool | None:
        """Whether the buzzer has just sounded; None without an answer."""
        ...

    def sees(self, question: str, pictures: Mapping[str, Image]) -> bool | None:
        """The answer to a question: whether each screen, by its place, shows its picture; None without an answer."""
        ...


class Nobody:
    """People where nobody is to be asked."""

    is_there = False

    def press(self, button: str, seconds: float) -> None:
        """Never asked."""

    def skips(self) -> bool:
        return True

    def move(self, zone: str, seconds: float) -> None:
        """Never asked."""

    def lift(self, zone: str, seconds: float) -> None:
        """Never asked."""

    def lay(self, zone: str, seconds: float) -> None:
        """Never asked."""

    def done(self) -> None:
        """Nothing to end."""

    def hears(self) -> bool | None:
        return None

    def sees(self, question: str, pictures: Mapping[str, Image]) -> bool | None:
        return None


class Bench(Protocol):
    """The devices; each is opened when it is asked for. Everything raises DriverError for what is not there."""

    facts: Facts
    people: People
    packages: tuple[str, ...]

    def port(self, reader: ReaderConfig) -> SpiPort: ...

    def pull_reset(self) -> None:
        """Reset all readers of the own bus, if their line is wired, and wait until they can be talked to."""
        ...

    def boards(self) -> list[UsbPort]:
        """All serial ports that may be nodes."""
        ...

    def node(self, node: NodeConfig) -> Node:
        """The host's end of a node that is assigned; the same one each time."""
        ...

    def bus(self, screen: ScreenConfig) -> I2cBus: ...

    def free_screens(self, screen: ScreenConfig) -> None:
        """Reset the multiplexer, if its line is wired, as the bus was stuck when this screen was drawn."""
        ...

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

    def devices(self, missing: Callable[[str], None]) -> Devices:
        """The drivers of a game, to be closed before anything else here is asked for. ``missing`` hears of each device
        that is not there."""
        ...

    def close(self) -> None:
        """Give everything back."""
        ...


def tuning_of(config: TableConfig, node: str) -> dict[int, Tuning]:
    """Gain and field of each reader of a node, as its table has them."""
    return {
        reader.chip_select: Tuning(reader.gain_db, reader.field, reader.field_up_us)
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
        self._board = Board(config, None, root)
        self._ports: list[LinuxSpiPort] = []
        self._nodes: dict[str, Node] = {}
        self._buttons: Buttons | None = None
        self._buzzer: Buzzer | None = None

    def port(self, reader: ReaderConfig) -> SpiPort:
        """See Bench."""
        self._board.reader_reset()
        self._ports.append(LinuxSpiPort(reader.spi_device, reader.speed_hz))
        return self._ports[-1]

    def pull_reset(self) -> None:
        """See Bench."""
        line = self._board.reader_reset()
        if line is not None:
            line.pull()
            sleep_us(READERS_START_US)

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
        bus = self._board.i2c_bus(screen)
        bus.open()
        return bus

    def free_screens(self, screen: ScreenConfig) -> None:
        """See Bench."""
        multiplexer = self._board.multiplexer()
        if multiplexer is not None:
            multiplexer.free(screen.i2c_channel)

    def buttons(self) -> Buttons:
        """See Bench."""
        if self._buttons is None:
            timing = self._config.timing
            self._buttons = Buttons(
                self._config.pins,
                now_us=self.now_us,
                age_us=age_us,
                debounce_us=timing.debounce_ms * 1000,
                hold_us=timing.hold_ms * 1000,
                pin_factory=self._board.pins(),
            )
        return self._buttons

    def buzzer(self) -> Buzzer | None:
        """See Bench."""
        pin = self._config.gpio.buzzer
        if pin is not None and self._buzzer is None:
            self._buzzer = Buzzer(pin, pin_factory=self._board.pins())
        return self._buzzer

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

    def devices(self, missing: Callable[[str], None]) -> Devices:
        """See Bench."""
        return pi_devices(self._config, missing)

    def close(self) -> None:
        """See Bench."""
        for node in self._nodes.values():
            node.close()
        for port in self._ports:
            with suppress(DriverError):  # Its field goes off, also where all this was broken off.
                port.transfer([write(r.CommandReg, r.SoftReset)])
            port.close()
        for device in (self._buttons, self._buzzer):
            if device is not None:
                with suppress(DriverError):
                    device.close()
        self._board.close()
