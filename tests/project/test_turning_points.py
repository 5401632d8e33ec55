"""The measurement of turning points: whole games as a table would have recorded them, and two searches compared."""

from __future__ import annotations

from pathlib import Path

import typer
from signifer_firmware.game_api import registry
from signifer_firmware.recording.game_text import RESULT, parsed, written
from typer.testing import CliRunner

from benchmarks.turning_points import PLAYERS, games, played, turning_points


def test_games_are_sound_records_of_robots_that_differ() -> None:
    found = [*games(1, 1), *games(1, 4)]
    assert len({who for who, _ in found}) == 2
    for who, record in found:
        one, other = who.split(" against ")
        assert one != other
        assert {one, other} <= set(PLAYERS)
        assert record.tags[RESULT] in ("red", "blue", "draw")
        assert parsed(written(record), file="game", games=dict(registry.bundles())) == record
    record, truth = played({"red": "thumb", "blue": "thumb"}, 3)
    assert len(truth) == len(record.lines)
    assert all(state.full for state in truth)


def test_both_searches_are_told(tmp_path: Path) -> None:
    app = typer.Typer()
    app.command()(turning_points)
    words = ["--games", "1", "--short", "2", "--long", "3", "--seed", "8", "--folder", str(tmp_path)]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    first, last = done.stdout.splitlines()
    assert first.startswith("8: thumb against level:3: ")
    assert " if taken blindly; " in last
    assert last.endswith(("in 0 of 1 games", "in 1 of 1 games"))
    assert (tmp_path / "8.txt").read_text().startswith('[Game "field-of-glory"]')
