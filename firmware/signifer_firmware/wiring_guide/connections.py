"""Every connection of a table, computed from its ``table.toml``; the circuits of hw/ are made of the same list.

Pure: nothing is opened. hw/README.md says why the lines are as they are.
"""

from __future__ import annotations

from signifer_core.errors import ConfigError
from signifer_drivers.io.multiplexer import MUX_ADDRESS

from signifer_firmware.config.entries import NODE, ScreenConfig
from signifer_firmware.config.model import TableConfig

from .header import SHUTDOWN, has_shutdown, header, pin_of
from .lengths import button_mm, screen_mm
from .parts import (
    CABLES,
    DEBOUNCE_NF,
    HEADER,
    IN_BASE,
    IN_BUTTON,
    INLET,
    MAIN_BOARD,
    MUX,
    PULL_OHM,
    USB_CABLE_MM,
    Board,
    Connection,
    End,
    shown_ohm,
)
from .readers import MOST_FED_BY_PI, node_board, readers_on_spi, regulator, spi_faults

__all__ = ["Connection", "End", "connections", "header", "spi_faults"]


def connections(table: TableConfig) -> tuple[Connection, ...]:
    """The Pi's board first, then node by node, then the cables; ConfigError with every reader that has no place."""
    if faults := spi_faults(table):
        raise ConfigError([f"{table.name}: {fault}" for fault in faults])
    boards = [_main_board(table)] if table.has_lines else []
    boards += [node_board(table, index, node.name) for index, node in enumerate(table.nodes, start=1)]
    return tuple(one for board in (*boards, _cables(table)) for one in board.connections)


def _main_board(table: TableConfig) -> Board:
    board = Board(MAIN_BOARD)
    on_spi = [reader for reader in table.readers if reader.driver != NODE]
    own_inlet = len(on_spi) > MOST_FED_BY_PI
    for pin in header(table):
        if pin.name == "GND":
            board.ground(HEADER, str(pin.number))
    needs_5_v = bool(on_spi or table.oleds or table.gpio.buzzer is not None)
    if needs_5_v and own_inlet:
        board.wire((INLET, "+"), ("fuse", "1"), "5V_INLET", "5 V", length_mm=150, note="5 V, 4 A")
        board.ground(INLET, "-", length_mm=150)
    elif needs_5_v:
        board.wire((HEADER, "2"), (HEADER, "4"), "5V_PI", "5 V")
        board.wire((HEADER, "2"), ("fuse", "1"), "5V_PI", "5 V")
    board.wire((HEADER, "1"), (HEADER, "17"), "3V3_PI", "3.3 V")
    readers_on_spi(board, table, on_spi)
    _screens(board, table)
    _buttons(board, table)
    _buzzer(board, table)
    return board


def _screens(board: Board, table: TableConfig) -> None:
    if not table.oleds:
        return
    regulator(board, "regulator screens", ("fuse", "2"), "5V_BOARD")
    board.wire((HEADER, "1"), (MUX, "VIN"), "3V3_PI", "3.3 V", note="100 nF beside it")
    board.wire(
        (HEADER, "3"), (MUX, "SDA"), "SDA1", "to the chip", note="1.8 kΩ up to 3.3 V are on the Pi itself"
    )
    board.wire((HEADER, "5"), (MUX, "SCL"), "SCL1", "clock", note="1.8 kΩ up to 3.3 V are on the Pi itself")
    up = f"{shown_ohm(PULL_OHM['mux-reset'])} up to 3.3 V"
    if table.gpio.mux_reset is not None:
        board.wire((HEADER, str(pin_of(table.gpio.mux_reset))), (MUX, "RST"), "MUX_RESET", "reset", note=up)
    else:
        board.wire((HEADER, "1"), (MUX, "RST"), "3V3_PI", "3.3 V", note="never reset")
    board.ground(MUX, "GND")
    board.ground(MUX, "A0", "A1", "A2", note=f"address {MUX_ADDRESS:#04x}")
    for screen in table.oleds:
        _screen(board, screen, screen_mm(screen.place, table))


def _screen(board: Board, screen: ScreenConfig, length: int) -> None:
    name, channel = f"screen {screen.place}", screen.i2c_channel
    supply = "100 nF beside the screen"
    board.wire(
        ("regulator screens", "VOUT"), (name, "VCC"), "3V3_SCREENS", "3.3 V", length_mm=length, note=supply
    )
    board.ground(name, "GND", length_mm=length)
    address = f"{screen.driver.upper()} at {screen.address:#04x}" + (
        ": move its address resistor" if screen.address != 0x3C else ""
    )
    for pin, end, kind, note in (
        (f"SD{channel}", "SDA", "to the chip", address),
        (f"SC{channel}", "SCL", "clock", ""),
    ):
        board.wire((MUX, pin), (name, end), f"CHANNEL{channel}_{end}", kind, length_mm=length, note=note)


def _buttons(board: Board, table: TableConfig) -> None:
    pins = table.pins
    if has_shutdown(table):
        pins["shutdown"] = SHUTDOWN
    up = f"{shown_ohm(PULL_OHM['button'])} up to 3.3 V and {DEBOUNCE_NF} nF to ground, both at the header's side"
    for name, bcm in pins.items():
        part, net = f"button {name}", f"BUTTON_{name.replace(' ', '_').upper()}"
        length = 300 if name == "shutdown" else button_mm(name, table)
        board.wire(
            (HEADER, str(pin_of(bcm))),
            (part, "1"),
            net,
            "button",
            length_mm=length,
            note=up,
            through=IN_BUTTON,
            net_end=f"{net}_LEAD",
        )
        board.ground(part, "2", length_mm=length)


def _buzzer(board: Board, table: TableConfig) -> None:
    if table.gpio.buzzer is None:
        return
    pin = str(pin_of(table.gpio.buzzer))
    board.wire((HEADER, pin), ("transistor", "B"), "BUZZER", "sound", through=IN_BASE, net_end="BUZZER_BASE")
    board.wire(("fuse", "2"), ("buzzer", "+"), "5V_BOARD", "5 V", length_mm=150)
    board.wire(
        ("transistor", "C"),
        ("buzzer", "-"),
        "BUZZER_LOW",
        "sound",
        length_mm=150,
        note="1N4148 across the buzzer, its ring at +",
    )
    board.ground("transistor", "E")


def needs_hub(table: TableConfig) -> bool:
    """Whether nodes hang on a hub: a single one that is all of a table is plugged into the computer itself."""
    return len(table.nodes) > 1 or bool(table.nodes and table.has_lines)


def _cables(table: TableConfig) -> Board:
    board = Board(CABLES)
    if not needs_hub(table):
        for node in table.nodes:
            board.wire(
                (f"node {node.name}", "USB"),
                ("computer", "USB"),
                "USB_1",
                "ground",
                length_mm=USB_CABLE_MM,
                note="any socket; the node is found by its number",
            )
        return board
    for number, node in enumerate(table.nodes, start=1):
        board.wire(
            (f"node {node.name}", "USB"),
            ("USB hub", f"socket {number}"),
            f"USB_{number}",
            "ground",
            length_mm=USB_CABLE_MM,
            note="any socket; the node is found by its number",
        )
    board.wire(
        ("USB hub", "host"),
        ("Raspberry Pi" if table.has_lines else "computer", "USB"),
        "USB_HOST",
        "ground",
        length_mm=USB_CABLE_MM,
        note="a hub with its own supply that feeds nothing back",
    )
    return board
