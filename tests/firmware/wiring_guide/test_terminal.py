"""``signifer wiring``: every pin and every connection, in 80 columns, in colour and without."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.wiring_guide.connections import connections, header
from signifer_firmware.wiring_guide.terminal import WIDTH, chosen, connection_lines, header_lines

TABLES = ("standard", "starter", "double", "direct", "stock")
COMMAND = str(Path(sys.executable).parent / "signifer")


@pytest.mark.parametrize("table", TABLES)
def test_all_lines_fit_into_80_columns(table: str) -> None:
    config = load_table(table)
    shown = [*header_lines(header(config)), *connection_lines(connections(config))]
    assert [line.plain for line in shown if len(line.plain) > WIDTH] == []


@pytest.mark.parametrize("table", TABLES)
def test_every_pin_and_every_connection_stands_there_once(table: str) -> None:
    config = load_table(table)
    pins = [line.plain for line in header_lines(header(config))][1:]
    assert len(pins) == 20
    numbers = [int(number) for line in pins for number in (line[37:39], line[42:44])]
    assert numbers == list(range(1, 41))
    for button in config.buttons:
        assert sum(f"button {button.name}" in line and f"GPIO{button.gpio}" in line for line in pins) == 1
    wires = connections(config)
    lines = [line.plain for line in connection_lines(wires)]
    assert sum(" → " in line for line in lines) == len(wires)
    for wire in wires:
        assert any(
            line.split()
            == [*str(wire.start).split(), "→", *str(wire.end).split(), wire.colour, *_length(wire.length_mm)]
            for line in lines
        ), wire


def _length(length_mm: int) -> list[str]:
    return [str(length_mm), "mm"] if length_mm else []


def test_parts_and_boards_can_be_chosen() -> None:
    wires = connections(load_table("standard"))
    assert {wire.board for wire in chosen(wires, ["node column 3"])} >= {"node column 3"}
    of_reader = chosen(wires, ["reader pad red"])
    assert 5 < len(of_reader) < 20
    assert all("reader pad red" in (wire.start.part, wire.end.part) for wire in of_reader)
    assert chosen(wires, ["horn"]) == []
    assert chosen(wires, []) == list(wires)


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [COMMAND, "wiring", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


def test_a_pipe_gets_plain_lines_and_a_wrong_part_a_sentence() -> None:
    plain = _run("--table", "starter", PYTHONUTF8="1")
    assert plain.returncode == 0
    assert "\x1b" not in plain.stdout
    assert "button dice GPIO17 11 │ 12 GPIO18 buzzer" in plain.stdout
    wrong = _run("--of", "horn")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("--of horn: no such part; there are ground star")
    assert "reader 3 red, reader 3 blue" in " ".join(wrong.stderr.split())


@pytest.mark.slow
@pytest.mark.parametrize("coloured", [True, False])
def test_a_terminal_gets_colours_unless_no_color_says_not(coloured: bool) -> None:
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    environment |= {"TERM": "xterm-256color", "COLUMNS": "80", "PYTHONUTF8": "1"}
    if not coloured:
        environment["NO_COLOR"] = "1"
    process = subprocess.Popen(
        [COMMAND, "wiring", "--of", "mux"], stdout=theirs, stderr=theirs, stdin=theirs, env=environment
    )
    os.close(theirs)
    told = b""
    try:
        while piece := os.read(ours, 4096):
            told += piece
    except OSError:  # Linux says so when the other end is closed.
        pass
    os.close(ours)
    assert process.wait() == 0
    assert (b"\x1b[33m" in told) == coloured
    assert b"Pi header 5 " in told
