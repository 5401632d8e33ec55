"""The two robots of Field of Glory, as the terminal, the page and tests ask for them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.actions import Action
from signifer_core.games.field_of_glory.deck import Deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import SIDES
from signifer_core.search import Plans

from signifer_firmware.games.field_of_glory.core import FieldOfGloryBundle
from signifer_firmware.games.field_of_glory.texts.plans import move_text, plan_text
from signifer_firmware.i18n.words import Words
from signifer_firmware.simulation.robots.game import RobotGame

from . import gestures
from .choices import Choice, alike, choices
from .deals import Deal, deal
from .gestures import Decision
from .levels import LEVELS
from .match import FieldOfGloryMatch
from .plans import FieldOfGloryPlans
from .reviewing import FieldOfGloryReview
from .slips import FieldOfGloryClumsy

# Whoever does one of these knows what comes of it.
FORESEEN = (
    *(act.Place, act.TakeBack, act.Discard, act.Restore, act.Pay, act.Settle),
    *(act.DeclareAttack, act.FlankAttack, act.ChooseLead, act.PlayOverlap),
)


class FieldOfGloryRobot(RobotGame[Deck, State, Action]):
    """A `RobotGame`: both players pay, and draw, on their pads."""

    pads = SIDES
    matches = FieldOfGloryMatch
    hands = FieldOfGloryClumsy
    ladder = LEVELS
    reviews = True

    def deal(self, bundle: FieldOfGloryBundle, rng: random.Random, *, level: int | None = None) -> Deal:
        return deal(FieldOfGlory(bundle.deck), rng, drafting=() if level is None else SIDES)

    def plans(self, deck: Deck, player: str = "") -> FieldOfGloryPlans:
        return FieldOfGloryPlans(FieldOfGlory(deck))

    def review(
        self, bundle: FieldOfGloryBundle, states: Sequence[State], actions: Sequence[Action | None]
    ) -> FieldOfGloryReview:
        return FieldOfGloryReview(FieldOfGlory(bundle.deck), states, actions)

    def foreseen(self, move: tuple[Action, ...]) -> bool:
        return all(isinstance(action, FORESEEN) for action in move)

    def made(
        self, plans: Plans[State, Decision], view: State, actions: Sequence[Action]
    ) -> list[tuple[State, Decision]]:
        """As a record tells decisions: units laid and lifted in any order are the plan that they come to."""
        assert isinstance(plans, FieldOfGloryPlans)
        states = [view]
        for action in actions:
            states.append(plans.rules.effect(states[-1], action))
        return [(choice.state, _usual(plans, choice)) for choice in choices(plans.rules, states, actions)]

    def said(self, bundle: FieldOfGloryBundle, move: Decision, words: Words) -> str:
        return move_text(move, words)

    def planned(self, bundle: FieldOfGloryBundle, line: Sequence[Decision], words: Words) -> str:
        return plan_text(line, words)

    def decider(self, state: State) -> str:
        return gestures.decider(state)

    def ended(self, winner: str | None) -> str:
        return f"{winner} wins" if winner in SIDES else "a draw"


def _usual(plans: FieldOfGloryPlans, choice: Choice) -> Decision:
    """What was chosen, with those of equal cards that the plans would take."""
    moves = [move for move, _ in plans.moves(choice.state)]
    if choice.move in moves:
        return choice.move
    return next((move for move in moves if alike(plans.rules.deck, move, choice.move)), choice.move)


ROBOT: FieldOfGloryRobot = FieldOfGloryRobot()
