"""The robots of Thermopyles, one to four of them, as the terminal, the page and tests ask for them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from signifer_core.games.thermopyles import State, Thermopyles
from signifer_core.games.thermopyles import actions as act
from signifer_core.games.thermopyles.actions import Action
from signifer_core.games.thermopyles.deck import Deck
from signifer_core.games.thermopyles.state import SPARTANS
from signifer_core.search import Plans

from signifer_firmware.games.thermopyles.core import ThermopylesBundle
from signifer_firmware.simulation.robots.game import RobotGame
from signifer_firmware.simulation.robots.table_review import Holding

from .gestures import Decision
from .levels import LEVELS
from .match import Deal, ThermopylesMatch, deal
from .plans import ThermopylesPlans
from .slips import ThermopylesClumsy


class ThermopylesRobot(RobotGame[Deck, State, Action]):
    """A `RobotGame`: the team sits on red's side, and spends supports on its pad."""

    pads = (SPARTANS,)
    matches = ThermopylesMatch
    hands = ThermopylesClumsy
    ladder = LEVELS
    reviews = True
    holding = Holding(State.hand, State.with_hand)
    together = True

    def deal(self, bundle: ThermopylesBundle, rng: random.Random, *, level: int | None = None) -> Deal:
        return deal(Thermopyles(bundle.deck), rng)

    def plans(self, deck: Deck, player: str = "") -> ThermopylesPlans:
        return ThermopylesPlans(Thermopyles(deck))

    def made(
        self, plans: Plans[State, Decision], view: State, actions: Sequence[Action]
    ) -> list[tuple[State, Decision]]:
        """A fight is whole when it is joined; which one it is, the plans need not have thought of."""
        if not (actions and isinstance(actions[0], act.Charge)):
            return super().made(plans, view, actions)
        end = next((at for at, action in enumerate(actions, 1) if isinstance(action, act.Engage)), None)
        fight = actions[:end] if end else []
        return super().made(plans, view, fight) or ([(view, tuple(fight))] if fight else [])

    def ended(self, winner: str | None) -> str:
        return "the Spartans win" if winner == SPARTANS else "the Persians win"


ROBOT: ThermopylesRobot = ThermopylesRobot()
