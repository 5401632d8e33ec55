"""The small table, whose screens and buttons are the page: whole games by script on its twins, and with a second node
for pads games that need them."""

from __future__ import annotations

import io
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api import registry
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.scripting.statements import Preparation
from signifer_firmware.simulation.files import run_files
from signifer_firmware.simulation.table_run import ScriptRun

from tests.hostile.evening import Evening
from tests.hostile.tables import play, script
from tests.sweeps import shared_out

SCRIPTS = Path(__file__).parents[1] / "scripts"
HANDY = resources.files("signifer_firmware.config").joinpath("tables", "handy.toml").read_text()
PADS = "".join(
    f'\n[[reader]]\nzone = "pad {side}"\ndriver = "node"\nnode = "pads"\nchip_select = {select}\n'
    for select, side in enumerate(("red", "blue"))
)
WITH_PADS = f'{HANDY}\n[[node]]\nname = "pads"\n{PADS}'


def with_sides() -> str:
    """The same with a second node of five, so that each side of a column has a reader."""
    text = re.sub('(zone = "[1-5])"', r'\1 red"', WITH_PADS) + '\n[[node]]\nname = "blue columns"\n'
    return text + "".join(
        f'\n[[reader]]\nzone = "{column} blue"\ndriver = "node"\nnode = "blue columns"\n'
        f"chip_select = {column - 1}\n"
        for column in range(1, 6)
    )


# What is told of the side on which a card lies needs a reader for each side.
OF_SIDES = ("wrong-side", "fault reader", "expect reader")


def run(text: str, folder: Path) -> tuple[int, str]:
    path = folder / "it.table"
    path.write_text(text)
    err = io.StringIO()
    return run_files([path], json=False, screens=None, out=io.StringIO(), err=err), err.getvalue()


def test_only_field_of_glory_needs_no_pads() -> None:
    """Of every other one a whole game would belong below."""
    assert [game.name for game in registry.games() if not game.traits.needs_pads] == ["field-of-glory"]
    assert not load_table("handy").has_pads


def played(seed: int, folder: Path, **how: Any) -> tuple[Evening, Any]:
    """Two people who make no mistake, and what the small table believes after the same on its wires: each press is one
    of the page's, each screen too."""
    evening, fault = play("field-of-glory-starter", seed, patient=True, rate=0.0, **how)
    assert fault is None
    text = script(evening, "field-of-glory-starter").replace("table starter\n", "table handy\n")
    read = parse_script(text, file="evening")
    at_it = ScriptRun(read, load_table("handy"), folder, lambda news: None)
    try:
        at_it.begin()
        for statement in read.statements:
            if not isinstance(statement, Preparation):
                at_it.run(statement)
        keeper = at_it.appliance.keeper
        assert keeper.table is not None
        assert not at_it.table.screens  # no chip of a screen anywhere
        assert all(at_it.table.image(place).getbbox() for place in ("red", "blue"))
        assert evening.guests.same(keeper.table.state, evening.board.table.state)
        return evening, keeper.bundle.procedure.rules.outcome(keeper.table.state)
    finally:
        at_it.close()


def test_a_game_without_pads_is_played(tmp_path: Path) -> None:
    evening, outcome = played(4, tmp_path, most=12)
    assert evening.account.gestures > 12
    assert outcome is None


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(30, 50))
def test_a_whole_game_without_pads_is_played_to_its_end(seed: int, tmp_path: Path) -> None:
    evening, outcome = played(seed, tmp_path)
    assert evening.match.over
    assert outcome is not None


@pytest.mark.parametrize("name", ["starter-attack", "starter-turn", "starter-retreat"])
def test_what_the_starter_plays_the_small_table_plays(name: str, tmp_path: Path) -> None:
    text = (SCRIPTS / f"{name}.table").read_text()
    assert "table starter\n" in text
    assert run(text.replace("table starter\n", "table handy\n"), tmp_path) == (0, "")


def of_pads() -> list[str]:
    """Scripts of games that need pads, and that are told by the army or the place which side a card is on."""
    found = []
    for path in (*sorted(SCRIPTS.glob("th-*.table")), *sorted(SCRIPTS.glob("da-*.table"))):
        text = path.read_text()
        if not any(word in text for word in (*OF_SIDES, "deck ", "table ")):
            found.append(path.stem)
    return found


@pytest.mark.parametrize("name", shared_out(["th-8-two-cards", "da-1-supply-counts", *of_pads()], 2))
def test_with_a_second_node_for_pads_it_plays_games_that_need_them(name: str, tmp_path: Path) -> None:
    (tmp_path / "with-pads.toml").write_text(WITH_PADS)
    text = (SCRIPTS / f"{name}.table").read_text()
    there = re.sub("^game .*$", r"\g<0>\ntable with-pads.toml", text, count=1, flags=re.MULTILINE)
    assert run(there, tmp_path) == (0, "")


def test_a_game_that_needs_pads_is_refused_in_a_sentence(tmp_path: Path) -> None:
    status, told = run("game thermopyles\ntable handy\n", tmp_path)
    assert status == 2
    assert 'thermopyles needs pads, and the table "handy" has none; choose another table' in told


def test_a_game_whose_cards_tell_no_side_wants_a_reader_for_each(tmp_path: Path) -> None:
    (tmp_path / "it.toml").write_text(WITH_PADS)
    text = "game call-to-glory\ntable it.toml\nplayers 2\n"
    status, told = run(text, tmp_path)
    assert status == 2
    assert 'needs a reader for each side of a column, and at the table "it" one reads both;' in told
    (tmp_path / "it.toml").write_text(with_sides())
    script = (SCRIPTS / "cg-2-set.table").read_text()
    there = re.sub("^game .*$", r"\g<0>\ntable it.toml", script, count=1, flags=re.MULTILINE)
    assert run(there, tmp_path) == (0, "")


def test_a_screen_of_the_page_cannot_be_unplugged_by_a_script(tmp_path: Path) -> None:
    text = "game field-of-glory\ntable handy\nbegin actions\nfault screen red unplug\n"
    status, told = run(text, tmp_path)
    assert status == 2
    assert "it.table:4: screen red is the page's, which does not fail; leave it out" in told
