"""Undo at many points of robots' games of Call to Glory: how far it goes, what it never does, how cards go back.

There a copy of the table is undone until it says no, and its cards go back as told; the game itself goes on.
"""

from __future__ import annotations

import copy
import random
from collections import Counter

import pytest
from signifer_core.games.call_to_glory import CallToGlory
from signifer_core.games.call_to_glory.actions import Action
from signifer_core.games.call_to_glory.state import State
from signifer_core.games.call_to_glory.table.procedure import BETWEEN_ROUNDS
from signifer_core.judgement import Judgement
from signifer_core.layout import PAD, ZONES
from signifer_core.procedure import Button, Press, PressKind
from signifer_core.rules import Verb
from signifer_firmware.games.call_to_glory.robots.match import CallToGloryMatch

from tests.firmware.games.call_to_glory.robots import BUNDLE, ROBOT, clumsy_of
from tests.firmware.simulation.robot_board import RefereeBoard

GAMES, MOST = 6, 40
# How often a point is tried: games are long.
OFTEN = 0.25


class Remembering(RefereeBoard):
    """A board that keeps every state that its game went through."""

    def __init__(self, rng: random.Random) -> None:
        self.states: set[State] = set()
        super().__init__(rng, BUNDLE.unnamed)

    def fork(self) -> Remembering:
        """The same table, to be tried on."""
        other = copy.copy(self)
        other._record, other._rng, other.states = list(self._record), random.Random(0), set(self.states)
        return other

    def _keep(self, judgement: Judgement[State, Action]) -> None:
        self.states |= {self.table.state, *(done.state for done in judgement.actions)}
        super()._keep(judgement)


def follow(board: Remembering) -> None:
    """As told, in two steps a card at most."""
    for _ in range(2 * len({fix.card for fix in board.corrections})):
        if not board.corrections:
            break
        told = board.corrections[0]
        board.take(told.card)  # also one that is to be laid elsewhere: there is only one of it
        if told.verb == Verb.PUT:
            board.put(told.card, told.zone)
        board.rest()
    assert not board.corrections


def learned(state: State) -> tuple[object, ...]:
    """What nobody may have taken back: cards drawn face-down or dealt, missions revealed, scores read, dice."""
    return state.stock.number, state.revealed, state.round, state.rollers, state.rolls


def undone(board: Remembering) -> Counter[str]:
    """Undo and follow until the table says no; how often, and why not."""
    told: Counter[str] = Counter()
    for _ in range(MOST):
        table, before = board.table, set(board.states)
        board.press(Press(PressKind.HOLD, Button.DICE))
        board.rest()
        (key,) = {prompt.key for prompt in board.said}
        told[key] += 1
        if key != "undone":
            assert board.table == table, "a refused undo changes nothing"
            return told
        state = board.table.state
        assert state in before, "a state that was never there"
        if state.step not in BETWEEN_ROUNDS:  # who starts may be told after the deal, and again
            assert learned(state) == learned(table.state)
        follow(board)
        assert board.table.state == state, "the way back is a gesture"
        lies_as_due(board)
    raise AssertionError("there is no end to it")


def lies_as_due(board: Remembering) -> None:
    due = BUNDLE.procedure.due(board.table)
    for zone in ZONES:
        lying = [card for card in board.seen[zone] if (card, zone) not in due.free]
        if zone.place != PAD and board.table.state.step not in BETWEEN_ROUNDS:
            assert Counter(lying) == Counter(due.must[zone]), zone


@pytest.mark.soak
def test_undo_at_many_points_of_robots_games() -> None:
    told: Counter[str] = Counter()
    for seed in range(GAMES):
        rng = random.Random(seed)
        deal = ROBOT.deal(BUNDLE, rng)
        board, now_and_then = Remembering(random.Random(seed)), random.Random(seed)

        def watch(
            match: CallToGloryMatch, text: str, board: Remembering = board, rng: random.Random = now_and_then
        ) -> None:
            if rng.random() < OFTEN:
                told.update(undone(board.fork()))

        rules = CallToGlory(BUNDLE.deck)
        assert CallToGloryMatch(board, deal, rules, rng, slips=clumsy_of(seed), watch=watch).play()
    assert {
        "undone",
        "no-undo-rolled",
        "no-undo-cards-shown",
        "no-undo-cards-drawn",
        "no-undo-turn-over",
        "no-undo-other-moved",
    } <= set(told)
    assert told["undone"] > 10 * GAMES
