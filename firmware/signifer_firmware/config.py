"""``table.toml``: which readers, screens and buttons a table has, checked whole before anything is built."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from signifer_core.errors import ConfigError
from signifer_core.layout import COLUMNS, PAD, PLAYERS, ZONES, Zone, zone
from signifer_drivers.stock import LIMITS

from .table_lines import Lines, read_toml

BUNDLED = ("standard", "starter", "stock")
READER_ZONES = (*map(str, ZONES), *map(str, COLUMNS))
SCREEN_PLACES = (*(f"{column} {side}" for column in COLUMNS for side in PLAYERS), *PLAYERS, "both")
COLUMN_BUTTONS = tuple(f"column {column} {side}" for side in PLAYERS for column in COLUMNS)
BUTTONS = ("dice", *(f"ok {side}" for side in PLAYERS), *COLUMN_BUTTONS)
STOCK = "mfrc522"
MUX_ADDRESS = 0x70
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
_MOST_ON_SPI = 4

Language = Literal["en", "fr", "de"]


class _Entry(BaseModel):
    """Every key's ``description`` says what its value must be; the fault for a wrong value is made of it."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


def _place(words: tuple[str, ...], description: str) -> Any:
    return Field(pattern=f"^({'|'.join(words)})$", description=description)


def _one_of(*numbers: int) -> AfterValidator:
    """Unlike Literal, which takes 33.0 for 33 and false for 0."""

    def check(value: int) -> int:
        if value not in numbers:
            raise ValueError("not among the allowed numbers")
        return value

    return AfterValidator(check)


class ReaderConfig(_Entry):
    """One reader chip and what its antenna covers: a zone, or a column where the card tells the side."""

    zone: str = _place(
        READER_ZONES, '"1 red" to "5 blue", "pad red", "pad blue", or "1" to "5" for both sides'
    )
    driver: Literal["mfrc522-spi", "mfrc522"] = Field(
        description='"mfrc522-spi", or "mfrc522" for the package of that name'
    )
    spi_device: str = Field(
        pattern=r"^/dev/spidev[0-9]+\.[0-9]+$", description='a device like "/dev/spidev0.1"'
    )
    gain_db: Annotated[int, _one_of(18, 23, 33, 38, 43, 48)] = Field(
        default=33, description="18, 23, 33, 38, 43 or 48 (decibels)"
    )
    field: int = Field(default=32, ge=1, le=63, description="the strength of the field, 1 to 63")
    speed_hz: int = Field(
        default=4_000_000, ge=100_000, le=10_000_000, description="100000 to 10000000 (hertz)"
    )

    @property
    def spi(self) -> tuple[int, int]:
        """The numbers of its SPI bus and of its chip select."""
        bus, _, select = self.spi_device.removeprefix("/dev/spidev").partition(".")
        return int(bus), int(select)

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones it reads: one, or both sides of a column."""
        if " " in self.zone:
            return (zone(self.zone),)
        return tuple(Zone(self.zone, side) for side in PLAYERS)


class ScreenConfig(_Entry):
    """One OLED of 128x64 pixels behind the I2C multiplexer."""

    place: str = _place(
        SCREEN_PLACES, '"1 red" to "5 blue" (a column\'s, facing that player), "red", "blue" or "both"'
    )
    driver: Literal["sh1106", "ssd1306", "ssd1309"] = Field(description='"sh1106", "ssd1306" or "ssd1309"')
    i2c_channel: int = Field(ge=0, le=7, description="a channel of the multiplexer, 0 to 7")
    address: Annotated[int, _one_of(0x3C, 0x3D)] = Field(description="0x3C or 0x3D")
    pixel_um: int = Field(ge=100, le=1000, description="the pixel pitch, 100 to 1000 (micrometres)")
    rotate: Annotated[int, _one_of(0, 2)] = Field(
        default=0, description="0, or 2 for upside down (quarter turns)"
    )


class ButtonConfig(_Entry):
    """One button: external pull-up, closed to ground."""

    name: str = _place(BUTTONS, '"dice", "ok red", "ok blue", or "column 1 red" to "column 5 blue"')
    gpio: int = Field(ge=2, le=27, description="a BCM number, 2 to 27")


class GpioConfig(_Entry):
    """Single lines of the board; a table without one of them leaves it out."""

    reader_reset: int | None = Field(default=None, ge=2, le=27, description="a BCM number, 2 to 27")
    mux_reset: int | None = Field(default=None, ge=2, le=27, description="a BCM number, 2 to 27")
    buzzer: int | None = Field(default=None, ge=2, le=27, description="a BCM number, 2 to 27")


class I2cConfig(_Entry):
    """Where Linux shows the multiplexer's channels: channel n is bus ``bus_base + n``."""

    bus_base: int = Field(default=20, ge=2, le=200, description="the I2C bus number of channel 0, 2 to 200")


