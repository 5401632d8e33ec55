"""Every game is found by its name, with what belongs to it; no two games' cards are taken for each other."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from signifer_core.errors import ConfigError
from signifer_firmware.config.entries import CardsConfig
from signifer_firmware.config.model import load_table
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.card_names import UNPREFIXED, CardNames, full_id, known_as
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.registry import names
from signifer_firmware.game_api.texts import texts_by_ruling
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.web.server import messages as msg

OTHERS = ("chess:white/bishop-1", "tag/04aa", *(f"{game}:x-1" for game in names()))


def test_a_game_is_found_by_its_name() -> None:
    assert [registry.bundle(game).name for game in names()] == list(names())


def test_corrections_are_those_of_the_game_that_they_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    table = load_table("standard").model_copy(
        update={"folder": tmp_path, "cards": CardsConfig(corrections=(file.name,))}
    )
    text = 'game = "thermopyles"\n[card.spartan-1]\nbattle_value = 17\n'
    file.write_text(text)
    found = bundles_of(table)
    assert {name: game.corrections for name, game in found.items()} == {
        "field-of-glory": "",
        "thermopyles": text,
        "call-to-glory": "",
        "dark-age-arena": "",
    }
    for wrong, said in (('game = "chess"\n', "chess"), ("game = = 1", "not TOML")):
        file.write_text(wrong)
        with pytest.raises(ConfigError, match=said):
            bundles_of(table)


@given(st.sampled_from(names()), st.sampled_from(names()), st.data())
def test_a_card_is_known_by_its_own_name_in_its_game_and_with_its_games_name_elsewhere(
    game: str, on: str, data: st.DataObject
) -> None:
    card = data.draw(st.sampled_from(registry.bundle(game).cards))
    full = registry.bundle(game).full_id(card)
    elsewhere = full if ":" in full else f"{game}:{card}"
    assert registry.bundle(on).known_as(full) == (card if on == game else elsewhere)


@given(st.sampled_from(names()), st.sampled_from(OTHERS))
def test_tags_and_cards_of_other_games_stay_what_they_are(game: str, card: str) -> None:
    own = f"{game}:x-1"
    assert known_as(game, full_id(game, card)) == (card.removeprefix(f"{game}:") if card == own else card)


def test_names_follow_the_game_that_is_on() -> None:
    game = ["field-of-glory"]
    names = CardNames({b"a": "red/spear-1", b"b": "thermopyles:spartan-3"}, lambda: registry.bundle(game[0]))
    assert dict(names) == {b"a": "red/spear-1", b"b": "thermopyles:spartan-3"}
    game[0] = "thermopyles"
    assert dict(names) == {b"a": "field-of-glory:red/spear-1", b"b": "spartan-3"}
    assert len(names) == 2


def test_each_game_lies_in_a_package_of_its_own() -> None:
    folder = Path(registry.__file__).parent.with_name("games")
    packages = {path.name for path in folder.iterdir() if (path / "__init__.py").exists()}
    assert packages == {game.replace("-", "_") for game in names()}


def test_the_games_that_are_meant_where_none_is_named_are_games() -> None:
    assert {registry.DEFAULT_GAME, UNPREFIXED} <= set(names())
    assert registry.titles().keys() == set(names())
    assert len({game.rulings for game in registry.games()}) == len(names())


def test_a_game_can_be_registered_for_a_while() -> None:
    """Whatever lists the games follows: what scripts and the page may name, and what is said of rulings."""
    before = names()
    added = replace(registry.game("thermopyles"), name="hot-gates", title="Hot Gates", rulings="HG")
    with registry.registered(added):
        assert names() == (*before, "hot-gates")
        assert registry.bundle("hot-gates").name == "hot-gates"
        assert registry.titles()["hot-gates"] == "Hot Gates"
        assert texts_by_ruling("HG-1") is added.texts()
        assert parse_script("game hot-gates\nplayers 2\n", file="f").game == "hot-gates"
        assert msg.New(do="new", run="", n=0, mode="solo", game="hot-gates").game == "hot-gates"
        with pytest.raises(ValueError, match="hot-gates already"), registry.registered(added):
            pass
    assert names() == before
    with pytest.raises(ConfigError, match="hot-gates"):
        parse_script("game hot-gates\n", file="f")
    with pytest.raises(ValidationError):
        msg.New(do="new", run="", n=0, mode="solo", game="hot-gates")


def test_who_lists_the_games_loads_neither_rules_nor_pages_nor_robots() -> None:
    asked = (
        "import sys; from signifer_firmware.game_api import registry; registry.titles(); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    of_games = {name for name in done.stdout.split() if name.count(".") > 2 and ".games." in name}
    assert of_games == {f"signifer_firmware.games.{game.replace('-', '_')}.game" for game in names()}


def test_a_game_that_needs_pads_has_no_fresh_set_up_without_them() -> None:
    with pytest.raises(ValueError, match="Thermopyles needs pads"):
        registry.bundle("thermopyles").fresh(pads=False)
