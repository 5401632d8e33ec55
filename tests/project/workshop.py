"""A builder's table, as far as it is built: the real command line on twins of the parts that are there.

Twins stand where Linux has its devices: behind /dev/spidev*, /dev/i2c-*, /dev/ttyACM* and GPIO, and its files are those
of `FreshPi`. Somebody sits at the terminal, who reads what is said and does it: types, presses, lays cards.
"""

from __future__ import annotations

import importlib.machinery
import io
import os
import select
import signal
import sys
import threading
import time
import types
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import serial
from serial.tools import list_ports
from signifer_core.errors import DriverError
from signifer_drivers.io import i2c, spi
from signifer_drivers.io.multiplexer import CHANNELS, bus_of
from signifer_drivers.node.serial import RASPBERRY_PI
from signifer_drivers.virtual.clock import RealTimeClock, VirtualClock
from signifer_drivers.virtual.node import Program, VirtualNode
from signifer_firmware.cli import installed, main
from signifer_firmware.config.model import load_table
from signifer_firmware.devices import build, linux
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.doctor import bench, tune
from signifer_firmware.enrolment import command as enrol_command
from signifer_firmware.enrolment import prompt
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.nodes import install
from signifer_firmware.nodes.files import firmware_number
from signifer_firmware.system.pi_files import USER
from signifer_node import node as node_files

from tests.node.flashes import UNIX, Flash
from tests.project.fresh_pi import FreshPi

# The day of the twins, and of those who look at the clock.
DAY_NS = 1_780_272_000 * 10**9
TICK_US = 10_000
PATIENCE_US = 300_000_000
PATIENCE_S = 120


@dataclass
class Built:
    """What is there: by the names of the table's file, and which cards lie on each reader."""

    boards: dict[str, Flash] = field(default_factory=dict)
    programs: set[str] = field(default_factory=set)  # boards whose program runs
    pads: bool = False
    main_board: bool = False
    screens: set[str] = field(default_factory=set)
    buttons: set[str] = field(default_factory=set)
    cards: dict[str, tuple[str, ...]] = field(default_factory=dict)


