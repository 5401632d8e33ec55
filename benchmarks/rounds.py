"""Learn what a round of Call to Glory still brings: from each turn to the next, instead of from its end alone.

What a turn promised should be what the next one does, and at the end what was scored (least squares of temporal
differences; Bradtke and Barto 1996). Who scores in a round is chance for the most part, so weights that are fitted to
the ends alone need many times as many games.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from math import sqrt

from signifer_core.games.call_to_glory.state import DRAW, State
from signifer_firmware.games.call_to_glory.robots.worth import Worth

from .contests import CallToGloryContest, Contest, Playing

# Great weights cost so much; without games a set that is laid is worth its points, and nothing else is worth anything.
RIDGE = 50.0

# What the first player has more than the second as each turn of a round begins, and by how much they outscored them.
Round = tuple[list[tuple[float, ...]], float]


def rounds(contest: CallToGloryContest, minds: dict[str, Playing], seed: int) -> list[Round]:
    """The rounds of one game."""
    state, found, turns = contest.begun(seed, frozenset()), list[Round](), dict[int, tuple[float, ...]]()
    while contest.rules.outcome(state) is None:
        if (happens := contest.happens(state, seed)) is None:
            if state.step == DRAW and not state.drawn and state.turn not in turns:
                turns[state.turn] = _difference(contest, state)
            mover = contest.mover(state)
            for action in minds[mover](contest.rules.view(state, mover)):
                state = contest.rules.effect(state, action)
            continue
        if turns and len(state.scores[0]) == state.round:
            first, second = (scores[-1] for scores in state.scores)
            found.append((list(turns.values()), float(first - second)))
            turns = {}
        state = contest.rules.effect(state, happens)
    return found


def _difference(contest: CallToGloryContest, state: State) -> tuple[float, ...]:
    worth = Worth(contest.rules.deck, state)
    return tuple(map(float.__sub__, worth.figures(0), worth.figures(1)))


def whims(playing: Playing, contest: Contest, rng: random.Random, whim: float) -> Playing:
    """A player who now and then does something else."""
    return lambda view: contest.any_action(view, rng) if rng.random() < whim else playing(view)


def learnt(played: Iterable[Round], first: tuple[float, ...]) -> list[float]:
    """The weights by which each turn promises what the next one does; ``first`` are those without games."""
    number = len(first)
    lines = [[0.0] * number for _ in range(number)]
    right, squares, count = [0.0] * number, [0.0] * number, 0
    for turns, margin in played:
        for turn, after in zip(turns, [*turns[1:], None], strict=True):
            step = turn if after is None else tuple(map(float.__sub__, turn, after))
            count += 1
            for row, figure in enumerate(turn):
                if not figure:
                    continue
                squares[row] += figure * figure
                right[row] += figure * margin if after is None else 0.0
                line = lines[row]
                for column, change in enumerate(step):
                    line[column] += figure * change
    for row in range(number):
        right[row] -= sum(map(float.__mul__, lines[row], first))
        lines[row][row] += RIDGE * max(1.0, squares[row] / max(1, count))
    return [one + more for one, more in zip(first, solved(lines, right), strict=True)]


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations by Gauss, the greatest pivot first."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    number = len(rows)
    for at in range(number):
        pivot = max(range(at, number), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for row in rows[at + 1 :]:
            share = row[at] / rows[at][at]
            row[at:] = [low - share * high for low, high in zip(row[at:], rows[at][at:], strict=True)]
    found = [0.0] * number
    for at in range(number - 1, -1, -1):
        rest = rows[at][-1] - sum(map(float.__mul__, rows[at][at + 1 : -1], found[at + 1 :]))
        found[at] = rest / rows[at][at]
    return found


def surprise(played: Iterable[Round], weights: list[float]) -> float:
    """By how many points, on the mean, a round came out otherwise than promised (root of the mean square)."""
    errors = [margin - sum(map(float.__mul__, weights, turn)) for turns, margin in played for turn in turns]
    return sqrt(sum(error * error for error in errors) / len(errors))
