"""Two players, two languages: in reports, on a screen that both read, and from table.toml."""

from __future__ import annotations

import io
import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from signifer_firmware.scripting.check import check
from signifer_firmware.simulation.files import read_script, run_files, step, table_of
from signifer_firmware.simulation.report import Report
from signifer_firmware.simulation.table_run import ScriptRun

START = "game field-of-glory\n{head}terrain plain plain plain plain plain\nfirst red\n"
PLAY = """put spear-1 3 red
put pike-1 3 red
put pike-1 4 blue
"""


def events(path: Path) -> list[dict[str, Any]]:
    out = io.StringIO()
    assert run_files([path], json=True, screens=None, out=out, err=io.StringIO()) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


def refused(path: Path) -> dict[str, tuple[str, str]]:
    found = [event for event in events(path) if event["kind"] == "refused"]
    return {event["player"]: (event["message"], event["fix"]) for event in found}


@pytest.mark.slow
def test_a_report_says_to_each_player_what_their_screen_says(tmp_path: Path) -> None:
    path = tmp_path / "it.table"
    path.write_text(START.format(head="language red fr\nlanguage blue de\n") + PLAY)
    assert refused(path) == {
        "red": (
            "Piquiers et Lanciers ne vont pas ensemble en colonne\xa03.",
            "Enlevez Piquiers 2 PC de la colonne\xa03.",
        ),
        "blue": ("Rot ist am Zug.", "Pikeniere 2 KP wegnehmen."),
    }
    prompts = {(event["player"], event["text"]) for event in events(path) if event["kind"] == "prompt"}
    assert {("red", "Payez sur le socle"), ("blue", "Rot zahlt")} <= prompts


def test_the_table_says_who_reads_what_and_a_script_may_say_otherwise(tmp_path: Path) -> None:
    standard = resources.files("signifer_firmware.config").joinpath("tables", "standard.toml").read_text()
    (tmp_path / "mine.toml").write_text(standard.replace('= "en"', '= "de"'))
    path = tmp_path / "it.table"
    path.write_text(START.format(head="table mine.toml\nlanguage blue fr\n") + PLAY)
    said = refused(path)
    assert said["red"][1] == "Pikeniere 2 KP aus Spalte 3 nehmen."
    assert said["blue"][0] == "C'est le tour de Rouge."


def test_a_screen_that_both_read_speaks_to_each_in_their_language(tmp_path: Path) -> None:
    path = tmp_path / "it.table"
    path.write_text(START.format(head="table starter\nlanguage red fr\nlanguage blue de\n") + PLAY)
    script = read_script(path)
    config = table_of(script, path)
    check(script, config, file=path.name)
    report = Report(path.name)
    run = ScriptRun(script, config, tmp_path, report.news)
    try:
        report.bound_to(run)
        for statement in script.statements:
            step(run, statement, report)
        said = run.appliance.words("both")
    finally:
        run.close()
    assert "Enlevez Piquiers 2 PC de la colonne\xa03." in said
    assert "Rot ist am Zug." in said
