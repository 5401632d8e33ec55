"""A tutor: what it would do in a view and how likely that wins, and what a decision that was made is worth beside it.

It searches as robots do (`signifer_core.search`), from the view of whoever decides: hidden cards are dealt again in
each iteration. A decision is judged in two halves. The first looks for the best move; the second begins again and
knows these two alone, for the best of many guesses looks better than it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic

from signifer_core.chance import Chance
from signifer_core.errors import RulesError
from signifer_core.search import Move, Plans, Search, Stop, Thought

from .thinking import State, after, check_view, until

# Which decisions somebody has made in a view by what was done since (`RobotGame.made`).
Made = Callable[[State, Sequence[object]], Sequence[tuple[State, Move]]]
# When to stop with a share of all the thinking that is allowed.
Budget = Callable[[float], Stop]
# Of a plan of several moves the first has half of the time, each of the others a part of what is left.
FIRST, OTHERS, MOST_MOVES = 0.5, 0.1, 6
# So many decisions of a turn are looked at.
MOST_DECISIONS = 10
# How often cards are dealt again until there is something to choose.
MOST_DEALS = 20


def iterations(number: int) -> Budget:
    """So many iterations in all."""
    return lambda share: after(max(1, round(number * share)))


def time_of(think_us: int, clock_us: Callable[[], int]) -> Budget:
    """So long in all; each share of it begins when it is asked for."""
    return lambda share: until(clock_us() + round(think_us * share), clock_us)


def either(budget: Budget, stop: Callable[[], bool]) -> Budget:
    """The same, and no longer than until somebody says ``stop``."""

    def part(share: float) -> Stop:
        enough = budget(share)
        return lambda done: stop() or enough(done)

    return part


@dataclass(frozen=True, slots=True)
class Advice(Generic[Move]):
    """The best plan: its moves, as far as chance and the other have no say in them, and the chance to win with it; None
    where there was nothing to choose."""

    line: tuple[Move, ...]
    chance: float | None
    iterations: int


@dataclass(frozen=True, slots=True)
class Judged(Generic[Move]):
    """A move that was made, with its chance to win; beside it the best one, which may be the same."""

    made: Move
    chance: float
    best: Move
    best_chance: float
    iterations: int

    @property
    def loss(self) -> float:
        """By how much the best one would have been better."""
        return max(0.0, self.best_chance - self.chance)


class Choosing(Generic[State, Move]):
    """The plans of a game, of which the first decision is one of these ``options``, each with its weight.

    ``deal`` makes full states instead of the rules, where more is known than the view shows; ``may`` says whether a
    move can be made in such a state, where options depend on cards.
    """

    def __init__(
        self,
        plans: Plans[State, Move],
        options: Sequence[tuple[Move, float]],
        *,
        deal: Callable[[State, Chance], State] | None = None,
        may: Callable[[State, Move], bool] = lambda state, move: True,
    ) -> None:
        self._plans, self._options, self._may = plans, list(options), may
        self.curiosity, self.doubt = plans.curiosity, plans.doubt
        self._deal, self._deals_more = deal or plans.determinize, deal is not None
        # What can be chosen in the deal that was made last, until somebody asks.
        self._now: list[tuple[Move, float]] | None = self._options

    def determinize(self, view: State, chance: Chance) -> State:
        """A deal in which there is something to choose."""
        for _ in range(MOST_DEALS):
            state = self._deal(view, chance)
            self._now = [option for option in self._options if self._may(state, option[0])]
            if len(self._now) > 1:
                break
        return state

    def mover(self, state: State) -> str | None:
        return self._plans.mover(state)

    def moves(self, state: State) -> Sequence[tuple[Move, float]]:
        found, self._now = self._now, None
        return found or self._plans.moves(state)

    def play(self, state: State, move: Move, chance: Chance) -> State:
        return self._plans.play(state, move, chance)

    def value(self, state: State, chance: Chance) -> Mapping[str, float]:
        return self._plans.value(state, chance)

    def solved(self, view: State) -> Mapping[Move, float] | None:
        """As the plans know it, where they know each option, and the view has all that is known."""
        known = None if self._deals_more else self._plans.solved(view)
        options = [move for move, _ in self._options]
        return {move: known[move] for move in options} if known and known.keys() >= set(options) else None


def advised(
    plans: Plans[State, Move],
    view: State,
    seed: int,
    budget: Budget,
    *,
    foreseen: Callable[[Move], bool] = lambda move: False,
) -> Advice[Move]:
    """The best plan in ``view``, for whoever has to decide there. ``foreseen`` says of a move whether its player knows
    what it leads to: the plan goes on behind it. RulesError where nobody has anything to decide."""
    check_view(view)
    rng, search = random.Random(seed), Search(plans)
    mover, state = plans.mover(view), view
    if mover is None:
        raise RulesError("nobody has anything to decide")
    line: list[Move] = []
    chance, done = None, 0
    while len(line) < MOST_MOVES and plans.mover(state) == mover:
        thought = search.think(state, rng, budget(OTHERS if done else FIRST))
        line.append(thought.move)
        done += thought.iterations
        if chance is None and (reason := thought.reason):
            chance = reason.chosen.chance
        if not foreseen(thought.move):
            break
        state = plans.play(state, thought.move, rng)
    return Advice(tuple(line), chance, done)


def judged(
    plans: Plans[State, Move],
    view: State,
    made: Move,
    seed: int,
    budget: Budget,
    *,
    options: Sequence[tuple[Move, float]] | None = None,
    deal: Callable[[State, Chance], State] | None = None,
    may: Callable[[State, Move], bool] = lambda state, move: True,
) -> Judged[Move] | None:
    """What ``made`` is worth in ``view``, and the best of the ``options`` (those of the plans without any); None where
    there was nothing to choose, or no deal in which it could be tried."""
    check_view(view)
    found = list(plans.moves(view) if options is None else options)
    if made not in (move for move, _ in found):
        found.append((made, max((weight for _, weight in found), default=1.0)))
    if len(found) == 1:
        return None

    def thought(among: Sequence[tuple[Move, float]], least: int) -> Thought[Move]:
        enough = budget(0.5)
        search = Search(Choosing(plans, among, deal=deal, may=may))
        return search.think(view, rng, lambda done: done >= least and enough(done))

    rng = random.Random(seed)
    first = thought(found, 1)
    chances = {each.move: each.chance for each in first.candidates}
    best, done = first.move, first.iterations
    if best != made:
        # Each of the two is tried, however little time there is.
        second = thought([(best, 1.0), (made, 1.0)], 2)
        chances = {each.move: each.chance for each in second.candidates}
        done += second.iterations
    if not chances.keys() >= {best, made}:
        return None
    if chances[made] >= chances[best]:
        best = made
    return Judged(made, chances[made], best, chances[best], done)


def judged_turn(
    plans: Plans[State, Move],
    made: Made[State, Move],
    stretches: Sequence[tuple[State, Sequence[object]]],
    seed: int,
    budget: Budget,
) -> tuple[Judged[Move], ...]:
    """What the decisions of a turn are worth, each thought about for ``budget``. ``stretches`` are views in which the
    player decided, each with what was done up to the next; ``made`` says which decisions that was (`RobotGame.made`),
    none as long as it is half of one: then it goes on in the next stretch."""
    found: list[tuple[State, Move]] = []
    actions: list[object] = []
    for view, done in stretches:
        if not actions:
            began = view
        actions += done
        if whole := made(began, actions):
            found += whole
            actions = []
    worth: list[Judged[Move]] = []
    for number, (view, move) in enumerate(found[:MOST_DECISIONS]):
        # What cannot be done in every deal is passed over.
        with suppress(RulesError):
            each = judged(plans, view, move, seed + number, budget)
            worth += [each] if each is not None else []
    return tuple(worth)
