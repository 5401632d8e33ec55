"""The loop of ``signifer run`` under whole scripts: the same evening as in virtual time, to the last byte."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from signifer_firmware.kernel.realtime import PacedScheduler
from signifer_firmware.kernel.scheduler import Scheduler
from signifer_firmware.scripting.check import check
from signifer_firmware.simulation.files import read_script, step, table_of
from signifer_firmware.simulation.pictures import images_of
from signifer_firmware.simulation.report import Report
from signifer_firmware.simulation.table_run import ScriptRun

from tests.firmware.kernel.paces import FakePace

SCRIPTS = Path(__file__).parents[1] / "scripts"


def played(name: str, folder: Path, scheduler: Any, *, times: bool = True) -> tuple[list[Any], list[bytes]]:
    """The record of a script, and its screens at the end; the script has to hold."""
    path = SCRIPTS / f"{name}.table"
    script = read_script(path)
    config = table_of(script, path)
    check(script, config, file=str(path))
    report = Report(str(path))
    folder.mkdir()
    run = ScriptRun(script, config, folder, report.news, scheduler=scheduler)
    try:
        report.bound_to(run)
        for statement in script.statements:
            step(run, statement, report)
        images = [image.tobytes() for image in images_of(run).values()]
    finally:
        run.close()
    assert report.failed == 0
    with sqlite3.connect(folder / "table.sqlite") as db:
        rows = db.execute("SELECT at_us, kind, body FROM journal ORDER BY number").fetchall()
    db.close()
    assert rows
    return [row if times else row[1:] for row in rows], images


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fg-c1-power-cut", "starter-turn"])
def test_a_script_through_the_paced_loop_leaves_the_same_record_and_screens(
    name: str, tmp_path: Path
) -> None:
    virtual = played(name, tmp_path / "virtual", Scheduler)
    paced = played(name, tmp_path / "paced", lambda clock: PacedScheduler(clock, FakePace(clock)))
    assert paced == virtual


@pytest.mark.slow
def test_a_loop_that_always_wakes_late_plays_the_same_game(tmp_path: Path) -> None:
    rng = random.Random(5)

    def lazy(clock: Any) -> PacedScheduler:
        return PacedScheduler(clock, FakePace(clock, lambda: rng.randrange(3_000)))

    name = "fg-c2-retreat"
    virtual, shown = played(name, tmp_path / "virtual", Scheduler, times=False)
    paced, shown_late = played(name, tmp_path / "paced", lazy, times=False)
    secret = [kind for kind, _ in virtual].index("secret")
    assert paced[:secret] == virtual[:secret]
    assert [row for row in paced if row[0] != "secret"] == [row for row in virtual if row[0] != "secret"]
    assert shown_late == shown
