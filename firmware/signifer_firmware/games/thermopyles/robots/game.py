"""The robots of Thermopyles, one to four of them, as the terminal, the page and tests ask for them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from signifer_core.games.thermopyles.state import SPARTANS, State

from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.simulation.robots.board import Board
from signifer_firmware.simulation.robots.game import RobotGame
from signifer_firmware.simulation.robots.match import unwatched
from signifer_firmware.simulation.robots.slips import Clumsy

from .deals import Deal, deal
from .match import ThermopylesMatch
from .slips import STRANGERS, ThermopylesClumsy


class ThermopylesRobot(RobotGame):
    """A `RobotGame`: the team sits on red's side, and spends supports on its pad."""

    strangers = STRANGERS
    pads = (SPARTANS,)

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
    ) -> ThermopylesMatch:
        rules: Any = bundle.procedure.rules
        return ThermopylesMatch(board, deal, rules, rng, slips=slips, after=after, watch=watch)

    def clumsy(self, rng: random.Random, **how: Any) -> ThermopylesClumsy:
        return ThermopylesClumsy(rng, **how)

    def decider(self, state: State) -> str:
        return SPARTANS

    def ended(self, winner: str | None) -> str:
        return "the Spartans win" if winner == SPARTANS else "the Persians win"


ROBOT: RobotGame = ThermopylesRobot()
