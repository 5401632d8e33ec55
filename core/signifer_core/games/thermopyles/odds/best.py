"""The exact chance to win with best play, by dynamic programming: for positions near the end, with full knowledge.

What is counted over is what no player chooses: dice, and which card of a pile comes next, each equally likely. Every
hand is known to everybody; so for one player it is what they can reach, for several what they could with open hands.
"""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

from signifer_core.errors import RulesError

from ..actions import Action
from ..rules import Thermopyles
from ..state import SPARTANS, Pile, State

MOST_POSITIONS = 200_000


class BestPlay:
    """The value of positions under the rules of one deck; what was found is kept.

    RulesError where more than ``most`` different positions would have to be looked at.
    """

    def __init__(self, rules: Thermopyles, *, most: int = MOST_POSITIONS) -> None:
        self.rules = rules
        self.most = most
        self._found: dict[Hashable, Fraction] = {}
        self._open = 0  # positions whose value is being found

    def value(self, state: State) -> Fraction:
        """The chance that the Spartans win from here; RulesError for a state that does not name every card."""
        if not state.full:
            raise RulesError("the value of a position needs full knowledge")
        self._open = 0  # an earlier search may have been given up half way
        return self._value(state)

    def _value(self, state: State) -> Fraction:
        if (winner := self.rules.outcome(state)) is not None:
            return Fraction(winner == SPARTANS)
        key = self._essence(state)
        if key in self._found:
            return self._found[key]
        if len(self._found) + self._open >= self.most:
            raise RulesError(f"more than {self.most} positions: too far from the end for an exact value")
        self._open += 1  # no position comes again in the course of its own play
        due = self.rules.chance(state)
        kinds = self._kinds(state, due or self.rules.legal_actions(state))
        if due:
            value = sum((self._value(after) * ways for after, ways in kinds), Fraction(0)) / len(due)
        else:
            value = max(self._value(after) for after, _ in kinds)
        self._open -= 1
        self._found[key] = value
        return value

    def _kinds(self, state: State, actions: tuple[Action, ...]) -> list[tuple[State, int]]:
        """The states after ``actions``, one of those that play alike, with how many they are."""
        alike: dict[Hashable, tuple[State, int]] = {}
        for action in actions:
            after = self.rules.apply(state, action)
            first, ways = alike.setdefault(self._essence(after), (after, 0))
            alike[self._essence(after)] = (first, ways + 1)
        return list(alike.values())

    def _essence(self, state: State) -> Hashable:
        """What of a state its value depends on: figures of cards and counts, not which card it is."""
        deck = self.rules.deck
        fight = state.fight
        return (
            *(state.winner, state.step, state.active, state.receiver),
            *(state.marker, state.turn > 0, state.draws),
            *(deck.persian(card) if card else None for card in (state.first, state.second)),
            *(self._spartans(pile) for pile in (state.pile, *state.hands)),
            tuple(sorted(map(deck.persian, state.persians.named))),
            *(len(state.supports), state.cemetery.number),
            (fight.total, fight.due, len(fight.supports)) if fight else None,
        )

    def _spartans(self, pile: Pile) -> tuple[int, ...]:
        return tuple(sorted(map(self.rules.deck.battle, pile.named)))
