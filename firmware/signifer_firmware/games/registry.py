"""The games that this table knows. To add one: its name here, and a package beside this file (CONTRIBUTING.md)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from .bundle import Bundle

# In the order in which people may choose them; "field-of-glory" has its package in ``field_of_glory``.
NAMES = ("field-of-glory",)


@cache
def part(game: str, module: str, name: str) -> Any:
    """What ``name`` is in a game's own ``module``: loaded when it is needed, so that parts may use what is common."""
    package = f"{__package__}.{game.replace('-', '_')}"
    return getattr(import_module(f"{package}.{module}"), name)


def bundle(game: str, corrections: str = "", *, file: str = "corrections") -> Bundle:
    """A game, with the owner's corrections of its cards, read from ``file``; ConfigError with all their faults."""
    made: Bundle = part(game, "bundle", "BUNDLE")(corrections, file=file)
    return made


def bundles(corrections: str = "", *, file: str = "corrections") -> Mapping[str, Bundle]:
    """All games by name; the corrections belong to the game that they name."""
    meant = game_of(corrections)
    return {game: bundle(game, corrections, file=file) if game == meant else bundle(game) for game in NAMES}


def game_of(corrections: str) -> str:
    """The game that a file of corrections names; the first one, which says what is wrong, if it names none known."""
    try:
        named = tomllib.loads(corrections).get("game")
    except tomllib.TOMLDecodeError:
        named = None
    return named if named in NAMES else NAMES[0]


def of_card(games: Iterable[Bundle], card: str) -> str:
    """The name of the game to which an id without a game's name belongs; "" if to none."""
    return next((game.name for game in games if game.procedure.knows(card)), "")
