"""Runs under MicroPython: a node whose board is at the other end of two pipes (see piped.py).

Arguments: the folders of the node's files, and the name of the pipe on which the board answers. What the program wants
of the board goes to the standard output: a letter, how many bytes follow (two, low byte first), and these.
"""

import gc
import sys

MYPY = False
if MYPY:
    from typing import Any

sys.path[:] = [sys.argv[1], sys.argv[2]]
answers = open(sys.argv[3], "rb")  # noqa: SIM115 (open as long as the node runs)
questions = sys.stdout.buffer

from signifer_node.node import Node  # noqa: E402


def ask(letter: bytes, data: bytes = b"") -> bytes:
    questions.write(letter + len(data).to_bytes(2, "little") + data)
    size = int.from_bytes(answers.read(2), "little")
    return answers.read(size) if size else b""


def number(letter: bytes) -> int:
    return int.from_bytes(ask(letter), "little")


def split(back: bytes, batch: "list[bytes]") -> "list[bytes]":
    answers = []
    start = 0
    for frame in batch:
        answers.append(back[start : start + len(frame)])
        start += len(frame)
    return answers


class Port:
    """Its SPI bytes go through the pipe: a byte for the reader, then for each frame its length and its bytes."""

    def __init__(self, index: int) -> None:
        self.index = index
        self.differs: list[bytes] = []

    def transfer(self, batch: list[bytes]) -> list[bytes]:
        frames = b"".join([bytes((len(frame),)) + frame for frame in batch])
        back = ask(b"S", bytes((self.index,)) + frames)
        return split(back, batch)

    plays = True

    def course(self, steps: "list[tuple[list[bytes], list[bytes]] | int]") -> "list[object]":
        return [steps, repr(steps).encode()]

    def play(self, course: "list[Any]") -> int:
        back = ask(b"P", bytes((self.index,)) + course[1])
        done = int.from_bytes(back[:2], "little")
        if done < len(course[0]):
            self.differs = split(back[2:], course[0][done][0])
        return done

    def delay_us(self, us: int) -> None:
        ask(b"D", us.to_bytes(4, "little"))

    def now_us(self) -> int:
        return number(b"T")


class Board:
    def __init__(self) -> None:
        about = ask(b"A")
        self.ports = [Port(index) for index in range(about[0])]
        self.boot = int.from_bytes(about[1:5], "little")
        self.serial = about[5:]

    def now_us(self) -> int:
        return number(b"T")

    def wait_until(self, us: int) -> None:
        self.ports[0].delay_us(max(0, us - self.now_us()))

    def read(self, whole: bool = False) -> bytes:
        return ask(b"R")

    def write(self, data: bytes) -> None:
        ask(b"W", data)

    def reset_readers(self) -> None:
        ask(b"X")

    def light(self, on: bool) -> None:
        ask(b"L", bytes((on,)))

    def feed(self) -> None:
        ask(b"F")

    def free_bytes(self) -> int:
        return 0

    def console(self) -> None:
        raise SystemExit


gc.collect()
node = Node(Board())
node.begin()
wake_us = 0
while True:
    # The answer says that it is time to go on, and whether to say how much memory is in use.
    asked = ask(b"N", wake_us.to_bytes(8, "little"))
    if asked == b"q":
        break
    if asked == b"m":
        gc.collect()
        in_use: int = gc.mem_alloc()  # type: ignore[attr-defined]
        ask(b"M", in_use.to_bytes(4, "little"))
    wake_us = node.step()
