"""Test points: what a multimeter, and where one helps an oscilloscope, must show at every line of a board."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from signifer_firmware.wiring_guide.parts import End

from .circuit import Circuit, Part, Role
from .tables import Design

COLUMNS = ("board", "point", "net", "on", "all quiet", "at work", "edges, on an oscilloscope", "if not")


@dataclass(frozen=True)
class Expected:
    """``quiet``: fields off; ``work``: a field on, a key pressed; ``edges``; ``advice``: where to look else."""

    quiet: str
    work: str
    edges: str = "none"
    advice: str = ""


_SPI_CLOCK = Expected(
    "0 V",
    "0.1 to 1.2 V on a meter",
    "4 MHz bursts, 0 to 3.3 V, overshoot below 0.4 V",
    "the resistor, a short",
)
_KINDS = {
    "CS": Expected(
        "3.3 V", "2.5 to 3.3 V on a meter", "low for 10 to 100 µs while it is asked", "its pull-up"
    ),
    "MISO": Expected(
        "3.3 V", "1 to 3.3 V on a meter", "data at 4 MHz while its select is low", "its pull-up, a buffer"
    ),
    "MOSI": Expected(
        "0 or 3.3 V", "0.2 to 2 V on a meter", "data at 4 MHz, 0 to 3.3 V", "the resistor, a short"
    ),
    "SCK": _SPI_CLOCK,
    "SCLK": _SPI_CLOCK,
    "RESET": Expected(
        "0 V until the program runs (below 0.6 V)",
        "3.3 V",
        "low for 100 µs at a reset",
        "its pull-down, pull-ups on the modules' RST",
    ),
    "READER": Expected(
        "0 V until the program runs (below 0.6 V)",
        "3.3 V",
        "low at a reset",
        "its pull-down, pull-ups on the modules' RST",
    ),
    "MUX": Expected("3.3 V", "3.3 V", "low for a moment at a reset", "its pull-up"),
    "SDA1": Expected("3.3 V", "2 to 3.3 V on a meter", "400 kHz, up within 0.3 µs", "config.txt, a short"),
    "SCL1": Expected("3.3 V", "1.6 to 3.3 V on a meter", "400 kHz, up within 0.3 µs", "config.txt, a short"),
    "BUTTON": Expected(
        "3.3 V", "0.3 V while pressed", "up in 1 ms (100 nF)", "its pull-up, the button's lead"
    ),
    "BUZZER": Expected(
        "0 V", "1.6 V while it sounds", "square wave, 200 Hz to 4 kHz", "BCM number, transistor"
    ),
}
_CHANNEL = Expected(
    "3.3 V once a screen is plugged in",
    "2 to 3.3 V on a meter",
    "400 kHz, up within 0.3 µs",
    "the screen's own pull-ups, address, plug",
)


def expected(circuit: Circuit, net: str) -> Expected:
    """What a net must show; of a rail its volts, of a line what its name says."""
    pins = [circuit.pin(end) for end in circuit.nets[net]]
    if any(pin.role is Role.GROUND for pin in pins):
        return Expected(
            "0 V; below 0.5 Ω to every ground pin, off", "below 0.05 V", "none", "the wire to the star"
        )
    bare = net.split("_", 1)[1] if net[:1] == "N" and net[1:2].isdigit() else net
    if bare.startswith(("5V", "VBUS")):
        return Expected("4.75 to 5.25 V", "4.6 to 5.25 V", "none", "the supply, the fuse")
    if bare.startswith("3V3"):
        return Expected(
            "3.2 to 3.4 V", "3.15 to 3.4 V", "less than 50 mV of ripple", "the regulator, a short"
        )
    if bare == "BUZZER_LOW":
        return Expected("5 V", "about 2.5 V while it sounds", "square wave, 0 to 5.7 V", "transistor, diode")
    if bare == "BUZZER_BASE":
        return Expected(
            "0 V", "0.35 to 0.5 V while it sounds", "square wave, 0 to 0.9 V", "the resistor before it"
        )
    if bare.startswith("CHANNEL"):
        return _CHANNEL
    word = bare.partition("_")[0]
    return _KINDS["CS" if word.startswith("CS") else word]


def test_points(circuit: Circuit) -> list[tuple[Part, str, str, Expected]]:
    """Each test point of a board with its net, what it can be reached at, and what it must show."""
    found = []
    for part in circuit.parts.values():
        if part.kind.prefix == "TP" and (net := circuit.net_of(End(part.name, "1"))):
            found.append((part, net, _at(circuit, net), expected(circuit, net)))
    return found


def _at(circuit: Circuit, net: str) -> str:
    """The first pins of chips, modules and the header on a net; passive parts only where there is nothing else."""
    ends = [end for end in circuit.nets[net] if circuit.parts[end.part].kind.prefix != "TP"]
    named = [end for end in ends if circuit.parts[end.part].kind.prefix in ("J", "U", "Q", "LS")] or ends
    return ", ".join(str(end) for end in named[:2])


def measure_csv(design: Design) -> str:
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(COLUMNS)
    for board in design.boards:
        for part, net, at, what in test_points(board):
            rows.writerow((board.name, part.ref, net, at, what.quiet, what.work, what.edges, what.advice))
    return text.getvalue()


def measure_markdown(design: Design, table: str) -> str:
    """The main board, and one node: the others measure the same."""
    rows = [
        f"# What to measure on the {table} table",
        "",
        "Black probe at the ground star. First without power: ohms from each supply point to ground, more than 100 Ω",
        "after the capacitors are full. Then with the plug in and no card on the table (*all quiet*), then in a game.",
        "A multimeter shows the mean of a signal; edges need an oscilloscope, and may be left out.",
    ]
    if not design.wiring.own_pull.reader:
        rows += [
            "",
            "Before a reader goes in: some modules have a resistor (103, 10 kΩ) from RST to 3.3V. Measure between",
            "these two pins of each; where it is there take it off, since more than two lift the line above low.",
        ]
    for board in design.shown:
        rows += [
            "",
            f"## {board.name.capitalize()}",
            "",
            "| " + " | ".join(COLUMNS[1:]) + " |",
            "|---|---|---|---|---|---|---|",
        ]
        rows += [
            f"| {part.ref} | {net} | {at} | {what.quiet} | {what.work} | {what.edges} | {what.advice} |"
            for part, net, at, what in test_points(board)
        ]
    rows += design.others("measure the same; their nets begin with N2 and so on")
    return "\n".join(rows) + "\n"
