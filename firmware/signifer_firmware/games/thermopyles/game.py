"""Thermopyles as one record; each part is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from signifer_core.games.thermopyles.actions import Action
from signifer_core.games.thermopyles.deck import Deck
from signifer_core.games.thermopyles.state import State

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
    from signifer_firmware.games.thermopyles.robots.game import ROBOT

    return ROBOT


def _page() -> PageGame[Deck, State, Action]:
    from .page import PAGE

    return PAGE


def _script() -> ScriptGame[State]:
    from .script import SCRIPT

    return SCRIPT


GAME = Game(
    name="thermopyles",
    title="Thermopyles",
    rulings="TH",
    core=_core,
    texts=_texts,
    telling=_telling,
    robot=_robot,
    page=_page,
    script=_script,
    sheet_after="expect total 1 red 26",
    traits=Traits(needs_pads=True, one_side=True, hides=False),
)
