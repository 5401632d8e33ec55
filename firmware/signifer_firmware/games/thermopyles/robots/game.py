"""The robots of Thermopyles, one to four of them, as the terminal, the page and tests ask for them."""

from __future__ import annotations

import random
from typing import Unpack

from signifer_core.games.thermopyles import State, Thermopyles
from signifer_core.games.thermopyles.actions import Action
from signifer_core.games.thermopyles.deck import Deck
from signifer_core.games.thermopyles.state import SPARTANS

from signifer_firmware.games.thermopyles.core import ThermopylesBundle
from signifer_firmware.simulation.robots.board import Board
from signifer_firmware.simulation.robots.game import Deal as AnyDeal
from signifer_firmware.simulation.robots.game import RobotGame
from signifer_firmware.simulation.robots.match import Around

from .match import Deal, ThermopylesMatch, deal
from .slips import ThermopylesClumsy


class ThermopylesRobot(RobotGame[Deck, State, Action]):
    """A `RobotGame`: the team sits on red's side, and spends supports on its pad."""

    pads = (SPARTANS,)
    hands = ThermopylesClumsy

    def deal(self, bundle: ThermopylesBundle, rng: random.Random) -> Deal:
        return deal(Thermopyles(bundle.deck), rng)

    def match(
        self,
        bundle: ThermopylesBundle,
        board: Board,
        deal: AnyDeal,
        rng: random.Random,
        **around: Unpack[Around[ThermopylesMatch]],
    ) -> ThermopylesMatch:
        assert isinstance(deal, Deal)
        return ThermopylesMatch(board, deal, Thermopyles(bundle.deck), rng, **around)

    def ended(self, winner: str | None) -> str:
        return "the Spartans win" if winner == SPARTANS else "the Persians win"


ROBOT: ThermopylesRobot = ThermopylesRobot()
