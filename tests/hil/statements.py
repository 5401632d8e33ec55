"""Statements of a script, done one after the other at a whole table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.events import News
from signifer_firmware.simulation.table_run import ScriptRun
from signifer_firmware.storage.store import Entry, Store

START = """game field-of-glory
seed 5
terrain plain plain plain plain plain
begin actions
setup 3 red heavy-infantry-1 heavy-infantry-2
setup 3 blue medium-infantry-1 medium-infantry-2
"""


@contextmanager
def running(
    folder: Path, text: str, *settings: str, news: list[News] | None = None, start: str = START
) -> Iterator[ScriptRun]:
    """A table at which these settings were chosen before, after the statements of ``text``; ``start`` is its position,
    a statement a line. Its readers hang on the Pi's own bus, where a second costs a third of one with nodes."""
    folder.mkdir(exist_ok=True)
    script = parse_script(start + text, file="it")
    heard = news if news is not None else []
    store = Store(folder / "table.sqlite")
    store.append([Entry(0, "setting", choice) for choice in settings])
    store.close()
    run = ScriptRun(script, load_table("direct"), folder, heard.append)
    try:
        run.begin()
        for statement in script.statements[start.count("\n") :]:
            run.run(statement)
        yield run
    finally:
        run.close()


def do(run: ScriptRun, *statements: str, start: str = START) -> None:
    script = parse_script(start + "\n".join(statements) + "\n", file="it")
    for statement in script.statements[start.count("\n") :]:
        run.run(statement)
