"""The one place where concrete devices are built: for a Pi, or on the twins of a virtual table. Never by fallback."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from signifer_core.errors import ConfigError, DriverError
from signifer_drivers.io.buttons import Buttons, age_us
from signifer_drivers.io.buzzer import Buzzer
from signifer_drivers.io.i2c import I2cBus
from signifer_drivers.io.multiplexer import Multiplexer
from signifer_drivers.io.page_screen import Glass, PageScreen, TableScreen
from signifer_drivers.io.reset import ResetLine
from signifer_drivers.io.screens import Screen
from signifer_drivers.node.host import Node
from signifer_drivers.node.port import Stream
from signifer_drivers.node.reader import NodeReader
from signifer_drivers.node.requests import Tuning
from signifer_drivers.node.serial import open_node, open_only
from signifer_drivers.readers import stock
from signifer_drivers.readers.diagnosing import DiagnosingReader
from signifer_drivers.readers.diagnosis import Turns
from signifer_drivers.readers.reader import AbsentReader, Reading
from signifer_drivers.readers.stock import StockReader
from signifer_drivers.virtual import spidev

from signifer_firmware.config.entries import NODE, PAGE, STOCK, ReaderConfig, ScreenConfig
from signifer_firmware.config.model import TableConfig
from signifer_firmware.devices.linux import PinFactory, not_assigned, with_its_board, without_board
from signifer_firmware.kernel.scheduler import Clock

from .linux import Board
from .virtual import VirtualTable

TableReader = DiagnosingReader | StockReader | NodeReader | AbsentReader


@dataclass(frozen=True)
class Devices:
    """A table's devices by name: readers by zone, screens by place, nodes as in table.toml; and the buses' clocks.

    ``buzzer`` is None where the table has none. ``pull_reader_reset`` pulls the reset line that all readers of the SPI
    bus share, ``free_screens`` that of the multiplexer, as the bus was stuck at the screen of this place; None without
    one. A node's readers stand among ``readers``. ``lines`` are what lies under all these:
    files and pins, each with how it is given back.
    """

    readers: Mapping[str, TableReader]
    screens: Mapping[str, TableScreen]
    buttons: Buttons
    buzzer: Buzzer | None
    spi_clock: Clock
    i2c_clock: Clock
    pull_reader_reset: Callable[[], None] | None = None
    nodes: Mapping[str, Node] = field(default_factory=dict)
    lines: tuple[Callable[[], None], ...] = ()
    free_screens: Callable[[str], None] | None = None

    def close(self, *, hung: Container[str] = ()) -> None:
        """The end: all fields and screens go off, and everything is given back.

        ``hung``: "readers" or "screens", if somebody is at work on these and does not come to an end.
        """
        if "readers" not in hung:
            for reader in self.readers.values():
                if not isinstance(reader, NodeReader):
                    reader.switch_off()
            for node in self.nodes.values():
                node.close()
        for screen in self.screens.values() if "screens" not in hung else ():
            screen.close()
        self.buttons.close()
        if self.buzzer is not None:
            self.buzzer.close()
        self.release()

    def release(self) -> None:
        """Give back what lies under all these, as Linux does for a program that was killed."""
        for give_back in self.lines:
            give_back()


class MonotonicClock:
    """Real time; it moves by itself, so there is nothing to catch up with."""

    @property
    def now_us(self) -> int:
        return time.monotonic_ns() // 1000

    def catch_up(self, now_us: int) -> None:
        """Nothing to do."""


def virtual_devices(config: TableConfig, table: VirtualTable) -> Devices:
    """The drivers of ``config`` on the twins of ``table``, whose fingers hold as long as is set."""
    buttons = Buttons(
        config.pins,
        now_us=table.fingers.now_us,
        debounce_us=config.timing.debounce_ms * 1000,
        hold_us=config.timing.hold_ms * 1000,
        pin_factory=table.pins,
        keys=config.keys,
    )
    table.fingers.hold_us = lambda: buttons.hold_us
    table.fingers.touch = lambda name, down: buttons.touch(name, down=down)
    turns = Turns.of([reader.zone for reader in config.readers])
    nodes = {
        name: _node(config, name, partial(table.usb.open, twin.serial), twin.serial, table.clock, turns)
        for name, twin in table.nodes.items()
    }
    reset, multiplexer = virtual_reset(config, table), virtual_multiplexer(config, table)
    return Devices(
        readers={
            reader.name: _node_reader(reader, nodes, table.clock.advance)
            if reader.driver == NODE
            else _virtual_reader(reader, table, turns)
            for reader in config.readers
        },
        screens={
            screen.place: PageScreen(table.glasses[screen.place])
            if screen.driver == PAGE
            else _oled(screen, table.buses[screen.i2c_channel])
            for screen in config.screens
        },
        buttons=buttons,
        buzzer=_buzzer(config, table.pins),
        spi_clock=table.spi_clock,
        i2c_clock=table.i2c_clock,
        pull_reader_reset=None if reset is None else reset.pull,
        nodes=nodes,
        lines=tuple(line.close for line in (reset, multiplexer) if line is not None),
        free_screens=_freeing(config, multiplexer),
    )


def _node(
    config: TableConfig,
    name: str,
    open_stream: Callable[[], Stream],
    serial: bytes | None,
    clock: Clock,
    turns: Turns | None = None,
) -> Node:
    """The host's end of a node, with the gain and field of each of its readers; any node where ``serial`` is None."""
    tuning = {
        reader.chip_select: Tuning(reader.gain_db, reader.field, reader.field_up_us)
        for reader in config.readers
        if reader.driver == NODE and reader.node == name
    }
    return Node(name, open_stream, now_us=lambda: clock.now_us, tuning=tuning, serial=serial, turns=turns)


