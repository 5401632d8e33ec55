"""What builders do wrong, one thing at a time, and what `signifer doctor` says of each: docs/mistakes.md is made of it.

python -m tests.firmware.doctor.mistakes > docs/mistakes.md
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.doctor.check import FAIL, Result, examined
from signifer_firmware.doctor.faults import inject
from signifer_firmware.doctor.run import all_checks, lines
from signifer_firmware.doctor.virtual import CARDS, VirtualBench

from tests.programs import parser

TABLE = "standard"
# What was done wrong, and what stands behind --fault.
MISTAKES = (
    ("SPI is not switched on", "spi off"),
    ("The Pi was not restarted after `signifer setup`", "spi reboot"),
    ("The overlay of another table's chip selects is loaded", "spi chip-select"),
    ("I2C is not switched on", "i2c off"),
    ("I2C is left at its 100 kHz", "i2c slow"),
    ("config.txt lacks the multiplexer's overlay", "overlay none"),
    ("Its overlay asks for buses that HDMI has (`base=20` on a Pi 4)", "overlay taken"),
    ("The multiplexer has no supply, its A0 is high, or SDA and SCL to it are swapped", "overlay silent"),
    ("The user is not in the group spi", "group spi"),
    ("The Pi hangs on a telephone's supply", "power low"),
    ("A node has not been assigned", "node 3 unassigned"),
    ("A board was replaced, and nobody said so", "node 3 other"),
    ("A node has files of another version", "node 3 files"),
    ("The USB cable of a node is one for charging, without data wires", "node 3 unplug"),
    ("The USB cable of a node runs along a motor", "node 3 noise 1%"),
    ("The hub has no supply of its own", "node 3 reboot"),
    ("The regulator of a node's readers has no input", "node 3 readers-off"),
    ("The plug of a reader is out", "reader pad red unplug"),
    ("MISO and MOSI are swapped at a reader's plug", "reader 3 red miso-mosi"),
    ("MISO and MOSI are swapped where the Pi's readers begin", "spi miso-mosi"),
    ("RST of a module is not connected", "reader pad red reset-open"),
    ("RST is not connected, and the module pulls it up by itself", "reader 3 red reset-pulled-up"),
    ("GPIO 25 is not connected: its pull-down holds all pads in reset", "spi reset-open"),
    ("A bad joint in MOSI", "reader 3 red wiring"),
    ("Leads that are too long", "reader 3 red varying"),
    ("A clone nearby holds MISO while others are asked", "reader 3 red held"),
    ("A reader hangs on the Pi's own 3.3 V", "reader pad red brownout"),
    ("A counterfeit module", "reader 3 red counterfeit"),
    ("The plugs of the two pads are exchanged", "reader pad red exchanged"),
    ("The plugs of a column's two readers are exchanged", "reader 3 red exchanged"),
    ("Cards lie exactly one upon the other", "reader 3 red stack"),
    ("`gain_db` is too high for where the reader is", "reader 3 red loud"),
    ("Two antennas are nearer than 80 mm", "reader 3 red cross 25%"),
    ("The plug of a screen is out", "screen red unplug"),
    ("SDA and SCL are swapped at one screen", "screen 3 red sda-scl"),
    ("Two screens of a column have one address", "screen 3 blue address"),
    ("A screen alone on its channel has the other address", "screen red address"),
    ("SDA and SCL are swapped at a channel's plug, or it is out", "screen 3 red channel"),
    ("The plugs of two columns' screens are exchanged", "screen 3 red exchanged"),
    ("An SSD1306 was bought for an SH1106", "screen 3 red driver"),
    ("A screen holds SDA low", "screen 3 red held"),
    ("A button's lead is open", "button dice unplug"),
    ("The leads of two buttons are exchanged", "button dice exchanged"),
    ("A button has no pull-up", "button dice stuck"),
    ("The buzzer is passive, and has no transistor", "buzzer unplug"),
)
# What goes by chance, by which other parts a table has, or by the files of a node, as it stands on the page.
FIGURES = (
    (r"(?<=version 4711, )not \d+$", "not 23221"),
    (r"^\d+ frames", "37 frames"),
    (r"\b(?!e66)[0-9a-f]{16}\b", "7d078d2a0cc50fe7"),
    (r"ttyACM\d", "ttyACM2"),
    (r"lies on reader \d \w+ \(\d+%", "lies on reader 3 blue (24%"),
)
HEAD = """# Builders' mistakes, and what the doctor says

One thing is wrong at a time, on the virtual standard table with two cards on each reader; below it stands all that
`signifer doctor` has to say against the table: one line fails, and no other. Try each with the command above it.
Made by `python -m tests.firmware.doctor.mistakes`; `tests/firmware/doctor/test_mistakes.py` holds it to what is said.
[doctor.md](doctor.md) has all checks, [troubleshooting.md](troubleshooting.md) begins with what you see.
"""


@cache
def small_table(name: str = TABLE) -> TableConfig:
    """A bundled table with one column, two pads, and of the other parts as many as mistakes need."""
    whole = load_table(name)
    return whole.model_copy(
        update={
            "nodes": tuple(node for node in whole.nodes if node.name == "column 3" or "pad" in node.name),
            "readers": tuple(reader for reader in whole.readers if reader.zone[0] in "3p"),
            "screens": tuple(screen for screen in whole.screens if screen.place[0] in "34r"),
            "buttons": whole.buttons[:3],
        }
    )


def told_of(config: TableConfig, folder: Path, *faults: str) -> list[Result]:
    """All results for a table of which all that is wrong."""
    bench = VirtualBench(config, folder)
    inject(bench, faults)
    try:
        return list(examined(all_checks(bench.config, bench, table=TABLE, store=bench.store, cards=CARDS)))
    finally:
        bench.close()


def block(number: int, mistake: str, fault: str, results: list[Result]) -> str:
    """What the page says of one mistake: the command, and every line about what failed."""
    cause = next((result.cause for result in results if result.state == FAIL), "")
    said = [text for result in results if result.state == FAIL for _, text in lines(_as_on_page(result))]
    shown = "".join(f"    {text}\n" for text in (f'signifer doctor --virtual --fault "{fault}"', "", *said))
    head = f"\n## {number}. {mistake}\n\nCause: `{cause}`\n\n"
    return head + "".join(f"{line.rstrip()}\n" for line in shown.splitlines())


def _as_on_page(result: Result) -> Result:
    for figure, there in FIGURES:
        seen, command = (re.sub(figure, there, text) for text in (result.seen, result.command))
        result = replace(result, seen=seen, command=command)
    return result


def page() -> Iterator[str]:
    """docs/mistakes.md, piece by piece."""
    yield HEAD
    for number, (mistake, fault) in enumerate(MISTAKES, start=1):
        with tempfile.TemporaryDirectory() as folder:
            yield block(number, mistake, fault, told_of(small_table(), Path(folder), fault))


if __name__ == "__main__":
    parser("tests.firmware.doctor.mistakes", __doc__).parse_args()
    sys.stdout.writelines(page())
