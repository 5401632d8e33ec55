"""Sizes of what is bought, each with where the figure is from; what nobody has written down is marked as assumed.

All lengths are millimetres. What is assumed is to be measured before the top is cut: modules of one name differ from
maker to maker.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from signifer_drivers.air.figures import figures
from signifer_drivers.air.places import APART_MM, ASIDE_MM, BESIDE_MM, PITCH_MM, THIRD_APART_MM

ASSUMED = "assumed; measure yours"
TABLE = "the project's list of hardware"
# "Using Electronic Modules: 1.3-inch (33mm) Monochrome OLED Display", Practical Electronics, September 2024.
MAGAZINE = "Practical Electronics, September 2024: about 35 x 33 mm"
WAVESHARE_SMALL = "Waveshare wiki, 1.3inch OLED (B): display 29.42 x 14.7 mm"
WAVESHARE_LARGE = "Waveshare wiki, 2.42inch OLED Module: module 61.50 x 39.50, display 55.01 x 27.49 mm"
HOLES = "two makers' drawings of the board: holes 37 apart, 34 at the pins and 25 in the coil"
SEPARATION = "MIL-STD-1472E, table VII: push buttons 13 mm apart, edge to edge"
BOARDS = "the project's parts list: prototyping boards that carry Pico and Pi"


class Size(NamedTuple):
    """Across (x) and along (y), seen by the player whom the part faces."""

    width: float
    height: float


AIR = figures()
UNIT, SLEEVE, TERRAIN = Size(63, 88), Size(66, 92), Size(92, 92)
READER_BOARD, READER_COIL, LOOP_WINDOW = Size(40, 60), Size(*AIR.module.outer), Size(40, 70)


@dataclass(frozen=True)
class Cards:
    """Cards, sleeves and tags."""

    unit: Size = UNIT
    sleeve: Size = SLEEVE
    terrain: Size = TERRAIN
    tag_diameter: float = 25
    tag_pitch: float = PITCH_MM  # the second card lies so much farther from the rail than the first
    aside: float = ASIDE_MM  # a third card, and a fourth, lie half-way between them, so much to one side
    apart: float = (
        APART_MM  # above two antennas: the second card lies so much farther from the rail than the first
    )
    beside: float = BESIDE_MM  # and each of both, and of two more beside them, so much to one side
    pad_apart: float = THIRD_APART_MM  # and along a pad of three antennas
    play: float = AIR.play_mm  # how far a hand misses such a place, in each direction; assumed
    source: str = f"{TABLE}; the third and fourth place, those above two antennas and the play are ours"


@dataclass(frozen=True)
class ScreenModule:
    """An OLED on its board. ``glass_up`` is how far the middle of its picture lies above the middle of the board."""

    driver: str
    name: str
    board: Size
    picture: Size
    glass_up: float
    holes: tuple[tuple[float, float], ...]  # from the board's middle; none where nobody says
    hole_diameter: float
    board_source: str
    picture_source: str
    rest_source: str = f"holes and glass {ASSUMED}"

    @property
    def window(self) -> Size:
        """The opening: a millimetre or so around the picture, for eyes that look from the side through the top."""
        return Size(*(math.ceil(2 * (side + 2)) / 2 for side in self.picture))


def _corners(width: float, height: float) -> tuple[tuple[float, float], ...]:
    return tuple((x * width / 2, y * height / 2) for x in (-1, 1) for y in (-1, 1))


SCREENS = {
    module.driver: module
    for module in (
        ScreenModule(
            driver="sh1106",
            name='1.3" OLED',
            board=Size(35.5, 33.5),
            picture=Size(29.42, 14.70),
            glass_up=2.0,
            holes=_corners(30.4, 28.5),
            hole_diameter=3,
            board_source=MAGAZINE,
            picture_source=WAVESHARE_SMALL,
        ),
        ScreenModule(
            driver="ssd1306",
            name='0.96" OLED',
            board=Size(27.5, 27.8),
            picture=Size(21.74, 10.86),
            glass_up=2.0,
            holes=_corners(23.5, 23.8),
            hole_diameter=2,
            board_source=ASSUMED,
            picture_source="Display Module DM-OLED096-624 datasheet: active area 21.744 x 10.864 mm",
        ),
        ScreenModule(
            driver="ssd1309",
            name='2.42" OLED',
            board=Size(61.5, 39.5),
            picture=Size(55.01, 27.49),
            glass_up=2.0,
            holes=(),
            hole_diameter=0,
            board_source=WAVESHARE_LARGE,
            picture_source=WAVESHARE_LARGE,
        ),
    )
}


@dataclass(frozen=True)
class ReaderModule:
    """An RC522 board: a coil at one end, eight pins at the other. Sizes along the board come second."""

    board: Size = READER_BOARD
    coil: Size = READER_COIL  # outer edge of the printed turns
    coil_middle: float = 20  # from the end without pins
    holes: tuple[tuple[float, float, float], ...] = (
        (25, 6, 3.2),
        (34, 43, 3.2),
    )  # apart, from the coil's end, wide
    hole_source: str = HOLES
    source: str = f"board 60 x 40 as sold; coil and turns {ASSUMED} (docs/air.md)"


@dataclass(frozen=True)
class Loop:
    """A wound coil for places that no module covers: its outermost turn, its wire, the turns of each of its windows."""

    window: Size = LOOP_WINDOW
    wire: float = 0.8
    turns_alone: int = 3
    turns_in_pair: int = 2
    pitch_alone: float = 1  # from turn to turn, inwards
    pitch_in_pair: float = 2
    apart: float = 224  # between the middles of two windows
    feed: float = 160  # the twisted pair of wires between two windows, all of it
    source: str = "ours, computed (coils.py); not measured yet"


@dataclass(frozen=True)
class Button:
    """A momentary push button for a 16 mm hole."""

    hole: float = 16
    head: float = 18
    apart: float = 13  # between the edges of two heads, at least
    press_n: tuple[float, float] = (2.0, 6.0)
    source: str = f"{SEPARATION}; hole and head as sold, force {ASSUMED}"


@dataclass(frozen=True)
class Rules:
    """What must be kept, and what is chosen."""

    column_pitch: float = 95
    hands_away: float = 80  # decks and hands from antennas
    neighbours_away: float = 80  # antennas from one another, middle to middle
    metal_away: float = 20  # boards, buttons and screens from antennas
    top_thickness: float = 4
    top_thickness_most: float = 5
    top_kg_per_litre: float = 0.68  # birch plywood; assumed
    node_lead: float = 150
    pi_lead: float = 200
    lead_slack: float = 20  # of each lead, for plugs and bends; ours
    edge: float = (
        15  # from anything to the edge of the top, at least: a batten of 12 mm goes round below; ours
    )
    gap: float = 4  # between two things on the same side of the top, at least; ours
    button_reach: float = 60  # a player's own buttons from their edge: no arm over cards; ours
    arm: float = 600  # from a player's shoulder to a button, sitting; assumed
    two_hands: float = 800  # between dice and a player's ok, which they press together; assumed
    shoulder_behind: float = 150  # the shoulder's distance behind the edge; assumed
    source: str = TABLE


CARDS, READER, LOOP, BUTTON, RULES = Cards(), ReaderModule(), Loop(), Button(), Rules()
# Boards with what they carry; the hub is assumed, and has room to be larger. A node of up to four readers is the board
# that is to be ordered (hw/boards), its plugs towards red and blue; one of five is wired on a prototyping board.
NODE_BOARD, NODE_OF_FIVE = Size(76.2, 88.9), Size(70, 50)
MAIN_BOARD, HUB_BOX = Size(160, 100), Size(45, 110)
# The middle of the ordered board's plug for each chip select, from the middle of the board. It hangs below the top with
# its parts downwards, and the Pico's socket towards the decks, where the hub is: `J1` and `J2` look to blue.
NODE_PLUGS = ((-19.05, -40.64), (13.97, -40.64), (-19.05, 40.64), (13.97, 40.64))
# Plugs of several readers of a pad stand so far from the middle of the main board, towards the pad.
MAIN_PLUG_Y = 40.0
