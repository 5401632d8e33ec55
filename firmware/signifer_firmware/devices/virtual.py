"""The virtual table: twins of all the chips of a ``table.toml``, the world of cards above them, and the fingers."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from PIL import Image
from signifer_core.layout import Zone
from signifer_drivers.air.figures import figures
from signifer_drivers.air.measured import Measured
from signifer_drivers.io.page_screen import Glass
from signifer_drivers.portable import registers as r
from signifer_drivers.virtual.buttons import Fingers
from signifer_drivers.virtual.buzzer import Ear, MixedPins
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import CEILING_DB, LOUD_CEILING_DB, Field
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.mfrc522 import CRYSTAL_US
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.multiplexer import VirtualMultiplexer
from signifer_drivers.virtual.node import Program, VirtualNode, node_bus
from signifer_drivers.virtual.oled import OledChip
from signifer_drivers.virtual.reset import watch
from signifer_drivers.virtual.spi import Fault, VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.usb import Sockets
from signifer_drivers.virtual.world import World
from signifer_node import node as node_files

from signifer_firmware.config.entries import NODE, PAGE, ReaderConfig
from signifer_firmware.config.measured_file import read_measured
from signifer_firmware.config.model import TableConfig

WIRE_FAULTS: tuple[Fault, ...] = ("unplug", "stuck", "held", "varying", "random", "wiring")
# Kinds of faults that are a switch of the field above the antenna, and those that are a figure of it, in percent.
FIELD_SWITCHES = {
    "stack": "stacked",
    "deep": "deep",
    "detuned": "detuned",
    "slow": "slow",
    "neighbour": "neighbour",
}
FIELD_PERCENTS = {"noise": "noise_percent", "miss": "miss_percent", "cross": "cross_percent"}
# A screen that holds SCL, or SDA.
HOLDS: dict[str, Literal["stuck", "held"]] = {"stuck": "stuck", "held": "held"}
# What VersionReg reads of a chip that is another one, and of one that works and that nobody has listed.
VERSION, CLONE_VERSION, UNLISTED_VERSION = 0x92, 0x37, 0x15
CLONE_FIFO_BYTES = 32


def _fault_chip(chip: Mfrc522Chip, kind: str) -> None:
    if kind == "clone":
        chip.replace(CLONE_VERSION, CLONE_FIFO_BYTES)
    elif kind == "unlisted":
        chip.replace(UNLISTED_VERSION)
    elif kind == "crystal":
        chip.stop_crystal(True)
    elif kind == "hot":
        chip.heat(True)
    else:
        chip.brown_out = True


def _mend_chip(chip: Mfrc522Chip, kind: str | None) -> None:
    """Mend one fault of a chip, or all of them."""
    if kind in (None, "clone", "unlisted") and chip.version != VERSION:
        chip.replace(VERSION)
    if kind in (None, "crystal") and chip.crystal_us != CRYSTAL_US:
        chip.stop_crystal(False)
    if kind in (None, "hot"):
        chip.heat(False)
    if kind in (None, "brownout"):
        chip.brown_out = False


def _beside(zone: str, other: str) -> bool:
    """Whether two readers' antennas are neighbours: of the next column, of the other side of the same one, or beside
    each other in one zone."""
    if zone == other:
        return True
    place, _, side = zone.partition(" ")
    there, _, facing = other.partition(" ")
    if not (place.isdecimal() and there.isdecimal()):
        return False
    return abs(int(place) - int(there)) + (side != facing) == 1


def in_process(board: VirtualNode) -> Program:
    """The program of a node: its own files in this process."""
    return node_files.Node(board)


@dataclass
class ReaderTwin:
    """One reader: the port that the driver holds, the chip behind it, and the field above its antenna."""

    port: VirtualSpiPort
    chip: Mfrc522Chip
    field: Field


@dataclass
class VirtualTable:
    """Built once a script; it outlives power cuts, as cards and chips do. ``seed`` rules tags, bounces and noise.
    ``screens`` are the chips by place, ``glasses`` the screens that are the page's.

    ``readers`` has all readers by name, ``nodes`` the boards by name on which some of them are. ``usb`` are the
    sockets in which these are. ``node_program`` makes what runs on a node. ``guard`` is held while hands move cards or
    break parts, and while power goes: the twins know no threads, and who drives them from another one holds it, too.
    ``air``: cards are heard as the model of the air has it, or as somebody has measured it (`World`).
    """

    config: TableConfig
    seed: int
    clock: VirtualClock = field(default_factory=VirtualClock)
    spi_clock: VirtualClock = field(default_factory=VirtualClock)
    i2c_clock: VirtualClock = field(default_factory=VirtualClock)
    node_program: Callable[[VirtualNode], Program] = in_process
    guard: AbstractContextManager[object] = field(default_factory=nullcontext)
    air: bool | Measured = False

    def __post_init__(self) -> None:
        self.pins = MixedPins()
        rng = random.Random(self.seed)
        self.readers = self._build_readers()
        self.nodes = self._build_nodes()
        self.usb = Sockets(self.nodes.values())
        self.multiplexer = VirtualMultiplexer(self.i2c_clock)
        self.buses = self.multiplexer.buses
        self.glasses = {screen.place: Glass() for screen in self.config.screens if screen.driver == PAGE}
        self.screens = self._build_screens()
        fields: dict[Zone, tuple[Field, ...]] = {}
        for reader in self.config.readers:
            for zone in reader.zones:
                fields[zone] = (*fields.get(zone, ()), self.readers[reader.name].field)
        self.world = World(fields, random.Random(rng.getrandbits(64)), self.guard, air=self._air())
        buzzer = self.config.gpio.buzzer
        if self.config.gpio.reader_reset is not None:
            watch(self.pins, self.config.gpio.reader_reset, self._reset_moved)
        if self.config.gpio.mux_reset is not None:
            watch(self.pins, self.config.gpio.mux_reset, self._mux_reset_moved, up=True)
        self.ear = None if buzzer is None else Ear(self.pins, buzzer, self.clock)
        self.fingers = Fingers(
            self.pins,
            self.config.pins,
            clock=self.clock,
            rng=random.Random(rng.getrandbits(64)),
            keys=self.config.keys,
        )

    def _air(self) -> bool | Measured:
        """What air.toml names takes the model's place."""
        return read_measured(Path(figures().bench)) if self.air is True and figures().bench else self.air

    def _build_readers(self) -> dict[str, ReaderTwin]:
        """Each node's readers have a bus and a clock of their own."""
        buses = {"": VirtualSpiBus(self.spi_clock)}
        buses |= {node.name: node_bus(VirtualClock()) for node in self.config.nodes}
        readers = {}
        for number, reader in enumerate(self.config.readers):
            bus = buses[reader.node]
            above = Field(rng=random.Random(self.seed * 1000 + number))
            chip = Mfrc522Chip(bus.clock, above)
            # Chips differ, and nobody knows which of them are under a table.
            chip.coll_spoils = r.ParityErr | r.ProtocolErr if number % 2 else 0
            wire = random.Random(self.seed * 1000 + 500 + number)
            readers[reader.name] = ReaderTwin(VirtualSpiPort(bus, chip, rng=wire), chip, above)
        for reader in self.config.readers:
            readers[reader.name].field.beside = [
                readers[other.name].field
                for other in self.config.readers
                if other is not reader and _beside(reader.zone, other.zone)
            ]
        return readers

    def _build_nodes(self) -> dict[str, VirtualNode]:
        """Nodes that have been up for a while: they start faster than the computer that they hang on."""
        nodes = {}
        for number, node in enumerate(self.config.nodes):
            rng = random.Random(self.seed * 1000 + 700 + number)
            ports = [self._port_at(node.name, select) for select in range(self._selects(node.name))]
            nodes[node.name] = VirtualNode(
                self.clock,
                ports[0].bus.clock,
                ports,
                self.node_program,
                serial=node.number or rng.randbytes(8),
                rng=rng,
                start_us=0,
            )
        return nodes

    def _readers_on(self, node: str) -> dict[int, ReaderConfig]:
        """By chip select."""
        there = [reader for reader in self.config.readers if reader.driver == NODE and reader.node == node]
        return {reader.chip_select: reader for reader in there}

    def _selects(self, node: str) -> int:
        return max(self._readers_on(node)) + 1

    def _port_at(self, node: str, select: int) -> VirtualSpiPort:
        """The reader at a chip select; where none is described, none is soldered on."""
        there = self._readers_on(node)
        if select in there:
            return self.readers[there[select].name].port
        bus = self.readers[next(iter(there.values())).name].port.bus
        port = VirtualSpiPort(bus, Mfrc522Chip(bus.clock, Field(rng=random.Random(0))))
        port.fault = "unplug"
        return port

    def _build_screens(self) -> dict[str, OledChip]:
        screens = {}
        for screen in self.config.oleds:
            chip = OledChip(screen.chip)
            self.buses[screen.i2c_channel].attach(screen.address, chip)
            screens[screen.place] = chip
        return screens

    @property
    def places(self) -> tuple[str, ...]:
        """Where the table has screens."""
        return tuple(screen.place for screen in self.config.screens)

    def image(self, place: str) -> Image.Image:
        """What a screen shows, pixel by pixel, from its chip's memory; or what the page does in its place."""
        return (self.glasses.get(place) or self.screens[place]).image()

    def lay_on(self, reader: ReaderConfig, card: str, zone: Zone | None = None) -> None:
        """Lay a card above the antenna of one reader, whatever else its zone has; in this one of its zones."""
        zone = zone or reader.zones[0]
        over = self.world.fields[zone].index(self.readers[reader.name].field)
        self.world.put(card, zone, (over,))

    def lying_on(self, reader: ReaderConfig) -> tuple[str, ...]:
        """The cards above the antenna of one reader."""
        return self.world.above(self.readers[reader.name].field)

    def push(self, card: str, antennas: Collection[str]) -> None:
        """Push a card above these antennas of the place where it lies; nothing, if it lies nowhere any more."""
        zone = self.world.where(card)
        if zone is not None:
            there = [reader.antenna for reader in self.config.readers if zone in reader.zones]
            self.world.put(card, zone, [number for number, each in enumerate(there) if each in antennas])

    def fault(self, part: str, place: str, kind: str, percent: float | None) -> None:
        """Break a part where it meets the wire or the air: a screen by unplug, readers and nodes as scripting has them.

        A node's ``place`` is a column that it reads, a reader's its name, or the zone for all of it; a "card" has a
        weak tag, and something lies on a "button".
        """
        if part == "card":
            self.world.weaken(place, percent or 0.0)
            return
        if part == "button":
            self.fingers.stick(place)
            return
        if part == "screen" and kind in HOLDS:
            self._bus_of(place).fault = HOLDS[kind]
            return
        if part == "screen":
            self.screens[place].fault = "unplug"
            return
        if part == "node":
            for node in self.config.nodes_at(place):
                self._fault_node(self.nodes[node], kind, percent)
            return
        for name in self.config.readers_of(part, place):
            self._fault_reader(self.readers[name], kind, percent)

    def _fault_reader(self, twin: ReaderTwin, kind: str, percent: float | None) -> None:
        if kind in WIRE_FAULTS:
            twin.port.fault = kind
        elif kind in FIELD_SWITCHES:
            setattr(twin.field, FIELD_SWITCHES[kind], True)
        elif kind in FIELD_PERCENTS:
            setattr(twin.field, FIELD_PERCENTS[kind], percent or 0.0)
        elif kind == "loud":
            twin.field.ceiling_db = LOUD_CEILING_DB
        else:
            _fault_chip(twin.chip, kind)

    def _fault_node(self, node: VirtualNode, kind: str, percent: float | None) -> None:
        if kind == "unplug":
            node.unplug()
        elif kind == "reboot":
            node.reboot()
        else:
            node.noise.share = (percent or 0.0) / 100

    def mend(self, part: str, place: str, kind: str | None) -> None:
        """Mend one fault of a part, or all of them."""
        if part == "card":
            self.world.weaken(place, 0.0)
            return
        if part == "button":
            self.fingers.free(place)
            return
        if part == "screen":
            self.screens[place].fault = None
            self._bus_of(place).fault = None
            return
        if part == "node":
            for node in self.config.nodes_at(place):
                self.nodes[node].plug()
                self.nodes[node].noise.share = 0.0
            return
        for name in self.config.readers_of(part, place):
            self._mend_reader(self.readers[name], kind)

    def _mend_reader(self, twin: ReaderTwin, kind: str | None) -> None:
        if kind is None or kind == twin.port.fault:
            twin.port.fault = None
        for each, switch in FIELD_SWITCHES.items():
            if kind in (None, each):
                setattr(twin.field, switch, False)
        for each, figure in FIELD_PERCENTS.items():
            if kind in (None, each):
                setattr(twin.field, figure, 0.0)
        if kind in (None, "loud"):
            twin.field.ceiling_db = CEILING_DB
        _mend_chip(twin.chip, kind)

    def _bus_of(self, screen: str) -> VirtualI2cBus:
        """The channel of a screen's place."""
        return next(self.buses[entry.i2c_channel] for entry in self.config.oleds if entry.place == screen)

    def unsteady(self) -> frozenset[str]:
        """The readers whose radio is disturbed, or that have a weak tag above them."""
        return frozenset(
            place
            for place, twin in self.readers.items()
            if not twin.field.calm or any(tag.coupling_db < 0 for tag in twin.field.tags)
        )

    def _reset_moved(self, is_high: bool) -> None:
        """The Pi's reset line: low, all chips on its SPI are dead."""
        with self.guard:
            for twin in self._on_spi():
                twin.port.in_reset = not is_high

    def _mux_reset_moved(self, is_high: bool) -> None:
        self.multiplexer.in_reset = not is_high

    def _on_spi(self) -> list[ReaderTwin]:
        return [self.readers[reader.name] for reader in self.config.readers if reader.driver != NODE]

    def power_cut(self) -> None:
        """Every chip loses its power and with it all it was told; cards and fingers stay."""
        with self.guard:
            for twin in self._on_spi():
                twin.port.chip.power_cycle(False)
                twin.port.chip.power_cycle(True)
        for node in self.nodes.values():
            node.power_cut()
        for screen in self.screens.values():
            screen.power_cycle()
        for glass in self.glasses.values():
            glass.power_cycle()
