"""Statements of a script on a table that reads on."""

from __future__ import annotations

from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.table_run import ScriptRun

from tests.hil.tables import START


def do(run: ScriptRun, text: str) -> None:
    """More hands."""
    for statement in parse_script(START + text, file="it").statements[4:]:
        run.run(statement)
