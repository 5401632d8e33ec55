"""Script files: read, checked against their table, run one after another, reported."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TextIO

from signifer_core.errors import ConfigError
from signifer_drivers.virtual.node import Program, VirtualNode

from signifer_firmware.config.model import TableConfig, load_table
from signifer_firmware.devices.virtual import VirtualTable, in_process
from signifer_firmware.files.reading import read_text
from signifer_firmware.files.writing import make_folder
from signifer_firmware.scripting import expectations as ex
from signifer_firmware.scripting import statements as st
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.game import Script
from signifer_firmware.scripting.parser import parse_script

from .expectations import Expectations
from .pictures import images_of, save
from .report import Report, reporter
from .robots.board import HandsError
from .robots.scripted import ScriptRobots
from .setup import bundle_of
from .table_run import ScriptRun

OK, FAILED, WRONG = 0, 1, 2
STANDARD = "standard"


def run_files(
    paths: list[Path],
    *,
    json: bool,
    screens: Path | None,
    out: TextIO,
    err: TextIO,
    stores: Path | None = None,
    table: str = STANDARD,
) -> int:
    """Run every file; return the worst exit status: 0 all held, 1 an expectation failed, 2 a script is wrong.

    ``screens`` and ``stores`` are folders for the pictures and the store (NAME.sqlite) that each leaves behind.
    ``table`` is the one of scripts that name none.
    """
    # Before anything is played, which takes a while.
    for folder in filter(None, (screens, stores)):
        make_folder(folder)
    status = OK
    for path in paths:
        try:
            script = read_script(path)
            config = table_of(script, path, table)
            check(script, config, file=str(path))
            bundle_of(config, script.game)
        except ConfigError as error:
            err.write("".join(f"{fault}\n" for fault in error.faults))
            status = WRONG
            continue
        err.write("".join(f"{path}: {limit}\n" for limit in config.limits()))
        report = reporter(str(path), json=json, out=out, err=err)
        failed = run_script(script, config, report, screens=screens, stores=stores, name=path.stem)
        status = max(status, FAILED if failed else OK)
    return status


def read_script(path: Path) -> Script:
    """The parsed script of a file; ConfigError with all its faults."""
    text = read_text(path, advice="name a table script")
    return parse_script(text, file=str(path), folder=path.parent, whole=True)


def table_of(script: Script, path: Path, table: str = STANDARD) -> TableConfig:
    """The table that the script names, its file beside the script's; else ``table``."""
    said = next((s for s in script.statements if isinstance(s, st.Table)), None)
    name = table if said is None else said.name
    beside = path.parent / name
    try:
        return load_table(str(beside) if beside.suffix and beside.is_file() else name)
    except ConfigError as error:
        if said is None:
            raise
        raise ConfigError([f"{path}:{said.line}: {fault}" for fault in error.faults]) from None


def run_script(
    script: Script,
    config: TableConfig,
    report: Report,
    *,
    screens: Path | None = None,
    stores: Path | None = None,
    name: str = "screens",
    node_program: Callable[[VirtualNode], Program] = in_process,
) -> int:
    """Run one checked script; return how many expectations failed. ``node_program``: see VirtualTable."""
    with tempfile.TemporaryDirectory(prefix="signifer-") as folder:
        table = partial(VirtualTable, node_program=node_program)
        run = ScriptRun(script, config, Path(folder), report.news, table=table, robots=ScriptRobots)
        try:
            report.bound_to(run)
            for statement in script.statements:
                step(run, statement, report)
            run.begin()
            if screens is not None:
                save(images_of(run), screens, name)
            failed = report.end()
        finally:
            run.close()
        if stores is not None:
            shutil.copyfile(run.store, make_folder(stores) / f"{name}.sqlite")
        return failed


def step(run: ScriptRun, statement: st.Statement, report: Report) -> None:
    """Do or check one statement, and report it. The first one after the set-up begins the game."""
    if not isinstance(statement, st.Preparation):
        run.begin()
    if isinstance(statement, ex.Expect):
        report.expect(statement, *Expectations(run).check(statement))
        return
    report.did(statement)
    if isinstance(statement, st.Preparation):
        return
    try:
        run.run(statement)
    except HandsError as error:
        report.expect(statement, False, "robots that get on", str(error))