class LanguagesConfig(_Entry):
    """In which language each player's screens speak."""

    red: Language = Field(default="en", description='"en", "fr" or "de"')
    blue: Language = Field(default="en", description='"en", "fr" or "de"')


class TimingConfig(_Entry):
    """How long things take that a person may want to adjust."""

    hold_ms: int = Field(default=800, ge=300, le=5000, description="300 to 5000 (milliseconds)")
    together_ms: int = Field(default=300, ge=50, le=2000, description="50 to 2000 (milliseconds)")
    debounce_ms: int = Field(default=20, ge=1, le=200, description="1 to 200 (milliseconds)")
    settle_ms: int = Field(default=300, ge=0, le=5000, description="0 to 5000 (milliseconds)")
    absent_visits: int = Field(default=3, ge=1, le=50, description="1 to 50 (visits of the reader)")


class PageConfig(_Entry):
    """Where the table's page is, for phones and laptops."""

    address: str = Field(
        default="",
        pattern=r"^(https?://\S{1,60})?$",
        description='an address like "http://signifer.local", shown before a game; "" for none',
    )


class CardsConfig(_Entry):
    """The owner's cards, where they are printed otherwise than the catalogue says."""

    corrections: str | None = Field(
        default=None,
        pattern=r"\.toml$",
        description='a file of corrections beside this one, like "cards.toml"',
    )


class TableConfig(BaseModel):
    """A whole table, checked: every column read once, no pin, address or device used twice."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    readers: tuple[ReaderConfig, ...] = Field(default=(), alias="reader")
    screens: tuple[ScreenConfig, ...] = Field(default=(), alias="screen")
    buttons: tuple[ButtonConfig, ...] = Field(default=(), alias="button")
    gpio: GpioConfig = GpioConfig()
    i2c: I2cConfig = I2cConfig()
    languages: LanguagesConfig = LanguagesConfig()
    timing: TimingConfig = TimingConfig()
    cards: CardsConfig = CardsConfig()
    page: PageConfig = PageConfig()
    folder: Path = Path()

    @property
    def has_pads(self) -> bool:
        """Whether cards can be laid on pads; without them payments are said with buttons."""
        return any(reader.zones[0].place == PAD for reader in self.readers)

    @property
    def has_column_buttons(self) -> bool:
        return any(button.name in COLUMN_BUTTONS for button in self.buttons)

    def screen(self, place: str) -> ScreenConfig | None:
        """The screen at "3 red" or "red" (also where one screen serves both players), or None."""
        wanted = (place, "both") if place in PLAYERS else (place,)
        return next((screen for screen in self.screens if screen.place in wanted), None)

    def warnings(self) -> tuple[str, ...]:
        """What is allowed and yet known to make trouble, in plain sentences."""
        found = []
        if len(self.readers) > _MOST_ON_SPI:
            found.append(
                f"{len(self.readers)} readers on the Pi's SPI: fine on the virtual table; on a board more than "
                f"{_MOST_ON_SPI} need longer leads and more chip selects than work well"
            )
        found += [
            f"reader {reader.zone}: speed_hz {reader.speed_hz} can fail on a Pi 4; take 4000000"
            for reader in self.readers
            if 500_000 <= reader.speed_hz <= 2_000_000
        ]
        return (*found, *self.limits())

    def limits(self) -> tuple[str, ...]:
        """What the drivers of this table cannot do, in plain sentences: said wherever it is played."""
        stock = [reader.zone for reader in self.readers if reader.driver == STOCK]
        return (f"reader{'s' if stock[1:] else ''} {', '.join(stock)}: {LIMITS}",) if stock else ()


_SECTIONS: dict[str, type[_Entry]] = {
    "reader": ReaderConfig,
    "screen": ScreenConfig,
    "button": ButtonConfig,
    "gpio": GpioConfig,
    "i2c": I2cConfig,
    "languages": LanguagesConfig,
    "timing": TimingConfig,
    "cards": CardsConfig,
    "page": PageConfig,
}
_LISTS = ("reader", "screen", "button")


def load_table(name_or_path: str) -> TableConfig:
    """A bundled table ("standard", "starter", "stock"), or the one in a file; ConfigError with all faults."""
    if name_or_path in BUNDLED:
        file = f"{name_or_path}.toml"
        data = resources.files("signifer_firmware").joinpath("tables", file).read_bytes()
        return parse_table(data, file=file, name=name_or_path)
    try:
        data = Path(name_or_path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        cause = getattr(error, "strerror", None) or str(error)
        near = get_close_matches(name_or_path, BUNDLED, n=1)
        hint = (
            f'did you mean "{near[0]}"?' if near else 'write a file\'s name, "standard", "starter" or "stock"'
        )
        raise ConfigError([f"{name_or_path}: cannot be read ({cause}); {hint}"]) from None
    path = Path(name_or_path)
    return parse_table(data, file=name_or_path, name=path.stem).model_copy(update={"folder": path.parent})


def parse_table(data: bytes, *, file: str, name: str) -> TableConfig:
    """Parse a table file's bytes (UTF-8); ``file`` stands in the faults; ConfigError with all."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ConfigError([f"{file}:{line}: not UTF-8; save the file as UTF-8"]) from None
    try:
        raw = read_toml(text)
    except ValueError as error:
        raise ConfigError([f"{file}:{error.args[1]}: not TOML: {error.args[0]}"]) from None
    checks = _Checks(raw, Lines(text))
    table = checks.run(name)
    if table is None:
        raise ConfigError([f"{file}:{line}: {fault}" for line, fault in sorted(checks.faults)])
    return table


