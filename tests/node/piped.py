"""A node's program under real MicroPython, its board at the other end of two pipes."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

from signifer_drivers.virtual.node import Program, VirtualNode

ROOT = Path(__file__).parents[2]
DRIVERS = ROOT / "drivers"
NODE = ROOT / "firmware" / "node"
MICROPYTHON = Path(sys.prefix) / "bin" / "micropython"


class PipedProgram:
    """A program in another process: serves what it wants of its board until it wants to wait."""

    def __init__(
        self,
        board: VirtualNode,
        name: Path,
        main: str,
        *more: str,
        folders: tuple[Path, Path] = (DRIVERS, NODE),
    ) -> None:
        """``name``: of the pipe on which the board will answer, where nothing is yet; ``main`` runs with ``more``;
        ``folders`` hold the node's files."""
        self._board = board
        self.ended_with = b""
        os.mkfifo(name)
        self.process = subprocess.Popen(
            [
                str(MICROPYTHON),
                str(Path(__file__).with_name(main)),
                *map(str, folders),
                str(name),
                *more,
            ],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        assert self.process.stdout is not None
        self._questions: IO[bytes] = self.process.stdout
        self._answers = name.open("wb", buffering=0)
        self._wake_us = 0
        self.memory_bytes = 0

    def begin(self) -> None:
        self._serve()

    def step(self) -> int:
        self._answer(b"")
        self._serve()
        return self._wake_us

    def measure(self) -> int:
        """Bytes in use after a collection; takes a step."""
        self._answer(b"m")
        self._serve()
        return self.memory_bytes

    def stop(self) -> None:
        if not self.ended_with:
            self._answer(b"q")
        assert self.process.wait(120) == 0
        self._answers.close()
        self._questions.close()

    def _serve(self) -> None:
        """Until the program is ready to wait."""
        while True:
            letter = self._questions.read(1)
            if letter == b"C":
                # It starts again: so does the board, with another process.
                self.ended_with = self._questions.read(6)[2:]
                self._answer(b"")
                self._board.console()
                return
            if letter not in b"ASDTRWXLFNMP" or not letter:
                raise AssertionError((letter + self._questions.read()).decode())
            data = self._questions.read(int.from_bytes(self._questions.read(2), "little"))
            if letter == b"N":
                self._wake_us = int.from_bytes(data, "little")
                return
            self._answer(self._serve_one(letter, data))

    def _serve_one(self, letter: bytes, data: bytes) -> bytes:
        board = self._board
        match letter:
            case b"A":
                return bytes((len(board.ports),)) + board.boot.to_bytes(4, "little") + board.serial
            case b"S":
                return b"".join(board.ports[data[0]].transfer(_batch(data[1:])))
            case b"P":
                port = board.ports[data[0]]
                steps = ast.literal_eval(data[1:].decode())
                done = port.play(steps)
                differs = [] if done == len(steps) else port.differs
                return done.to_bytes(2, "little") + b"".join(differs)
            case b"D":
                board.ports[0].delay_us(int.from_bytes(data, "little"))
            case b"T":
                return board.now_us().to_bytes(8, "little")
            case b"R":
                return board.read()
            case b"W":
                board.write(data)
            case b"X":
                board.reset_readers()
            case b"L":
                board.light(bool(data[0]))
            case b"F":
                board.feed()
            case b"M":
                self.memory_bytes = int.from_bytes(data, "little")
        return b""

    def _answer(self, data: bytes) -> None:
        self._answers.write(len(data).to_bytes(2, "little") + data)


def _batch(data: bytes) -> list[bytes]:
    batch = []
    while data:
        batch.append(data[1 : 1 + data[0]])
        data = data[1 + data[0] :]
    return batch


class Piped:
    """Makes programs under MicroPython, each with its pipe in ``folder``; all are ended at the end of ``with``.

    ``main`` is the file that runs, ``more`` are its arguments, ``folders`` hold the node's files.
    """

    def __init__(self, folder: Path) -> None:
        self.programs: list[PipedProgram] = []
        self.main = "micropython_main.py"
        self.more: tuple[str, ...] = ()
        self.folders = (DRIVERS, NODE)
        self._folder = folder

    def __call__(self, board: VirtualNode) -> Program:
        name = self._folder / f"answers-{len(self.programs)}"
        self.programs.append(PipedProgram(board, name, self.main, *self.more, folders=self.folders))
        return self.programs[-1]

    def __enter__(self) -> Piped:
        return self

    def __exit__(self, *error: object) -> None:
        for program in self.programs:
            program.stop()
