"""The robots of Call to Glory, two to four of them, as the terminal, the page and tests ask for them."""

from __future__ import annotations

import random

from signifer_core.games.call_to_glory import CallToGlory, State
from signifer_core.games.call_to_glory.actions import Action
from signifer_core.games.call_to_glory.deck import Deck
from signifer_core.games.call_to_glory.state import Cards, Hand
from signifer_core.games.call_to_glory.table.spots import side_of
from signifer_core.layout import SIDES, Side

from signifer_firmware.games.call_to_glory.core import CallToGloryBundle
from signifer_firmware.simulation.robots.game import RobotGame
from signifer_firmware.simulation.robots.table_review import Holding

from .levels import LEVELS
from .match import CallToGloryMatch, Deal, deal
from .plans import CallToGloryPlans
from .slips import CallToGloryClumsy


def _holding(state: State, player: str, cards: Cards) -> State:
    return state.with_hand(player, Hand(cards, state.hand(player).seen))


class CallToGloryRobot(RobotGame[Deck, State, Action]):
    """A `RobotGame`: seats on both sides of the table, and discard piles on both pads."""

    pads = SIDES
    matches = CallToGloryMatch
    hands = CallToGloryClumsy
    ladder = LEVELS
    reviews = True
    holding = Holding(lambda state, player: state.hand(player).cards, _holding)

    def deal(self, bundle: CallToGloryBundle, rng: random.Random, *, level: int | None = None) -> Deal:
        return deal(CallToGlory(bundle.deck), rng)

    def plans(self, deck: Deck, player: str = "") -> CallToGloryPlans:
        return CallToGloryPlans(CallToGlory(deck))

    def decider(self, state: State) -> Side:
        return side_of(state.active)

    def ended(self, winner: str | None) -> str:
        if winner is None:
            return super().ended(winner)
        players = winner.split()
        return (
            f"player {players[0]} wins" if len(players) == 1 else f"players {' and '.join(players)} share it"
        )


ROBOT: CallToGloryRobot = CallToGloryRobot()
