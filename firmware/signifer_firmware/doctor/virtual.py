"""`signifer doctor` on a virtual table: its twins, and the files of a Pi. What is wrong with them: `doctor.faults`."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from signifer_drivers.io.buttons import Buttons
from signifer_drivers.io.buzzer import Buzzer
from signifer_drivers.io.i2c import I2cBus
from signifer_drivers.io.spi import SpiPort
from signifer_drivers.node.host import Node
from signifer_drivers.node.serial import UsbPort
from signifer_drivers.virtual.node import Program, VirtualNode
from signifer_node import node as node_files

from signifer_firmware.config.entries import NodeConfig, ReaderConfig, ScreenConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.nodes.files import firmware_number
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.pi_files import PiFiles

from .bench import People, tuning_of

# On the twin so many cards lie on each reader.
CARDS = 2
FREE_BYTES = 8_000_000_000
# The twin's evening begins then: 1 June 2026.
WALL_US = 1_780_272_000_000_000


class VirtualPeople:
    """Somebody who presses what they are asked to press, and hears the buzzer if it sounds."""

    is_there = True

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self.deaf_to: set[str] = set()
        self.hears = True

    def press(self, button: str, seconds: float) -> None:
        """See People."""
        if button not in self.deaf_to:
            self._table.fingers.press(button)

    def skips(self) -> bool:
        """See People."""
        return False

    def done(self) -> None:
        """See People."""

    def says(self, question: str) -> bool | None:
        """See People."""
        ear = self._table.ear
        return self.hears and ear is not None and ear.heard > 0


class VirtualBench:
    """See Bench. In ``folder`` are the files of its Pi, and its record. Time is virtual, unless ``paced``.

    What can be wrong with it beside its twins: ``foreign``, nodes in whose place there is another board; ``reboots``,
    nodes that restart as soon as they are read; ``jump_us``, by how much the clock of the day jumps; ``free``.
    """

    def __init__(
        self,
        config: TableConfig,
        folder: Path,
        *,
        seed: int = 0,
        people: Callable[[VirtualTable], People] = VirtualPeople,
        paced: bool = False,
    ) -> None:
        self.packages: tuple[str, ...] = ()
        # Which files each node says it has.
        self.files = dict.fromkeys((node.name for node in config.nodes), firmware_number())
        self.table = VirtualTable(config, seed, node_program=self._program)
        self.config = _assigned(config, self.table)
        self.pi = PiFiles(folder / "root", config)
        self.facts = Facts(self.pi.root)
        self.store = folder / "state" / "table.sqlite"
        self.store.parent.mkdir()
        self.people = people(self.table)
        self.foreign: set[str] = set()
        self.reboots: set[str] = set()
        self.jump_us = 0
        self.free = FREE_BYTES
        self._paced = paced
        self._looks = 0
        self._nodes: dict[str, Node] = {}
        self._buttons: Buttons | None = None
        self._buzzer: Buzzer | None = None
        for reader in config.readers:
            for number in range(CARDS):
                self.table.world.put(f"{reader.zone} {number}", reader.zones[0])

    def _program(self, board: VirtualNode) -> Program:
        """The node's own program, which says that its files are those of this version, or others."""
        program = node_files.Node(board)
        name = next(name for name, twin in self.table.nodes.items() if twin is board)
        program.firmware = self.files[name]
        return program

    # The bench

    def port(self, reader: ReaderConfig) -> SpiPort:
        """See Bench."""
        return self.table.readers[reader.zone].port

    def boards(self) -> list[UsbPort]:
        """See Bench."""
        found = []
        for number, (name, twin) in enumerate(self.table.nodes.items()):
            twin.run()
            if twin.running:
                serial = "e661000000000000" if name in self.foreign else twin.serial.hex()
                found.append(UsbPort(f"/dev/ttyACM{number}", serial))
        return found

    def node(self, node: NodeConfig) -> Node:
        """See Bench."""
        twin = self.table.nodes[node.name]
        if node.name not in self._nodes:
            self._nodes[node.name] = Node(
                node.name,
                partial(self.table.usb.open, twin.serial),
                now_us=self.now_us,
                tuning=tuning_of(self.config, node.name),
                serial=node.number,
                diagnosing=False,
            )
        return self._nodes[node.name]

    def bus(self, screen: ScreenConfig) -> I2cBus:
        """See Bench."""
        return self.table.buses[screen.i2c_channel]

    def buttons(self) -> Buttons:
        """See Bench."""
        if self._buttons is None:
            timing = self.config.timing
            self._buttons = Buttons(
                {button.name: button.gpio for button in self.config.buttons},
                now_us=self.table.fingers.now_us,
                debounce_us=timing.debounce_ms * 1000,
                hold_us=timing.hold_ms * 1000,
                pin_factory=self.table.pins,
            )
        return self._buttons

    def buzzer(self) -> Buzzer | None:
        """See Bench."""
        pin = self.config.gpio.buzzer
        if pin is not None and self._buzzer is None:
            self._buzzer = Buzzer(pin, pin_factory=self.table.pins)
        return self._buzzer

    def now_us(self) -> int:
        """See Bench."""
        return self.table.clock.now_us

    def wall_us(self) -> int:
        """See Bench. It jumps after the first look."""
        self._looks += 1
        return WALL_US + self.now_us() + (self.jump_us if self._looks > 1 else 0)

    def wait_us(self, us: int) -> None:
        """See Bench."""
        self.table.clock.advance(us)
        if self._paced:
            time.sleep(us / 1_000_000)
        for name in list(self.reboots):
            if self._nodes.get(name) is not None and self._nodes[name].is_busy:
                self.reboots.remove(name)
                self.table.nodes[name].reboot()
        self.table.fingers.step(self.now_us())

    def free_bytes(self, folder: Path) -> int:
        """See Bench."""
        return self.free

    def close(self) -> None:
        """See Bench."""
        if self._buttons is not None:
            self._buttons.close()
        if self._buzzer is not None:
            self._buzzer.close()


def _assigned(config: TableConfig, table: VirtualTable) -> TableConfig:
    """The table with the numbers of its virtual boards."""
    nodes = tuple(
        node.model_copy(update={"serial": table.nodes[node.name].serial.hex()}) for node in config.nodes
    )
    return config.model_copy(update={"nodes": nodes})
