"""The entries of ``table.toml`` one by one: which keys each has, and what their values may be."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.fields import FieldInfo
from signifer_core.languages import LANGUAGES, Language
from signifer_core.layout import COLUMNS, SIDES, ZONES, Zone, zone
from signifer_core.position_fields import listed
from signifer_drivers.portable.node_frames import MOST_READERS

READER_ZONES = (*map(str, ZONES), *map(str, COLUMNS))
SCREEN_PLACES = (*(f"{column} {side}" for column in COLUMNS for side in SIDES), *SIDES, "both")
COLUMN_BUTTONS = tuple(f"column {column} {side}" for side in SIDES for column in COLUMNS)
BUTTONS = ("dice", *(f"ok {side}" for side in SIDES), *COLUMN_BUTTONS)
# A zone may have so many readers, each with an antenna over another part of it.
ANTENNAS = "abcd"
STOCK = "mfrc522"
NODE = "node"
# Screens and buttons that nobody has to build: the page shows them.
PAGE = "page"
# Which keys of a reader belong to which drivers; the others go with each.
SPI_KEYS, NODE_KEYS = ("spi_device", "speed_hz"), ("node", "chip_select")
# ... and which of a screen have to be there for a chip, and mean nothing for one of the page.
CHIP_KEYS, NO_PAGE_KEYS = ("i2c_channel", "address", "pixel_um"), ("i2c_channel", "address", "rotate")
# Of nodes alone: on the Pi's own bus one field comes up while another reader is read.
FIELD_UP = "field_up_us"
NODE_NAME = r"^\w[\w .-]{0,29}$"
# BCM numbers that the board itself needs; 14 and 15 are the serial console.
RESERVED_GPIO = {
    2: "SDA of I2C1",
    3: "SCL of I2C1",
    7: "CE1 of SPI0",
    8: "CE0 of SPI0",
    9: "MISO of SPI0",
    10: "MOSI of SPI0",
    11: "SCLK of SPI0",
    14: "the serial console",
    15: "the serial console",
}
_LANGUAGES = listed(f'"{language}"' for language in LANGUAGES)


class Entry(BaseModel):
    """Every key's ``description`` says what its value must be; the fault for a wrong value is made of it."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


def _place(words: tuple[str, ...], description: str) -> FieldInfo:
    found: FieldInfo = Field(pattern=f"^({'|'.join(words)})$", description=description)
    return found


def _one_of(*numbers: int) -> AfterValidator:
    """Unlike Literal, which takes 33.0 for 33 and false for 0."""

    def check(value: int) -> int:
        if value not in numbers:
            raise ValueError("not among the allowed numbers")
        return value

    return AfterValidator(check)


def _one_or_more(value: object) -> object:
    """A list as a tuple, and a single text as one of one."""
    if isinstance(value, list):
        return tuple(value)
    return (value,) if isinstance(value, str) else value


class NodeConfig(Entry):
    """One column node: a board on USB with up to five readers."""

    name: str = Field(
        pattern=NODE_NAME,
        description='a name like "column 3": at most 30 letters, digits, blanks, dots and hyphens',
    )
    serial: str | None = Field(
        default=None,
        pattern="^[0-9a-fA-F]{16}$",
        description='the number of its chip, 16 hex digits like "e6614103e7174a2c"',
    )

    @property
    def number(self) -> bytes | None:
        """The serial number as a node tells it; None while nobody knows it."""
        return None if self.serial is None else bytes.fromhex(self.serial)