class Workshop:
    """`say` a command there. ``built`` is changed as the table grows, between two commands."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.config = load_table("standard")
        self.home, self.root = folder / "home", folder / "root"
        self.home.mkdir()
        self.built = Built()
        self.pi = FreshPi(self.root, self.config)
        self.typed = 0
        self._patch = patch
        self._is_real = False
        self._nodes = [node.name for node in self.config.nodes]
        self._folder = folder
        # In one order, so that each has the same tag whenever a program begins.
        self._cards = sorted(bundles_of(self.config)[DEFAULT_GAME].cards)
        self._plug_in()
        self.power()

    # The parts

    def solder(self, *nodes: str) -> None:
        """Boards of nodes, with MicroPython and nothing else on them."""
        for name in nodes:
            flash = self._folder / name
            flash.mkdir()
            self.built.boards[name] = Flash(flash)
        self.pi.plug([self._nodes.index(name) for name in self.built.boards])

    def restart(self) -> None:
        """`sudo reboot`."""
        boards = [self._nodes.index(name) for name in self.built.boards]
        self.pi.restart(multiplexer=self.built.main_board, boards=boards)

    def close(self) -> None:
        for flash in self.built.boards.values():
            flash.close()

    def power(self) -> None:
        """Twins of all that is there, as they are when a program begins."""
        host, on_spi, on_i2c = (RealTimeClock() if self._is_real else VirtualClock() for _ in range(3))
        table = VirtualTable(self.config, 5, host, on_spi, on_i2c, self._program)
        built = self.built
        for name, twin in table.nodes.items():
            twin.console = partial(self._to_console, name)  # type: ignore[method-assign]
            if name not in built.programs:
                twin.unplug()
        for place, chip in table.screens.items():
            chip.fault = None if place in built.screens else "unplug"
        for zone, reader in table.readers.items():
            if zone.startswith("pad") and not built.pads:
                reader.port.fault = "unplug"
        for card in self._cards:
            table.world.tag(card)
        for entry in self.config.readers:
            for card in built.cards.get(entry.zone, ()):
                table.world.put(card, entry.zones[0])
        self.table = table

    def _program(self, board: VirtualNode) -> Program:
        program = node_files.Node(board)
        program.firmware = firmware_number()
        return program

    def _to_console(self, name: str) -> None:
        self.built.programs.remove(name)
        self.table.nodes[name].unplug()

    # Linux

    def _plug_in(self) -> None:
        """Twins, files and time in the places of those of a Pi."""
        put = self._patch.setattr
        lgpio, factory = types.ModuleType("lgpio"), types.ModuleType("gpiozero.pins.lgpio")
        lgpio.__spec__ = importlib.machinery.ModuleSpec("lgpio", None)
        lgpio.error = type("error", (Exception,), {})  # type: ignore[attr-defined]
        factory.LGPIOFactory = lambda: self.table.pins  # type: ignore[attr-defined]
        self._patch.setitem(sys.modules, "lgpio", lgpio)
        self._patch.setitem(sys.modules, "gpiozero.pins.lgpio", factory)
        for module in (bench, linux):
            put(module, "LinuxSpiPort", self._spi)
        put(i2c, "SMBus", self._bus)
        put(serial, "Serial", partial(Cable, self, serial.Serial))
        put(list_ports, "comports", self._comports)
        now = SimpleNamespace(
            monotonic_ns=lambda: self.now_us() * 1000,
            time_ns=lambda: DAY_NS + self.now_us() * 1000,
            sleep=lambda s: self.sleep(int(s * 1e6)),
        )
        for module in (build, bench, linux):
            put(module, "time", now)
        # Each bus has a clock of its own.
        on_spi = SimpleNamespace(
            monotonic_ns=lambda: self.table.spi_clock.now_us * 1000,
            sleep=lambda s: self.table.spi_clock.advance(int(s * 1e6)),
        )
        put(spi, "time", on_spi)
        put(prompt, "select", SimpleNamespace(select=self._select))
        for module in (build, tune):
            put(module, "Board", lambda config, missing: linux.Board(config, missing, self.root))
        put(installed, "INSTALLED", self.root / "etc/signifer/table.toml")
        put(installed, "SERVICE_STATE", self.root / "var/lib/signifer")
        put(enrol_command, "SERVICE", self.root / "var/lib/signifer")
        # MicroPython says the truth about where it runs.
        put(install.install, "__kwdefaults__", {"board": UNIX})
        for name, value in {"HOME": str(self.home), "TERM": "dumb", "SUDO_USER": USER}.items():
            self._patch.setenv(name, value)
        for name in ("XDG_STATE_HOME", "STATE_DIRECTORY", "JOURNAL_STREAM", "NOTIFY_SOCKET"):
            self._patch.delenv(name, raising=False)
        self._patch.chdir(self.home)

    def now_us(self) -> int:
        return time.monotonic_ns() // 1000 if self._is_real else self.table.clock.now_us

    def sleep(self, us: int) -> None:
        """Time passes, and fingers go on."""
        if self._is_real:
            time.sleep(us / 1e6)
            return
        self.table.clock.advance(us)
        assert self.table.clock.now_us < PATIENCE_US, "it waits, and nobody knows what for"
        self.table.fingers.step(self.table.clock.now_us)

    def _select(self, read: Any, write: Any, other: Any, seconds: float | None) -> Any:
        """Waits in the twins' time, for what is typed."""
        if not (found := select.select(read, write, other, 0))[0] and seconds:
            self.sleep(int(seconds * 1e6))
        return found

    def _spi(self, device: str, speed_hz: int) -> Any:
        zone = next(reader.name for reader in self.config.readers if reader.spi_device == device)
        port: Any = self.table.readers[zone].port
        port.close = lambda: None
        return port

    def _bus(self, number: int) -> Any:
        bus: Any = next(self.table.buses[each] for each in CHANNELS if bus_of(each, self.root) == number)
        return bus

    def _comports(self) -> list[Any]:
        return [
            SimpleNamespace(
                device=f"/dev/ttyACM{self._nodes.index(name)}",
                serial_number=self.table.nodes[name].serial.hex().upper(),
                vid=RASPBERRY_PI,
            )
            for name in self.built.boards
        ]

    def node_at(self, device: str) -> str:
        """Which node's board has this device."""
        return self._nodes[int(device.removeprefix("/dev/ttyACM"))]

    # The terminal

    def say(self, *words: str, does: Callable[[str], str | None]) -> tuple[int, str]:
        """Type ``signifer`` and these words; the exit status, and all that was to be read.

        ``does`` hears each line, or what a line begins with, and gives what is typed then, None for nothing.
        """
        self._is_real = words[0] == "run"
        self.power()
        ear, mouth = os.pipe()
        screen = Screen(does, lambda line: os.write(mouth, line.encode() + b"\n"))
        keys = Keys(os.fdopen(ear, "rb", buffering=0), write_through=True)
        with self._patch.context() as patch:
            patch.setattr(sys, "argv", ["signifer", *words])
            for name, stream in {"stdout": screen, "stderr": screen, "stdin": keys}.items():
                patch.setattr(sys, name, stream)
            # A program that never says what it is waited for.
            late = threading.Timer(PATIENCE_S, end_the_program)
            late.start()
            try:
                main.main()
            except SystemExit as left:
                status = left.code if isinstance(left.code, int) else 0
            finally:
                late.cancel()
                os.close(mouth)
                keys.close()
        return status, screen.getvalue().replace(str(self.root), "")