def _node_reader(reader: ReaderConfig, nodes: Mapping[str, Node], wait: Callable[[int], None]) -> NodeReader:
    return NodeReader(reader.name, nodes[reader.node], reader.chip_select, wait=wait)


def _oled(screen: ScreenConfig, bus: I2cBus) -> Screen:
    return Screen(
        name=screen.place,
        driver=screen.chip,
        bus=bus,
        address=screen.address,
        rotate=screen.rotate,
    )


def _buzzer(config: TableConfig, pin_factory: PinFactory | None) -> Buzzer | None:
    pin = config.gpio.buzzer
    return None if pin is None else Buzzer(pin, pin_factory=pin_factory)


def _freeing(config: TableConfig, multiplexer: Multiplexer | None) -> Callable[[str], None] | None:
    """See `Devices.free_screens`."""
    if multiplexer is None:
        return None
    channels = {screen.place: screen.i2c_channel for screen in config.oleds}
    return lambda place: multiplexer.free(channels[place])


def virtual_reset(config: TableConfig, table: VirtualTable) -> ResetLine | None:
    """The readers' reset line of a virtual table, held high; None if it has none."""
    pin = config.gpio.reader_reset
    return None if pin is None else ResetLine(pin, pin_factory=table.pins)


def virtual_multiplexer(config: TableConfig, table: VirtualTable) -> Multiplexer | None:
    """The multiplexer of a virtual table with its reset line, held high; None if that is not wired."""
    pin = config.gpio.mux_reset
    if pin is None:
        return None
    used = {screen.i2c_channel for screen in config.oleds}
    return Multiplexer(table.buses.__getitem__, ResetLine(pin, pin_factory=table.pins), used)


def _virtual_reader(
    reader: ReaderConfig, table: VirtualTable, turns: Turns
) -> DiagnosingReader | StockReader:
    """One reader on its twin; DriverError if it needs a package that is not there."""
    port = table.readers[reader.name].port
    if reader.driver != STOCK:
        return DiagnosingReader(reader.name, port, gain_db=reader.gain_db, field=reader.field, turns=turns)
    bus, select = reader.spi
    spidev.plug(bus, select, port)
    library = stock.package(spidev)(bus=bus, device=select)
    return StockReader(reader.name, library, delay_us=port.delay_us, now_us=port.now_us)


def _pi_reader(
    reader: ReaderConfig, nodes: Mapping[str, Node], clock: MonotonicClock, board: Board, turns: Turns
) -> TableReader:
    """One reader; DriverError if it needs a package that is not there, or cannot come later."""
    if reader.driver == NODE:
        return _node_reader(reader, nodes, sleep_us)
    if reader.driver != STOCK:
        return DiagnosingReader(
            reader.name, board.spi_port(reader), gain_db=reader.gain_db, field=reader.field, turns=turns
        )
    bus, select = reader.spi
    package = stock.package()
    try:
        library = package(bus=bus, device=select)
    except OSError as error:
        raise DriverError(f"{reader.spi_device} cannot be opened: {error}") from error
    return StockReader(reader.name, library, delay_us=sleep_us, now_us=lambda: clock.now_us)


@dataclass
class OneReader:
    """One reader of a table, or all of one zone, alone: for work there while the table is off. ``close`` gives all of
    it back."""

    readers: tuple[TableReader, ...]
    wait_us: Callable[[int], None]
    close: Callable[[], None]
    _read_by: dict[bytes, TableReader] = field(default_factory=dict)

    def visit(self) -> Reading:
        """What they read together, one after the other. Raises ReaderError as the first one does that fails."""
        readings = [(reader, reader.visit()) for reader in self.readers]
        self._read_by = {uid: reader for reader, reading in reversed(readings) for uid in reading.uids}
        uids = dict.fromkeys(uid for _, reading in readings for uid in reading.uids)
        return Reading(tuple(uids), any(reading.garbled for _, reading in readings))

    def where(self, uid: bytes) -> TableReader:
        """The reader that has read a tag last, or the first one."""
        return self._read_by.get(uid, self.readers[0])


