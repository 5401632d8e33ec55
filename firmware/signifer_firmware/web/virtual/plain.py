"""A game at the virtual table that has no page of its own: people, and a robot that plays anything legal."""

from __future__ import annotations

import random

from signifer_core.layout import SIDES
from signifer_core.procedure import Table

from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.simulation.piles import Piles
from signifer_firmware.simulation.robots import plain
from signifer_firmware.web.play import Choice, Play

from .paced_board import LOOK_US
from .watched import begun


class PlainPlay(Play[AnyState]):
    """Every card begins in the hand of its side."""

    def __init__(self, bundle: AnyBundle, choice: Choice, rng: random.Random) -> None:
        self._bundle, self._rng = bundle, rng
        self.piles = Piles(plain.hands_of(bundle), rng)
        self.script = begun(choice, choice.position)

    def step(self) -> bool:
        """Of the players who are not people whoever is asked does as told, or else decides."""
        seat, keeper = self._seat, self._seat.hands.run.appliance.keeper
        robots = [player for player in SIDES if player not in seat.people]
        if any(seat.hands.as_told(player) for player in robots):
            seat.rest()
            return True
        table = keeper.table
        if table is None or keeper.outlook.corrections or keeper.outlook.agreement is not None:
            return False
        if not self._bundle.procedure.deciders(table.state).intersection(robots):
            return False
        seat.pause(LOOK_US)
        self._decide(table)
        seat.rest()
        return True

    def _decide(self, table: Table[AnyState]) -> None:
        procedure, hands = self._bundle.procedure, self._seat.hands
        hands.do(plain.gesture_for(procedure, table, plain.choice(procedure, table.state, self._rng)))
