"""Dark Age Arena as one record; each part is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from signifer_firmware.game_api.game import Game, Traits, rooms

if TYPE_CHECKING:
    from . import core, page, script, telling, texts
    from .robots import game as robots
else:
    core, page, robots, script, telling, texts = rooms(__package__)

GAME = Game(
    name="dark-age-arena",
    title="Dark Age Arena",
    rulings="DA",
    core=lambda: core.CORE,
    texts=lambda: texts.TEXTS,
    telling=lambda: telling.TELLING,
    robot=lambda: robots.ROBOT,
    page=lambda: page.PAGE,
    script=lambda: script.SCRIPT,
    decks=lambda: core.DECK_FILES,
    sheet_after="put bowman-1 4 blue",
    traits=Traits(needs_pads=True),
)
