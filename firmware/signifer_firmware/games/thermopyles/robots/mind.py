"""The mind of the team of robots, how it chooses: by the exact odds of a combat, and rules of thumb for when to give
way.

A mind is shown what a player may know: the row, one hand, and the numbers of all else. It looks into no pile.
"""

from __future__ import annotations

import random
from collections.abc import Hashable

from signifer_core.games.thermopyles import actions as act
from signifer_core.games.thermopyles.deck import Deck
from signifer_core.games.thermopyles.odds import ANNIHILATED, HELD, Course, odds
from signifer_core.games.thermopyles.rules.combat import bonus_dice
from signifer_core.games.thermopyles.state import BONUS_PLACES, CEMETERY_TO_WIN, HAND_LIMIT, LOST_PLACE, State

from .gestures import Decision

# What things are worth in Persians annihilated; the Spartan is dearer the stronger he is.
REPELLED_WORTH, SYMBOL_WORTH = 0.5, 0.7
SUPPORT_COST, POINT_COST, LEAST_GAIN = 0.45, 0.08, 0.6
WEAKEST = 10
# So many combats are kept in mind; a game alone at the highest level comes by more.
MOST_KNOWN = 20_000


def fight(state: State, card: str, supports: int) -> Decision:
    """A combat with so many of the supports that are left."""
    return (act.Charge(card), *map(act.Support, sorted(state.supports)[:supports]), act.Engage())


class Mind:
    """What the team does. ``whim`` is how often it does something else than what seems best."""

    def __init__(
        self,
        deck: Deck,
        rng: random.Random,
        *,
        whim: float = 0.1,
        known: dict[Hashable, tuple[float, ...]] | None = None,
    ) -> None:
        """``known`` keeps what combats bring, for other minds with the same deck, too."""
        self._deck = deck
        self._rng = rng
        self._whim = whim
        self._known = {} if known is None else known

    def decide(self, state: State) -> Decision:
        """What to do next, in a state as the player knows it who decides: active, or given a sixth card."""
        if state.step == "act":
            return self._act(state)
        if state.step == "discard":
            return (act.Discard(self._thrown(state)),)
        return self._draw(state)

    def _odd(self) -> bool:
        return self._rng.random() < self._whim

    # A turn

    def _act(self, state: State) -> Decision:
        hand = sorted(state.hand(state.active).named)
        safe = state.marker < LOST_PLACE - 1
        if not hand:
            return (act.Retreat(),)
        if self._odd():
            return self._something(state, hand) if self._rng.random() < 0.7 or not safe else (act.Retreat(),)
        gain, card, supports = max(self.plans(state, hand))
        if safe and self._gives_way(state, gain):
            return (act.Retreat(),)
        return fight(state, card, supports)

    def plans(self, state: State, hand: list[str]) -> list[tuple[float, str, int]]:
        """Each Spartan with each number of supports, and what it should bring."""
        return [
            (gain - (self._deck.battle(card) - WEAKEST) * POINT_COST - number * SUPPORT_COST, card, number)
            for card in hand
            for number, gain in enumerate(self._gains(state, card))
        ]

    def _gains(self, state: State, card: str) -> tuple[float, ...]:
        """What a combat brings with each number of supports, in Persians annihilated."""
        counts = (state.marker, len(state.supports), state.cemetery.number, bool(state.pile.number))
        key = (self._deck.battle(card), state.row, *counts)
        if key not in self._known:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = self._reckoned(state, card)
        return self._known[key]

    def _reckoned(self, state: State, card: str) -> tuple[float, ...]:
        symbols = tuple(self._deck.persian(persian).bonus for persian in state.row)
        return tuple(
            sum(float(chance) * self._worth(state, course, symbols) for course, chance in way.chances)
            for way in odds(self._deck, state, card).ways
        )

    def _worth(self, state: State, course: Course, symbols: tuple[bool, ...]) -> float:
        if state.cemetery.number + course.annihilated >= CEMETERY_TO_WIN:
            return 2 * CEMETERY_TO_WIN
        worth = 0.0
        for fate, symbol in zip(course, symbols, strict=False):
            if fate in ("", HELD):
                break
            worth += 1 if fate == ANNIHILATED else REPELLED_WORTH
            worth += SYMBOL_WORTH if symbol and state.pile.number else 0
        return worth

    def _gives_way(self, state: State, gain: float) -> bool:
        """Whether a step back and a card are better: where no die is given, or nothing good is to be had."""
        room = state.hand(state.active).number < HAND_LIMIT or state.marker + 1 in BONUS_PLACES
        if bonus_dice(state):
            return gain < LEAST_GAIN / 2
        return (bool(state.pile.number) and room) or gain < LEAST_GAIN

    def _something(self, state: State, hand: list[str]) -> Decision:
        return fight(state, self._rng.choice(hand), self._rng.randint(0, len(state.supports)))

    # Cards drawn

    def _draw(self, state: State) -> Decision:
        """For whoever has fewest, of those who come soonest; left now and then, and where all hands are full."""
        seats = state.seats
        now = seats.index(state.active)
        after = [*seats[now + 1 :], *seats[: now + 1]]
        fewest = min(after, key=lambda seat: state.hand(seat).number)
        full = state.hand(fewest).number >= HAND_LIMIT
        if self._rng.random() < (0.2 if full else self._whim / 2):
            return (act.Decline(),)
        return (act.Draw(self._rng.choice(seats) if self._odd() else fewest),)

    def _thrown(self, state: State) -> str:
        """The weakest Spartan of six."""
        assert state.receiver is not None
        hand = sorted(state.hand(state.receiver).named, key=lambda card: (self._deck.battle(card), card))
        return self._rng.choice(hand) if self._odd() else hand[0]
