"""One node at its host's cable, emulated or a twin, and what it is made to do: the same for both, in the same words."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from signifer_core.errors import DriverError
from signifer_drivers.node.host import Node
from signifer_drivers.node.port import Stream
from signifer_drivers.node.results import NodeVisit
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.mfrc522 import PlainMfrc522
from signifer_drivers.virtual.node import LATENCY_US, VirtualNode, node_bus
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag
from signifer_node.node import Node as NodeProgram

from .bridge import Emulator, Pipe, Readers

# A column's two antennas, and two cards above each.
ANTENNAS = 2
TAGS = 4
UIDS = tuple(bytes((0x04, 0x10 + number, 0x31, 0x52, 0x6A, 0x80, number)) for number in range(TAGS))
SERIAL = bytes.fromhex("E6614103E7174A2C")
POWER_US = 10_000_000
TURN_US = 2_000_000


@dataclass
class Wire:
    """Bytes that are under way: when they arrive, and what they are."""

    parts: deque[tuple[int, bytes]] = field(default_factory=deque)

    def take(self, now_us: int) -> bytes:
        """What has arrived by now."""
        data = b""
        while self.parts and self.parts[0][0] <= now_us:
            data += self.parts.popleft()[1]
        return data

    @property
    def due_us(self) -> int | None:
        return self.parts[0][0] if self.parts else None


class EmulatedBoard:
    """The emulated board as its host has it: a serial port, LATENCY_US away each way."""

    def __init__(self, pipe: Pipe) -> None:
        self.pipe = pipe
        self.first_us: int | None = None  # when it said something first
        self.said: list[tuple[float, bytes]] = []  # since somebody has emptied it
        self._is_open = False
        self._to_host, self._to_node = Wire(), Wire()

    @property
    def now_us(self) -> int:
        return int(self.pipe.now_us)

    def open(self) -> Stream:
        """The port is there as soon as the program has said something: what comes before is a console."""
        if self.first_us is None:
            raise DriverError("there is no such serial port")
        self._is_open = True
        return self

    def go_on(self, until_us: int) -> None:
        """Let time pass until then, or until something arrives at the host."""
        while True:
            now_us = self.now_us
            if data := self._to_node.take(now_us):
                self.pipe.write(data)
            # What nobody reads waits for the port to be opened.
            arrives_us = self._to_host.due_us if self._is_open else None
            if now_us >= until_us or (arrives_us is not None and now_us >= arrives_us):
                return
            due = [at for at in (until_us, arrives_us, self._to_node.due_us) if at is not None]
            for us, heard in self.pipe.run(min(due)):
                self.first_us = int(us) if self.first_us is None else self.first_us
                self.said.append((us, heard))
                self._to_host.parts.append((int(us) + LATENCY_US, heard))

    # A node.Stream

    def read(self) -> bytes:
        return self._to_host.take(self.now_us)

    def due_us(self) -> int | None:
        due_us = self._to_host.due_us
        return self.now_us + POWER_US if due_us is None else due_us

    def write(self, data: bytes) -> None:
        self._to_node.parts.append((self.now_us + LATENCY_US, data))

    def close(self) -> None:
        """Nothing to do."""


class TwinBoard:
    """The twin of a node in the same place, with its clock moved by whoever waits."""

    def __init__(self, twin: VirtualNode) -> None:
        self._twin = twin
        self.open = twin.open

    @property
    def now_us(self) -> int:
        return self._twin.host.now_us

    def go_on(self, until_us: int) -> None:
        self._twin.host.catch_up(until_us)


@dataclass
class Table:
    """A board, its host's end, and the fields of its antennas."""

    board: EmulatedBoard | TwinBoard
    fields: list[Field]
    host: Node = field(init=False)

    def __post_init__(self) -> None:
        self.host = Node("node", self.board.open, now_us=lambda: self.board.now_us, diagnosing=False)

    def until(self, met: Callable[[], bool], us: int) -> None:
        """Let time pass until ``met``. Raises DriverError if that takes longer than ``us``."""
        end_us = self.board.now_us + us
        while not met():
            if self.board.now_us >= end_us:
                raise DriverError(f"the node does not get there: {self.host.error or 'it is there'}")
            self.board.go_on(min(end_us, max(self.host.step(), self.board.now_us + 1)))
            self.host.step()

    def rest(self, us: int) -> None:
        """Let so much time pass."""
        end_us = self.board.now_us + us
        while self.board.now_us < end_us:
            self.board.go_on(min(end_us, max(self.host.step(), self.board.now_us + 1)))

    def connect(self) -> None:
        """From power until the node has said who it is and waits for a token."""
        self.until(lambda: self.host.is_ready, POWER_US)

    def lay(self, reader: int, tags: int) -> tuple[bytes, ...]:
        """Have so many tags lie above an antenna, and none else; their UIDs."""
        above = self.fields[reader]
        for tag in list(above.tags):
            above.remove(tag)
        for uid in UIDS[:tags]:
            above.put(Tag(bytes((*uid[:1], uid[1] + 0x40 * reader, *uid[2:]))))
        return tuple(tag.uid for tag in above.tags)

    def turn(self, *known: tuple[bytes, ...]) -> tuple[int, list[NodeVisit]]:
        """One token for the first antennas, and what came of it: from its grant to the last visit heard, in us."""
        start_us = self.board.now_us
        self.until(lambda: self.host.is_ready, TURN_US)
        waited_us = self.board.now_us - start_us
        self.host.grant(list(enumerate(known)))
        self.until(lambda: not self.host.is_busy, TURN_US)
        return self.board.now_us - start_us - waited_us, self.host.take()


@contextmanager
def emulated(firmware: bytes, files: bytes, rom: bytes) -> Iterator[Table]:
    """A table with an emulated node, whose readers are twins; the board has just got its power."""
    clock = VirtualClock()
    # The wire's time is the emulator's.
    bus = VirtualSpiBus(clock, ioctl_us=0, byte_us=0)
    fields = [Field() for _ in range(ANTENNAS)]
    ports = [VirtualSpiPort(bus, PlainMfrc522(clock, each)) for each in fields]
    with (
        TemporaryDirectory() as folder,
        Emulator(Path(folder), firmware, files, rom, Readers(clock, ports)) as pipe,
    ):
        yield Table(EmulatedBoard(pipe), fields)


def counted() -> Table:
    """The same table with a twin of the node, which takes what was counted for MicroPython."""
    host, clock = VirtualClock(), VirtualClock()
    bus = node_bus(clock)
    fields = [Field() for _ in range(ANTENNAS)]
    ports = [VirtualSpiPort(bus, PlainMfrc522(clock, each)) for each in fields]
    return Table(TwinBoard(VirtualNode(host, clock, ports, NodeProgram, serial=SERIAL)), fields)
