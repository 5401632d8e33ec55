"""The two robots of Field of Glory, as the terminal, the page and tests ask for them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import SIDES

from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.simulation.robots.board import Board
from signifer_firmware.simulation.robots.game import RobotGame
from signifer_firmware.simulation.robots.match import unwatched
from signifer_firmware.simulation.robots.slips import Clumsy

from . import gestures
from .deals import Deal, deal
from .match import FieldOfGloryMatch
from .slips import STRANGERS, FieldOfGloryClumsy


class FieldOfGloryRobot(RobotGame):
    """A `RobotGame`: both players pay, and draw, on their pads."""

    strangers = STRANGERS
    pads = SIDES

    def deal(self, bundle: AnyBundle, rng: random.Random) -> Deal:
        rules: Any = bundle.procedure.rules
        return deal(rules, rng)

    def match(
        self,
        bundle: AnyBundle,
        board: Board,
        deal: Deal,
        rng: random.Random,
        *,
        slips: Clumsy | None = None,
        after: Callable[[Any], None] | None = None,
        watch: Callable[[Any, str], None] = unwatched,
    ) -> FieldOfGloryMatch:
        rules: Any = bundle.procedure.rules
        return FieldOfGloryMatch(board, deal, rules.deck, rng, slips=slips, after=after, watch=watch)

    def clumsy(self, rng: random.Random, **how: Any) -> FieldOfGloryClumsy:
        return FieldOfGloryClumsy(rng, **how)

    def decider(self, state: State) -> str:
        return gestures.decider(state)

    def ended(self, winner: str | None) -> str:
        return f"{winner} wins" if winner in SIDES else "a draw"


ROBOT: RobotGame = FieldOfGloryRobot()
