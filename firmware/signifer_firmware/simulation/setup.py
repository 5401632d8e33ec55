"""The set-up of a script: from its first statements to the game and the position in which it begins."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.json_values import Json

from signifer_firmware.config.model import TableConfig
from signifer_firmware.game_api.corrections import bundles_of
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.game_api.registry import DEFAULT_GAME
from signifer_firmware.scripting.game import Script


def bundle_of(config: TableConfig, game: str = DEFAULT_GAME) -> AnyBundle:
    """The game, with the owner's corrections of its cards if the table names a file of them; ConfigError if faulty."""
    return bundles_of(config)[game]


def setup_of(script: Script, config: TableConfig) -> Mapping[str, Json]:
    """The position that the set-up statements describe, for `Bundle.begin`."""
    return script.words.setup(script, config)
