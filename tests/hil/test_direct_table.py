"""The table with all its readers on the Pi's SPI: scripts that test_scripts plays over nodes alone."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from signifer_core.layout import zone
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.files import run_files
from signifer_firmware.simulation.table_run import ScriptRun

SCRIPTS = Path(__file__).parents[1] / "scripts"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["covered", "faults-air", "faults-chip", "power-cut"])
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


def test_a_card_laid_as_a_field_comes_up_is_waited_for(tmp_path: Path) -> None:
    """The bus is ahead of the hands: its field came on before the card lay there, though by the clock later. Without
    screens, which are asked less often than readers, nothing else keeps a script waiting."""
    config = load_table("direct").model_copy(update={"screens": ()})
    script = parse_script(
        "game field-of-glory\nterrain plain plain plain plain plain\nfirst red\nbegin actions\nput tag/1 3 red\n",
        file="it",
    )
    run = ScriptRun(script, config, tmp_path, lambda news: None)
    try:
        run.begin()
        above = run.table.readers["3 red"].field
        for is_on in (False, True):
            assert run.scheduler.run(run.now_us + 1_000_000, lambda: (above.powered_us is not None) == is_on)  # noqa: B023
        assert run.table.spi_clock.now_us > run.now_us
        run.run(script.statements[-1])
        assert len(run.appliance.keeper.seen[zone("3 red")]) == 1
    finally:
        run.close()
