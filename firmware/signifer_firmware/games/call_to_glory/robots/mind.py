"""The mind of a robot, how it chooses: what each action changes in the points that it may expect (`prospects.py`).

A mind is shown what its player may know: its own hand and missions, and all that lies open.
"""

from __future__ import annotations

import random

from signifer_core.games.call_to_glory import CallToGlory, State
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.deck import NINJA, Deck, kind_of
from signifer_core.games.call_to_glory.state import DRAW, PLAY, SCORE, STOCKS

from .prospects import Prospects

# A ninja figure that is kept, and a victory, in points.
FIGURE, VICTORY = 3.0, 100.0
# How much a card on a discard pile is worth to whoever comes last to it.
LAST = 0.1


class Mind:
    """What a player does. ``whim`` is how often it is something else than what seems best."""

    def __init__(self, deck: Deck, rng: random.Random, *, whim: float = 0.1) -> None:
        self._rules = CallToGlory(deck)
        self._rng = rng
        self._whim = whim

    def decide(self, state: State, seat: str) -> act.Action:
        """What player ``seat`` does next, in a state as that player knows it, in a round or after it."""
        legal = self._legal(state)
        if _goes_on_drawing(state):
            return legal[0]
        if self._rng.random() < self._whim:
            return self._rng.choice(legal)
        worth = {action: worth for worth, action in self.weighed(state, seat)}
        # A figure is returned beside what else is done, wherever it brings anything.
        figures = [each for each in legal if isinstance(each, act.Strike) and worth[each] > 0]
        others = [each for each in legal if not isinstance(each, act.Strike)]
        return max(figures or others, key=lambda action: (worth[action], self._rng.random()))

    def weighed(self, state: State, seat: str) -> list[tuple[float, act.Action]]:
        """What hands may do, each with what it brings, in points, beside the others; in a state that ``seat`` sees."""
        mine = Prospects(self._rules.deck, state, seat)
        return [(self._worth(mine, action), action) for action in self._legal(state)]

    def _legal(self, state: State) -> list[act.Action]:
        every = self._rules.legal_actions(state)
        legal: list[act.Action] = [each for each in every if not isinstance(each, act.Emptied)]
        if _goes_on_drawing(state):
            return [next((each for each in legal if isinstance(each, act.Draw)), legal[0])]
        return legal

    def _worth(self, mine: Prospects, action: act.Action) -> float:
        """What ``action`` brings, in points, beside the others that are legal now."""
        match action:
            case act.Draw():
                return mine.blind
            case act.Take(card=card):
                return mine.gained(kind_of(card))
            case act.Lay():
                return self._laid(mine, action)
            case act.Discard(card=card, pad=pad):
                return mine.gained(kind_of(card), -1) - _covered(mine, pad)
            case act.Displace(pad=pad) | act.Remove(pad=pad):
                return -_covered(mine, pad)
            case act.Strike(kind=kind):
                return self._struck(mine, kind)
            case act.Reveal(card=card):
                return _revealed(mine, card)
        return 0.0

    def _after(self, mine: Prospects, *actions: act.Action) -> Prospects:
        state = mine.state
        for action in actions:
            state = self._rules.apply(state, action)
        return Prospects(mine.deck, state, mine.seat)

    def _laid(self, mine: Prospects, action: act.Lay) -> float:
        """What a set gives instead of the one that lies there; if it ends the round, what becomes of all sets, and who
        wins."""
        kind, number = kind_of(action.cards[0]), len(action.cards)
        after, held = self._after(mine, action), mine.hand[kind]
        spent = after.cards_worth(kind, held - number) - mine.cards_worth(kind, held)
        if after.ended:
            return after.sets() - mine.sets() + spent + _victory(after)
        figure = FIGURE if kind == NINJA and mine.state.supply else 0.0
        return after.set_worth(kind) - mine.set_worth(kind) + spent + figure

    def _struck(self, mine: Prospects, kind: str) -> float:
        """A set with one card less is beaten more easily, perhaps by the player at once: so before a set is laid."""
        state, there = mine.state, mine.state.set_of(kind)
        if state.step != PLAY or there is None:
            return 0.0
        struck = self._rules.apply(state, act.Strike(kind))
        gone = (each for each in self._rules.legal_actions(struck) if isinstance(each, act.Remove))
        after = self._after(mine, act.Strike(kind), next(gone))
        in_hand = mine.hand[kind]
        return (
            after.set_worth(kind)
            - mine.set_worth(kind)
            + after.cards_worth(kind, in_hand)
            - mine.cards_worth(kind, in_hand)
            - FIGURE
        )


def _goes_on_drawing(state: State) -> bool:
    """What is lifted from pads is drawn first; `ok` draws from both face-down piles at once."""
    return state.step == DRAW and bool(set(state.drawn) & set(STOCKS))


def _victory(after: Prospects) -> float:
    """After the last round nothing counts but to have won."""
    state = after.state
    if state.step != SCORE or state.round < state.rounds:
        return 0.0
    totals = state.totals()
    return VICTORY if totals[state.place(after.seat)] == max(totals) else -VICTORY


def _covered(mine: Prospects, pad: str) -> float:
    """What lies on top of a discard pile, and is drawn by nobody once something else lies on it: a little of what it
    would be worth to the player, who comes last to it."""
    top = min(mine.state.top(pad).named, default=None)
    return LAST * mine.gained(kind_of(top)) if top else 0.0


def _revealed(mine: Prospects, card: str) -> float:
    """What a mission gives to whoever has laid its kind, less what it might give in a later round."""
    mission = mine.deck.mission(card)
    there = mine.state.set_of(mission.kind)
    if there is None:
        return -float(mission.points)
    share = 1.0 if there.owner == mine.seat else -mine.against
    return mission.points * (share * there.size - 1)
