"""From a script's first statements to the game and the position in which it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import correction_files
from .config import TableConfig
from .games.bundle import Bundle
from .script_game import Script, game_of

GAME = "field-of-glory"


def bundle_of(config: TableConfig, game: str = GAME) -> Bundle:
    """The game, with the owner's corrections of its cards if the table names a file of them; ConfigError if faulty."""
    return bundles_of(config)[game]


def bundles_of(config: TableConfig) -> Mapping[str, Bundle]:
    """See correction_files."""
    return correction_files.bundles_of(config)


def setup_of(script: Script, config: TableConfig) -> Mapping[str, Any]:
    """The position that the set-up statements describe, for `Bundle.begin`."""
    return game_of(script.game).setup(script, config)
