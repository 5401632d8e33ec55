"""Search for the best decision of a player who sees a view and nothing else: Monte-Carlo tree search over full states
that agree with the view.

In each iteration the hidden cards are dealt again (`Rules.determinize`), so the tree knows decisions only, not where
cards lie: of a decision's children some are there in one deal and not in another, and each counts how often it was
there (single-observer information-set search; Cowling, Powley and Whitehouse 2012). Which child is tried next weighs
what it brought, how often it was tried, and what the game's own rules of thumb think of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Generic, Protocol, TypeVar

from .chance import Chance
from .rules import Rules

State = TypeVar("State")
Move = TypeVar("Move", bound=Hashable)
# What a thought says is only read.
MoveRead = TypeVar("MoveRead", bound=Hashable, covariant=True)
Action = TypeVar("Action")

# Whether to stop, after so many iterations.
Stop = Callable[[int], bool]
# How much curiosity weighs against what is known, unless a game says: chances to win are between 0 and 1.
CURIOSITY = 1.0
# What a move brought tells something if it was tried no less often than the one tried most, divided by this.
ENOUGH = 3


class Plans(Protocol[State, Move]):
    """What a game tells the search. A move is what one player decides at once, be it several actions.

    ``curiosity`` is about as much as one decision changes the chance to win: where that is far less than moves are
    promising, what they bring would decide nothing.

    ``doubt`` above 0 is for games in which a guess tells more of chance than of the move: the most promising move is
    left for another one only if that looks better by so much, divided by the root of how often both were tried.
    """

    curiosity: float = CURIOSITY
    doubt: float = 0.0

    def determinize(self, view: State, chance: Chance) -> State:
        """A full state that agrees with the view (`Rules.determinize`)."""
        ...

    def mover(self, state: State) -> str | None:
        """Who decides; None when nobody does: the game is over, or dice fall first."""
        ...

    def moves(self, state: State) -> Sequence[tuple[Move, float]]:
        """What the mover may choose, by what they know, each with how promising it looks: weights above 0."""
        ...

    def play(self, state: State, move: Move, chance: Chance) -> State:
        """The state in which the next decision is due, or the game is over; chance decides on the way."""
        ...

    def value(self, state: State, chance: Chance) -> Mapping[str, float]:
        """Each player's chance to win, 0 to 1: as it is known at the end, and guessed before."""
        ...

    def solved(self, view: State) -> Mapping[Move, float] | None:
        """What each move of the mover truly brings, where that is known; None where it has to be searched."""
        del view
        return None


class RulesPlans(Plans[State, tuple[Action, ...]], Generic[State, Action]):
    """Plans whose moves are actions of a game's ``rules``, one after the other."""

    rules: Rules[State, Action]

    def determinize(self, view: State, chance: Chance) -> State:
        return self.rules.determinize(view, chance)

    def play(self, state: State, move: tuple[Action, ...], chance: Chance) -> State:
        return self.passed(self.done(state, move), chance)

    def done(self, state: State, move: tuple[Action, ...]) -> State:
        """The state right after a move, before anything happens by itself."""
        for action in move:
            state = self.rules.effect(state, action)
        return state

    def passed(self, state: State, chance: Chance) -> State:
        """What happens by itself until somebody decides: dice fall, and cards are drawn."""
        while due := self.rules.chance(state):
            state = self.rules.effect(state, due[0] if len(due) == 1 else chance.choice(due))
        return state


@dataclass(frozen=True, slots=True)
class Candidate(Generic[MoveRead]):
    """A move that was tried, how often, and the mean of what it brought to whoever chooses."""

    move: MoveRead
    visits: int
    chance: float


@dataclass(frozen=True, slots=True)
class Reason(Generic[MoveRead]):
    """Why a move was chosen: what it is thought to bring, and the best ``other`` one; None if no other was tried."""

    chosen: Candidate[MoveRead]
    other: Candidate[MoveRead] | None


@dataclass(frozen=True, slots=True)
class Thought(Generic[MoveRead]):
    """What a search came to: its move, and all that were tried, the one tried most first; ``iterations`` is 0 where
    plans had one move."""

    move: MoveRead
    candidates: tuple[Candidate[MoveRead], ...]
    iterations: int

    @property
    def reason(self) -> Reason[MoveRead] | None:
        """Why it is this move, as far as it was thought about; None where nothing else was."""
        return self.reason_told([each.move for each in self.candidates])

    def reason_told(self, said: Sequence[object]) -> Reason[MoveRead] | None:
        """Why it is this move, the candidates' moves being ``said`` so: two that are said alike are one. The other one
        is the best of those that were tried often enough; if none was, one that looks better only because it was tried
        seldom comes last."""
        told = list(zip(self.candidates, said, strict=True))
        found = next((each for each in told if each[0].move == self.move), None)
        if found is None:
            return None
        chosen, done = found
        others = [each for each, as_said in told if as_said != done]
        if enough := [each for each in others if ENOUGH * each.visits >= self.candidates[0].visits]:
            return Reason(chosen, max(enough, key=lambda each: each.chance))
        others = [each for each in others if each.chance <= chosen.chance] or others
        return Reason(chosen, others[0] if others else None)


