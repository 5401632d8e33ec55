"""Statements that happen together, in the order that chance draws, and what is waited for."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from signifer_firmware.simulation.files import OK, WRONG, run_files

START = "game field-of-glory\nterrain plain plain woods plain rough\nfirst red\nbegin actions\n"


def played(folder: Path, rows: str, seed: int) -> tuple[int, str]:
    """The exit status, and what was told of faults."""
    path = folder / "it.table"
    path.write_text(f"{START.replace('terrain', f'seed {seed}{chr(10)}terrain')}{rows}", encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    status = run_files([path], json=False, screens=None, out=out, err=err)
    return status, err.getvalue()


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(
    "block",
    [
        "swap red/spear-1 red/spear-2\nswap red/spear-2 red/spear-3",
        "swap red/spear-2 red/spear-3\nswap red/spear-1 red/spear-2",
        "put red/heavy-infantry-1 3 red\nswap red/heavy-infantry-1 red/heavy-infantry-2",
        "take red/spear-1\nput red/spear-1 3 red",
        "put red/heavy-infantry-1 3 red\ntake red/heavy-infantry-1",
        "take red/heavy-infantry-1\nput red/heavy-infantry-1 3 red",
    ],
)
def test_any_order_is_played(block: str, seed: int, tmp_path: Path) -> None:
    card = [word for word in block.split() if word.startswith("red/")][-1]
    rows = f"put spear-1 3 red\ntogether\n{block}\nend\ntake {card}\n"
    assert played(tmp_path, rows, seed) == (OK, "")


@pytest.mark.parametrize(
    ("block", "wrong"),
    [
        ("take red/spear-2", "red/spear-2 does not lie on the table here"),
        ("take red/spear-1\nswap red/spear-1 red/spear-2", "red/spear-1 does not lie on the table here"),
        ("swap red/spear-1 red/spear-1", "red/spear-1 cannot lie in its own place"),
    ],
)
def test_what_no_order_allows_is_refused(block: str, wrong: str, tmp_path: Path) -> None:
    status, told = played(tmp_path, f"put spear-1 3 red\ntogether\n{block}\nend\n", 0)
    assert status == WRONG
    assert wrong in told


def test_a_mended_screen_is_waited_for(tmp_path: Path) -> None:
    rows = (
        "put spear-1 3 red\nfault screen 3 red unplug\nwait 1\nmend screen 3 red\nexpect screen 3 red spear\n"
    )
    assert played(tmp_path, rows, 0) == (OK, "")


def test_a_fault_for_no_time_is_over(tmp_path: Path) -> None:
    rows = "fault reader 3 red miss 100% for 0\nput spear-1 3 red\nwait 3\nexpect lying 3 red spear-1\n"
    assert played(tmp_path, rows, 0) == (OK, "")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_computer(end: str, tmp_path: Path) -> None:
    path = tmp_path / "it.table"
    path.write_bytes(f"{START}expect step actions\nexpect step bogus\n".replace("\n", end).encode())
    err = io.StringIO()
    assert run_files([path], json=False, screens=None, out=io.StringIO(), err=err) == WRONG
    assert "it.table:6: " in err.getvalue()
