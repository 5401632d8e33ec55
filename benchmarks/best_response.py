"""python -m benchmarks.best_response --minutes 60: how often a player wins that was trained against the top level.

It searches as long as that level, with the same moves; what it thinks of a position is its own: weights that begin as
those that ship, and are changed by chance and kept if they win more of the same deals, or learnt afresh from the games
that were played against the level (`benchmarks.value`). What it came to then plays deals that it has never met.
With --kept FILE an hour is trained in pieces, the last of which judges (--pairs 0 for the others). In *Field of Glory*.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer
from signifer_core.layout import SIDES
from signifer_firmware.games.field_of_glory.robots.levels import LEVELS
from signifer_firmware.games.field_of_glory.robots.plans import FieldOfGloryPlans
from signifer_firmware.games.field_of_glory.robots.value import SHIPPED, Weights
from signifer_firmware.simulation.robots.thinking import Level, Thinker

from .arena import Standing, dealt
from .contests import FieldOfGloryContest, Playing
from .value import Sample, learnt, sample

TOP = LEVELS[-1]
# Pairs by which new weights are judged at first; if they win as often, twice as many more.
FEW = 8
# How far chance changes weights, as a share of their size, and at least.
CHANGE, LEAST = 0.3, 0.05
# Each so many tries one is learnt from what was played.
TO_LEARN = 4
# Training in pieces meets other deals in each.
PIECE = 20_000


class Training:
    """Plays responders against a level that thinks as long; ``samples`` are of all that was played, each with who
    won."""

    def __init__(self, level: Level = TOP) -> None:
        self._level = level
        self.contest = FieldOfGloryContest()
        self.samples: list[Sample] = []
        self._plans = self.contest.plans()

    def _playing(self, weights: Weights | None, player: str, seed: int) -> Playing:
        """A mind with these weights; None is the level itself."""
        plans = self._plans if weights is None else FieldOfGloryPlans(self.contest.rules, weights=weights)
        thinker: Thinker[Any, Any] = Thinker(plans)
        rng = random.Random(f"{seed} {player}")
        return lambda view: thinker.decide(view, rng.getrandbits(64), self._level).move

    def pair(self, weights: Weights, seed: int) -> float:
        """The points, 0 to 2, of a responder with these weights in a deal played from both sides."""
        points = 0.0
        for mine in SIDES:
            turns: dict[int, Any] = {}
            minds: dict[str, Playing] = {
                side: self._playing(weights if side == mine else None, side, seed) for side in SIDES
            }
            won = dealt(
                self.contest,
                minds,
                frozenset(SIDES),
                seed,
                lambda state, seen=turns: seen.setdefault(state.turn, state),  # type: ignore[misc]
            )
            points += won[mine]
            if 0.5 not in won.values():
                self.samples += [
                    (sample(self.contest.rules, each), won[each.active]) for each in turns.values()
                ]
        return points

    def standing(self, weights: Weights, seeds: range) -> Standing:
        return Standing(tuple(self.pair(weights, seed) for seed in seeds))


def changed(weights: Weights, rng: random.Random) -> Weights:
    return tuple(rng.gauss(weight, max(LEAST, CHANGE * abs(weight))) for weight in weights)


def trained(
    training: Training, over: Callable[[], bool], seed: int, start: Weights = SHIPPED
) -> Iterator[tuple[Weights, Standing]]:
    """The best weights so far, and what they won of the deals by which they were chosen; one after the other until
    it is ``over``."""
    rng, best, tries = random.Random(seed), start, 0
    first = seed
    known = training.standing(best, range(first, first + FEW))
    while not over():
        tries += 1
        other = tuple(learnt(training.samples)) if tries % TO_LEARN == 0 else changed(best, rng)
        standing = training.standing(other, range(first, first + FEW))
        if standing.rate > known.rate:
            # Luck of few deals: both again, with others.
            first += FEW
            again = range(first, first + 2 * FEW)
            rival, standing = training.standing(best, again), training.standing(other, again)
            if standing.rate > rival.rate:
                best = other
                yield best, standing
            # The next ones, too, are judged by deals by which nothing was chosen.
            first += 2 * FEW
            known = training.standing(best, range(first, first + FEW))


@dataclass(frozen=True)
class Kept:
    """What pieces of training came to: the best ``weights`` so far, how many ``pieces``, and ``minutes`` in all."""

    weights: Weights = SHIPPED
    pieces: int = 0
    minutes: float = 0.0

    @classmethod
    def of(cls, file: Path | None) -> Kept:
        """BadParameter for a file of something else."""
        if file is None or not file.exists():
            return cls()
        try:
            kept = cls(**json.loads(file.read_text("utf-8")))
            weights = tuple(map(float, kept.weights))
        except (ValueError, TypeError):
            raise typer.BadParameter(f"{file}: no weights of a best response; name another file") from None
        if len(weights) != len(SHIPPED):
            raise typer.BadParameter(f"{file}: weights of another program; name another file")
        return replace(kept, weights=weights)

    def keep(self, file: Path | None) -> None:
        if file is not None:
            # Whole or not at all: whoever breaks it off loses nothing.
            part = file.with_name(file.name + ".part")
            part.write_text(json.dumps(asdict(self)), "utf-8")
            part.replace(file)


def respond(
    minutes: Annotated[float, typer.Option(help="Training time.")] = 60,
    number: Annotated[int, typer.Option("--pairs", min=0, help="Deals to judge by, from both sides.")] = 200,
    seed: Annotated[int, typer.Option(help="The first deal; the others follow.")] = 1,
    file: Annotated[
        Path | None, typer.Option("--kept", help="Keep the weights there, and go on from those it has.")
    ] = None,
) -> None:
    """Train a best response to the top level, and say how often it wins deals that it has never met."""
    kept = Kept.of(file)
    training, best, began_s = Training(), kept.weights, time.monotonic()
    deadline_s, first = began_s + 60 * minutes, seed + PIECE * kept.pieces
    for found, standing in trained(training, lambda: time.monotonic() >= deadline_s, first, best):
        best = found
        replace(kept, weights=best).keep(file)
        print(f"in training: {standing}", file=sys.stderr, flush=True)
    kept = Kept(best, kept.pieces + 1, kept.minutes + (time.monotonic() - began_s) / 60)
    kept.keep(file)
    print(f"weights after {kept.minutes:.0f} min: {', '.join(f'{weight:.3f}' for weight in best)}")
    if number:
        fresh = seed + 1_000_000
        won = training.standing(best, range(fresh, fresh + number))
        print(f"best response against level:{len(LEVELS)}: {won}")


if __name__ == "__main__":
    typer.run(respond)
