"""The readers' part of a table's connections: those on the Pi's own SPI, and those of each column node."""

from __future__ import annotations

from signifer_firmware.config.entries import NODE, ReaderConfig
from signifer_firmware.config.model import TableConfig

from .header import MOST_SELECTS, chip_selects, pin_of
from .parts import (
    EXPANDER,
    HEADER,
    IN_MISO,
    IN_SPI,
    MAIN_BOARD,
    MOST_NODE_LEAD_MM,
    PULL_OHM,
    Board,
    End,
    shown_ohm,
)

# docs/node-protocol.md: the Pico's pins, and where they are on its edge (Raspberry Pi Pico datasheet, figure 2).
NODE_SELECTS = ("GP5", "GP6", "GP7", "GP8", "GP10")
PICO_PINS = {
    "GP2": 4,
    "GP3": 5,
    "GP4": 6,
    "GP5": 7,
    "GP6": 9,
    "GP7": 10,
    "GP8": 11,
    "GP9": 12,
    "GP10": 14,
    "GND": 38,
    "VBUS": 40,
}
# More readers than this on one MISO line, or any on the Pi's, get a tri-state gate each: some clones load the line.
MOST_UNBUFFERED = 2
# More readers than this on the Pi's SPI are too much for the header's 5 V: the board then has an inlet of its own.
MOST_FED_BY_PI = 4
_EXPANDER_PINS = tuple(f"GP{port}{bit}" for port in "AB" for bit in range(8))
PITCH_MM = 95


def spi_faults(table: TableConfig) -> list[str]:
    """What makes a reader of the Pi's SPI impossible to wire, in plain sentences."""
    on_spi = [reader for reader in table.readers if reader.driver != NODE]
    most = MOST_SELECTS - 1
    free = iter(sorted({*range(MOST_SELECTS)} - {one.spi[1] for one in on_spi if one.spi[0] == 0}))
    faults = [
        f"reader {reader.name}: {reader.spi_device} is not on the header's SPI0; take /dev/spidev0.{next(free, most)}"
        for reader in on_spi
        if reader.spi[0] != 0
    ]
    faults += [
        f"reader {reader.name}: there is no chip select {reader.spi[1]}; the board has 0 to {most}"
        for reader in on_spi
        if reader.spi[1] > most
    ]
    return faults


def readers_on_spi(board: Board, table: TableConfig, readers: list[ReaderConfig]) -> None:
    """The readers on SPI0, each with a gate of its own before MISO."""
    if not readers:
        return
    regulator(board, "regulator readers", ("fuse", "2"), "5V_BOARD")
    selects = _select_ends(board, table)
    if any(start.part == EXPANDER for start, _ in selects.values()):
        _expander(board)
    for index, reader in enumerate(readers):
        name, length = f"reader {reader.name}", _spi_lead_mm(reader)
        number = reader.spi[1]
        start, note = selects[number]
        _supply_reader(board, "regulator readers", name, length)
        for pin, target, kind, net in ((23, "SCK", "clock", "SCLK"), (19, "MOSI", "to the chip", "MOSI")):
            board.wire(
                (HEADER, str(pin)),
                (name, target),
                net,
                kind,
                length_mm=length,
                through=IN_SPI,
                net_end=f"{net}_R",
            )
        select = f"CS{number}"
        board.wire((start.part, start.pin), (name, "SDA"), select, "select", length_mm=length, note=note)
        _gate(board, index, name, (start.part, start.pin), select, length, out=(HEADER, "21"))
        if table.gpio.reader_reset is not None:
            reset = (HEADER, str(pin_of(table.gpio.reader_reset)))
            down = f"{shown_ohm(PULL_OHM['reader-reset'])} down to ground"
            board.wire(reset, (name, "RST"), "READER_RESET", "reset", length_mm=length, note=down)
        else:
            board.wire(("regulator readers", "VOUT"), (name, "RST"), "3V3_READERS", "3.3 V", length_mm=length)
    _unused_gates(board, len(readers), "regulator readers", "3V3_READERS")


