"""The overlay of a table for its chip selects, and its lines in config.txt of Raspberry Pi OS. Pure text."""

from __future__ import annotations

from signifer_drivers.io.multiplexer import MUX_ADDRESS

from signifer_firmware.config.entries import NODE
from signifer_firmware.config.model import TableConfig
from signifer_firmware.wiring_guide.header import SHUTDOWN, chip_selects, has_shutdown

FAST_I2C_HZ = 400_000
EXPANDER_ADDRESS = 0x20
# MFRC522 data sheet, 8.1.2.
MOST_SPI_HZ = 10_000_000
MISO = 9
# An output that nobody drives is pulled up: of brcm,function 1 is output, of brcm,pull 2 is up.
_OUTPUT, _UP = 1, 2
# Device trees speak of GPIO flags: 1 is active low.
_ACTIVE_LOW = 1


def overlay_name(table: TableConfig) -> str:
    """What ``dtoverlay=`` calls it; the file is ``NAME.dtbo`` in /boot/firmware/overlays."""
    words = "".join(mark if mark.isascii() and mark.isalnum() else "-" for mark in table.name.lower())
    return f"signifer-{words.strip('-') or 'table'}"


def overlay(table: TableConfig) -> str | None:
    """The device tree source for `dtc -@ -I dts -O dtb`; None for a table without readers on the Pi's SPI."""
    selects = chip_selects(table)
    if not selects:
        return None
    on_header = [pin for pin in selects.values() if pin is not None]
    parts = [_pins(on_header), _controller(table, selects)]
    if None in selects.values():
        parts.insert(0, _EXPANDER)
    body = "\n".join(f"\tfragment@{number} {{\n{part}\t}};\n" for number, part in enumerate(parts))
    head = (
        f"// The chip selects of the table {_shown(table.name)}, made from its table.toml. To install it:\n"
        f"//   dtc -@ -I dts -O dtb -o {overlay_name(table)}.dtbo {overlay_name(table)}.dts\n"
        f"//   sudo cp {overlay_name(table)}.dtbo /boot/firmware/overlays/\n"
        "// and the lines of config.txt.\n"
    )
    return f'{head}/dts-v1/;\n/plugin/;\n\n/ {{\n\tcompatible = "brcm,bcm2835";\n\n{body}}};\n'


# Its label is known in this overlay only; SPI0 waits until its driver is there.
_EXPANDER = f"""\t\ttarget = <&i2c_arm>;
\t\t__overlay__ {{
\t\t\t#address-cells = <1>;
\t\t\t#size-cells = <0>;
\t\t\tstatus = "okay";

\t\t\tselects: gpio@{EXPANDER_ADDRESS:x} {{
\t\t\t\tcompatible = "microchip,mcp23017";
\t\t\t\treg = <{EXPANDER_ADDRESS:#x}>;
\t\t\t\tgpio-controller;
\t\t\t\t#gpio-cells = <2>;
\t\t\t}};
\t\t}};
"""


def _pins(pins: list[int]) -> str:
    """The header's chip selects as outputs with a pull-up, in place of CE0 and CE1 alone."""
    numbers = " ".join(map(str, pins))
    functions = " ".join([str(_OUTPUT)] * len(pins))
    pulls = " ".join([str(_UP)] * len(pins))
    return (
        "\t\ttarget = <&spi0_cs_pins>;\n"
        "\t\t__overlay__ {\n"
        f"\t\t\tbrcm,pins = <{numbers}>;\n"
        f"\t\t\tbrcm,function = <{functions}>;\n"
        f"\t\t\tbrcm,pull = <{pulls}>;\n"
        "\t\t};\n"
    )


def _controller(table: TableConfig, selects: dict[int, int | None]) -> str:
    """SPI0 with all chip selects, which replace the default ones, and a device for each reader beyond CE1."""
    spare = iter(range(len(selects)))
    cells = [
        f"<&gpio {pin} {_ACTIVE_LOW}>" if pin is not None else f"<&selects {next(spare)} {_ACTIVE_LOW}>"
        for pin in selects.values()
    ]
    used = sorted(reader.spi[1] for reader in table.readers if reader.driver != NODE)
    devices = "".join(_device(number) for number in used if number > 1)
    listed = ",\n\t\t\t\t   ".join(cells)
    return (
        "\t\ttarget = <&spi0>;\n"
        "\t\t__overlay__ {\n"
        "\t\t\t#address-cells = <1>;\n"
        "\t\t\t#size-cells = <0>;\n"
        f"\t\t\tcs-gpios = {listed};\n"
        '\t\t\tstatus = "okay";\n'
        f"{devices}"
        "\t\t};\n"
    )


def _device(number: int) -> str:
    return (
        f"\n\t\t\tspidev@{number:x} {{\n"
        '\t\t\t\tcompatible = "spidev";\n'
        f"\t\t\t\treg = <{number}>;\n"
        f"\t\t\t\tspi-max-frequency = <{MOST_SPI_HZ}>;\n"
        "\t\t\t};\n"
    )


# Without base=, so that Linux takes numbers that are free: a Pi 4 has i2c-20 and i2c-21 for HDMI.
MUX_LINE = f"dtoverlay=i2c-mux,pca9548,addr={MUX_ADDRESS:#x}"
I2C_LINE, I2C_RATE_LINE, SPI_LINE = (
    "dtparam=i2c_arm=on",
    f"dtparam=i2c_arm_baudrate={FAST_I2C_HZ}",
    "dtparam=spi=on",
)
MISO_LINE = f"gpio={MISO}=pu"
SHUTDOWN_LINE = f"dtoverlay=gpio-shutdown,gpio_pin={SHUTDOWN},active_low=1,gpio_pull=up"


def config_lines(table: TableConfig) -> tuple[str, ...]:
    """The lines that this table needs in /boot/firmware/config.txt, in order, without comments."""
    lines = []
    selects = chip_selects(table)
    if table.oleds or None in selects.values():
        lines += [I2C_LINE, I2C_RATE_LINE]
    if table.oleds:
        lines.append(MUX_LINE)
    if selects:
        lines += [SPI_LINE, f"dtoverlay={overlay_name(table)}", MISO_LINE]
        if table.gpio.reader_reset is not None:
            # Low until the program runs: no field while the Pi starts.
            lines.append(f"gpio={table.gpio.reader_reset}=op,dl")
    if has_shutdown(table):
        lines.append(SHUTDOWN_LINE)
    return tuple(lines)


def _shown(name: str) -> str:
    return "".join(mark if mark.isprintable() else "?" for mark in name)
