# mypy: disable-error-code="attr-defined"
"""Runs under MicroPython: plays a recording (see node.py) to the node's own files, and prints what each step takes.

Arguments: the folders of the node's files, the recording, and how often it is played. The recording: how many readers
the board has, then a line for each step: its name, with a mark before it if it is to be measured, and what the board
answers while it lasts. Prints lines of a name and microseconds: the best of all rounds for each of these, and then what
the stand-ins take, the port of the board, a collection and the yardstick; and the bytes of memory in use at the start.
"""

import gc
import sys
import time

sys.path[:] = [sys.argv[1], sys.argv[2]]

from signifer_drivers.portable.iso14443a import Inventory  # noqa: E402
from signifer_drivers.portable.node_frames import Visited  # noqa: E402
from signifer_node.node import Node  # noqa: E402
from signifer_node.place import LeasedPort  # noqa: E402

MYPY = False
if MYPY:
    from collections.abc import Callable
    from typing import Any

    Step = tuple[str, list[int], bytes, list[list[bytes]]]


# A step is played so often after each collection.
REPEATS = 8


class Port:
    """Answers as it was recorded."""

    def __init__(self) -> None:
        self.answers: list[list[bytes]] = []
        self.at = 0
        self.times: list[int] = []
        self.time_at = 0

    def transfer(self, batch: "list[bytes]") -> "list[bytes]":
        at = self.at
        self.at = at + 1
        return self.answers[at]

    def delay_us(self, us: int) -> None:
        return

    def now_us(self) -> int:
        at = self.time_at
        self.time_at = at + 1
        return self.times[at]


class Board:
    """Answers as it was recorded."""

    def __init__(self, port: Port, readers: int) -> None:
        self.ports = [port] * readers
        self.boot = 1
        self.serial = b"12345678"
        self.data = b""
        self.now_us = port.now_us

    def read(self, whole: bool = False) -> bytes:
        return self.data

    def write(self, data: bytes) -> None:
        return

    def reset_readers(self) -> None:
        return

    def light(self, on: bool) -> None:
        return

    def feed(self) -> None:
        return

    def wait_until(self, us: int) -> None:
        return

    def free_bytes(self) -> int:
        return 0

    def console(self) -> None:
        return


class Pin:
    """Pins, and SPI, as they cost least: functions that are built in."""

    OUT = 1

    def __init__(self, number: int, mode: int = 0, value: int = 0) -> None:
        self.low = self.high = gc.isenabled


class Spi:
    write = len
    write_readinto = min


class Part:
    """Anything with these attributes."""

    def __init__(self, **parts: object) -> None:
        for name in parts:
            setattr(self, name, parts[name])


class Thing:
    """Something to be called, as methods are."""

    def __init__(self) -> None:
        self.count = 0

    def step(self, data: bytes) -> int:
        self.count += len(data)
        return self.count & 0x0F


def yardstick() -> int:
    """A bit of everything that the node's program does: calls, attributes, dictionaries, bytes, small numbers."""
    thing = Thing()
    seen: dict[int, int] = {}
    total = 0
    for index in range(400):
        value = thing.step(b"abc")
        seen[value] = seen.get(value, 0) + 1
        part = bytes((value, index & 0xFF))
        if part[0] != part[1]:
            total ^= part[0] << 1
    return total


def best_us(call: "Callable[[], object]", times: int, rounds: int = 60) -> float:
    """Return what a call takes: the best of ``rounds``, each after a collection and ``times`` long."""
    best = 1_000_000
    for _ in range(rounds):
        gc.collect()
        start = time.ticks_us()
        for _ in range(times):
            call()
        best = min(best, time.ticks_diff(time.ticks_us(), start))
    return best / times


# What a step changes, and what is put back before it is played again.
STATE = (
    "_wants _up _on_us _until_us _sequence _answers _tries _heard_us _visits _light_us".split()  # noqa: SIM905
)


class Played:
    """One step of a node, again and again: as it was before, with the same answers."""

    def __init__(self, node: Node, board: Board, port: Port, step: "Step") -> None:
        _, port.times, board.data, port.answers = step
        self.node = node
        self.port = port
        self.state = [getattr(node, name) for name in STATE]
        self.until_us = node._places[0].port.until_us

    def back(self) -> None:
        node = self.node
        for name, value in zip(STATE, self.state):  # noqa: B905 (MicroPython's zip has no strict)
            setattr(node, name, value)
        place = node._places[0]
        place.port.until_us = self.until_us
        place.visited = Visited(0)
        place.inventory = Inventory(place.chip)
        self.port.at = self.port.time_at = 0

    def again(self) -> None:
        self.back()
        self.node.step()


def main() -> None:
    port = Port()
    # A node with five readers, this program counted.
    started = Node(Board(port, 5))
    started.begin()
    gc.collect()
    print("memory", gc.mem_alloc())
    with open(sys.argv[3]) as recording:
        board = Board(port, int(recording.readline()))
        steps = [eval(line) for line in recording]
    node = None
    for step in steps:
        _, port.times, board.data, port.answers = step
        port.at = port.time_at = 0
        if node is None:
            node = Node(board)
            node.begin()
        elif step[0].startswith("!"):
            played = Played(node, board, port, step)
            took_us = best_us(played.again, REPEATS, int(sys.argv[4]))
            print(step[0][1:], took_us - best_us(played.back, REPEATS, int(sys.argv[4])))
            played.again()
        else:
            node.step()
    del steps
    parts(port)


class Sent:
    """A batch, sent again and again through the port of the board."""

    def __init__(self, port: "Any", batch: "list[bytes]") -> None:
        self.port = port
        self.batch = batch

    def again(self) -> None:
        self.port.transfer(self.batch)


def parts(port: Port) -> None:
    """Print what stand-ins take, what the port of the board takes, a collection, the yardstick, and memory."""
    port.times, port.answers = [0] * 400, [[]] * 400
    leased = LeasedPort(port)
    leased.until_us = 1

    def back() -> None:
        port.at = port.time_at = 0

    def now() -> None:
        back()
        port.now_us()

    def transfer() -> None:
        back()
        port.transfer([])

    def lease() -> None:
        back()
        leased.delay_us(0)

    back_us = best_us(back, 40)
    print("stand-in:now", best_us(now, 40) - back_us)
    print("stand-in:transfer", best_us(transfer, 40) - back_us)
    print("stand-in:lease", best_us(lease, 40) - back_us)
    modules: Any = sys.modules
    modules["machine"] = Part(Pin=Pin)
    from signifer_drivers.portable import mfrc522
    from signifer_node import rp2040

    clock = rp2040.Clock()
    real = rp2040.Port(Spi(), 5, clock)
    chip = mfrc522.Mfrc522(real)
    nothing_us = best_us(lambda: None, 40)
    batches = {
        "send": mfrc522._sending(b"\x93\x70" + bytes(7), 0x80)[1],
        "read": mfrc522._READ_ANSWER[3],
        "switch": chip._switches[1],
    }
    for name in batches:
        batch = batches[name]
        print("port:" + name, best_us(Sent(real, batch).again, 20) - nothing_us)
    print("port:now", best_us(clock.now_us, 40) - nothing_us)
    print("collect", best_us(gc.collect, 1))
    print("yardstick", best_us(yardstick, 1))


main()
