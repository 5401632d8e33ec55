"""The robots of Dark Age Arena, as the terminal, the page and tests ask for them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial

from signifer_core.counted import Cards
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.actions import Action
from signifer_core.games.dark_age_arena.deck import Deck
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import State
from signifer_core.layout import SIDES, Side, side_of

from signifer_firmware.games.dark_age_arena.core import CORE, DarkAgeArenaBundle
from signifer_firmware.simulation.robots.game import RobotGame
from signifer_firmware.simulation.robots.table_review import Holding, TableReview

from .levels import LEVELS
from .match import DarkAgeArenaMatch, Deal, deal
from .plans import DarkAgeArenaPlans
from .slips import DarkAgeArenaClumsy


class DarkAgeArenaRobot(RobotGame[Deck, State, Action]):
    """A `RobotGame`: each side discards and bluffs on its pad."""

    pads = SIDES
    matches = DarkAgeArenaMatch
    hands = DarkAgeArenaClumsy
    ladder = LEVELS
    reviews = True

    def deal(self, bundle: DarkAgeArenaBundle, rng: random.Random, *, level: int | None = None) -> Deal:
        return deal(DarkAgeArena(bundle.deck), rng)

    def plans(self, deck: Deck, player: str = "") -> DarkAgeArenaPlans:
        return DarkAgeArenaPlans(DarkAgeArena(deck), first=side_of(player) if player else SIDES[0])

    def review(
        self, bundle: DarkAgeArenaBundle, states: Sequence[State], actions: Sequence[Action | None]
    ) -> TableReview[State, Action]:
        rules = DarkAgeArena(bundle.deck)
        return TableReview(
            rules,
            {side: DarkAgeArenaPlans(rules, first=side) for side in SIDES},
            self.made,
            bundle.procedure.player_of,
            Holding(lambda state, player: state.player(side_of(player)).hand, _holding),
            states,
            actions,
            said=partial(self.said, bundle),
        )

    def decider(self, state: State) -> Side:
        return side_of(CORE.active(state))


def _holding(state: State, player: str, cards: Cards) -> State:
    side = side_of(player)
    return state.with_player(side, replace(state.player(side), hand=cards))


ROBOT: DarkAgeArenaRobot = DarkAgeArenaRobot()
