"""A robot that searches: it is given a view and nothing else, and thinks until it is told to stop."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from signifer_core.errors import RulesError
from signifer_core.search import Move, Plans, Search, Stop, Thought


class Knowing(Protocol):
    """A state that says whether it names every card."""

    @property
    def full(self) -> bool: ...


State = TypeVar("State", bound=Knowing)


def after(iterations: int) -> Stop:
    """Stop after so many iterations."""
    return lambda done: done >= iterations


def until(deadline_us: int, clock_us: Callable[[], int]) -> Stop:
    """Stop when the clock says so."""
    return lambda done: clock_us() >= deadline_us


class Thinker(Generic[State, Move]):
    """One player's robot. The same view, seed and iterations always come to the same decision."""

    def __init__(self, plans: Plans[State, Move]) -> None:
        self._search: Search[State, Move] = Search(plans)

    def think(self, view: State, seed: int, stop: Stop) -> Thought[Move]:
        """What to do in ``view``, in which its player has to decide; RulesError for a state of full knowledge."""
        if view.full:
            raise RulesError("a robot is given a view, not what is hidden from it: say view(state, player)")
        return self._search.think(view, random.Random(seed), stop)
