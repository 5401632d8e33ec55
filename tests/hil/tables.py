"""Whole tables that run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.statements import Preparation
from signifer_firmware.session.events import News
from signifer_firmware.simulation.table_run import ScriptRun

START = "game field-of-glory\nseed 5\nterrain plain plain plain plain plain\nfirst red\n"


@contextmanager
def running(
    folder: Path, text: str, news: list[News] | None = None, table: str = "standard"
) -> Iterator[ScriptRun]:
    """A table after the statements of ``text``. Where no reader matters, "direct" takes a third of the time: all of its
    readers hang on the Pi's own bus."""
    script = parse_script(START + text, file="it")
    run = ScriptRun(script, load_table(table), folder, (news if news is not None else []).append)
    try:
        run.begin()
        for statement in script.statements[4:]:
            if not isinstance(statement, Preparation):
                run.run(statement)
        yield run
    finally:
        run.close()


def codes(run: ScriptRun) -> set[tuple[str, str]]:
    return {(refusal.code, refusal.player) for refusal in run.appliance.keeper.outlook.refusals}
