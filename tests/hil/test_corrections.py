"""An owner's corrections reach the table: costs follow the cards in their box, and a game keeps those it began with."""

from __future__ import annotations

import io
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from signifer_core.errors import ConfigError
from signifer_core.games.thermopyles import Setup, Thermopyles, begin, standard_deck
from signifer_core.layout import Zone
from signifer_core.procedure import Held, Table
from signifer_firmware.cli.main import app
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.scripting.game import game_of, words_of
from signifer_firmware.simulation.files import read_script, run_files
from signifer_firmware.simulation.setup import bundle_of, setup_of
from signifer_firmware.simulation.table_run import ScriptRun
from typer.testing import CliRunner

from tests.firmware.states import fog

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
    standard = resources.files("signifer_firmware.config").joinpath("tables", "standard.toml").read_text()
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


def test_a_position_is_measured_with_the_owners_figures(folder: Path) -> None:
    """Two samurai are a set of three players' where the owner's have no three dots; and the script of a report says
    so."""
    (folder / "cards.toml").write_text('game = "call-to-glory"\n[kind.samurai]\nthree_to_lay = 0\n')
    lines = ["players 3", "setup 1 red samurai-1 samurai-2", "begin draw"]
    (folder / "it.table").write_text("\n".join(["game call-to-glory", "table mine.toml", *lines]) + "\n")
    assert run(folder) == (0, "")
    table = load_table(str(folder / "mine.toml"))
    bundle = bundle_of(table, "call-to-glory")
    state = bundle.begin(setup_of(read_script(folder / "it.table"), table))
    assert set(lines) <= set(words_of(bundle).position(state))
    with pytest.raises(ConfigError, match="middle of a turn"):
        list(game_of("call-to-glory").position(state))
    (folder / "cards.toml").write_text('game = "call-to-glory"\n')
    assert "2 is no set of samurai" in run(folder)[1]


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


def test_files_of_two_games_hold_together_and_all_their_faults_are_told(folder: Path) -> None:
    table = folder / "mine.toml"
    table.write_text(table.read_text().replace('"cards.toml"', '["cards.toml", "spartans.toml"]'))
    spartans = folder / "spartans.toml"
    spartans.write_text('game = "thermopyles"\n[card.spartan-1]\nbattle_value = 13\n')
    games = bundles_of(load_table(str(table)))
    assert [game for game, bundle in games.items() if bundle.corrections] == ["field-of-glory", "thermopyles"]
    assert games["thermopyles"].total(laid("spartan-1"), 1, "red") == 13
    assert run(folder) == (0, "")
    spartans.write_text('game = "thermopyles"\n[card.spartan-21]\nbattle_value = 13\n')
    (folder / "cards.toml").write_text('game = "field-of-glory"\n[kind.speer]\n')
    status, err = run(folder)
    assert status == 2
    assert [line.split(":")[:2] for line in err.splitlines()] == [
        [str(folder / "cards.toml"), "2"],
        [str(spartans), "2"],
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('game = "thermopyle"\n', '1: no game "thermopyle": did you mean "thermopyles"?'),
        ("", '1: say which game the cards belong to: game = "field-of-glory" or game = "thermopyles"'),
        ('game = "field-of-glory"\n', " the corrections of field-of-glory are in"),
        ('game = "thermopyles\n', "1: not TOML: "),
    ],
)
def test_a_file_says_which_game_it_is_of(folder: Path, text: str, fault: str) -> None:
    table = folder / "mine.toml"
    table.write_text(table.read_text().replace('"cards.toml"', '["cards.toml", "more.toml"]'))
    (folder / "more.toml").write_text(text)
    with pytest.raises(ConfigError) as wrong:
        bundles_of(load_table(str(table)))
    (only,) = wrong.value.faults
    assert only.startswith(f"{folder / 'more.toml'}:{fault}")


def laid(spartan: str) -> Table[Any]:
    """A table at which a Spartan waits for `ok`."""
    state = begin(Thermopyles(standard_deck()), Setup(players=2, row=("persian-8", "persian-28")))
    return Table(state, held=Held(laid=frozenset({(spartan, Zone("1", "red"))})))


def test_a_wrong_name_hides_no_fault_of_the_other_files(folder: Path) -> None:
    table = folder / "mine.toml"
    text = table.read_text()
    (folder / "cards.toml").write_text('game = "field-of-glory"\n[kind.speer]\n')
    for decks in ('["/dev/zero", 3, "none.toml"]', '{ a = "none.toml" }', '"none.txt"'):
        table.write_text(f"{text}decks = {decks}\n")
        done = CliRunner().invoke(app, ["table", str(table)])
        assert done.exit_code == 2
        told, *rest = done.stderr.splitlines()
        assert f"decks = {decks} is wrong" in told
        assert [line for line in rest if line.startswith(f"{folder / 'cards.toml'}:2: ")]
        assert any("none.toml: cannot be read" in line for line in rest) == decks.startswith("[")


def test_a_name_that_no_file_can_have_is_a_fault_of_the_table(folder: Path) -> None:
    table = folder / "mine.toml"
    standard = table.read_text().partition("[cards]")[0]
    for key in ("corrections", "decks"):
        table.write_text(f'{standard}[cards]\n{key} = "a\\u0000b.toml"\n')
        for words in (["table"], ["run", "--virtual"], ["backup", str(folder / "x.backup"), "--table"]):
            done = CliRunner().invoke(app, [*words, str(table)])
            assert done.exit_code == 2
            (told,) = done.stderr.splitlines()
            assert f'{key} = "a\\u0000b.toml" is wrong; it must be a ' in told


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
        assert fog(keeper.table.state).due == 7
    finally:
        game.close()
