"""What chance has given a player, apart from what they did: the chance to win after what came, less that which was to
be expected before it, each as the rules of thumb play on (`plans.py`)."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev

from signifer_core.frozen import replace
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.battle import DECK, Attack, Bonus
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import State, other
from signifer_core.layout import SIDES
from signifer_core.search import Stop

from .plans import FieldOfGloryPlans
from .recalled import Held, known

# A hand shows what it is worth in its owner's next turn, not before.
HORIZON = 3
FIRST, BONUS, RAMPAGE, HAND = "first", "bonus", "rampage", "hand"
# A state as it came, and one as it might have come, of one deal.
Pair = Callable[[random.Random], tuple[State, State]]


class Chances:
    """The weighing of what chance has given: pairs of what came and what might have come instead, with the same deal of
    all else."""

    def __init__(self, rules: FieldOfGlory) -> None:
        self._rules = rules
        self._plans = FieldOfGloryPlans(rules, horizon=HORIZON)

    def gain(self, player: Player, pair: Pair, seed: int, stop: Stop) -> tuple[float, float]:
        """For ``player``: the mean of the difference, and its standard error; of two pairs at least."""
        found: list[float] = []
        while len(found) < 2 or not stop(len(found)):
            number = len(found)
            came, expected = pair(random.Random(f"{seed} {number}"))
            worth = [self._worth(state, player, f"{seed} {number}") for state in (came, expected)]
            found.append(worth[0] - worth[1])
        return fmean(found), stdev(found) / sqrt(len(found))

    def _worth(self, view: State, player: Player, seed: str) -> float:
        rng = random.Random(seed)
        state = self._plans.passed(self._rules.determinize(view, rng), rng)
        return self._plans.value(state, rng)[player]

    def first(self, state: State, came: Player) -> Pair:
        """Who begins; it might as well have been the other."""
        view = self._rules.view(state, "")
        begun = {side: self._rules.effect(view, act.First(side)) for side in SIDES}
        return lambda rng: (begun[came], begun[rng.choice(SIDES)])

    def bonus(self, state: State, shown: act.Reveal) -> Pair | None:
        """The cards turned from decks in an attack; what was chosen from hands is no chance. None without any."""
        attack = state.attack
        assert attack is not None
        cards = {state.active: shown.of(state.active), other(state.active): shown.of(other(state.active))}
        bonuses = {state.active: attack.bonus, other(state.active): attack.defending_bonus}
        if not any(bonus is not None and bonus.origin == DECK for bonus in bonuses.values()):
            return None
        came, expected = (
            self._shown(state, attack, bonuses, cards, all_of_it) for all_of_it in (True, False)
        )
        return lambda rng: (came, expected)

    def _shown(
        self,
        state: State,
        attack: Attack,
        bonuses: dict[Player, Bonus | None],
        cards: dict[Player, str | None],
        all_of_it: bool,
    ) -> State:
        """What both may know, with the bonus cards by name: all, or those from hands alone."""
        named = {
            player: replace(bonus, card=cards[player])
            if bonus is not None and (all_of_it or bonus.origin != DECK)
            else bonus
            for player, bonus in bonuses.items()
        }
        attack = replace(attack, bonus=named[state.active], defending_bonus=named[other(state.active)])
        return replace(self._rules.view(state, ""), attack=attack)

    def rampage(self, state: State, loser: Player, card: str) -> Pair:
        """The card that a deck loses with an elephant (FG-C7)."""
        view = self._rules.view(state, "")
        came = view.with_side(loser, deck_cards=frozenset({card}))
        after = self._rules.effect(came, act.Rampage(loser, card))

        def pair(rng: random.Random) -> tuple[State, State]:
            dealt = self._rules.determinize(view, rng)
            top = rng.choice(sorted(dealt.side(loser).deck_cards))
            named = view.with_side(loser, deck_cards=frozenset({top}))
            return after, self._rules.effect(named, act.Rampage(loser, top))

        return pair

    def hand(
        self, state: State, player: Player, lines: tuple[int, int], hands: Callable[[random.Random], Held]
    ) -> Pair:
        """The cards drawn into a hand, and any others that might have come. ``lines`` are the one before which
        ``state`` stood, and that which has drawn them."""
        view = self._rules.view(state, "")

        def pair(rng: random.Random) -> tuple[State, State]:
            held = hands(rng)
            cards, drawn = held.at(lines[0]), held.drawn(lines[1])
            came = known(view, player, cards)
            kept = came.side(player).hand_cards - drawn
            return came, came.with_side(player, hand_cards=kept)

        return pair
