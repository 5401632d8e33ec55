"""An evening that has been begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from signifer_firmware.config.entries import PageConfig
from signifer_firmware.config.model import load_table
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.table_run import ScriptRun

START = "game field-of-glory\nbegin start\n"


@contextmanager
def started(folder: Path, *, address: str = "") -> Iterator[ScriptRun]:
    config = load_table("standard").model_copy(update={"page": PageConfig(address=address)})
    run = ScriptRun(parse_script(START, file="it"), config, folder, lambda news: None)
    try:
        run.begin()
        yield run
    finally:
        run.close()
