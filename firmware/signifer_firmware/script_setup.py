"""From a script's first statements to the game and the position in which it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from signifer_core.errors import ConfigError

from .config import TableConfig
from .games import registry
from .games.bundle import Bundle
from .script_game import Script, game_of

GAME = "field-of-glory"


def bundle_of(config: TableConfig, game: str = GAME) -> Bundle:
    """The game, with the owner's corrections of its cards if the table names a file of them; ConfigError if faulty."""
    return bundles_of(config)[game]


def bundles_of(config: TableConfig) -> Mapping[str, Bundle]:
    """All games by name, each with the owner's corrections if the table names a file of them; ConfigError if faulty."""
    name = config.cards.corrections
    if name is None:
        return registry.bundles()
    path = config.folder / name
    try:
        return registry.bundles(path.read_text(encoding="utf-8"), file=str(path))
    except OSError as error:
        raise ConfigError(
            [f"{path}: cannot be read ({error.strerror}); table.toml names it under [cards]"]
        ) from None
    except UnicodeDecodeError:
        raise ConfigError([f"{path}:1: not UTF-8; save the file as UTF-8"]) from None


def setup_of(script: Script, config: TableConfig) -> Mapping[str, Any]:
    """The position that the set-up statements describe, for `Bundle.begin`."""
    return game_of(script.game).setup(script, config)
