"""A robot that searches: it is given a view and nothing else, and thinks until it is told to stop."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from signifer_core.errors import RulesError
from signifer_core.search import Move, Plans, Search, Stop, Thought


class Knowing(Protocol):
    """A state that says whether it names every card."""

    @property
    def full(self) -> bool: ...


State = TypeVar("State", bound=Knowing)


@dataclass(frozen=True, slots=True)
class Level:
    """How well a robot plays: it thinks so many ``iterations`` about each decision. With ``weakness`` 0 it does what it
    came to; with 1 it draws among the moves it tried, each as likely as it was tried, and beyond that more evenly. What
    it draws looks worse than the best by no more than ``lost``, a chance to win."""

    iterations: int
    weakness: float = 0.0
    lost: float = 0.25


def after(iterations: int) -> Stop:
    """Stop after so many iterations."""
    return lambda done: done >= iterations


def until(deadline_us: int, clock_us: Callable[[], int]) -> Stop:
    """Stop when the clock says so."""
    return lambda done: clock_us() >= deadline_us


def check_view(view: Knowing) -> None:
    """RulesError for a state of full knowledge."""
    if view.full:
        raise RulesError("a robot is given a view, not what is hidden from it: say view(state, player)")


class Thinker(Generic[State, Move]):
    """One player's robot. The same view, seed and iterations always come to the same decision."""

    def __init__(self, plans: Plans[State, Move]) -> None:
        self._search: Search[State, Move] = Search(plans)

    def think(self, view: State, seed: int, stop: Stop, *, solving: bool = True) -> Thought[Move]:
        """What to do in ``view``, in which its player has to decide; RulesError for a state of full knowledge. Unless
        ``solving`` it does not make use of what is known to be best."""
        check_view(view)
        return self._search.think(view, random.Random(seed), stop, solving=solving)

    def decide(self, view: State, seed: int, level: Level) -> Thought[Move]:
        """What a robot of this level does in ``view``; the moves that it thought about are those of its thought."""
        thought = self.think(view, seed, after(level.iterations), solving=not level.weakness)
        return weakened(thought, level, seed)


def weakened(thought: Thought[Move], level: Level, seed: int) -> Thought[Move]:
    """The thought with a move that is perhaps not the best one, and never nonsense: as a `Level` says."""
    if not level.weakness or not thought.candidates:
        return thought
    best, *others = thought.candidates
    among = [best, *(other for other in others if other.chance > best.chance - level.lost)]
    weights = [candidate.visits ** (1 / level.weakness) for candidate in among]
    (chosen,) = random.Random(f"{seed} weakness").choices(among, weights)
    return replace(thought, move=chosen.move)