class _Checks:
    """One file's check. Cross-checks look at all values that are right by themselves: all faults at once."""

    def __init__(self, raw: dict[str, Any], lines: Lines) -> None:
        self.raw = raw
        self.lines = lines
        self.faults: list[tuple[int, str]] = []
        self._bad: set[tuple[str | int, ...]] = set()

    def run(self, name: str) -> TableConfig | None:
        """The table, or None if there are faults."""
        table = None
        try:
            table = TableConfig.model_validate({**self.raw, "name": name})
        except ValidationError as error:
            for detail in error.errors(include_url=False, include_context=False):
                self._shape(detail["loc"], detail["type"])
        if "name" in self.raw:
            self._fault(("name",), self._unknown(("name",)))
        self._readers()
        self._screens()
        self._buttons()
        return None if self.faults else table

    def _fault(self, path: tuple[str | int, ...], text: str) -> None:
        fault = (self.lines.line(path), text)
        if fault not in self.faults:
            self.faults.append(fault)

    def _shape(self, path: tuple[str | int, ...], kind: str) -> None:
        """One value that is wrong by itself, in words of ours: pydantic's are about Python."""
        self._bad.add(path)
        section = str(path[0])
        if kind == "extra_forbidden":
            return self._fault(path, self._unknown(path))
        if len(path) == 1 or (section in _LISTS and len(path) == 2):
            right = f"[[{section}]]" if section in _LISTS else f"[{section}]"
            return self._fault(path, f"{section} must be a table; write {right} and the keys below it")
        key = str(path[2] if section in _LISTS else path[1])
        right = _SECTIONS[section].model_fields[key].description or ""
        if kind == "missing":
            return self._fault(path, f"{section} without {key}; write {key} = {right}")
        value = self.raw[section]
        for part in path[1:3] if section in _LISTS else path[1:2]:
            value = value[part]
        return self._fault(path, f"{key} = {_shown(value)} is wrong; it must be {right}")

    def _unknown(self, path: tuple[str | int, ...]) -> str:
        key = str(path[-1])
        known = list(_SECTIONS) if len(path) == 1 else list(_SECTIONS[str(path[0])].model_fields)
        where = "no such table" if len(path) == 1 else f"{path[0]} has no key"
        near = get_close_matches(key.lower(), known, n=1)
        return f'{where}: "{key}"; ' + (
            f'did you mean "{near[0]}"?' if near else f"known: {', '.join(known)}"
        )

    def _values(self, section: str, key: str) -> Iterator[tuple[tuple[str | int, ...], Any]]:
        """Path and value of ``key`` in every entry where it is there and right by itself."""
        entries = self.raw.get(section)
        for index, entry in enumerate(entries if isinstance(entries, list) else []):
            path = (section, index, key)
            if (
                isinstance(entry, dict)
                and key in entry
                and not any(path[: n + 1] in self._bad for n in range(3))
            ):
                yield path, entry[key]

    def _once(self, what: str, found: Iterator[tuple[tuple[str | int, ...], Any]]) -> set[Any]:
        """Fault every value that came before; return all values."""
        first: dict[Any, int] = {}
        for path, value in found:
            if value in first:
                self._fault(path, f"{what} {value} is taken already at line {first[value]}; give it another")
            first.setdefault(value, self.lines.line(path))
        return set(first)

    def _readers(self) -> None:
        def each_zone() -> Iterator[tuple[tuple[str | int, ...], str]]:
            for path, place in self._values("reader", "zone"):
                yield from (
                    ((path, f"{place} {side}") for side in PLAYERS) if " " not in place else [(path, place)]
                )

        read = self._once("zone", each_zone())
        self._once("device", self._values("reader", "spi_device"))
        pads = {f"{PAD} {side}" for side in PLAYERS}
        wanted = {f"{column} {side}" for column in COLUMNS for side in PLAYERS} | (
            pads if read & pads else set()
        )
        if any(path[0] == "reader" and path[-1] == "zone" for path in self._bad):
            return  # a misspelt zone is no missing reader
        for missing in sorted(wanted - read):
            self._fault(("reader",), f'no reader for {missing}; add a [[reader]] with zone = "{missing}"')

    def _screens(self) -> None:
        places = self._once("place", self._values("screen", "place"))
        channels = {path[:2]: value for path, value in self._values("screen", "i2c_channel")}
        self._once(
            "address",
            (
                (path, f"{value:#04x} on channel {channels[path[:2]]}")
                for path, value in self._values("screen", "address")
                if path[:2] in channels
            ),
        )
        if any(path[0] == "screen" and path[-1] == "place" for path in self._bad):
            return
        if "both" in places:
            for path, place in self._values("screen", "place"):
                if place in PLAYERS:
                    self._fault(path, f'a screen for {place} beside one for "both"; leave one of them out')
            return
        for player in PLAYERS:
            if player not in places:
                self._fault(
                    ("screen",), f'no screen for {player}; add a [[screen]] with place = "{player}" or "both"'
                )

    def _buttons(self) -> None:
        names = self._once("name", self._values("button", "name"))
        pins = [*self._values("button", "gpio")]
        lines = self.raw.get("gpio")
        for key, value in lines.items() if isinstance(lines, dict) else ():
            if key in GpioConfig.model_fields and ("gpio", key) not in self._bad:
                pins.append((("gpio", key), value))
        for path, pin in pins:
            if pin in RESERVED_GPIO:
                self._fault(path, f"gpio {pin} is reserved: {RESERVED_GPIO[pin]}; take another")
        pins.sort(key=lambda pin: self.lines.line(pin[0]))
        self._once("gpio", iter(pins))
        if any(path[0] == "button" and path[-1] == "name" for path in self._bad):
            return
        wanted = [*BUTTONS[:3], *(COLUMN_BUTTONS if names & set(COLUMN_BUTTONS) else ())]
        for missing in wanted:
            if missing not in names:
                self._fault(("button",), f'no button "{missing}"; add a [[button]] with that name')


def _shown(value: Any) -> str:
    text = f'"{value}"' if isinstance(value, str) else str(value)
    text = "".join(mark if mark.isprintable() else "?" for mark in text)
    return text if len(text) <= 60 else text[:57] + "..."
