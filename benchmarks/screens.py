"""Screens: bytes and time on the wire for what changes, against the whole frames that luma itself sends."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from unittest.mock import patch

from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1309
from PIL import Image, ImageChops
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_drivers.io.screens import Driver, Screen
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.i2c import VirtualI2cBus
from signifer_drivers.virtual.oled import OledChip
from signifer_firmware.config.model import load_table
from signifer_firmware.display.panels import ColumnPanel, SidePanel, UnitMark
from signifer_firmware.display.render import render
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.match import FieldOfGloryMatch
from signifer_firmware.games.field_of_glory.robots.slips import FieldOfGloryClumsy
from signifer_firmware.simulation.robots.wire import WireBoard

from .figures import Effort, Figure, median_us

PART = "screen"
ADDRESS = 0x3C
PAGE_ROWS = 8
FONTS_LIMIT_US = 20_000
GAME_SEED = 0
# Of what full frames on all screens would take at each change.
QUARTER = 0.25
LUMA = {"sh1106": sh1106, "ssd1309": ssd1309}
DRIVERS: tuple[Driver, ...] = ("sh1106", "ssd1309")

COLUMN = ColumnPanel(
    column=3,
    facing="red",
    terrain="plain",
    terrain_name="Plain",
    own=SidePanel("red", (UnitMark("spear", "Spear"), UnitMark("spear", "Spear")), total=8),
    enemy=SidePanel("blue", (UnitMark("pike", "Pike"),), total=5),
)


def pictures() -> tuple[Image.Image, dict[str, Image.Image]]:
    """A column's picture, and what may come after it: the same, one figure, one page row, all of it changed."""
    before = render(COLUMN).image
    figure = render(replace(COLUMN, own=replace(COLUMN.own, total=9))).image
    inverse = ImageChops.invert(before.convert("L")).convert("1")
    page = before.copy()
    row = (0, 3 * PAGE_ROWS, before.width, 4 * PAGE_ROWS)
    page.paste(inverse.crop(row), row)
    return before, {
        "nothing changed": before,
        "one figure changed": figure,
        "one page row changed": page,
        "all changed": inverse,
    }


class Wire:
    """One chip on a bus of 400 kHz, and what a call moves on it."""

    def __init__(self, driver: Driver) -> None:
        self.clock = VirtualClock()
        self.bus = VirtualI2cBus(self.clock)
        self.chip = OledChip(driver)
        self.bus.attach(ADDRESS, self.chip)

    def cost(self, call: Callable[[], object]) -> tuple[int, int]:
        """Bytes and microseconds."""
        bytes_before, us_before = self.bus.wire_bytes, self.clock.now_us
        call()
        return self.bus.wire_bytes - bytes_before, self.clock.now_us - us_before


def ours(driver: Driver, before: Image.Image, after: Image.Image, repeats: int) -> tuple[int, int, float]:
    """Bytes, microseconds on the wire and of the processor (twin included) from one picture to the next."""
    wire = Wire(driver)
    screen = Screen(name="bench", driver=driver, bus=wire.bus, address=ADDRESS)
    screen.show(before)
    cost = wire.cost(lambda: screen.show(after))
    assert wire.chip.image().tobytes() == after.tobytes()

    def there_and_back() -> None:
        screen.show(before)
        screen.show(after)

    return (*cost, median_us(there_and_back, repeats) / 2)


def lumas(driver: Driver, before: Image.Image, after: Image.Image, repeats: int) -> tuple[int, int, float]:
    """The same by luma.oled's own device on its own serial interface, which it is left to open."""
    wire = Wire(driver)
    with warnings.catch_warnings():
        # luma.oled 3.16 calls Image.getdata, of which Pillow 13 says that it will go.
        warnings.simplefilter("ignore", DeprecationWarning)
        with patch("smbus2.SMBus", return_value=wire.bus):
            device = LUMA[driver](i2c(port=1, address=ADDRESS))
        device.persist = True  # else it blanks the panel at exit
        device.display(before)
        cost = wire.cost(lambda: device.display(after))
        assert wire.chip.image().tobytes() == after.tobytes()

        def there_and_back() -> None:
            device.display(before)
            device.display(after)

        return (*cost, median_us(there_and_back, repeats) / 2)


