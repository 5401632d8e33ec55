"""The report of a game of Thermopyles, played again, decides the same; and the script written of it tells it."""

from __future__ import annotations

import gzip
import io
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.config.model import load_table
from signifer_firmware.recording.as_script import script_of
from signifer_firmware.recording.replay import Rerun, difference, steps
from signifer_firmware.recording.report import packed, unpacked
from signifer_firmware.runtime import flight_recorder
from signifer_firmware.runtime.appliance import Appliance
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation import table_run
from signifer_firmware.simulation.files import read_script, run_files, step, table_of
from signifer_firmware.simulation.report import Report
from signifer_firmware.simulation.robots.wire import WireBoard
from signifer_firmware.simulation.table_run import ScriptRun

from tests.firmware.games.thermopyles.robots import BUNDLE, GAME, ROBOT

SCRIPTS = Path(__file__).parents[2] / "scripts"


@contextmanager
def recorder() -> Iterator[None]:
    """Tables that are built now have the flight recorder on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_run, "Appliance", partial(Appliance, flight=True))
        yield


def flown(name: str, folder: Path) -> bytes:
    """The report of a table script that was played with the recorder on."""
    path = SCRIPTS / f"{name}.table"
    script = read_script(path)
    report = Report(name)
    with recorder():
        run = ScriptRun(script, table_of(script, path), folder, report.news)
        report.bound_to(run)
        for statement in script.statements:
            step(run, statement, report)
        run.close()
    return packed(run.store, hidden=True)


OLD_TAG = """game field-of-glory
seed 3
terrain plain plain plain plain plain
first red
begin actions
put red/spear-1 3 red
put tag/1 3 red
put red/spear-2 3 red
press dice
take tag/1
put tag/1 3 red
take red/spear-2
put red/spear-2 4 red
press column 4 red
take red/spear-2
"""


def test_a_report_knows_tags_that_others_have_replaced(tmp_path: Path) -> None:
    script = parse_script(OLD_TAG, file="old")
    report = Report("old")
    with recorder():
        run = ScriptRun(script, load_table("direct"), tmp_path, report.news)
        report.bound_to(run)
        old, new = (run.table.world.tag(card).uid for card in ("red/spear-2", "tag/1"))
        for number, statement in enumerate(script.statements):
            step(run, statement, report)
            if number == len(script.statements) - 10:
                # As of a sitting some days ago.
                run.appliance.rebind({new: "red/spear-2"}, (), {old: "red/spear-2"})
        run.close()
    told = packed(run.store, hidden=True)
    text = gzip.decompress(told).decode()
    assert old.hex() not in text
    assert '"old:red/spear-2"' in text
    (tmp_path / "r").write_bytes(told)
    (tmp_path / "again").mkdir()
    again = Rerun(unpacked(tmp_path / "r"), tmp_path / "again", lambda news: None)
    said = list(steps(again))
    assert any("old:red/spear-2" in each for each in said)
    assert difference(again) == ""
    assert "# present: an old tag of red/spear-2, reader 3 red: scripts have none" in script_of(again)
    again.close()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["th-silent-in-a-pile", "da-20-resources"])
def test_the_script_of_a_report_tells_the_game(name: str, tmp_path: Path) -> None:
    (tmp_path / "r").write_bytes(flown(name, tmp_path))
    (tmp_path / "again").mkdir()
    run = Rerun(unpacked(tmp_path / "r"), tmp_path / "again", lambda news: None)
    try:
        said = list(steps(run))
        assert difference(run) == ""
        assert len(said) > 10
        assert any(line[0] == flight_recorder.PRESS for line in run.flown.lines)
        text = script_of(run)
    finally:
        run.close()
    holds(text, tmp_path)


def holds(text: str, folder: Path) -> None:
    path = folder / "it.table"
    path.write_text(text)
    out, err = io.StringIO(), io.StringIO()
    assert run_files([path], json=False, screens=None, out=out, err=err) == 0, err.getvalue() + text
    assert re.search(r": [0-9]{2} held,", out.getvalue()), "how it ended is told"


@pytest.mark.parametrize(
    ("seed", "decisions"), [(1, 14), *(pytest.param(seed, 10_000, marks=pytest.mark.soak) for seed in (4, 5))]
)
def test_a_robots_game_becomes_a_script_that_falls_as_it_fell(
    seed: int, decisions: int, tmp_path: Path
) -> None:
    """Dice and all: cards slid to their piles, too."""
    (tmp_path / "again").mkdir()
    rng = random.Random(seed)
    with recorder():
        board = WireBoard(load_table("standard"), tmp_path, seed, lambda news: None, game=GAME)
        match = ROBOT.match(BUNDLE, board, ROBOT.deal(BUNDLE, rng), rng)
        while not match.over and match.decisions < decisions:
            match.step()
        board.close()
    (tmp_path / "r").write_bytes(packed(board.run.store, hidden=True))
    run = Rerun(unpacked(tmp_path / "r"), tmp_path / "again", lambda news: None)
    try:
        list(steps(run))
        assert difference(run) == ""
        text = script_of(run)
    finally:
        run.close()
    assert "\ndice " in text
    holds(text, tmp_path)


def test_a_report_of_a_game_that_is_not_here_says_so(tmp_path: Path) -> None:
    text = gzip.decompress(flown("th-10-lost", tmp_path)).replace(b'"game":"thermopyles"', b'"game":"chess"')
    (tmp_path / "r").write_bytes(gzip.compress(text))
    with pytest.raises(ConfigError, match='the report is of "chess", which this program does not know'):
        Rerun(unpacked(tmp_path / "r"), tmp_path / "again", lambda news: None)
