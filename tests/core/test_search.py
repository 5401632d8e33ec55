"""The search on games so small that anybody can count: what is best, its worth, and that nothing hidden is used."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest
from signifer_core.chance import Chance
from signifer_core.search import Candidate, Plans, Reason, Search, Stop, Thought


def after(iterations: int) -> Stop:
    return lambda done: done >= iterations


@dataclass(frozen=True)
class Heap:
    """Whoever takes the last of the stones wins; one or two are taken at once."""

    stones: int
    mover: str = "a"


class HeapPlans(Plans[Heap, int]):
    def determinize(self, view: Heap, chance: Chance) -> Heap:
        return view

    def mover(self, state: Heap) -> str | None:
        return state.mover if state.stones else None

    def moves(self, state: Heap) -> Sequence[tuple[int, float]]:
        return [(taken, 1.0) for taken in (1, 2) if taken <= state.stones]

    def play(self, state: Heap, move: int, chance: Chance) -> Heap:
        return Heap(state.stones - move, "b" if state.mover == "a" else "a")

    def value(self, state: Heap, chance: Chance) -> Mapping[str, float]:
        while state.stones:
            state = self.play(state, chance.choice(self.moves(state))[0], chance)
        return {player: float(player != state.mover) for player in "ab"}


@pytest.mark.parametrize("stones", [2, 4, 5, 7, 8])
def test_it_finds_the_move_that_wins(stones: int) -> None:
    thought = Search(HeapPlans()).think(Heap(stones), random.Random(1), after(600))
    assert thought.move == stones % 3
    assert thought.iterations == 600
    assert sum(candidate.visits for candidate in thought.candidates) == 600
    assert thought.candidates[0].move == thought.move
    assert thought.candidates[0].chance > thought.candidates[1].chance


class KnownPlans(HeapPlans):
    """Somebody has counted all heaps up to five stones."""

    def solved(self, view: Heap) -> Mapping[int, float] | None:
        if view.stones > 5:
            return None
        return {move: float((view.stones - move) % 3 == 0) for move, _ in self.moves(view)}


def test_what_is_known_is_not_searched() -> None:
    search = Search(KnownPlans())
    thought = search.think(Heap(5), random.Random(1), after(600))
    assert (thought.move, thought.iterations) == (2, 1)
    assert thought.candidates == (Candidate(2, 1, 1.0), Candidate(1, 1, 0.0))
    assert search.think(Heap(5), random.Random(1), after(9), solving=False).iterations == 9
    assert search.think(Heap(7), random.Random(1), after(9)).iterations == 9


def test_what_a_game_does_not_know_is_searched() -> None:
    assert HeapPlans().solved(Heap(3)) is None


def test_a_reason_is_what_was_chosen_and_the_best_of_the_rest() -> None:
    one, two, three = Candidate("x", 5, 0.6), Candidate("y", 3, 0.5), Candidate("z", 1, 0.2)
    assert Thought("x", (one, two, three), 9).reason == Reason(one, two)
    assert Thought("y", (one, two, three), 9).reason == Reason(two, one)
    assert Thought("x", (one,), 5).reason == Reason(one, None)
    assert Thought("x", (), 0).reason is None
    lucky = Candidate("lucky", 1, 0.9)
    assert Thought("x", (one, lucky, three), 7).reason == Reason(one, three)
    assert Thought("x", (one, lucky), 6).reason == Reason(one, lucky)
    assert Thought("z", (one, lucky, three), 7).reason == Reason(three, one)


def test_where_there_is_no_choice_it_does_not_think() -> None:
    thought = Search(HeapPlans()).think(Heap(1), random.Random(1), after(600))
    assert (thought.move, thought.candidates, thought.iterations) == (1, (), 0)


def test_it_is_asked_after_each_iteration_and_thinks_once_at_least() -> None:
    asked: list[int] = []

    def stop(done: int) -> bool:
        asked.append(done)
        return done == 3

    assert Search(HeapPlans()).think(Heap(4), random.Random(1), stop).iterations == 3
    assert asked == [1, 2, 3]
    assert Search(HeapPlans()).think(Heap(4), random.Random(1), lambda done: True).iterations == 1


def test_the_same_chance_comes_to_the_same_thought() -> None:
    thoughts = [Search(HeapPlans()).think(Heap(8), random.Random(seed), after(50)) for seed in (5, 5, 6)]
    assert thoughts[0] == thoughts[1] != thoughts[2]


@dataclass(frozen=True)
class Duel:
    """One attacks or does not; the other holds one of four cards, and only with the fourth may strike back."""

    card: int | None = None
    attacked: bool = False
    over: bool = False
    lost: bool = False


class DuelPlans(Plans[Duel, str]):
    def __init__(self, *, peace: float) -> None:
        self._peace = peace

    def determinize(self, view: Duel, chance: Chance) -> Duel:
        assert view.card is None, "the search is given a view"
        return replace(view, card=chance.choice((1, 2, 3, 4)))

    def mover(self, state: Duel) -> str | None:
        return None if state.over else "b" if state.attacked else "a"

    def moves(self, state: Duel) -> Sequence[tuple[str, float]]:
        if not state.attacked:
            return [("attack", 1.0), ("peace", 1.0)]
        return [("yield", 1.0), ("talk", 1.0), *([("strike", 1.0)] if state.card == 4 else [])]

    def play(self, state: Duel, move: str, chance: Chance) -> Duel:
        if move == "attack":
            return replace(state, attacked=True)
        return replace(state, over=True, lost=move == "strike")

    def value(self, state: Duel, chance: Chance) -> Mapping[str, float]:
        won = float(not state.lost) if state.attacked else self._peace
        return {"a": won, "b": 1.0 - won}


@pytest.mark.parametrize(("peace", "best"), [(0.6, "attack"), (0.9, "peace")])
def test_what_the_other_may_hold_is_weighed_by_how_often_they_hold_it(peace: float, best: str) -> None:
    """They strike back with one card of four: an attack is worth three quarters."""
    thought = Search(DuelPlans(peace=peace)).think(Duel(), random.Random(2), after(2000))
    assert thought.move == best
    worth = {candidate.move: candidate.chance for candidate in thought.candidates}
    assert worth["attack"] == pytest.approx(0.77, abs=0.06)
    assert worth["peace"] == pytest.approx(peace)


@dataclass(frozen=True)
class Forced:
    """One goes or stays, if the hidden card leaves the choice; then the other goes or stays, and wins if they go."""

    free: bool | None = None
    mover: str = "a"
    won: str = ""


class ForcedPlans(Plans[Forced, str]):
    def determinize(self, view: Forced, chance: Chance) -> Forced:
        return replace(view, free=chance.choice((True, False)))

    def mover(self, state: Forced) -> str | None:
        return None if state.won else state.mover

    def moves(self, state: Forced) -> Sequence[tuple[str, float]]:
        if state.mover == "a":
            return [("go", 1.0)] if state.free is False else [("go", 1.0), ("stay", 1.0)]
        return [("go", 1.0), ("wait", 1.0)]

    def play(self, state: Forced, move: str, chance: Chance) -> Forced:
        if state.mover == "a":
            return replace(state, mover="b")
        return replace(state, won="b" if move == "go" else "a")

    def value(self, state: Forced, chance: Chance) -> Mapping[str, float]:
        won = state.won or "b"
        return {player: float(player == won) for player in "ab"}


def test_what_the_other_decides_is_not_mixed_with_ones_own() -> None:
    """Where a deal leaves no choice the other decides first, and by the same word."""
    thought = Search(ForcedPlans()).think(Forced(), random.Random(3), after(400))
    assert {candidate.move for candidate in thought.candidates} == {"go", "stay"}
    assert sum(candidate.visits for candidate in thought.candidates) < 300, (
        "half of the deals leave no choice"
    )
    assert all(candidate.chance < 0.3 for candidate in thought.candidates), (
        "the other wins, whatever one does"
    )


class CloseDuelPlans(DuelPlans):
    """A decision that changes little: the rules of thumb are for what is a little worse."""

    def moves(self, state: Duel) -> Sequence[tuple[str, float]]:
        return [("attack", 0.1), ("peace", 0.9)] if not state.attacked else [("talk", 1.0)]

    def value(self, state: Duel, chance: Chance) -> Mapping[str, float]:
        won = 0.53 if state.attacked else self._peace
        return {"a": won, "b": 1.0 - won}


@pytest.mark.parametrize(("curiosity", "best"), [(1.0, "peace"), (0.05, "attack")])
def test_a_game_says_how_much_a_decision_changes(curiosity: float, best: str) -> None:
    """Where that is little, as much curiosity as elsewhere does whatever looks promising."""
    plans = CloseDuelPlans(peace=0.5)
    plans.curiosity = curiosity
    assert Search(plans).think(Duel(), random.Random(2), after(60)).move == best


class DicePlans(DuelPlans):
    """An attack is won or lost by a die, whatever it is worth."""

    def moves(self, state: Duel) -> Sequence[tuple[str, float]]:
        return [("peace", 0.6), ("attack", 0.4)] if not state.attacked else [("talk", 1.0)]

    def value(self, state: Duel, chance: Chance) -> Mapping[str, float]:
        won = float(chance.choice(range(10)) < 10 * self._peace) if state.attacked else 0.5
        return {"a": won, "b": 1.0 - won}


def chosen(seed: int, worth: float, doubt: float, iterations: int = 12) -> str:
    """What is done where an attack wins so often."""
    plans = DicePlans(peace=worth)
    plans.doubt = doubt
    return Search(plans).think(Duel(), random.Random(seed), after(iterations)).move


def test_where_there_is_doubt_the_usual_move_is_left_only_for_one_that_is_surely_better() -> None:
    """Of a few guesses most looks better by luck."""
    assert "attack" in {chosen(seed, 0.4, 0.0) for seed in range(20)}
    assert {chosen(seed, 0.4, 1.0) for seed in range(20)} == {"peace"}
    assert {chosen(seed, 1.0, 1.0, 60) for seed in range(20)} == {"attack"}


class UnluckyPlans(DicePlans):
    """The usual move looks so bad at once that it is not tried again."""

    curiosity = 0.1

    def value(self, state: Duel, chance: Chance) -> Mapping[str, float]:
        won = 0.5 if state.attacked else 0.0
        return {"a": won, "b": 1.0 - won}


@pytest.mark.parametrize(("doubt", "done"), [(0.3, "attack"), (0.8, "peace")])
def test_a_usual_move_that_was_tried_once_is_in_doubt_however_often_the_other_was(
    doubt: float, done: str
) -> None:
    plans = UnluckyPlans(peace=0.0)
    plans.doubt = doubt
    thought = Search(plans).think(Duel(), random.Random(1), after(12))
    assert thought.candidates == (Candidate("attack", 11, 0.5), Candidate("peace", 1, 0.0))
    assert thought.move == done
