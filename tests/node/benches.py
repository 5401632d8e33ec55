"""A host and column nodes on twins, for the tests beside it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from signifer_drivers.node.host import Node
from signifer_drivers.node.reader import NodeReader
from signifer_drivers.node.requests import Tuning
from signifer_drivers.node.results import NodeVisit
from signifer_drivers.readers.diagnosis import Turns
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.node import RP2040_AT_200_MHZ, START_US, OwnTime, Program, VirtualNode, node_bus
from signifer_drivers.virtual.spi import VirtualSpiPort
from signifer_drivers.virtual.tag import Tag
from signifer_node import node as node_program

A = bytes.fromhex("04112233445566")
B = bytes.fromhex("04AA2233445567")
C = bytes.fromhex("01020304")
SERIAL = bytes.fromhex("E6614103E7174A2C")
# A board that is back before its host gives it up, as it is without the second of a console.
QUICK_START_US = 300_000
# Where main.py itself runs, and waits for a second.
MAIN_START_US = START_US - 1_000_000


@dataclass
class NodeBench:
    """One node with its readers' fields and wires, and the host's end of it."""

    clock: VirtualClock
    twin: VirtualNode
    host: Node
    fields: list[Field]
    ports: list[VirtualSpiPort]
    lights: list[bool] = field(default_factory=list)

    def lay(self, reader: int, *uids: bytes) -> None:
        for uid in uids:
            self.fields[reader].put(Tag(uid))

    def clear(self, reader: int) -> None:
        for tag in list(self.fields[reader].tags):
            self.fields[reader].remove(tag)

    def run(self, us: int, until: Callable[[], bool] = lambda: False) -> bool:
        """Step the host every half millisecond; whether ``until`` came true."""
        end_us = self.clock.now_us + us
        while self.clock.now_us < end_us:
            self.host.step()
            if until():
                return True
            self.clock.advance(500)
        return until()

    def connect(self) -> None:
        assert self.run(2_000_000, lambda: self.host.is_there and not self.host._questions)

    def visits(self, *readers: int, known: tuple[bytes, ...] = (), tries: int = 1) -> list[NodeVisit]:
        """One token for these readers, and what came of it."""
        self.host.grant([(reader, known) for reader in readers], tries=tries)
        assert self.run(5_000_000, lambda: not self.host.is_busy)
        return self.host.take()

    def reader(self, index: int) -> NodeReader:
        return NodeReader(f"{index} red", self.host, index, wait=self.clock.advance)


def switched(field: Field) -> list[tuple[bool, float]]:
    """When a field is switched on and off from now on, by the node's clock."""
    times: list[tuple[bool, float]] = []
    power = field.power

    def noted(on: bool, now_us: float) -> None:
        if on != (field.powered_us is not None):
            times.append((on, now_us))
        power(on, now_us)

    field.power = noted  # type: ignore[method-assign]
    return times


def in_process(board: VirtualNode) -> Program:
    """The node's own files in this process."""
    return node_program.Node(board)


def node_bench(
    readers: int = 2,
    *,
    seed: int = 0,
    noise: float = 0.0,
    tuning: Mapping[int, Tuning] | None = None,
    serial: bytes | None = None,
    drift_ppm: int = 0,
    program: Callable[[VirtualNode], Program] = in_process,
    clock: VirtualClock | None = None,
    name: str = "node 3",
    own: OwnTime = RP2040_AT_200_MHZ,
    start_us: int = START_US,
) -> NodeBench:
    rng = random.Random(seed)
    host_clock = clock or VirtualClock(rng.randrange(10_000_000))
    clock = VirtualClock()
    bus = node_bus(clock, own)
    fields = [Field(random.Random(rng.getrandbits(32))) for _ in range(readers)]
    ports = [VirtualSpiPort(bus, Mfrc522Chip(clock, each)) for each in fields]
    twin = VirtualNode(
        host_clock,
        clock,
        ports,
        program,
        serial=SERIAL,
        rng=rng,
        drift_ppm=drift_ppm,
        start_us=start_us,
        own=own,
    )
    twin.noise.share = noise
    # One reader is examined at a time here: none has to wait for others.
    turns = Turns(1000)
    host = Node(name, twin.open, now_us=lambda: host_clock.now_us, tuning=tuning, serial=serial, turns=turns)
    return NodeBench(host_clock, twin, host, fields, ports)