def _unused_gates(board: Board, readers: int, supply: str, rail: str) -> None:
    """Inputs that nobody drives go to a level: a gate that floats takes current and may swing."""
    chip = board.part(f"buffer {(readers - 1) // 4 + 1}")
    for gate in range((readers - 1) % 4 + 2, 5):
        board.ground(chip, f"{gate}A", note="not used")
        board.wire((supply, "VOUT"), (chip, f"{gate}OE"), rail, "3.3 V", note="not used")


def _select_ends(board: Board, table: TableConfig) -> dict[int, tuple[End, str]]:
    """Where each chip select of SPI0 comes from, and what is said about it."""
    up = f"{shown_ohm(PULL_OHM['chip-select'])} up to 3.3 V"
    found: dict[int, tuple[End, str]] = {}
    spare = iter(_EXPANDER_PINS)
    for number, bcm in chip_selects(table).items():
        start = End(EXPANDER, next(spare)) if bcm is None else End(HEADER, str(pin_of(bcm)))
        found[number] = (start, up)
    return found


def _expander(board: Board) -> None:
    """MCP23017 at 0x20: chip selects for which the header has no pin left."""
    board.wire((HEADER, "1"), (EXPANDER, "VDD"), "3V3_PI", "3.3 V")
    board.wire((HEADER, "3"), (EXPANDER, "SDA"), "SDA1", "to the chip")
    board.wire((HEADER, "5"), (EXPANDER, "SCL"), "SCL1", "clock")
    board.wire((HEADER, "1"), (EXPANDER, "RESET"), "3V3_PI", "3.3 V", note="never reset")
    board.ground(EXPANDER, "VSS")
    board.ground(EXPANDER, "A0", "A1", "A2", note="address 0x20")


def regulator(board: Board, name: str, feed: tuple[str, str], feed_net: str) -> None:
    board.wire(feed, (name, "VIN"), feed_net, "5 V")
    board.ground(name, "GND")


def _supply_reader(board: Board, supply: str, name: str, length_mm: int) -> None:
    rail = "3V3" if supply.startswith("regulator node") else "3V3_READERS"
    note = "10 µF (its + here) and 100 nF beside the reader"
    board.wire((supply, "VOUT"), (name, "3.3V"), rail, "3.3 V", length_mm=length_mm, note=note)
    board.ground(name, "GND", length_mm=length_mm)


def _gate(
    board: Board,
    index: int,
    reader: str,
    select: tuple[str, str],
    select_net: str,
    length_mm: int,
    *,
    out: tuple[str, str],
) -> None:
    """One of four gates of a 74AHC125: lets this reader speak on MISO only while it is selected."""
    chip, gate = board.part(f"buffer {index // 4 + 1}"), index % 4 + 1
    if gate == 1:
        feed, rail = (
            ("regulator readers", "3V3_READERS")
            if board.name == MAIN_BOARD
            else (f"regulator {board.name}", "3V3")
        )
        board.wire((feed, "VOUT"), (chip, "VCC"), rail, "3.3 V", note="100 nF beside it")
        board.ground(chip, "GND")
    place = reader.removeprefix("reader ").replace(" ", "_").upper()
    up = f"{shown_ohm(PULL_OHM['miso'])} up to 3.3 V"
    board.wire(
        (reader, "MISO"), (chip, f"{gate}A"), f"MISO_{place}", "from the chip", length_mm=length_mm, note=up
    )
    board.wire(select, (chip, f"{gate}OE"), select_net, "select", note="open while the reader is selected")
    board.wire(
        (chip, f"{gate}Y"),
        out,
        f"MISO_{place}_Y",
        "from the chip",
        through=IN_SPI,
        net_end="MISO",
        note=up if board.name != MAIN_BOARD else f"{up}; also gpio=9=pu in config.txt",
    )


