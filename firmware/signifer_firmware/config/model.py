"""``table.toml``: which readers, screens and buttons a table has, checked whole before anything is built."""

from __future__ import annotations

from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from signifer_core.errors import ConfigError
from signifer_core.layout import PAD, SIDES
from signifer_drivers.readers.stock import LIMITS

from signifer_firmware.files.reading import decoded, read_bytes

from .checks import Checks
from .entries import (
    COLUMN_BUTTONS,
    NODE,
    PAGE,
    STOCK,
    ButtonConfig,
    CardsConfig,
    GpioConfig,
    I2cConfig,
    LanguagesConfig,
    NodeConfig,
    PageConfig,
    ReaderConfig,
    ScreenConfig,
    SpeechConfig,
    TimingConfig,
)
from .key_lines import Lines, read_toml

BUNDLED = ("standard", "single", "starter", "double", "direct", "stock", "handy")
# Another name of the same file: one reader a zone, whatever table is the standard one (docs/decisions.md).
_SAME_FILE = {"single": "standard"}
_MOST_ON_SPI = 4


class TableConfig(BaseModel):
    """A whole table, checked: every column read once, no pin, address or device used twice."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    nodes: tuple[NodeConfig, ...] = Field(default=(), alias="node")
    readers: tuple[ReaderConfig, ...] = Field(default=(), alias="reader")
    screens: tuple[ScreenConfig, ...] = Field(default=(), alias="screen")
    buttons: tuple[ButtonConfig, ...] = Field(default=(), alias="button")
    gpio: GpioConfig = GpioConfig()
    i2c: I2cConfig = I2cConfig()
    languages: LanguagesConfig = LanguagesConfig()
    timing: TimingConfig = TimingConfig()
    cards: CardsConfig = CardsConfig()
    page: PageConfig = PageConfig()
    speech: SpeechConfig = SpeechConfig()
    folder: Path = Path()

    @property
    def has_pads(self) -> bool:
        """Whether cards can be laid on pads; without them payments are said with buttons."""
        return any(reader.zones[0].place == PAD for reader in self.readers)

    @property
    def has_column_buttons(self) -> bool:
        return any(button.name in COLUMN_BUTTONS for button in self.buttons)

    @property
    def oleds(self) -> tuple[ScreenConfig, ...]:
        """The screens that are chips on I2C; the others are the page's."""
        return tuple(screen for screen in self.screens if screen.driver != PAGE)

    @property
    def pins(self) -> dict[str, int]:
        """The BCM numbers of the buttons that are wired, by name; the others are the page's."""
        return {button.name: button.gpio for button in self.buttons if button.driver != PAGE}

    @property
    def keys(self) -> tuple[str, ...]:
        """The buttons that are the page's."""
        return tuple(button.name for button in self.buttons if button.driver == PAGE)

    @property
    def is_shown(self) -> bool:
        """Whether the page is a part of the table: people press or read there."""
        return bool(self.keys) or len(self.oleds) < len(self.screens)

    @property
    def has_lines(self) -> bool:
        """Whether anything hangs on the header of a Pi: without that, any computer with USB does."""
        on_spi = any(reader.driver != NODE for reader in self.readers)
        return on_spi or bool(self.oleds or self.pins) or any(pin is not None for _, pin in self.gpio)

    def screen(self, place: str) -> ScreenConfig | None:
        """The screen at "3 red" or "red" (also where one screen serves both players), or None."""
        wanted = (place, "both") if place in SIDES else (place,)
        return next((screen for screen in self.screens if screen.place in wanted), None)

    def nodes_at(self, place: str) -> tuple[str, ...]:
        """The names of the nodes that read a column, "1" to "5", or a pad, "pad red"."""
        there = (
            reader
            for reader in self.readers
            if reader.driver == NODE and place in (reader.zones[0].place, reader.zone)
        )
        return tuple(dict.fromkeys(reader.node for reader in there))

    def readers_of(self, part: str, place: str) -> tuple[str, ...]:
        """The names of the "reader" of this name, of a zone, or of the "node" that reads a column or pad."""
        nodes = self.nodes_at(place)
        return tuple(
            reader.name
            for reader in self.readers
            if (reader.node in nodes if part == "node" else place in (reader.name, reader.zone))
        )

    @property
    def has_one_node(self) -> bool:
        """Whether its only node needs no number: without one it is the only board on USB."""
        return len(self.nodes) == 1

    @property
    def shared_zones(self) -> dict[str, str]:
        """The zone of each reader that shares one with others: what `Presence` and `Together` go by."""
        zones = [reader.zone for reader in self.readers]
        return {reader.name: reader.zone for reader in self.readers if zones.count(reader.zone) > 1}

    def warnings(self) -> tuple[str, ...]:
        """What is allowed and yet known to make trouble, in plain sentences."""
        found = []
        on_spi = [reader for reader in self.readers if reader.driver != NODE]
        if len(on_spi) > _MOST_ON_SPI:
            found.append(
                f"{len(on_spi)} readers on the Pi's SPI: fine on the virtual table; on a board more than "
                f"{_MOST_ON_SPI} need longer leads and more chip selects than work well; take column nodes"
            )
        unassigned = [node.name for node in self.nodes if node.serial is None]
        if unassigned and not self.has_one_node:
            found.append(
                f"no serial yet: {', '.join(unassigned)}; fine on the virtual table; "
                "for a board say: signifer node assign"
            )
        found += [
            f"reader {reader.name}: speed_hz {reader.speed_hz} can fail on a Pi 4; take 4000000"
            for reader in on_spi
            if 500_000 <= reader.speed_hz <= 2_000_000
        ]
        return (*found, *self.limits())

    def limits(self) -> tuple[str, ...]:
        """What the drivers of this table cannot do, in plain sentences: said wherever it is played."""
        stock = [reader.name for reader in self.readers if reader.driver == STOCK]
        return (f"reader{'s' if stock[1:] else ''} {', '.join(stock)}: {LIMITS}",) if stock else ()


