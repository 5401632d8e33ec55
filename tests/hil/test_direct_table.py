"""The table with all its readers on the Pi's SPI stays tested: a sample of the scripts (test_robots has a game)."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from signifer_firmware.simulation.files import run_files

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["covered", "faults-air", "faults-chip", "fg-c1-attack", "power-cut"])
def test_scripts_of_the_standard_table_hold_on_the_direct_one(name: str, tmp_path: Path) -> None:
    text = (SCRIPTS / f"{name}.table").read_text()
    assert "\ntable " not in text
    path = tmp_path / f"{name}.table"
    path.write_text(text.replace("game field-of-glory\n", "game field-of-glory\ntable direct\n", 1))
    err = io.StringIO()
    assert (run_files([path], json=False, screens=None, out=io.StringIO(), err=err), err.getvalue()) == (
        0,
        "",
    )
