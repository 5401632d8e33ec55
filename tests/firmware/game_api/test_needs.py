"""What each game needs, at each kind of table: the menu, scripts and `signifer table` say the same of it."""

from __future__ import annotations

import random
from typing import Any

import pytest
from signifer_core.errors import ConfigError
from signifer_core.layout import PAD, SIDES
from signifer_firmware.config.model import BUNDLED, TableConfig, load_table
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import Traits
from signifer_firmware.game_api.needs import is_playable, lacks
from signifer_firmware.scripting.check import check
from signifer_firmware.scripting.parser import parse_script
from signifer_firmware.session.machine import Session
from signifer_firmware.session.settings import Settings
from signifer_firmware.web.game import modes_at

ALL = ("field-of-glory", "thermopyles", "call-to-glory", "dark-age-arena")
# With a node for pads the small table plays what tells sides by its cards.
PLAYED = {
    "standard": ALL,
    "single": ALL,
    "double": ALL,
    "direct": ALL,
    "starter": ALL[:1],
    "stock": ALL[:1],
    "handy": ALL[:1],
    "handy with pads": ("field-of-glory", "thermopyles", "dark-age-arena"),
}


def table(name: str) -> TableConfig:
    found = load_table(name.split()[0])
    if " " not in name:
        return found
    pads: list[dict[str, Any]] = [
        {"zone": f"{PAD} {side}", "driver": "node", "node": "pads", "chip_select": select}
        for select, side in enumerate(SIDES)
    ]
    plain = found.model_dump(by_alias=True, exclude_unset=True)
    plain["node"] = [*plain["node"], {"name": "pads"}]
    return TableConfig.model_validate({**plain, "reader": [*plain["reader"], *pads], "name": "handy"})


def test_every_kind_of_table_and_every_game_is_here() -> None:
    assert set(BUNDLED) <= set(PLAYED)
    assert registry.names() == ALL


@pytest.mark.parametrize("name", PLAYED)
def test_the_menu_offers_what_the_table_has_readers_for(name: str) -> None:
    readers = {reader.name: reader.zones for reader in table(name).readers}
    session = Session(
        registry.bundle("field-of-glory"),
        registry.bundles().values(),
        antennas=readers,
        settings=Settings(),
        rng=random.Random(1),
        secrets=random.Random(1),
        ceremony=True,
    )
    assert session.lifecycle.playable == PLAYED[name]


@pytest.mark.parametrize("name", PLAYED)
def test_the_page_of_a_virtual_table_offers_the_same(name: str) -> None:
    assert tuple(game for game in ALL if modes_at(table(name), game)) == PLAYED[name]


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize("name", PLAYED)
def test_a_script_is_refused_in_one_sentence_where_the_game_cannot_be(name: str, game: str) -> None:
    config, script = table(name), parse_script(f"game {game}\n", file="s.table")
    lacking = lacks(game, registry.game(game).traits, config)
    assert (not lacking) == (game in PLAYED[name])
    assert (not lacking) == is_playable(registry.game(game).traits, [each.zones for each in config.readers])
    if not lacking:
        check(script, config, file="s.table")
        return
    with pytest.raises(ConfigError) as refused:
        check(script, config, file="s.table")
    assert refused.value.faults[0] == f"s.table:1: {lacking}; choose another table"


@pytest.mark.parametrize(
    ("traits", "name", "said"),
    [
        (Traits(), "handy", ""),
        (Traits(needs_pads=True), "handy", 'it needs pads, and the table "handy" has none'),
        (Traits(needs_sides=True), "stock", ""),
        (
            Traits(needs_pads=True, needs_sides=True),
            "handy",
            'it needs pads and a reader for each side of a column, and the table "handy" has neither',
        ),
        (
            Traits(needs_pads=True, needs_sides=True),
            "handy with pads",
            'it needs a reader for each side of a column, and at the table "handy" one reads both',
        ),
    ],
)
def test_what_is_lacking_is_one_sentence(traits: Traits, name: str, said: str) -> None:
    assert lacks("it", traits, table(name)) == said
