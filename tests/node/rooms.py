"""A table of column nodes on twins, under one bank, without the firmware: for tests of the bank and for benchmarks."""

from __future__ import annotations

import random
from collections.abc import Callable

from signifer_core.layout import ZONES
from signifer_drivers.bank import Bank, neighbours
from signifer_drivers.node import Node
from signifer_drivers.presence import Presence
from signifer_drivers.reader import Reader
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.mfrc522 import Mfrc522Chip
from signifer_drivers.virtual.node import Program, VirtualNode
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort

from tests.drivers.rooms import ALL, COLUMNS, BankRoom
from tests.node.benches import in_process


class NodeRoom(BankRoom):
    """Five nodes, each with the two sides of a column, and two pads on the host's own bus.

    ``noise_share`` of all bytes on USB are damaged.
    """

    def __init__(
        self,
        seed: int = 1,
        *,
        presence: Presence | None = None,
        resting: int = 2,
        noise_share: float = 0.0,
        program: Callable[[VirtualNode], Program] = in_process,
    ) -> None:
        super().__init__(seed, presence)
        self.spi_clock = VirtualClock()
        bus = VirtualSpiBus(self.spi_clock)
        pads = [name for name in ALL if name not in COLUMNS]
        self.ports = {
            name: VirtualSpiPort(bus, Mfrc522Chip(self.spi_clock, self.fields[name])) for name in pads
        }
        self.twins: dict[str, VirtualNode] = {}
        self.nodes: dict[str, Node] = {}
        antennas: dict[str, tuple[Node, int]] = {}
        for column in sorted({name.split(" ")[0] for name in COLUMNS}):
            sides = [name for name in COLUMNS if name.split(" ")[0] == column]
            twin, node = self._node(column, sides, program)
            twin.noise.share = noise_share
            self.twins[column], self.nodes[column] = twin, node
            antennas |= {name: (node, number) for number, name in enumerate(sides)}
        self.bank = Bank(
            {name: Reader(name, self.ports[name]) for name in pads},
            self.presence,
            neighbours=neighbours({str(at): (at,) for at in ZONES}),
            now_us=lambda: self.spi_clock.now_us,
            tell=self._tell,
            nodes=antennas,
        )
        self.rest(resting)

    def _node(
        self, column: str, sides: list[str], program: Callable[[VirtualNode], Program]
    ) -> tuple[VirtualNode, Node]:
        clock = VirtualClock()
        bus = VirtualSpiBus(clock)
        for name in sides:
            self.ports[name] = VirtualSpiPort(bus, Mfrc522Chip(clock, self.fields[name]))
        twin = VirtualNode(
            self.clock,
            clock,
            [self.ports[name] for name in sides],
            program,
            serial=bytes((int(column),)) * 8,
            rng=random.Random(self.rng.getrandbits(64)),
        )
        return twin, Node(f"column {column}", twin.open, now_us=lambda: self.clock.now_us, serial=twin.serial)

    def catch_up(self, us: int) -> None:
        self.clock.catch_up(us)
        self.spi_clock.catch_up(us)