@dataclass(slots=True)
class _Node(Generic[Move]):
    visits: int = 0
    there: int = 0
    worth: float = 0.0
    # By who decides there, too: in another deal it may be somebody else.
    children: dict[tuple[str, Move], _Node[Move]] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """What it has brought, once it was tried."""
        return self.worth / self.visits


class Search(Generic[State, Move]):
    """Thinks for whoever decides in a view."""

    def __init__(self, plans: Plans[State, Move]) -> None:
        self._plans = plans
        self._curiosity = plans.curiosity

    def think(self, view: State, chance: Chance, stop: Stop, *, solving: bool = True) -> Thought[Move]:
        """Iterate until ``stop`` says so, at least once; where ``solving``, only if the answer is not known. The same
        view, chance and number of iterations come to the same thought."""
        moves = self._plans.moves(view)
        if len(moves) == 1:
            return Thought(moves[0][0], (), 0)
        if solving and (known := self._plans.solved(view)):
            ranked = sorted(known.items(), key=lambda each: -each[1])
            return Thought(ranked[0][0], tuple(Candidate(move, 1, worth) for move, worth in ranked), 1)
        root, iterations = _Node[Move](), 0
        while not iterations or not stop(iterations):
            self._iterate(root, view, chance)
            iterations += 1
        # Deeper decisions hang here, too, where a deal left nothing to choose before them.
        wanted, mine = self._plans.mover(view), {move for move, _ in moves}
        tried = [
            Candidate(move, node.visits, node.mean)
            for (mover, move), node in root.children.items()
            if node.visits and mover == wanted and move in mine
        ]
        tried.sort(key=lambda candidate: (-candidate.visits, -candidate.chance))
        usual = max(moves, key=lambda move: move[1])[0]
        return Thought(self._best(tried, usual), tuple(tried), iterations)

    def _best(self, tried: Sequence[Candidate[Move]], usual: Move) -> Move:
        """The move that was tried most, and where there is doubt, the usual one unless that is surely worse."""
        if not tried:
            return usual
        most, doubt = tried[0], self._plans.doubt
        known = next((each for each in tried if each.move == usual), None)
        if doubt and known is not None:
            sure = most.chance - known.chance > doubt * sqrt(1 / most.visits + 1 / known.visits)
            return most.move if sure else usual
        return most.move

    def _iterate(self, root: _Node[Move], view: State, chance: Chance) -> None:
        """Down the tree to a move that was not tried yet, its worth, and back up."""
        plans, node = self._plans, root
        state = plans.determinize(view, chance)
        path: list[tuple[_Node[Move], str]] = []
        while (mover := plans.mover(state)) is not None:
            moves = plans.moves(state)
            if len(moves) == 1:
                state = plans.play(state, moves[0][0], chance)
                continue
            move, child = self._chosen(node, mover, moves)
            state = plans.play(state, move, chance)
            path.append((child, mover))
            node = child
            if not child.visits:
                break
        worth = plans.value(state, chance)
        for child, mover in path:
            child.visits += 1
            child.worth += worth[mover]

    def _chosen(
        self, node: _Node[Move], mover: str, moves: Sequence[tuple[Move, float]]
    ) -> tuple[Move, _Node[Move]]:
        """The move with the greatest sum of what it brought and of curiosity. One that was never tried is thought to
        bring what its siblings did."""
        total, best, found = sum(weight for _, weight in moves), -1.0, None
        tried = [child for move, _ in moves if (child := node.children.get((mover, move))) and child.visits]
        visits = sum(child.visits for child in tried)
        expected = sum(child.worth for child in tried) / visits if visits else 0.5
        for move, weight in moves:
            child = node.children.get((mover, move))
            if child is None:
                child = node.children[mover, move] = _Node()
            child.there += 1
            curious = self._curiosity * (weight / total) * sqrt(child.there) / (1 + child.visits)
            score = (child.mean if child.visits else expected) + curious
            if score > best:
                best, found = score, (move, child)
        assert found is not None
        return found