@dataclass
class Traffic:
    """What went to the screens of a whole table: all bytes on the wire, set-up and asking included; the moments at
    which any picture changed; and the frames that changed, by driver."""

    wire_bytes: int = 0
    moments: int = 0
    frames: Counter[Driver] = field(default_factory=Counter)


def robot_game(decisions: int) -> Traffic:
    """A game of clumsy robots through the wire on the standard table, from the empty table to its end or for so many
    decisions."""
    config, rules, rng = load_table("standard"), FieldOfGlory(standard_deck()), random.Random(GAME_SEED)
    drivers = {screen.place: screen.chip for screen in config.screens}
    traffic = Traffic()
    seen: dict[str, bytes] = {}
    changed_us: set[int] = set()
    with tempfile.TemporaryDirectory(prefix="signifer-bench-") as folder:
        board = WireBoard(config, Path(folder), GAME_SEED, lambda news: None)
        show = board.run.appliance.screens.show

        def counted(place: str, image: Image.Image) -> None:
            if seen.get(place) != image.tobytes():
                seen[place] = image.tobytes()
                changed_us.add(board.run.now_us)
                traffic.frames[drivers[place]] += 1
            show(place, image)

        try:
            for place, drawn in board.run.appliance.drawn.items():
                counted(place, drawn.image)
            with patch.object(board.run.appliance.screens, "show", counted):
                clumsy = FieldOfGloryClumsy(random.Random(rng.getrandbits(64)))
                match = FieldOfGloryMatch(board, deal(rules, rng), rules, rng, slips=clumsy)
                while not match.over and match.decisions < decisions:
                    match.step()
            traffic.wire_bytes = sum(bus.wire_bytes for bus in board.run.table.buses.values())
        finally:
            board.close()
    traffic.moments = len(changed_us)
    return traffic


def game_figures(decisions: int) -> list[Figure]:
    """Bytes a change over a robots' game: against luma's frames for all screens and for those that changed."""
    traffic = robot_game(decisions)
    before, changes = pictures()
    frame = {driver: lumas(driver, before, changes["all changed"], 1)[0] for driver in DRIVERS}
    all_screens = sum(frame[screen.chip] for screen in load_table("standard").screens)
    changed = sum(frame[driver] * count for driver, count in traffic.frames.items())
    ours = traffic.wire_bytes / traffic.moments
    what = "a robots' game, bytes a change at the table"
    return [
        Figure(PART, what, "bytes", ours, "luma.oled, all screens", all_screens),
        Figure(PART, what, "bytes", ours, "limit", QUARTER * all_screens, limit=True),
        Figure(PART, what, "bytes", ours, "luma.oled, changed screens", changed / traffic.moments),
    ]


def fonts_us() -> float:
    """Processor time of loading all fonts in a fresh process, in microseconds."""
    code = (
        "import time, PIL.Image\n"
        "from signifer_firmware.display import font\n"
        "start = time.process_time()\n"
        "for name in font.NAMES: font.font(name)\n"
        "print((time.process_time() - start) * 1e6)\n"
    )
    return float(
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    )


def figures(effort: Effort) -> list[Figure]:
    """Each change on each kind of screen, and the loading of the fonts."""
    before, changes = pictures()
    rows: list[Figure] = []
    for driver in DRIVERS:
        for what, after in changes.items():
            bytes_ours, us_ours, cpu_ours = ours(driver, before, after, effort.visits)
            bytes_luma, us_luma, cpu_luma = lumas(driver, before, after, effort.visits)
            name, peer = f"{driver}, {what}", "luma.oled"
            rows += [
                Figure(PART, f"{name}, wire", "bytes", bytes_ours, peer, bytes_luma),
                Figure(PART, f"{name}, time", "us", us_ours, peer, us_luma),
                Figure(PART, f"{name}, processor", "us", cpu_ours, peer, cpu_luma, wall=True),
            ]
    rows += game_figures(effort.decisions)
    fonts = fonts_us()
    rows.append(
        Figure(PART, "fonts loaded, processor", "us", fonts, "limit", FONTS_LIMIT_US, limit=True, wall=True)
    )
    return rows
