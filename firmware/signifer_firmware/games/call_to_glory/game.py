"""Call to Glory as one record; each part is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from signifer_firmware.game_api.game import Game, Traits, rooms

if TYPE_CHECKING:
    from . import core, script, texts
    from .robots import game as robots
else:
    core, robots, script, texts = rooms(__package__, "core", "robots.game", "script", "texts")

GAME = Game(
    name="call-to-glory",
    title="Call to Glory",
    rulings="CG",
    core=lambda: core.CORE,
    texts=lambda: texts.TEXTS,
    robot=lambda: robots.ROBOT,
    script=lambda: script.SCRIPT,
    traits=Traits(needs_pads=True),
)
