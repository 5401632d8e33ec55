"""Runs under MicroPython: plays a recording (see node.py) to the node's own files, and prints what each step took.

Arguments: the folders of the node's files, and the recording: a line for each start, with what the board is, and then a
line for each step: a name, and what the board answers while it lasts. Prints a line for each step: its name, microseconds, and
how often the board was asked: times, transfers, frames, delays, reads and writes. At the end, what asking costs.
"""

import gc
import sys
import time

sys.path[:] = [sys.argv[1], sys.argv[2]]

from signifer_node.node import Node  # noqa: E402


class Port:
    """Answers as it was recorded."""

    def __init__(self) -> None:
        self.answers: list[list[bytes]] = []
        self.at = 0
        self.board: Board

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        at = self.at
        self.at = at + 1
        return self.answers[at]

    def delay_us(self, us: int) -> None:
        return

    def now_us(self) -> int:
        return self.board.now_us()


class Board:
    """Answers as it was recorded."""

    def __init__(self, port: Port, readers: int) -> None:
        self.ports = [port] * readers
        self.boot = 1
        self.serial = b"12345678"
        self.times: list[int] = []
        self.at = 0
        self.data = b""
        port.board = self

    def now_us(self) -> int:
        at = self.at
        self.at = at + 1
        return self.times[at]

    def read(self) -> bytes:
        return self.data

    def write(self, data: bytes) -> None:
        return

    def reset_readers(self) -> None:
        return

    def light(self, on: bool) -> None:
        return

    def feed(self) -> None:
        return

    def free_bytes(self) -> int:
        return 0


def asked_us(call: object) -> float:
    """Return what one call of a stand-in takes, in microseconds."""
    best = 1e9
    for _ in range(20):
        start = time.ticks_us()
        for _ in range(100):
            call()
        best = min(best, time.ticks_diff(time.ticks_us(), start))
    start = time.ticks_us()
    for _ in range(100):
        pass
    return (best - time.ticks_diff(time.ticks_us(), start)) / 100


def main() -> None:
    recording = open(sys.argv[3])
    port = Port()
    board = Board(port, int(recording.readline()))
    steps = [eval(line) for line in recording]
    best = [1000000] * len(steps)
    for _ in range(30):
        node = None
        gc.collect()
        for index, (name, times, data, answers) in enumerate(steps):
            board.times, board.at, board.data = times, 0, data
            port.answers, port.at = answers, 0
            gc.collect()
            start = time.ticks_us()
            if node is None:
                node = Node(board)
                node.begin()
            else:
                node.step()
            best[index] = min(best[index], time.ticks_diff(time.ticks_us(), start))
    for index, (name, times, data, answers) in enumerate(steps):
        print(name, best[index], len(times), len(answers), 0)
    board.times = [0] * 3000
    board.at = 0
    print("now", asked_us(board.now_us))
    port.answers = [[]] * 3000
    port.at = 0
    start = []
    print("transfer", asked_us(lambda: port.transfer(start)))
    print("delay", asked_us(lambda: port.delay_us(0)))
    print("read", asked_us(board.read))


main()
