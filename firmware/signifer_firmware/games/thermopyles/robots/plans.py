"""Plans of the team, for the search: what is worth thinking about in each step, and how it is played.

Near the end nothing is guessed: there the value of a position is counted (`odds/best.py`). It takes every hand to be
known, so for one player it is the truth, and for several what they could do with open hands.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping
from math import exp

from signifer_core.chance import Chance
from signifer_core.errors import RulesError
from signifer_core.games.thermopyles import State, Thermopyles
from signifer_core.games.thermopyles import actions as act
from signifer_core.games.thermopyles.odds.best import BestPlay
from signifer_core.games.thermopyles.state import SEATS
from signifer_core.search import RulesPlans

from . import value
from .gestures import Decision
from .mind import Mind, fight

Moves = list[tuple[Decision, float]]

# So many ways to fight are thought about.
FIGHTS_TRIED = 8
# With so few Spartans left values are counted, if it takes no more positions.
COUNTED, MOST_POSITIONS = 9, 3000
# What the rules of thumb would do is so much likelier.
THUMB = 6.0


class ThermopylesPlans(RulesPlans[State, act.Action]):
    """What the search asks of the game. All players win together, and each decides by what they see."""

    rules: Thermopyles

    def __init__(self, rules: Thermopyles, *, most: int = MOST_POSITIONS) -> None:
        self.rules = rules
        self._most = most
        self._known: dict[Hashable, tuple[float, ...]] = {}

    def mover(self, state: State) -> str | None:
        """Nobody, too, where dice fall or cards are turned up before anybody decides."""
        nobody = state.step in ("players", "over") or state.step in self.rules.happens
        return None if nobody else state.receiver or state.active

    def moves(self, state: State) -> Moves:
        if state.step == "act":
            found = self._fights(state)
        elif state.step == "discard":
            hand = state.hand(state.receiver or "").named
            found = [((act.Discard(card),), 1.0) for card in self._one_of_each(hand)]
        else:
            found = [*(((act.Draw(seat),), 1.0) for seat in state.seats), ((act.Decline(),), 0.5)]
        usual = self._mind(random.Random(0)).decide(self._seen(state))
        return [(move, weight * THUMB if move == usual else weight) for move, weight in found]

    def _seen(self, state: State) -> State:
        return self.rules.view(state, self.mover(state) or "")

    def value(self, state: State, chance: Chance) -> Mapping[str, float]:
        return dict.fromkeys(SEATS, value.chance(self.rules.deck, state))

    def solved(self, view: State) -> Mapping[Decision, float] | None:
        """Counted, for a player alone: then the cards of each pile are known, and no order matters."""
        if len(view.seats) > 1 or view.spartans_left > COUNTED:
            return None
        state = self.rules.determinize(view, random.Random(0))
        best = BestPlay(self.rules, most=self._most)
        try:
            return {move: float(best.value(self.done(state, move))) for move, _ in self.moves(view)}
        except RulesError:
            return None

    def _mind(self, chance: random.Random) -> Mind:
        return Mind(self.rules.deck, chance, whim=0.0, known=self._known)

    def _fights(self, state: State) -> Moves:
        """To fall back, and the fights that look best, by their figures."""
        hand = self._one_of_each(state.hand(state.active).named)
        plans = sorted(self._mind(random.Random(0)).plans(state, hand), reverse=True)[:FIGHTS_TRIED]
        fights = [(fight(state, card, number), exp(gain)) for gain, card, number in plans]
        return [*fights, ((act.Retreat(),), 1.0)]

    def _one_of_each(self, cards: frozenset[str]) -> list[str]:
        """Of cards that fight equally well the first."""
        found: dict[int, str] = {}
        for card in sorted(cards):
            found.setdefault(self.rules.deck.battle(card), card)
        return list(found.values())
