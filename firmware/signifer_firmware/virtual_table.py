"""The virtual table: twins of all the chips of a ``table.toml``, the world of cards above them, and the fingers."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from PIL import Image
from signifer_core.layout import Zone
from signifer_drivers.virtual.buttons import Fingers
from signifer_drivers.virtual.buzzer import Ear, MixedPins
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.mfrc522 import Mfrc522Chip
from signifer_drivers.virtual.oled import OledChip
from signifer_drivers.virtual.rf import CEILING_DB, LOUD_CEILING_DB, Field
from signifer_drivers.virtual.spi import Fault, VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.world import World

from .config import TableConfig

WIRE_FAULTS: tuple[Fault, ...] = ("unplug", "stuck", "held", "varying", "random", "wiring")
# Kinds of faults that are a switch of the field above the antenna, and those that are a figure of it, in percent.
FIELD_SWITCHES = {"stack": "stacked", "detuned": "detuned", "slow": "slow", "neighbour": "neighbour"}
FIELD_PERCENTS = {"noise": "noise_percent", "miss": "miss_percent", "cross": "cross_percent"}
VERSION, CLONE_VERSION = 0x92, 0x37


def _beside(zone: str, other: str) -> bool:
    """Whether two readers' antennas are neighbours: of the next column, or of the other side of the same one."""
    place, _, side = zone.partition(" ")
    there, _, facing = other.partition(" ")
    if not (place.isdigit() and there.isdigit()):
        return False
    return abs(int(place) - int(there)) + (side != facing) == 1


@dataclass
class ReaderTwin:
    """One reader: the port that the driver holds, the chip behind it, and the field above its antenna."""

    port: VirtualSpiPort
    chip: Mfrc522Chip
    field: Field


@dataclass
class VirtualTable:
    """Built once a script; it outlives power cuts, as cards and chips do. ``seed`` rules tags, bounces and noise."""

    config: TableConfig
    seed: int
    clock: VirtualClock = field(default_factory=VirtualClock)

    def __post_init__(self) -> None:
        self.spi_clock = VirtualClock()
        self.i2c_clock = VirtualClock()
        self.pins = MixedPins()
        rng = random.Random(self.seed)
        self.readers = self._build_readers()
        self.buses = self._build_buses()
        self.screens = self._build_screens()
        fields: dict[Zone, Field] = {
            zone: self.readers[reader.zone].field for reader in self.config.readers for zone in reader.zones
        }
        self.world = World(fields, random.Random(rng.getrandbits(64)))
        gpio = {button.name: button.gpio for button in self.config.buttons}
        buzzer = self.config.gpio.buzzer
        self.ear = None if buzzer is None else Ear(self.pins, buzzer, self.clock)
        self.fingers = Fingers(self.pins, gpio, clock=self.clock, rng=random.Random(rng.getrandbits(64)))

    def _build_readers(self) -> dict[str, ReaderTwin]:
        bus = VirtualSpiBus(self.spi_clock)
        readers = {}
        for number, reader in enumerate(self.config.readers):
            above = Field(rng=random.Random(self.seed * 1000 + number))
            chip = Mfrc522Chip(self.spi_clock, above)
            wire = random.Random(self.seed * 1000 + 500 + number)
            readers[reader.zone] = ReaderTwin(VirtualSpiPort(bus, chip, rng=wire), chip, above)
        for zone, twin in readers.items():
            twin.field.beside = [other.field for place, other in readers.items() if _beside(zone, place)]
        return readers

    def _build_buses(self) -> dict[int, VirtualI2cBus]:
        channels = sorted({screen.i2c_channel for screen in self.config.screens})
        return {channel: VirtualI2cBus(self.i2c_clock) for channel in channels}

    def _build_screens(self) -> dict[str, OledChip]:
        screens = {}
        for screen in self.config.screens:
            chip = OledChip(screen.driver)
            self.buses[screen.i2c_channel].attach(screen.address, chip)
            screens[screen.place] = chip
        return screens

    def image(self, place: str) -> Image.Image:
        """What the screen's panel shows, pixel by pixel, from its chip's memory."""
        return self.screens[place].image()

    def fault(self, part: str, place: str, kind: str, percent: float | None) -> None:
        """Break a part where it meets the wire or the air: a screen by unplug, a reader by any kind of script_words."""
        if part == "screen":
            self.screens[place].fault = "unplug"
            return
        twin = self.readers[place]
        if kind in WIRE_FAULTS:
            twin.port.fault = kind
        elif kind in FIELD_SWITCHES:
            setattr(twin.field, FIELD_SWITCHES[kind], True)
        elif kind in FIELD_PERCENTS:
            setattr(twin.field, FIELD_PERCENTS[kind], percent or 0.0)
        elif kind == "loud":
            twin.field.ceiling_db = LOUD_CEILING_DB
        elif kind == "clone":
            twin.chip.replace(CLONE_VERSION)
        else:
            twin.chip.brown_out = True

    def mend(self, part: str, place: str, kind: str | None) -> None:
        """Mend one fault of a part, or all of them."""
        if part == "screen":
            self.screens[place].fault = None
            return
        twin = self.readers[place]
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
        if kind in (None, "clone") and twin.chip.version != VERSION:
            twin.chip.replace(VERSION)
        if kind in (None, "brownout"):
            twin.chip.brown_out = False

    def unsteady(self) -> frozenset[str]:
        """The readers whose radio is disturbed."""
        return frozenset(place for place, twin in self.readers.items() if not twin.field.calm)

    def reset_readers(self) -> None:
        """The reset line of the readers was pulled: all chips that have a supply begin anew."""
        for reader in self.readers.values():
            reader.port.chip.power_cycle(True)

    def power_cut(self) -> None:
        """Every chip loses its power and with it all it was told; cards and fingers stay."""
        for reader in self.readers.values():
            reader.port.chip.power_cycle(False)
            reader.port.chip.power_cycle(True)
        for screen in self.screens.values():
            screen.power_cycle()
