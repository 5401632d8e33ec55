"""Undo at many points of robots' games: a copy of the table is undone until it says no, and cards go back as told."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from signifer_core.judgement import Judgement
from signifer_core.layout import PAD, ZONES
from signifer_core.presses import Button, Press, PressKind
from signifer_core.rules import Verb
from signifer_firmware.game_api.game import AnyBundle

from .robot_board import RefereeBoard

MOST = 40


class Remembering(RefereeBoard):
    """A board that keeps every state that its game went through."""

    def __init__(self, rng: random.Random, bundle: AnyBundle) -> None:
        self.states: set[Any] = set()
        super().__init__(rng, bundle)

    def fork(self) -> Remembering:
        """The same table, to be tried on."""
        other = copy.copy(self)
        other._record, other._rng, other.states = list(self._record), random.Random(0), set(self.states)
        return other

    def _keep(self, judgement: Judgement[Any, Any]) -> None:
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


def undone(
    board: Remembering, learned: Callable[[Any], Hashable], free_in: frozenset[str] = frozenset()
) -> Counter[str]:
    """Undo and follow until the table says no; how often, and why not. What is ``learned`` in a state nobody may have
    taken back, but in the steps ``free_in``, in which also anything may lie."""
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
        if state.step not in free_in:
            assert learned(state) == learned(table.state)
        follow(board)
        assert board.table.state == state, "the way back is a gesture"
        if state.step not in free_in:
            lies_as_due(board)
    raise AssertionError("there is no end to it")


def lies_as_due(board: Remembering) -> None:
    """In columns lies what is due, and nothing else that is not free."""
    due = board.bundle.procedure.due(board.table)
    for zone in ZONES:
        lying = [card for card in board.seen[zone] if (card, zone) not in due.free]
        assert zone.place == PAD or Counter(lying) == Counter(due.must[zone]), zone
