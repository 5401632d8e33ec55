"""A Raspberry Pi with a standard table: the devices of Linux that every command opens, whose wires end in twins."""

from __future__ import annotations

import random
import sys
import types
from collections.abc import Callable
from functools import partial
from importlib import resources
from importlib.machinery import ModuleSpec
from pathlib import Path
from typing import Any

import pytest
from signifer_core.errors import DriverError
from signifer_drivers.io import i2c
from signifer_drivers.io import spi as io_spi
from signifer_drivers.io.multiplexer import CHANNELS, bus_of
from signifer_drivers.node import serial
from signifer_drivers.node.serial import UsbPort
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.node import Program, VirtualNode
from signifer_firmware.config import model
from signifer_firmware.config.model import load_table
from signifer_firmware.devices import build, linux
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.doctor import bench, tune
from signifer_firmware.nodes.files import firmware_number
from signifer_firmware.service import run as service
from signifer_firmware.system.pi_files import PiFiles
from signifer_node import node as node_files

# Who opens something by a name of its own.
_OPENERS = (build, bench, tune, linux, service)


def installed(board: VirtualNode) -> Program:
    """The node's program as `signifer node install` leaves it."""
    program = node_files.Node(board)
    program.firmware = firmware_number()
    return program


class _Factory:
    """What lgpio's pins are opened by: the board's own, which outlive a program."""

    def __init__(self, pins: Any) -> None:
        self._pins = pins

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pins, name)

    def close(self) -> None:
        """As gpiozero does as a program ends; the board keeps its pins."""
        for pin in self._pins.pins.values():
            pin.close()


class PiBoard:
    """``table`` are the twins, ``file`` the path of its table.toml. ``opened`` are the devices that were opened,
    ``open`` those that nobody has closed yet. ``clocks``: of the table, of SPI and of I2C; virtual ones without them.
    """

    def __init__(
        self,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        make_clock: Callable[[], VirtualClock] = VirtualClock,
    ) -> None:
        rng = random.Random(7)
        text = resources.files(model.__package__ or "").joinpath("tables", "standard.toml").read_text()
        for number in range(1, 6):
            name = f'name = "column {number}"'
            assert name in text
            text = text.replace(name, f'{name}\nserial = "{rng.randbytes(8).hex()}"', 1)
        self.file = folder / "table.toml"
        self.file.write_text(text)
        self.config = load_table(str(self.file))
        clock, spi, wire = (make_clock() for _ in range(3))
        self.table = VirtualTable(
            self.config, seed=5, clock=clock, spi_clock=spi, i2c_clock=wire, node_program=installed
        )
        for reader in self.config.readers:
            for number in range(2):
                self.table.world.put(f"{reader.zone} {number}", reader.zones[0])
        self.pi = PiFiles(folder / "root", self.config)
        self.opened: set[str] = set()
        self.open: list[str] = []
        self._replace(monkeypatch)

    def _replace(self, monkeypatch: pytest.MonkeyPatch) -> None:
        lgpio, factory = types.ModuleType("lgpio"), types.ModuleType("gpiozero.pins.lgpio")
        lgpio.__spec__ = ModuleSpec("lgpio", None)
        lgpio.error = type("error", (Exception,), {})  # type: ignore[attr-defined]
        factory.LGPIOFactory = lambda: _Factory(self.table.pins)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "lgpio", lgpio)
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", factory)
        monkeypatch.setattr(i2c, "SMBus", self._bus)
        monkeypatch.setattr(linux, "bus_of", lambda channel, _: bus_of(channel, self.pi.root))
        monkeypatch.setattr(linux, "START_S", 0.0)
        # What waits for a chip waits in its time.
        clock = self.table.spi_clock
        monkeypatch.setattr(
            io_spi,
            "time",
            types.SimpleNamespace(
                sleep=lambda s: clock.advance(round(s * 1e6)), monotonic_ns=lambda: clock.now_us * 1000
            ),
        )
        stands = {
            "LinuxSpiPort": self._spi,
            "open_node": lambda number: self._stream(self._device(number)),
            "device_of": self._device,
            "usb_ports": self._ports,
            "MonotonicClock": lambda: self.table.clock,
            "sleep_us": self._sleep,
        }
        for module in _OPENERS:
            for name, stand in stands.items():
                if hasattr(module, name):
                    monkeypatch.setattr(module, name, stand)
        # Those that a command takes from there as it begins.
        monkeypatch.setattr(serial, "usb_ports", self._ports)
        monkeypatch.setattr(serial, "SerialStream", self._stream)
        monkeypatch.setattr(serial, "SerialLine", self._console)

    def _taken(self, device: str) -> None:
        self.opened.add(device)
        self.open.append(device)

    def _given_back(self, device: str) -> None:
        if device in self.open:
            self.open.remove(device)

    def _lent(self, device: str, twin: Any) -> Any:
        """A twin as a program has it opened, which it closes in the end."""
        self._taken(device)
        lent = types.SimpleNamespace(close=partial(self._given_back, device))
        for name in ("transfer", "delay_us", "now_us", "i2c_rdwr", "read", "write", "due_us"):
            if hasattr(twin, name):
                setattr(lent, name, getattr(twin, name))
        return lent

    def _spi(self, device: str, speed_hz: int) -> Any:
        (zone,) = [reader.zone for reader in self.config.readers if reader.spi_device == device]
        return self._lent(device, self.table.readers[zone].port)

    def _bus(self, number: int) -> Any:
        """What Linux shows as this bus: a channel of the multiplexer."""
        found = [channel for channel in CHANNELS if bus_of(channel, self.pi.root) == number]
        assert found, f"/dev/i2c-{number} is nobody's"
        return self._lent(f"channel {found[0]}", self.table.buses[found[0]])

    def _ports(self) -> list[UsbPort]:
        twins = self.table.nodes.values()
        return [UsbPort(f"/dev/ttyACM{number}", twin.serial.hex()) for number, twin in enumerate(twins)]

    def _device(self, number: bytes) -> str:
        for port in self._ports():
            if port.number == number.hex():
                return port.device
        raise DriverError("no USB device has its number")

    def _stream(self, device: str) -> Any:
        twin = list(self.table.nodes.values())[int(device.removeprefix("/dev/ttyACM"))]
        return self._lent(device, twin.open())

    def _console(self, device: str) -> Any:
        """A board on which no MicroPython answers."""
        return self._lent(device, types.SimpleNamespace(read=lambda wait_s: b"", write=lambda data: None))

    def _sleep(self, us: int) -> None:
        self.table.clock.advance(us)
        self.table.fingers.step(self.table.clock.now_us)

    def wait_us(self, us: int) -> None:
        """Let time pass, in which the nodes go on."""
        self.table.clock.advance(us)
        for twin in self.table.nodes.values():
            twin.run()

    def killed(self) -> None:
        """Who has lines and files now is gone: both are free, and each output is as it was driven."""
        self.table.pins._reservations.clear()
        self.open.clear()

    # What can be seen of it

    def fields_on(self) -> list[str]:
        """The readers above which a field is."""
        return [zone for zone, twin in self.table.readers.items() if twin.field.powered_us is not None]

    def screens_on(self) -> list[str]:
        return [place for place, chip in self.table.screens.items() if chip.on]

    def in_reset(self) -> bool:
        """Whether the chips on the Pi's SPI are dead, all or none."""
        found = {twin.port.in_reset for zone, twin in self.table.readers.items() if zone.startswith("pad")}
        assert len(found) == 1
        return found.pop()
