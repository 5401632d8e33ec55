"""The virtual table: twins of all the chips of a ``table.toml``, the world of cards above them, and the fingers."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from gpiozero.pins.mock import MockFactory
from PIL import Image
from signifer_core.layout import Zone
from signifer_drivers.virtual.buttons import Fingers
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.mfrc522 import Mfrc522Chip
from signifer_drivers.virtual.oled import OledChip
from signifer_drivers.virtual.rf import Field
from signifer_drivers.virtual.spi import Fault, VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.world import World

from .config import TableConfig

WIRE_FAULTS: dict[str, Fault] = {"unplug": "unplug", "stuck": "stuck"}


@dataclass
class ReaderTwin:
    """One reader: the port that the driver holds, and the field above its antenna."""

    port: VirtualSpiPort
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
        self.pins = MockFactory()
        rng = random.Random(self.seed)
        self.readers = self._build_readers()
        self.buses = self._build_buses()
        self.screens = self._build_screens()
        fields: dict[Zone, Field] = {
            zone: self.readers[reader.zone].field for reader in self.config.readers for zone in reader.zones
        }
        self.world = World(fields, random.Random(rng.getrandbits(64)))
        gpio = {button.name: button.gpio for button in self.config.buttons}
        hold_us = self.config.timing.hold_ms * 1000
        self.fingers = Fingers(
            self.pins, gpio, clock=self.clock, rng=random.Random(rng.getrandbits(64)), hold_us=hold_us
        )

    def _build_readers(self) -> dict[str, ReaderTwin]:
        bus = VirtualSpiBus(self.spi_clock)
        readers = {}
        for number, reader in enumerate(self.config.readers):
            above = Field(rng=random.Random(self.seed * 1000 + number))
            readers[reader.zone] = ReaderTwin(VirtualSpiPort(bus, Mfrc522Chip(self.spi_clock, above)), above)
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
        """Break a part at the wire: a reader by unplug, stuck, noise, miss or stack, a screen by unplug."""
        if part == "screen":
            self.screens[place].fault = "unplug"
            return
        twin = self.readers[place]
        if kind in WIRE_FAULTS:
            twin.port.fault = WIRE_FAULTS[kind]
        elif kind == "stack":
            twin.field.stacked = True
        elif kind == "noise":
            twin.field.noise_percent = percent or 0.0
        else:
            twin.field.miss_percent = percent or 0.0

    def mend(self, part: str, place: str, kind: str | None) -> None:
        """Mend one fault of a part, or all of them."""
        if part == "screen":
            self.screens[place].fault = None
            return
        twin = self.readers[place]
        if kind is None or kind in WIRE_FAULTS:
            twin.port.fault = None
        if kind in (None, "stack"):
            twin.field.stacked = False
        if kind in (None, "noise"):
            twin.field.noise_percent = 0.0
        if kind in (None, "miss"):
            twin.field.miss_percent = 0.0

    def unsteady(self) -> frozenset[str]:
        """The readers whose radio is disturbed."""
        return frozenset(
            place
            for place, twin in self.readers.items()
            if twin.field.noise_percent or twin.field.miss_percent
        )

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
