"""`signifer doctor` on a virtual table: its twins, and the files of a Pi. What is wrong with them: `doctor.faults`."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PIL import Image
from signifer_core.layout import Zone
from signifer_drivers.io.buttons import Buttons
from signifer_drivers.io.buzzer import Buzzer
from signifer_drivers.io.i2c import I2cBus
from signifer_drivers.io.multiplexer import Multiplexer
from signifer_drivers.io.reset import ResetLine
from signifer_drivers.io.spi import SpiPort
from signifer_drivers.node.host import Node
from signifer_drivers.node.serial import UsbPort
from signifer_drivers.virtual.node import Program, VirtualNode
from signifer_node import node as node_files

from signifer_firmware.config.entries import NodeConfig, ReaderConfig, ScreenConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.build import Devices, virtual_devices, virtual_multiplexer, virtual_reset
from signifer_firmware.devices.virtual import VirtualTable
from signifer_firmware.nodes.files import firmware_number
from signifer_firmware.system.facts import Facts
from signifer_firmware.system.pi_files import PiFiles

from .bench import READERS_START_US, People, tuning_of

# On the twin so many cards lie on each reader.
CARDS = 2
FREE_BYTES = 8_000_000_000
# A loose contact opens so often, for so long: as if somebody wiggled it, and let a node start again in between.
LOOSE_EVERY_US, LOOSE_FOR_US = 4_000_000, 300_000
# The twin's evening begins then: 1 June 2026.
WALL_US = 1_780_272_000_000_000


class VirtualPeople:
    """Somebody who presses what they are asked to press, lifts a card where they are asked to, hears the buzzer if it
    sounds, and looks at the screens."""

    is_there = True

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self.deaf_to: set[str] = set()
        # Buttons whose leads are exchanged: what is pressed by whoever presses one.
        self.presses: dict[str, str] = {}
        self.is_deaf = False
        self._lifted: tuple[ReaderConfig, str, Zone | None] | None = None

    def press(self, button: str, seconds: float) -> None:
        """See People."""
        if button not in self.deaf_to:
            self._table.fingers.press(self.presses.get(button, button))

    def move(self, zone: str, seconds: float) -> None:
        """See People."""
        self.lift(zone, seconds)

    def lift(self, zone: str, seconds: float) -> None:
        """See People."""
        table = self._table
        reader = next(reader for reader in table.config.readers if reader.name == zone)
        for card in table.lying_on(reader)[:1]:
            self._lifted = reader, card, table.world.where(card)
            table.world.take(card)

    def lay(self, zone: str, seconds: float) -> None:
        """See People."""
        self.done()

    def skips(self) -> bool:
        """See People."""
        return False

    def done(self) -> None:
        """See People."""
        if self._lifted is not None:
            self._table.lay_on(*self._lifted)
            self._lifted = None

    def hears(self) -> bool | None:
        """See People."""
        ear = self._table.ear
        return not self.is_deaf and ear is not None and ear.heard > 0

    def sees(self, question: str, pictures: Mapping[str, Image.Image]) -> bool | None:
        """See People."""
        table = self._table
        return all(table.image(place).tobytes() == picture.tobytes() for place, picture in pictures.items())


class VirtualBench:
    """See Bench. In ``folder`` are the files of its Pi, and its record. Time is virtual, unless ``paced``.

    What can be wrong with it beside its twins: ``foreign``, nodes in whose place there is another board; ``reboots``,
    nodes that restart as soon as they are read; ``jump_us``, by how much the clock of the day jumps; ``free``;
    ``loose``, contacts that open now and then: each hears whether it is open.
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
        self.loose: list[Callable[[bool], None]] = []
        self._are_open = False
        self.free = FREE_BYTES
        self._paced = paced
        self._looks = 0
        self._nodes: dict[str, Node] = {}
        self._buttons: Buttons | None = None
        self._buzzer: Buzzer | None = None
        self._reset: ResetLine | None = None
        self._multiplexer: Multiplexer | None = None
        for reader in config.readers:
            for number in range(CARDS):
                self.table.lay_on(reader, f"{reader.name} {number}")

    def _program(self, board: VirtualNode) -> Program:
        """The node's own program, which says that its files are those of this version, or others."""
        program = node_files.Node(board)
        name = next(name for name, twin in self.table.nodes.items() if twin is board)
        program.firmware = self.files[name]
        return program

    # The bench

    def port(self, reader: ReaderConfig) -> SpiPort:
        """See Bench. The reset line is held high from the first one on."""
        if self._reset is None:
            self._reset = virtual_reset(self.config, self.table)
        return self.table.readers[reader.name].port

    def pull_reset(self) -> None:
        """See Bench."""
        if self._reset is not None:
            self._reset.pull()
            self.table.spi_clock.advance(READERS_START_US)

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

    def free_screens(self, screen: ScreenConfig) -> None:
        """See Bench."""
        if self._multiplexer is None:
            self._multiplexer = virtual_multiplexer(self.config, self.table)
        if self._multiplexer is not None:
            self._multiplexer.free(screen.i2c_channel)

    def buttons(self) -> Buttons:
        """See Bench."""
        if self._buttons is None:
            timing = self.config.timing
            self._buttons = Buttons(
                self.config.pins,
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
        are_open = self.now_us() % LOOSE_EVERY_US >= LOOSE_EVERY_US - LOOSE_FOR_US
        if are_open != self._are_open:
            self._are_open = are_open
            for contact in self.loose:
                contact(are_open)

    def free_bytes(self, folder: Path) -> int:
        """See Bench."""
        return self.free

    def devices(self, missing: Callable[[str], None]) -> Devices:
        """See Bench."""
        return virtual_devices(self.config, self.table)

    def close(self) -> None:
        """See Bench."""
        for device in (self._buttons, self._buzzer, self._reset, self._multiplexer):
            if device is not None:
                device.close()


def _assigned(config: TableConfig, table: VirtualTable) -> TableConfig:
    """The table with the numbers of its virtual boards."""
    nodes = tuple(
        node.model_copy(update={"serial": table.nodes[node.name].serial.hex()}) for node in config.nodes
    )
    return config.model_copy(update={"nodes": nodes})
