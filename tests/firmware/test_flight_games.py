"""The report of a game of Thermopyles, played again, decides the same; and the script written of it tells it."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import pytest
from signifer_firmware import flight, script_runner
from signifer_firmware.appliance import Appliance
from signifer_firmware.replay import Rerun, difference, steps
from signifer_firmware.replay_script import script_of
from signifer_firmware.report import packed, unpacked
from signifer_firmware.script_files import read_script, run_files, step, table_of
from signifer_firmware.script_report import Report
from signifer_firmware.script_runner import ScriptRun

SCRIPTS = Path(__file__).parents[1] / "scripts"


def flown(name: str, folder: Path) -> bytes:
    """The report of a table script that was played with the recorder on."""
    path = SCRIPTS / f"{name}.table"
    script = read_script(path)
    report = Report(name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(script_runner, "Appliance", partial(Appliance, flight=True))
        run = ScriptRun(script, table_of(script, path), folder, report.news)
        report.bound_to(run)
        for statement in script.statements:
            step(run, statement, report)
        run.close()
    return packed(run.store, hidden=True)


@pytest.mark.parametrize("name", ["th-set-up", "th-silent-in-a-pile"])
def test_the_script_of_a_report_tells_the_game(name: str, tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(flown(name, tmp_path))
    (tmp_path / "again").mkdir()
    run = Rerun(unpacked(tmp_path / "r"), tmp_path / "again", lambda news: None)
    try:
        said = list(steps(run))
        assert difference(run) == ""
        assert len(said) > 10
        assert any(line[0] == flight.PRESS for line in run.flown.lines)
        text = script_of(run)
    finally:
        run.close()
    path = tmp_path / "it.table"
    path.write_text(text)
    out, err = io.StringIO(), io.StringIO()
    assert run_files([path], json=False, screens=None, out=out, err=err) == 0, err.getvalue() + text
    assert "2 held" in out.getvalue()
