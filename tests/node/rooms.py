"""A table of column nodes on twins, under one bank, without the firmware: for tests of the bank and for benchmarks."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from signifer_core.errors import DriverError
from signifer_core.layout import Zone
from signifer_drivers.node.host import Node
from signifer_drivers.node.port import Stream
from signifer_drivers.polling.bank import Bank, neighbours
from signifer_drivers.polling.presence import Presence
from signifer_drivers.readers.diagnosis import Turns
from signifer_drivers.readers.reader import Reader
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.node import Program, VirtualNode, node_bus
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag

from tests.drivers.rooms import COLUMNS, LONG_PADS, SINGLE, BankRoom
from tests.node.benches import in_process

# One node a column, with both sides; what is on none is on the host's own bus.
STANDARD = {column: tuple(name for name in COLUMNS if name[0] == column) for column in "12345"}
# One for each pad of three antennas, too.
WITH_PADS = {
    board: tuple(name for name in LONG_PADS if name.startswith(board))
    for board in (*"12345", "pad red", "pad blue")
}


class NodeRoom(BankRoom):
    """Nodes by name with their antennas, and a bus of the host's own with all others.

    ``damaged`` is the share of bytes on USB that are; nodes in ``cut`` have power, and the host has lost their ports;
    what it says to those in ``deaf`` does not arrive. ``lit`` says of each antenna when its field was on, from and to,
    in the host's time.
    """

    def __init__(
        self,
        seed: int = 1,
        *,
        boards: Mapping[str, Sequence[str]] | None = None,
        zones: Mapping[str, Zone] = SINGLE,
        presence: Presence | None = None,
        resting: int = 2,
        damaged: float = 0.0,
        diagnosing: bool = True,
        program: Callable[[VirtualNode], Program] = in_process,
    ) -> None:
        self.lit: dict[str, list[tuple[float, float]]] = {name: [] for name in zones}
        self.cut: set[str] = set()
        self.deaf: set[str] = set()
        super().__init__(seed, presence, zones)
        if boards is None:
            boards = {column: [name for name in self.columns if name[0] == column] for column in "12345"}
        self.spi_clock = VirtualClock()
        self.ports: dict[str, VirtualSpiPort] = {}
        self.twins: dict[str, VirtualNode] = {}
        self.nodes: dict[str, Node] = {}
        self.board_of = {name: board for board, names in boards.items() for name in names}
        antennas: dict[str, tuple[Node, int]] = {}
        turns = Turns.of([str(at) for at in zones.values()])
        for number, (board, names) in enumerate(boards.items()):
            self._plug(node_bus(VirtualClock()), names)
            twin = self.twins[board] = self._twin(number, names, program)
            # Nodes have the power of the host, whose program starts long after theirs.
            twin.power_cut()
            twin.noise.share = damaged
            node = self.nodes[board] = Node(
                board,
                lambda board=board: self._open(board),  # type: ignore[misc]
                now_us=lambda: self.clock.now_us,
                serial=twin.serial,
                diagnosing=diagnosing,
                turns=turns,
            )
            antennas |= {name: (node, select) for select, name in enumerate(names)}
        on_bus = [name for name in zones if name not in antennas]
        self._plug(VirtualSpiBus(self.spi_clock), on_bus)
        self.bank = Bank(
            {name: Reader(name, self.ports[name]) for name in on_bus},
            self.presence,
            neighbours=neighbours({name: (at,) for name, at in zones.items()}),
            now_us=lambda: self.spi_clock.now_us,
            tell=self._tell,
            nodes=antennas,
        )
        self.rest(resting)

    def _plug(self, bus: VirtualSpiBus, names: Sequence[str]) -> None:
        for name in names:
            self.ports[name] = VirtualSpiPort(bus, Mfrc522Chip(bus.clock, self.fields[name]))

    def _twin(
        self, number: int, names: Sequence[str], program: Callable[[VirtualNode], Program]
    ) -> VirtualNode:
        ports = [self.ports[name] for name in names]
        rng = random.Random(self.rng.getrandbits(64))
        serial = bytes((number,)) * 8
        return VirtualNode(self.clock, ports[0].bus.clock, ports, program, serial=serial, rng=rng)

    def _open(self, board: str) -> Stream:
        if board in self.cut:
            raise DriverError("the hub does not answer")
        return _Cable(self, board, self.twins[board].open())

    def field(self, name: str, rng: random.Random) -> Field:
        return _Lamp(self, name, rng)

    def host_us(self, name: str, bus_us: float) -> float:
        """The host's time of what happens to a chip at ``bus_us``; a node without power has no time of its own."""
        board = self.board_of.get(name)
        if board is None:
            return bus_us
        twin = self.twins.get(board)
        return twin._host_us(int(bus_us)) if twin is not None and twin.running else self.clock.now_us

    def catch_up(self, us: int) -> None:
        self.clock.catch_up(us)
        self.spi_clock.catch_up(us)


class _Cable:
    """The port of a node, behind a hub that may lose it."""

    def __init__(self, room: NodeRoom, board: str, stream: Stream) -> None:
        self._room = room
        self._board = board
        self._stream = stream

    def _there(self) -> Stream:
        if self._board in self._room.cut:
            raise DriverError("the hub has lost it")
        return self._stream

    def read(self) -> bytes:
        return self._there().read()

    def due_us(self) -> int | None:
        return None if self._board in self._room.cut else self._stream.due_us()

    def write(self, data: bytes) -> None:
        stream = self._there()
        if self._board not in self._room.deaf:
            stream.write(data)

    def close(self) -> None:
        self._stream.close()


class _Lamp(Field):
    """A field that tells its room when it was on."""

    def __init__(self, room: NodeRoom, name: str, rng: random.Random) -> None:
        super().__init__(rng)
        self._room = room
        self._name = name
        self._on_us = 0.0

    def power(self, on: bool, now_us: float) -> None:
        if on != (self.powered_us is not None):
            at_us = self._room.host_us(self._name, now_us)
            if on:
                self._on_us = at_us
            else:
                self._room.lit[self._name].append((self._on_us, max(at_us, self._on_us)))
        super().power(on, now_us)


class Unreadable(Tag):
    """A card whose answer to each SELECT is damaged, always: it is heard, and cannot be read."""

    __slots__ = ()

    def __init__(self, uid: bytes) -> None:
        super().__init__(uid)
        self.saks = [sak ^ 0x5A5A00 for sak in self.saks]