def one_virtual_reader(
    config: TableConfig, reader: ReaderConfig, table: VirtualTable, *beside: ReaderConfig
) -> OneReader:
    """One reader of a virtual table, and others ``beside`` it, by our own driver, whatever the table plays with."""
    nodes: dict[str, Node] = {}
    found: list[DiagnosingReader | NodeReader] = []
    reset, port = virtual_reset(config, table), table.readers[reader.name].port
    for each in (reader, *beside):
        if each.driver == NODE:
            twin = table.nodes[each.node]
            if each.node not in nodes:
                opens = partial(table.usb.open, twin.serial)
                nodes[each.node] = _node(config, each.node, opens, twin.serial, table.clock)
            found.append(NodeReader(each.name, nodes[each.node], each.chip_select, wait=table.clock.advance))
        else:
            own = table.readers[each.name].port
            found.append(DiagnosingReader(each.name, own, gain_db=each.gain_db, field=each.field))
    wait = table.clock.advance if reader.driver == NODE else port.delay_us
    return OneReader(tuple(found), wait, _closing(found, nodes, reset.close if reset is not None else None))


def one_pi_reader(config: TableConfig, reader: ReaderConfig, *beside: ReaderConfig) -> OneReader:
    """One reader of a Raspberry Pi, and others ``beside`` it, by our own driver, whatever the table plays with.
    DriverError if it is not there, ConfigError if its node, one of several, is not assigned."""
    config, entries = with_its_board(config), (reader, *beside)
    of_them = tuple(
        node
        for node in config.nodes
        if any(node.name == each.node for each in entries if each.driver == NODE)
    )
    if unknown := [node.name for node in of_them if node.number is None]:
        if config.has_one_node:
            raise DriverError(without_board(config, unknown[0]))
        raise ConfigError([f"{config.name}: {not_assigned(name)}" for name in unknown])
    nodes = (
        _pi_nodes(config.model_copy(update={"nodes": of_them}), MonotonicClock(), Turns()) if of_them else {}
    )
    board = Board(config, None) if any(each.driver != NODE for each in entries) else None
    found: list[DiagnosingReader | NodeReader] = []
    for each in entries:
        if each.driver == NODE:
            found.append(_node_reader(each, nodes, sleep_us))
            continue
        assert board is not None
        port = board.spi_port(each)
        port.open()
        found.append(DiagnosingReader(each.name, port, gain_db=each.gain_db, field=each.field))
    return OneReader(
        tuple(found), sleep_us, _closing(found, nodes, board.close if board is not None else None)
    )


def _closing(
    readers: Sequence[DiagnosingReader | NodeReader],
    nodes: Mapping[str, Node],
    last: Callable[[], None] | None,
) -> Callable[[], None]:
    def close() -> None:
        for reader in readers:
            if isinstance(reader, DiagnosingReader):
                reader.switch_off()
        for node in nodes.values():
            node.close()
        if last is not None:
            last()

    return close


def sleep_us(us: int) -> None:
    """Let real time pass."""
    time.sleep(us / 1_000_000)


def _pi_nodes(config: TableConfig, clock: Clock, turns: Turns) -> dict[str, Node]:
    """The host's ends of all nodes. One that is not there, or that nobody has assigned yet, is away; the only one of a
    table may be the only board on USB."""
    nodes = {}
    for node in config.nodes:
        number = node.number
        unnamed = open_only if config.has_one_node else partial(_unassigned, node.name)
        opens = partial(open_node, number) if number is not None else unnamed
        nodes[node.name] = _node(config, node.name, opens, number, clock, turns)
    return nodes


def _unassigned(name: str) -> Stream:
    raise DriverError(not_assigned(name))


def pi_devices(config: TableConfig, missing: Callable[[str], None] | None = None) -> Devices:
    """The drivers of ``config`` on a Raspberry Pi; DriverError names the first device that is not there.

    With ``missing`` that hears a sentence about each one, and the table is what is there; what hangs on SPI, I2C and
    USB works as soon as it is plugged in; a node that nobody has assigned is one of them. DriverError then only if
    there is nothing at all.
    """
    clock = MonotonicClock()
    board = Board(config, missing)
    pins = board.pins() if config.has_lines else None
    reset, multiplexer = board.reader_reset(), board.multiplexer()
    board.look()
    board.check()
    turns = Turns.of([reader.zone for reader in config.readers])
    nodes = _pi_nodes(config, clock, turns)
    return Devices(
        readers={
            reader.name: board.had(partial(_pi_reader, reader, nodes, clock, board, turns))
            or AbsentReader(reader.name, "it was missing at the start")
            for reader in config.readers
        },
        screens={
            screen.place: PageScreen(Glass())
            if screen.driver == PAGE
            else _oled(screen, board.i2c_bus(screen))
            for screen in config.screens
        },
        buttons=Buttons(
            config.pins if pins is not None else {},
            now_us=lambda: clock.now_us,
            age_us=age_us,
            debounce_us=config.timing.debounce_ms * 1000,
            hold_us=config.timing.hold_ms * 1000,
            pin_factory=pins,
            missing=board.is_missing if missing is not None else None,
            keys=config.keys,
        ),
        buzzer=board.had(lambda: _buzzer(config, pins)) if pins is not None else None,
        spi_clock=clock,
        i2c_clock=clock,
        pull_reader_reset=None if reset is None else reset.pull,
        nodes=nodes,
        lines=board.lines(),
        free_screens=_freeing(config, multiplexer),
    )