class Cable:
    """In the place of serial.Serial: the console of a board without a program, or the program of a node."""

    def __init__(
        self, shop: Workshop, real: type[Any], device: str, *, timeout: float, **options: Any
    ) -> None:
        self.timeout = timeout
        self._shop, self._name = shop, shop.node_at(device)
        self._flash = shop.built.boards[self._name]
        self._stream: Any = None
        self._resets = False
        if self._name in shop.built.programs:
            try:
                self._stream = shop.table.nodes[self._name].open()
            except DriverError as error:
                raise FileNotFoundError(2, str(error)) from error
            return
        self._flash.power()
        self._console = real(self._flash.device, timeout=timeout, **options)

    def read(self, most: int) -> bytes:
        if self._stream is None:
            self._console.timeout = self.timeout
            return bytes(self._console.read(most))
        end_us = self._shop.now_us() + int(self.timeout * 1e6)
        while not (data := self._stream.read()) and self._shop.now_us() < end_us:
            self._shop.sleep(TICK_US)
        return bytes(data)

    @property
    def in_waiting(self) -> int:
        return 0 if self._stream is not None else int(self._console.in_waiting)

    def write(self, data: bytes) -> None:
        if self._stream is not None:
            self._stream.write(data)
            return
        self._resets = self._resets or b"machine.reset()" in data
        self._console.write(data)

    def close(self) -> None:
        if self._stream is not None:
            return
        self._console.close()
        if self._resets:
            assert self._flash.process is not None
            self._flash.process.wait(PATIENCE_S)
            self._shop.built.programs.add(self._name)
            self._shop.table.nodes[self._name].plug()


class Keys(io.TextIOWrapper):
    """Standard input of a terminal."""

    def isatty(self) -> bool:
        return True


class Screen(io.StringIO):
    """Standard output of a terminal at which somebody reads."""

    def __init__(self, does: Callable[[str], str | None], types: Callable[[str], Any]) -> None:
        super().__init__()
        self._does, self._types = does, types
        self._read = 0

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        written = super().write(text)
        if (typed := self._does(" ".join(text.split()))) is not None:
            self._types(typed)
        return written


def end_the_program() -> None:
    """Ctrl-C."""
    os.kill(os.getpid(), signal.SIGINT)