class ReaderConfig(Entry):
    """One reader chip and what its antenna covers: a zone, or a column where the card tells the side; or a part of it,
    beside other readers of the same zone."""

    zone: Annotated[
        str,
        _place(READER_ZONES, '"1 red" to "5 blue", "pad red", "pad blue", or "1" to "5" for both sides'),
    ]
    antenna: str = Field(
        default="",
        pattern=f"^[{ANTENNAS[0]}-{ANTENNAS[-1]}]$",
        description='"a" to "d", where a zone has several readers',
    )
    driver: Literal["mfrc522-spi", "node", "mfrc522"] = Field(
        description='"mfrc522-spi", "node" for a reader of a column node, or "mfrc522" for the package of that name'
    )
    spi_device: str = Field(
        default="", pattern=r"^/dev/spidev[0-9]+\.[0-9]+$", description='a device like "/dev/spidev0.1"'
    )
    node: str = Field(default="", pattern=NODE_NAME, description='the name of its [[node]], like "column 3"')
    chip_select: int = Field(
        default=0, ge=0, le=MOST_READERS - 1, description="which reader of its node, 0 to 4"
    )
    gain_db: Annotated[int, _one_of(18, 23, 33, 38, 43, 48)] = Field(
        default=33, description="18, 23, 33, 38, 43 or 48 (decibels)"
    )
    field: int = Field(default=32, ge=1, le=63, description="the strength of the field, 1 to 63")
    field_up_us: int = Field(
        default=5000,
        ge=1500,
        le=5000,
        multiple_of=100,
        description="1500 to 5000 (microseconds), in whole hundreds",
    )
    speed_hz: int = Field(
        default=4_000_000, ge=100_000, le=10_000_000, description="100000 to 10000000 (hertz)"
    )

    @property
    def name(self) -> str:
        """What it is called everywhere: "3 red", or "3 red b" where a zone has several readers."""
        return f"{self.zone} {self.antenna}".rstrip()

    @property
    def spi(self) -> tuple[int, int]:
        """The numbers of its SPI bus and of its chip select; not for a reader of a node."""
        bus, _, select = self.spi_device.removeprefix("/dev/spidev").partition(".")
        return int(bus), int(select)

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones it reads: one, or both sides of a column."""
        if " " in self.zone:
            return (zone(self.zone),)
        return tuple(Zone(self.zone, side) for side in SIDES)


class ScreenConfig(Entry):
    """One OLED of 128x64 pixels behind the I2C multiplexer, or a part of the page that looks like one."""

    place: Annotated[
        str,
        _place(
            SCREEN_PLACES, '"1 red" to "5 blue" (a column\'s, facing that player), "red", "blue" or "both"'
        ),
    ]
    driver: Literal["sh1106", "ssd1306", "ssd1309", "page"] = Field(
        description='"sh1106", "ssd1306" or "ssd1309", or "page" for one that the page shows'
    )
    i2c_channel: int = Field(default=0, ge=0, le=7, description="a channel of the multiplexer, 0 to 7")
    address: Annotated[int, _one_of(0x3C, 0x3D)] = Field(default=0x3C, description="0x3C or 0x3D")
    # Figures of the page are as large as those of a 2.42-inch screen.
    pixel_um: int = Field(
        default=430, ge=100, le=1000, description="the pixel pitch, 100 to 1000 (micrometres)"
    )
    rotate: Annotated[int, _one_of(0, 2)] = Field(
        default=0, description="0, or 2 for upside down (quarter turns)"
    )

    @property
    def chip(self) -> Literal["sh1106", "ssd1306", "ssd1309"]:
        """Which chip it has; not for a screen of the page."""
        assert self.driver != "page", f"screen {self.place} has no chip"
        return self.driver


class ButtonConfig(Entry):
    """One button: external pull-up, closed to ground; or one of the page."""

    name: Annotated[str, _place(BUTTONS, '"dice", "ok red", "ok blue", or "column 1 red" to "column 5 blue"')]
    driver: Literal["gpio", "page"] = Field(
        default="gpio", description='"gpio", or "page" for one of the page'
    )
    gpio: int = Field(default=0, ge=2, le=27, description="a BCM number, 2 to 27")


class GpioConfig(Entry):
    """Single lines of the board; a table without one of them leaves it out."""

    reader_reset: int | None = Field(default=None, ge=2, le=27, description="a BCM number, 2 to 27")
    mux_reset: int | None = Field(default=None, ge=2, le=27, description="a BCM number, 2 to 27")
    buzzer: int | None = Field(default=None, ge=2, le=27, description="a BCM number, 2 to 27")


class I2cConfig(Entry):
    """Nothing is read here any more: Linux tells the bus of each channel. Tables of before may still have it."""

    bus_base: int | None = Field(default=None, ge=2, le=200, description="no longer used: take it out")


class LanguagesConfig(Entry):
    """In which language each player's screens speak."""

    red: Language = Field(default="en", description=_LANGUAGES)
    blue: Language = Field(default="en", description=_LANGUAGES)


class TimingConfig(Entry):
    """How long things take that a person may want to adjust."""

    hold_ms: int = Field(default=800, ge=300, le=5000, description="300 to 5000 (milliseconds)")
    together_ms: int = Field(default=300, ge=50, le=2000, description="50 to 2000 (milliseconds)")
    debounce_ms: int = Field(default=20, ge=1, le=200, description="1 to 200 (milliseconds)")
    settle_ms: int = Field(default=300, ge=0, le=5000, description="0 to 5000 (milliseconds)")
    absent_visits: int = Field(default=3, ge=1, le=50, description="1 to 50 (visits of the reader)")


PAGE_OFF, PAGE_LOOPBACK, PAGE_NETWORK = "off", "loopback", "network"


class PageConfig(Entry):
    """The table's page, for phones and laptops, and where it is."""

    listen: Literal["off", "loopback", "network"] = Field(
        default="off",
        description='"off", "loopback" for this computer alone, or "network" for all in the local network',
    )
    port: int = Field(default=8520, ge=80, le=65535, description="the port of the page, 80 to 65535")
    address: str = Field(
        default="",
        pattern=r"^(https?://\S{1,60})?$",
        description='an address like "http://signifer.local", shown before a game; "" for the one that it finds',
    )


class SpeechConfig(Entry):
    """What the table says aloud by a loudspeaker of the Pi."""

    level: Literal["off", "refusals", "turns", "all"] = Field(
        default="off",
        description='"off", "refusals", "turns" for those, turns and results, or "all"',
    )


# No file has a NUL in its name.
_Files = Annotated[
    tuple[Annotated[str, Field(pattern=r"^[^\x00]*\.toml$")], ...], BeforeValidator(_one_or_more)
]


class CardsConfig(Entry):
    """The owner's cards: what is printed otherwise than the catalogue says, a file a game; and players' own decks."""

    corrections: _Files = Field(
        default=(),
        description='a file of corrections beside this one, like "cards.toml", or a list of such files, one a game',
    )
    decks: _Files = Field(
        default=(),
        description='a deck file beside this one, like "wolves.toml", or a list of such files, one a deck',
    )

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """Every file that is named, behind the key that names it."""
        return (
            *(("corrections", name) for name in self.corrections),
            *(("decks", name) for name in self.decks),
        )


SECTIONS: dict[str, type[Entry]] = {
    "node": NodeConfig,
    "reader": ReaderConfig,
    "screen": ScreenConfig,
    "button": ButtonConfig,
    "gpio": GpioConfig,
    "i2c": I2cConfig,
    "languages": LanguagesConfig,
    "timing": TimingConfig,
    "cards": CardsConfig,
    "page": PageConfig,
    "speech": SpeechConfig,
}
LISTS = ("node", "reader", "screen", "button")
