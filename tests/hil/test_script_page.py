"""docs/scripts.md: its example holds, each statement that it lists parses, and none of the games' own is left out."""

from __future__ import annotations

import io
import re
from itertools import takewhile
from pathlib import Path

import pytest
from signifer_core.errors import ConfigError
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.registry import titles
from signifer_firmware.scripting.forms import EXPECT, SETUP
from signifer_firmware.scripting.game import game_of
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.simulation.files import run_files

PAGE = (Path(__file__).parents[2] / "docs" / "scripts.md").read_text().splitlines()


def test_the_example_holds(tmp_path: Path) -> None:
    start = PAGE.index(next(row for row in PAGE if row.startswith("    game ")))
    path = tmp_path / "it.table"
    path.write_text("\n".join(takewhile(str.strip, PAGE[start:])))
    err = io.StringIO()
    assert run_files([path], json=False, screens=None, out=io.StringIO(), err=err) == 0, err.getvalue()


def listed(game: str) -> list[str]:
    """The statements in the tables of a game's section."""
    start = PAGE.index(f"## {titles()[game]}") + 1
    rows = takewhile(lambda row: not row.startswith("## "), PAGE[start:])
    return [found[1] for row in rows if (found := re.match(r"\| `([^`]+)` \|", row))]


@pytest.mark.parametrize("game", registry.names())
def test_every_statement_that_is_listed_parses(game: str, tmp_path: Path) -> None:
    if (files := registry.deck_files().get(game)) is not None:
        # The deck of somebody's own that the page names.
        own = files.example(files.examples[0]).replace(files.examples[0], "wolves")
        (tmp_path / "wolves.toml").write_text(own)
    assert len(listed(game)) > 8
    for row in listed(game):
        try:
            parse_script(f"game {game}\n{row}", file="f", folder=tmp_path)
        except ConfigError as error:
            pytest.fail(str(error.faults))


@pytest.mark.parametrize("game", registry.names())
def test_every_statement_of_the_game_is_listed(game: str) -> None:
    """By the words that stand for themselves, as far as a word in capitals."""
    rows = listed(game)
    for form in game_of(game).forms:
        if form.group in (SETUP, EXPECT):
            start = " ".join(takewhile(lambda word: not word.isupper(), form.usage.split()[:2]))
            assert any(row.startswith(start) for row in rows) or start.startswith(
                ("expect step", "expect refused", "expect correction")
            ), start
