"""What lies on a top, and where: cards, antennas, screens, buttons and leads of a plan.

Millimetres from the middle of the battlefield: x to the right as red sits, y towards red.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from signifer_drivers.air.figures import Coil

from .boxes import Box, around
from .parts import BUTTON, RULES, ScreenModule, Size

Side = Literal["red", "blue"]
Facing = Literal["red", "blue", "end"]  # "end": a quarter turn, so that nobody reads upside down
TOWARDS = {"red": 1, "blue": -1}


@dataclass(frozen=True)
class Spot:
    """Where one card of a zone lies, the ``order``-th, and its tag, in the card's middle."""

    zone: str
    order: int
    box: Box


@dataclass(frozen=True)
class Antenna:
    """The coil of one reader, the zones it reads, and its board; ``turned``: it lies across, its pins at the right."""

    reader: str
    zones: tuple[str, ...]
    windows: tuple[Box, ...]  # outer edges of the turns
    coil: Coil
    board: Box
    pins: tuple[float, float]
    wound: bool = False
    turned: bool = False


@dataclass(frozen=True)
class Screen:
    place: str
    module: ScreenModule
    board: Box
    facing: Facing

    @property
    def picture(self) -> tuple[float, float]:
        """The middle of what is seen, and of the opening."""
        if self.facing == "end":
            return self.board.x + self.module.glass_up, self.board.y
        return self.board.x, self.board.y - TOWARDS[self.facing] * self.module.glass_up

    @property
    def window(self) -> Box:
        return Box(*self.picture, self.turned(self.module.window))

    def turned(self, size: Size) -> Size:
        return Size(size.height, size.width) if self.facing == "end" else size


@dataclass(frozen=True)
class Push:
    """A button; ``side`` is whose it is, None for the dice."""

    name: str
    x: float
    y: float
    side: Side | None

    @property
    def head(self) -> Box:
        return Box(self.x, self.y, Size(BUTTON.head, BUTTON.head))


@dataclass(frozen=True)
class Lead:
    """The wires from a reader to its plug at what asks it, straight along and across, and how long they may be."""

    reader: str
    to: str
    length: float
    most: float
    plug: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class Plan:
    """A whole top. ``things`` gives all of it by name for the rules."""

    name: str
    outline: Box
    thickness: float
    spots: tuple[Spot, ...]
    terrain: tuple[Box, ...]
    rails: tuple[Box, ...]
    antennas: tuple[Antenna, ...]
    screens: tuple[Screen, ...]
    buttons: tuple[Push, ...]
    piles: tuple[tuple[str, Box], ...]
    hands: tuple[tuple[str, Box], ...]
    boards: tuple[tuple[str, Box], ...]
    leads: tuple[Lead, ...]

    @property
    def weight_kg(self) -> float:
        size = self.outline.size
        return size.width * size.height * self.thickness * 1e-6 * RULES.top_kg_per_litre

    def cards_of(self, zone: str) -> Box:
        """All of a zone's places together."""
        return around(tuple(spot.box for spot in self.spots if spot.zone == zone))

    def antennas_of(self, zone: str) -> tuple[Antenna, ...]:
        """Those that read it; the first one is next to the rail."""
        return tuple(antenna for antenna in self.antennas if zone in antenna.zones)

    @property
    def zones(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(spot.zone for spot in self.spots))
