"""What each action of a round brings whoever decides, in points, by what that player sees (`worth.py`)."""

from __future__ import annotations

from signifer_core.games.call_to_glory import CallToGlory, State
from signifer_core.games.call_to_glory import actions as act
from signifer_core.games.call_to_glory.state import STOCKS, Cards

from .worth import NUMBER, Worth, number_of

# How much of what lies open to the next player is taken by them; and a ninja figure.
OPEN, FIGURE = 0.6, 3.0


class Weighing:
    """Of player ``seat`` in ``state``: whatever more it names is not looked at."""

    def __init__(self, rules: CallToGlory, state: State, seat: str) -> None:
        self._rules, self._state, self._seat = rules, state, seat
        self._place = state.place(seat)
        self._next = state.place(state.next_of(state.active))
        self._worth = Worth(rules.deck, state, seat)

    def weighed(self) -> list[tuple[float, act.Action]]:
        """Every action that is any different, with what it brings beside the others."""
        found: list[tuple[float, act.Action]] = []
        lays: list[act.Action] = []
        seen: set[tuple[object, ...]] = set()
        for action in sorted(self._hands_may(), key=self._last):
            if isinstance(action, act.Lay):
                lays.append(action)
                continue
            alike = self._alike(action)
            if alike not in seen:
                seen.add(alike)
                found.append((self._brings(action), action))
        if lays:
            found += self._laid(found, lays)
        return found

    def _hands_may(self) -> list[act.Action]:
        """What hands do: what is lifted from pads is drawn first, for `ok` draws all that is left to draw."""
        every = self._rules.legal_actions(self._state)
        legal: list[act.Action] = [each for each in every if not isinstance(each, act.Emptied)]
        if not set(self._state.drawn) & set(STOCKS):
            return legal
        draws: list[act.Action] = [each for each in legal if isinstance(each, act.Draw)]
        return draws or legal

    def _last(self, action: act.Action) -> int:
        """The higher one of the face-down piles comes first; all else as it is."""
        return -self._state.piles[STOCKS.index(action.pile)] if isinstance(action, act.Draw) else 0

    def _alike(self, action: act.Action) -> tuple[object, ...]:
        """Actions with the same of it are equal: cards of a kind are, and both face-down piles but for their height."""
        match action:
            case act.Draw():
                return (type(action),)
            case (
                act.Discard(card=card, pad=pad)
                | act.Take(card=card, pad=pad)
                | act.Remove(card=card, pad=pad)
            ):
                return type(action), number_of(card), pad
            case _:
                return (action,)

    def _brings(self, action: act.Action) -> float:
        worth, place = self._worth, self._place
        match action:
            case act.Draw():
                return worth.blind(place)
            case act.Take(card=card, pad=pad):
                here, *below = reversed(self._state.layers(pad))
                under = here if here.number > 1 else next(iter(below), Cards())
                opened = worth.offered(self._next, under) - worth.offered(self._next, here)
                return worth.gain(place, number_of(card), 1) - OPEN * opened
            case act.Discard(card=card, pad=pad):
                return worth.gain(place, number_of(card), -1) + self._covers(pad, number_of(card))
            case act.Displace(pad=pad):
                displaced = self._state.displaced
                return self._covers(pad, NUMBER[displaced.kind] if displaced is not None else None)
            case act.Remove(pad=pad, card=card):
                return self._covers(pad, number_of(card))
            case act.Strike(kind=kind):
                return self._struck(kind)
            case act.Reveal(card=card):
                return self._revealed(card)
        return 0.0

    def _covers(self, pad: str, number: int | None) -> float:
        """What lay on top is taken from the next player, and what lies there now is offered."""
        worth, before = self._worth, self._state.top(pad)
        new = 0.0
        if number is not None:
            new = max(0.0, worth.gain(self._next, number, 1) - worth.blind(self._next))
        return OPEN * (worth.offered(self._next, before) - new)

    def _laid(
        self, others: list[tuple[float, act.Action]], lays: list[act.Action]
    ) -> list[tuple[float, act.Action]]:
        """Sets, beside the best discard: what the round is worth after either."""
        discards = [each for each in others if isinstance(each[1], act.Discard)]
        best = max(discards, key=lambda each: each[0])
        base = self._after(best[1]) - best[0]
        return [(self._after(action) - base, action) for action in lays]

    def _after(self, *actions: act.Action) -> float:
        state = self._state
        for action in actions:
            state = self._rules.effect(state, action)
        return Worth(self._rules.deck, state, self._seat).margin(self._place)

    def _struck(self, kind: str) -> float:
        """A set with one card less is beaten more easily."""
        after = self._rules.effect(self._state, act.Strike(kind))
        gone = next(each for each in self._rules.legal_actions(after) if isinstance(each, act.Remove))
        after = self._rules.effect(after, gone)
        return Worth(self._rules.deck, after, self._seat).margin(self._place) - self._worth.margin(
            self._place
        )

    def _revealed(self, card: str) -> float:
        """What a mission gives to whoever has laid its kind, less what it might give in a later round."""
        mission = self._rules.deck.mission(card)
        there = self._state.set_of(mission.kind)
        if there is None:
            return -float(mission.points)
        share = 1.0 if there.owner == self._seat else -1.0 / (len(self._state.seats) - 1)
        return mission.points * (share * there.size - 1)