def node_board(table: TableConfig, index: int, node: str) -> Board:
    """A Pico with its regulator and readers, in the order of their chip selects, as its printed board has their plugs;
    its ground has a star of its own."""
    board = Board(f"node {node}", prefix=f"N{index}_", suffix=f" {node}")
    pico, supply, fuse = f"node {node}", f"regulator node {node}", f"fuse {node}"
    mine = [reader for reader in table.readers if reader.driver == NODE and reader.node == node]
    readers = sorted(mine, key=lambda reader: reader.chip_select or 0)
    board.wire((pico, "VBUS"), (fuse, "1"), "VBUS", "5 V", note=_pico("VBUS"))
    regulator(board, supply, (fuse, "2"), "5V")
    board.ground(pico, "GND", note=_pico("GND"))
    lengths = _node_leads_mm(readers)
    for place, reader in enumerate(readers):
        name, length = f"reader {reader.name}", lengths[reader.name]
        _supply_reader(board, supply, name, length)
        _node_reader(board, pico, place, reader, length, buffered=len(readers) > MOST_UNBUFFERED)
    if len(readers) > MOST_UNBUFFERED:
        _unused_gates(board, len(readers), supply, "3V3")
    return board


def _node_reader(
    board: Board, pico: str, place: int, reader: ReaderConfig, length_mm: int, *, buffered: bool
) -> None:
    name = f"reader {reader.name}"
    for pin, target, kind, net in (("GP2", "SCK", "clock", "SCK"), ("GP3", "MOSI", "to the chip", "MOSI")):
        board.wire(
            (pico, pin),
            (name, target),
            net,
            kind,
            length_mm=length_mm,
            through=IN_SPI,
            net_end=f"{net}_R",
            note=_pico(pin),
        )
    select = NODE_SELECTS[reader.chip_select]
    up = f"{shown_ohm(PULL_OHM['chip-select'])} up to 3.3 V"
    net = f"CS{reader.chip_select}"
    board.wire(
        (pico, select), (name, "SDA"), net, "select", length_mm=length_mm, note=f"{_pico(select)}; {up}"
    )
    if buffered:
        _gate(board, place, name, (pico, select), net, length_mm, out=(pico, "GP4"))
    else:
        own = f"MISO_{reader.name.replace(' ', '_').upper()}"
        up = f"{shown_ohm(PULL_OHM['miso'])} up to 3.3 V"
        board.wire(
            (name, "MISO"),
            (pico, "GP4"),
            own,
            "from the chip",
            length_mm=length_mm,
            through=IN_MISO,
            net_end="MISO",
            note=f"{_pico('GP4')}; {up}",
        )
    down = f"{shown_ohm(PULL_OHM['reader-reset'])} down to ground"
    board.wire(
        (pico, "GP9"), (name, "RST"), "RESET", "reset", length_mm=length_mm, note=f"{_pico('GP9')}; {down}"
    )


def _pico(pin: str) -> str:
    return f"pin {PICO_PINS[pin]} of the Pico"


def _column(reader: ReaderConfig) -> int | None:
    return int(reader.name[0]) if reader.name[0].isdecimal() else None


def _node_leads_mm(readers: list[ReaderConfig]) -> dict[str, int]:
    """A node lies amid the columns that it reads; a module's plug looks towards it. Longest, to be cut to fit."""
    columns = sorted({column for reader in readers if (column := _column(reader)) is not None})
    if len(columns) < 2:
        # Of two readers of a zone the outer one lies farther away than any other.
        outer = {reader.name for reader in readers if reader.antenna and reader.antenna > "a"}
        return {reader.name: MOST_NODE_LEAD_MM - 10 * (reader.name not in outer) for reader in readers}
    return {reader.name: MOST_NODE_LEAD_MM for reader in readers}


def _spi_lead_mm(reader: ReaderConfig) -> int:
    column = _column(reader)
    if column is None:
        return 140 if reader.antenna == "a" else 180
    return 150 + PITCH_MM * abs(column - 3)
