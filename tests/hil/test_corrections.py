"""An owner's corrections reach the table: costs follow the cards in his box, and a game keeps those it began with."""

from __future__ import annotations

import io
from importlib import resources
from pathlib import Path

import pytest
from signifer_core.layout import Zone
from signifer_firmware.cli import app
from signifer_firmware.config import load_table
from signifer_firmware.script_files import read_script, run_files
from signifer_firmware.script_runner import ScriptRun
from signifer_firmware.script_setup import bundle_of
from typer.testing import CliRunner

CORRECTIONS = 'game = "field-of-glory"\n[kind.spear]\nmovement_cost = 7\n'
SCRIPT = """game field-of-glory
table mine.toml
terrain plain plain plain plain plain
first red
put spear-1 3 red
expect due red 7
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    standard = resources.files("signifer_firmware").joinpath("tables", "standard.toml").read_text()
    (tmp_path / "mine.toml").write_text(standard + '\n[cards]\ncorrections = "cards.toml"\n')
    (tmp_path / "cards.toml").write_text(CORRECTIONS)
    (tmp_path / "it.table").write_text(SCRIPT)
    return tmp_path


def run(folder: Path) -> tuple[int, str]:
    out, err = io.StringIO(), io.StringIO()
    status = run_files([folder / "it.table"], json=False, screens=None, out=out, err=err)
    return status, err.getvalue()


def test_the_table_plays_by_the_owners_figures(folder: Path) -> None:
    assert run(folder) == (0, "")
    (folder / "cards.toml").write_text(CORRECTIONS.replace("7", "6"))
    assert run(folder)[0] == 1


def test_a_faulty_file_is_told_whole_and_nothing_runs(folder: Path) -> None:
    (folder / "cards.toml").write_text('game = "field-of-glory"\n[kind.speer]\n[kind.spear]\ncombat = 99\n')
    status, err = run(folder)
    assert status == 2
    assert [line.split(":")[1] for line in err.splitlines()] == ["2", "4"]


def test_looking_at_the_table_looks_at_its_corrections(folder: Path) -> None:
    look = ["table", str(folder / "mine.toml")]
    assert CliRunner().invoke(app, look).exit_code == 0
    (folder / "cards.toml").write_text('game = "field-of-glory"\n[kind.speer]\n')
    result = CliRunner().invoke(app, look)
    assert result.exit_code == 2
    assert "speer" in result.stderr


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "cards.toml").unlink()
    status, err = run(folder)
    assert status == 2
    assert "cards.toml: cannot be read" in err


def test_a_game_goes_on_with_the_figures_it_began_with(folder: Path, tmp_path: Path) -> None:
    script = read_script(folder / "it.table")
    game = ScriptRun(script, load_table(str(folder / "mine.toml")), tmp_path, lambda news: None)
    try:
        game.begin()
        game.table.world.put("red/spear-1", Zone("3", "red"))
        game.rest()
        # The file changes, then the plug is pulled: a new program reads the new file, and yet resumes the old game.
        (folder / "cards.toml").write_text(CORRECTIONS.replace("7", "1"))
        game.bundle = bundle_of(game.config)
        game._power_cut()
        game.rest()
        keeper = game.appliance.keeper
        assert keeper.table is not None
        assert keeper.table.state.due == 7
    finally:
        game.close()