def load_table(name_or_path: str) -> TableConfig:
    """A bundled table, one of BUNDLED, or the one in a file; ConfigError with all faults."""
    if name_or_path in BUNDLED:
        return _bundled(name_or_path)
    try:
        data = read_bytes(Path(name_or_path))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        cause = getattr(error, "strerror", None) or str(error)
        near = get_close_matches(name_or_path, BUNDLED, n=1)
        hint = (
            f'did you mean "{near[0]}"?'
            if near
            else f"write a file's name, {', '.join(map(_quoted, BUNDLED[:-1]))} or {_quoted(BUNDLED[-1])}"
        )
        raise ConfigError([f"{name_or_path}: cannot be read ({cause}); {hint}"]) from None
    path = Path(name_or_path)
    return parse_table(data, file=name_or_path, name=path.stem).model_copy(update={"folder": path.parent})


def cards_alone(path: str) -> CardsConfig:
    """The files that a table's file names below [cards], without what is wrong there, whatever is wrong in the rest of
    it; none where it cannot be read."""
    try:
        cards = read_toml(decoded(read_bytes(Path(path)), file=path)).get("cards", {})
    except (ConfigError, OSError, ValueError):
        cards = {}
    said = cards if isinstance(cards, dict) else {}
    return CardsConfig.model_validate(
        {key: _sound(key, said.get(key, [])) for key in CardsConfig.model_fields}
    )


def _sound(key: str, names: object) -> list[object]:
    """Of the names below a key of [cards] those that are right by themselves."""
    found = []
    for name in names if isinstance(names, list) else [names]:
        with suppress(ValidationError):
            CardsConfig.model_validate({key: name})
            found.append(name)
    return found


def _quoted(name: str) -> str:
    return f'"{name}"'


@cache
def _bundled(name: str) -> TableConfig:
    """A table of the program's own: nobody changes its file meanwhile, and nothing can be changed in what it says."""
    return parse_table(bundled_file(name), file=f"{name}.toml", name=name)


def bundled_file(name: str) -> bytes:
    """The file of one of BUNDLED."""
    file = f"{_SAME_FILE.get(name, name)}.toml"
    return resources.files("signifer_firmware.config").joinpath("tables", file).read_bytes()


def parse_table(data: bytes, *, file: str, name: str) -> TableConfig:
    """Parse a table file's bytes (UTF-8); ``file`` stands in the faults; ConfigError with all."""
    text = decoded(data, file=file)
    try:
        raw = read_toml(text)
    except ValueError as error:
        raise ConfigError([f"{file}:{error.args[1]}: not TOML: {error.args[0]}"]) from None
    table, wrong = None, []
    try:
        table = TableConfig.model_validate({**raw, "name": name})
    except ValidationError as error:
        details = error.errors(include_url=False, include_context=False)
        wrong = [(detail["loc"], detail["type"]) for detail in details]
    faults = Checks(raw, Lines(text)).run(wrong)
    if table is None or faults:
        raise ConfigError([f"{file}:{line}: {fault}" for line, fault in faults])
    return table
