"""python -m benchmarks.ladder --pairs N: how a game's levels stand to each other, and to the rules of thumb.

Each level plays the one below, the lowest and the highest the rules of thumb too, by the duplicate deals of the arena.
Told are each step with its interval, and a rating of each player, rules of thumb 0: on Elo's scale, on which 100 more
win 64 % of the games. Levels leave to chance what is chosen before the game, as on the page unless people set it up by
hand; with --drafting they choose it. With --kept FILE many pairs are played in pieces.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log10
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from .arena import DEALT, Standing, pair, what
from .contests import CONTESTS, Contest
from .kept_pairs import KeptPairs

THUMB = "thumb"
# Elo's scale: ten times the odds are so many points.
TENFOLD = 400
# Fitted so often; the last change is far below a point.
ROUNDS = 2_000
# So many samples of the pairs that were played tell how sure a rating is.
SAMPLES = 200

# Two players, and the points of the first one in each pair, 0 to 2.
Played: TypeAlias = Mapping[tuple[str, str], Sequence[float]]


def steps(levels: Sequence[str]) -> list[tuple[str, str]]:
    """Who plays whom: each level the one below, the first and the last the rules of thumb."""
    ups = [(upper, lower) for lower, upper in pairwise(levels)]
    return [(levels[0], THUMB), *ups, (levels[-1], THUMB)]


def ratings(played: Played) -> dict[str, float]:
    """Each player's rating by all that was ``played`` (Bradley and Terry), rules of thumb 0. A pair more, shared, is
    counted for each two, so that who has won all has a rating, too."""
    won = dict[str, float]()
    for (first, second), points in played.items():
        won[first] = won.get(first, 0.0) + sum(points) + 1.0
        won[second] = won.get(second, 0.0) + 2.0 * len(points) - sum(points) + 1.0
    strengths = dict.fromkeys(won, 1.0)
    for _ in range(ROUNDS):
        faced = dict.fromkeys(won, 0.0)
        for (first, second), points in played.items():
            share = 2.0 * (len(points) + 1) / (strengths[first] + strengths[second])
            faced[first] += share
            faced[second] += share
        strengths = {player: won[player] / faced[player] for player in won}
    return {player: TENFOLD * log10(each / strengths[THUMB]) for player, each in strengths.items()}


def intervals(played: Played, seed: int) -> dict[str, tuple[float, float]]:
    """Between which ratings each player lies 95 times of 100, by samples of the pairs that were played."""
    rng, found = random.Random(seed), list[dict[str, float]]()
    for _ in range(SAMPLES):
        found.append(ratings({who: rng.choices(points, k=len(points)) for who, points in played.items()}))
    cut = SAMPLES // 40
    sorts = {player: sorted(each[player] for each in found) for player in found[0]}
    return {player: (values[cut], values[-1 - cut]) for player, values in sorts.items()}


def fought(contest: Contest, first: str, second: str, seeds: range, file: Path | None) -> list[float]:
    """The points of ``first`` in each deal."""
    kept, points = KeptPairs(file, what(contest, first, second)), list[float]()
    for seed in seeds:
        won = kept.points(seed)
        if won is None:
            won = pair(contest, first, second, seed)
            kept.keep(seed, won)
        points.append(won)
    return points


def ladder(
    number: Annotated[int, typer.Option("--pairs", min=1, help="Deals of each step.")] = 100,
    seed: Annotated[int, typer.Option(help="The first deal; the others follow.")] = 1,
    name: Annotated[str, typer.Option("--game", help=" or ".join(CONTESTS))] = next(iter(CONTESTS)),
    drafting: Annotated[bool, typer.Option("--drafting", help="Levels choose their armies.")] = False,
    file: Annotated[Path | None, typer.Option("--kept", help="Keep each pair there.")] = None,
) -> None:
    """Play the levels of a game against each other, and tell their ratings."""
    if name not in CONTESTS:
        raise typer.BadParameter(f"{name}: the games are {', '.join(CONTESTS)}")
    contest = CONTESTS[name]()
    levels = [f"level:{each}{'' if drafting else DEALT}" for each in range(1, len(contest.ladder) + 1)]
    played = dict[tuple[str, str], list[float]]()
    for first, second in steps(levels):
        played[first, second] = fought(contest, first, second, range(seed, seed + number), file)
        print(f"{first} against {second}: {Standing(tuple(played[first, second]))}", flush=True)
    sure = intervals(played, seed)
    for player, rating in sorted(ratings(played).items(), key=lambda each: each[1]):
        low, high = sure[player]
        print(f"{player}: {rating:.0f} ({low:.0f} to {high:.0f})")


if __name__ == "__main__":
    typer.run(ladder)
