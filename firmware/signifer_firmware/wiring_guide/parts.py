"""Parts of a table's wiring: wires with their ends, colours and lengths, and the resistors at them. Pure data."""

from __future__ import annotations

from dataclasses import dataclass

MAIN_BOARD, CABLES = "main board", "cables"
HEADER, STAR, MUX, EXPANDER, INLET = "Pi header", "ground star", "mux", "expander", "inlet"

# A lead of a node's reader, and of a reader on the Pi's own SPI, is at most as long as this (hardware notes; a longer
# one rings at 4 MHz).
MOST_NODE_LEAD_MM, MOST_SPI_LEAD_MM = 150, 200
USB_CABLE_MM = 1000

# What pulls a line of each kind, in ohms: also what the circuits are checked against (hw/wiring/*.toml).
PULL_OHM = {
    "button": 10_000,
    "chip-select": 10_000,
    "miso": 10_000,
    "mux-reset": 10_000,
    "reader-reset": 1_000,
}
DEBOUNCE_NF = 100
IN_BUTTON, IN_SPI, IN_MISO, IN_BASE = "1 kΩ", "33 Ω", "100 Ω", "470 Ω"

# Each kind of line has one colour, whatever board it is on.
COLOURS = {
    "5 V": "red",
    "3.3 V": "orange",
    "ground": "black",
    "clock": "yellow",
    "to the chip": "blue",
    "from the chip": "green",
    "select": "white",
    "reset": "brown",
    "button": "grey",
    "sound": "violet",
}


@dataclass(frozen=True)
class End:
    """Where a wire is soldered: a part ("Pi header", "reader 1 red") and its pin as printed ("11", "SDA")."""

    part: str
    pin: str

    def __str__(self) -> str:
        return f"{self.part} {self.pin}"


@dataclass(frozen=True)
class Connection:
    """One wire, or one line with a resistor in it, from ``start`` to ``end``.

    ``net`` is what the line is called at its start; ``through`` is the resistor that stands in the line, at its start,
    "" for a plain wire; ``net_end`` is the line's name at its end, beyond that resistor (else the same as ``net``).
    Several connections with the same start share that resistor. ``length_mm`` is that of a lead, 0 for a line that
    stays on its board. ``board`` is where it belongs: "main board", "node column 3", or "cables" for a bought cable.
    """

    start: End
    end: End
    net: str
    colour: str
    length_mm: int
    note: str = ""
    through: str = ""
    net_end: str = ""
    board: str = MAIN_BOARD


class Board:
    """Collects the connections of one board, whose nets have a prefix of their own and whose parts a name behind."""

    def __init__(self, name: str, *, prefix: str = "", suffix: str = "") -> None:
        self.name, self._prefix, self._suffix = name, prefix, suffix
        self.connections: list[Connection] = []

    def part(self, name: str) -> str:
        """A part of this board that every board has one of: "fuse", "ground star"."""
        return f"{name}{self._suffix}"

    def net(self, name: str) -> str:
        return f"{self._prefix}{name}"

    def wire(
        self,
        start: tuple[str, str],
        end: tuple[str, str],
        net: str,
        kind: str,
        *,
        length_mm: int = 0,
        note: str = "",
        through: str = "",
        net_end: str = "",
    ) -> None:
        """One connection; ``kind`` is a key of COLOURS, the nets are without the board's prefix."""
        self.connections.append(
            Connection(
                End(*start),
                End(*end),
                self.net(net),
                COLOURS[kind],
                length_mm,
                note=note,
                through=through,
                net_end=self.net(net_end or net),
                board=self.name,
            )
        )

    def ground(self, part: str, *pins: str, length_mm: int = 0, note: str = "") -> None:
        """Every pin of a part that goes to ground, each by a wire of its own to the star."""
        for pin in pins:
            self.wire((self.part(STAR), "star"), (part, pin), "GND", "ground", length_mm=length_mm, note=note)


def shown_ohm(ohm: float) -> str:
    """Of 10000: "10 kΩ"."""
    return f"{ohm / 1000:g} kΩ" if ohm >= 1000 else f"{ohm:g} Ω"
