"""Faults that pass by themselves leave those that were there before, and what was done since."""

from __future__ import annotations

from pathlib import Path

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.table_run import ScriptRun

START = "game thermopyles\ntable direct\nput spartan-3 3 red\n"
BRIEF, LONG = "for 0.5", "for 8"


@pytest.mark.parametrize(
    ("rows", "noise"),
    [
        # It gives back what was there before it.
        (f"fault reader 3 red noise 60%|fault reader 3 red noise 70% {BRIEF}|wait 1", 60),
        (
            "fault reader 3 red noise 60%|together|fault reader 3 red noise 70% for 1"
            f"|fault reader 3 red noise 80% {BRIEF}|end|wait 1",
            60,
        ),
        # One that is over while another one lasts does not come back with the end of that.
        (f"together|fault reader 3 red noise 60% {BRIEF}|fault reader 3 red noise 70% for 2|end|wait 2", 0),
        # It has no say about what came since.
        (f"fault reader 3 red noise 70% {LONG}|mend reader 3 red|fault reader 3 red noise 60%|wait 8", 60),
        (f"fault reader 3 red noise 70% {LONG}|fault reader 3 red noise 60%|wait 8", 60),
        (f"fault reader 3 red noise 60%|fault reader 3 red noise 70% {LONG}|mend reader 3 red|wait 8", 0),
        # Kinds are apart.
        (f"fault reader 3 red noise 60%|fault reader 3 red miss 90% {BRIEF}|wait 1", 60),
        (f"fault reader 3 red noise 60% {LONG}|mend reader 3 red miss|wait 8", 0),
    ],
)
def test_a_fault_that_passes_leaves_the_others(tmp_path: Path, rows: str, noise: float) -> None:
    script = parse_script(START + rows.replace("|", "\n"), file="it")
    run = ScriptRun(script, load_table("direct"), tmp_path, lambda news: None)
    run.begin()
    for statement in script.statements:
        if not isinstance(statement, st.Preparation):
            run.run(statement)
    field = run.table.readers["3 red"].field
    run.close()
    assert (field.noise_percent, field.miss_percent) == (noise, 0)
