"""The 40 pins of a Raspberry Pi's header, and what a table uses each of them for. Pure: no hardware is touched."""

from __future__ import annotations

from dataclasses import dataclass

from signifer_firmware.config.entries import NODE, RESERVED_GPIO
from signifer_firmware.config.model import TableConfig

# What each pin of the header is, 1 to 40; a number is a BCM number (raspberrypi.com, "GPIO and the 40-pin header"; the
# same on every board since the Pi 2).
_PINS: tuple[str | int, ...] = (
    *("3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15),
    *(17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND"),
    *(9, 25, 11, 8, "GND", 7, 0, 1, 5, "GND"),
    *(6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21),
)
_ID_PINS = {0: "ID_SD", 1: "ID_SC"}
_BUS_NAMES = {
    2: "SDA1",
    3: "SCL1",
    7: "CE1",
    8: "CE0",
    9: "MISO",
    10: "MOSI",
    11: "SCLK",
    14: "TXD",
    15: "RXD",
}
SHUTDOWN = 26
_I2C, _SPI, _CONSOLE = (2, 3), (7, 8, 9, 10, 11), (14, 15)
# BCM numbers that a table may be given chip selects on, in this order, where it leaves them free.
_SELECTS = (5, 6, 12, 13, 16, 19, 20, 21, 22, 23, 24, 27, 17, 18, 4)
NATIVE_SELECTS = {0: 8, 1: 7}
# These two, and the 16 pins of an expander.
MOST_SELECTS = 18


@dataclass(frozen=True)
class HeaderPin:
    """One pin: its place (1 to 40), BCM number (None for supply and ground), name, and use ("" for none)."""

    number: int
    bcm: int | None
    name: str
    use: str = ""


def pin_of(bcm: int) -> int:
    """The place on the header, 1 to 40, of a BCM number, 0 to 27."""
    return _PINS.index(bcm) + 1


def bcm_of(number: int) -> int | None:
    """The BCM number of a pin of the header, 1 to 40; None for supply and ground."""
    what = _PINS[number - 1]
    return what if isinstance(what, int) else None


def has_shutdown(table: TableConfig) -> bool:
    """Whether BCM 26 is left for the button that switches the Pi off; a table without any lines may hang on no Pi."""
    if not table.has_lines:
        return False
    return SHUTDOWN not in _named(table) and SHUTDOWN not in chip_selects(table).values()


def chip_selects(table: TableConfig) -> dict[int, int | None]:
    """The BCM number of each chip select of SPI0, by the number in /dev/spidev0.N, with no gaps from 0 on.

    CE0 and CE1 are the first two; further ones get the pins that the table leaves free, or all of them None (a pin of
    the expander, in order from GPA0 on) where too few are left. BCM 26 is the shutdown button's, 14 and 15 the
    console's. Empty without readers on SPI0.
    """
    used = [reader.spi[1] for reader in table.readers if reader.driver != NODE and reader.spi[0] == 0]
    free = [pin for pin in _SELECTS if pin not in _named(table)]
    further = range(2, min(max(used, default=-1), MOST_SELECTS - 1) + 1)
    native = {number: NATIVE_SELECTS[number] for number in (0, 1) if used}
    # All of them or none on the header: two kinds of chip select on one bus differ in speed and are hard to explain.
    if len(further) <= len(free):
        return {**native, **dict(zip(further, free, strict=False))}
    return {**native, **dict.fromkeys(further)}


def _named(table: TableConfig) -> dict[int, str]:
    """What the table itself says of its pins."""
    lines = {
        "reset of the readers": table.gpio.reader_reset,
        "reset of the multiplexer": table.gpio.mux_reset,
        "buzzer": table.gpio.buzzer,
    }
    found = {pin: use for use, pin in lines.items() if pin is not None}
    return {**{pin: f"button {name}" for name, pin in table.pins.items()}, **found}


def header(table: TableConfig) -> tuple[HeaderPin, ...]:
    """All 40 pins in order, each with what this table uses it for."""
    named, selects = _named(table), chip_selects(table)
    uses = dict(named)
    if table.oleds or None in selects.values():
        uses.update({pin: RESERVED_GPIO[pin] for pin in _I2C})
    if selects:
        uses.update({pin: RESERVED_GPIO[pin] for pin in _SPI})
    zones = {reader.spi[1]: reader.name for reader in table.readers if reader.driver != NODE}
    for number, pin in selects.items():
        if pin is not None:
            uses[pin] = f"chip select {number}: " + (
                f"reader {zones[number]}" if number in zones else "not used"
            )
    if has_shutdown(table):
        uses[SHUTDOWN] = "shutdown button"
    uses.update(dict.fromkeys(_CONSOLE, "left free: the serial console"))
    return tuple(_pin(number, what, uses) for number, what in enumerate(_PINS, start=1))


def _pin(number: int, what: str | int, uses: dict[int, str]) -> HeaderPin:
    if isinstance(what, str):
        supply = {"3V3": "3.3 V of the Pi", "5V": "5 V", "GND": "ground"}
        return HeaderPin(number, None, what, supply[what])
    name = _ID_PINS.get(what) or f"GPIO{what}" + (f" ({_BUS_NAMES[what]})" if what in _BUS_NAMES else "")
    return HeaderPin(number, what, name, uses.get(what, ""))
