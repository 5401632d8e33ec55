"""Field of Glory as one record; each part is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from signifer_core.games.field_of_glory.actions import Action
from signifer_core.games.field_of_glory.deck import Deck
from signifer_core.games.field_of_glory.state import State

from signifer_firmware.game_api.game import Core, Game, Telling, Traits

if TYPE_CHECKING:
    from signifer_firmware.game_api.texts import GameTexts
    from signifer_firmware.scripting.game import ScriptGame
    from signifer_firmware.simulation.robots.game import RobotGame
    from signifer_firmware.web.game import PageGame


def _core() -> Core[Deck, State, Action]:
    from .core import CORE

    return CORE


def _texts() -> GameTexts:
    from .texts import TEXTS

    return TEXTS


def _telling() -> Telling[Deck, State]:
    from .telling import TELLING

    return TELLING


def _robot() -> RobotGame[Deck, State, Action]:
    from signifer_firmware.games.field_of_glory.robots.game import ROBOT

    return ROBOT


def _page() -> PageGame[Deck, State, Action]:
    from .page import PAGE

    return PAGE


def _script() -> ScriptGame[State]:
    from .script import SCRIPT

    return SCRIPT


GAME = Game(
    name="field-of-glory",
    title="Field of Glory",
    rulings="FG",
    core=_core,
    texts=_texts,
    telling=_telling,
    robot=_robot,
    page=_page,
    script=_script,
    traits=Traits(shuffles=True),
    demo="demo.table",
)
