"""``signifer doctor map``: read rates as a heat map, for those who see colours and for those who do not."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from signifer_firmware.cli.commands.doctor import doctor
from signifer_firmware.config.model import load_table
from signifer_firmware.doctor.checks.readers import probe_of
from signifer_firmware.doctor.faults import inject
from signifer_firmware.doctor.map import (
    WIDTH,
    asked_rates,
    cell,
    legend,
    rate_or_why,
    table_lines,
    virtual_lines,
)
from signifer_firmware.doctor.virtual import VirtualBench
from signifer_firmware.files.console import PlainConsole
from typer.testing import CliRunner

COMMAND = Path(sys.executable).parent / "signifer"


def lines_of(folder: Path, table: str, *faults: str) -> list[str]:
    bench = VirtualBench(load_table(table), folder)
    inject(bench, faults)
    config = bench.config
    found = list(table_lines(config, rate_or_why(lambda reader: probe_of(config, bench, reader))))
    bench.close()
    return [line.plain for line in found]


def test_each_reader_stands_where_it_lies(tmp_path: Path) -> None:
    lines = lines_of(
        tmp_path, "direct", "reader 2 red miss 30%", "reader 4 blue stack", "reader pad blue held"
    )
    why, columns, blue, red, _ = lines
    assert why.startswith("reader pad blue: another chip holds MISO")
    assert columns.split() == ["1", "2", "3", "4", "5"]
    assert blue.split() == [*("blue", "█", "100%", "█", "100%", "█", "100%", "?", "█", "100%")]
    shares = red.replace("pad", "").split()[2::2]
    assert [shares[0], *shares[2:]] == ["100%"] * 5
    assert 5 <= int(shares[1].rstrip("%")) < 80
    # The figures stand below the numbers of their columns.
    assert all(
        abs(red.index(share, 6 + 10 * at) - columns.index(str(at + 1))) < 6
        for at, share in enumerate(shares[:5])
    )


def test_readers_of_one_zone_have_a_row_each_as_they_lie(tmp_path: Path) -> None:
    columns, *rows, _ = lines_of(tmp_path, "double", "reader 2 red a miss 30%", "reader pad blue b stack")
    assert [row.split()[:2] for row in rows] == [["blue", "a"], ["blue", "b"], ["red", "b"], ["red", "a"]]
    shares = [row.replace("pad", "").split()[3::2] for row in rows]
    assert shares[0] == shares[2] == ["100%"] * 6
    assert shares[1][:5] == ["100%"] * 5
    assert "pad" not in rows[1]
    assert int(shares[3][1].rstrip("%")) < 80
    assert abs(rows[0].index("100%") - columns.index("1")) < 6


@pytest.fixture(scope="module")
def antenna() -> list[str]:
    """The nine positions of the virtual table."""
    return [line.plain for line in virtual_lines(33, 32)]


def test_all_lines_fit_and_each_step_has_a_mark_and_a_style_of_its_own(
    tmp_path: Path, antenna: list[str]
) -> None:
    shown = [*lines_of(tmp_path, "starter"), *antenna]
    assert [line for line in shown if len(line) > WIDTH] == []
    cells = [cell(share) for share in (1.0, 0.95, 0.7, 0.3, 0.0, None)]
    assert len({text.plain.split()[0] for text in cells}) == 6
    assert len({str(text.style) for text in cells}) == 6
    assert all(len(text.plain) == len(cells[0].plain) for text in cells)
    assert len(legend().plain) <= WIDTH


def test_over_the_antenna_of_the_virtual_table_is_read_what_the_air_lets_through(antenna: list[str]) -> None:
    rows = [line.split() for line in antenna]
    lone, four = (rows.index(row) for row in rows if row[:2] in (["1", "tag,"], ["4", "tags,"]))
    assert rows[lone + 1] == ["back", "·", "0%", "█", "100%", "·", "0%"]
    assert rows[lone + 2] == ["middle", *("█", "100%") * 3]
    assert rows[four + 2] == ["middle", *("·", "0%") * 3]


def test_on_a_board_somebody_lays_the_card_at_nine_positions(tmp_path: Path) -> None:
    bench = VirtualBench(load_table("direct"), tmp_path)
    asked: list[str] = []

    def ask(text: str) -> bool:
        asked.append(text)
        return "front" not in text

    reader = bench.config.readers[0]
    rates = asked_rates(probe_of(bench.config, bench, reader), reader.zone, ask, visits=3)
    bench.close()
    assert asked[0] == "lay the card at the back left on reader pad red"
    assert asked[4] == "lay the card in the middle on reader pad red"
    assert len(asked) == 9
    assert rates == [[1.0] * 3, [1.0] * 3, [None] * 3]


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (("--virtual", "--table", "starter", "--fault", "reader 3 unplug"), 1, "reader 3: no chip answers"),
        (("--virtual", "--table", "starter"), 0, "both   █ 100%"),
        (("--table", "starter", "--reader", "9"), 2, 'no reader at "9"; choose one of 1, 2'),
        (("--fault", "spi off"), 2, "--fault is for a virtual table"),
    ],
)
def test_the_command(arguments: tuple[str, ...], status: int, told: str) -> None:
    done = CliRunner().invoke(doctor, ["map", *arguments])
    assert (done.exit_code, told in done.output) == (status, True), done.output


@pytest.mark.parametrize(
    ("encoding", "marks"),
    [("utf-8", "█▓▒░·?"), ("latin-1", "#=+-.?"), ("ascii", "#=+-.?"), ("cp437", "█▓▒░·?")],
)
def test_each_mark_is_told_from_the_others_on_any_terminal(encoding: str, marks: str) -> None:
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, encoding=encoding, errors="replace")
    PlainConsole(stream).print(legend(), soft_wrap=True)
    stream.flush()
    told = written.getvalue().decode(encoding).removeprefix("read:")
    assert re.findall(r"(\S) (?:from|less| nothing|nothing)", told.replace("  ", " ")) == [*marks]


@pytest.mark.slow
@pytest.mark.parametrize("coloured", [True, False])
def test_a_terminal_gets_colours_unless_no_color_says_not(coloured: bool) -> None:
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    environment |= {"TERM": "xterm-256color", "COLUMNS": "80", "PYTHONUTF8": "1"}
    if not coloured:
        environment["NO_COLOR"] = "1"
    words = [str(COMMAND), "doctor", "map", "--virtual", "--table", "starter"]
    process = subprocess.Popen(words, stdout=theirs, stderr=theirs, stdin=theirs, env=environment)
    os.close(theirs)
    told = b""
    try:
        while piece := os.read(ours, 4096):
            told += piece
    except OSError:  # Linux says so when the other end is closed.
        pass
    os.close(ours)
    assert process.wait() == 0
    assert (b"\x1b[30;42m" in told) == coloured
