"""python -m benchmarks.arena A B --pairs N: how often robot A beats robot B, told by duplicate deals.

Both play each deal from both sides: the same cards, order of every deck, and dice. Of a game that one team plays alone,
both play each deal, and what is told is how much more often A wins. With --kept FILE many pairs are played in pieces.
Players are "random", "thumb" (the rules of thumb, without whims), "level:1" to "level:5", and "search:BUDGET":
"search:200" thinks 200 iterations about each decision, "search:0.5s" so many seconds, "search:20/2/0.3" 20 iterations
with weakness 2 that lose no more than 0.3 by it. With "-dealt" after it one that searches leaves to chance what is
chosen before the game. "openspiel:0.5s" is OpenSpiel's information-set search (`peers.py`).
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Annotated, Any

import typer
from signifer_firmware.simulation.robots.thinking import Level, Thinker, until

from .contests import CONTESTS, Contest, Playing
from .kept_pairs import KeptPairs
from .peers import open_spiel

LEVEL = re.compile(r"level:([1-9])")
# Iterations with weakness, or seconds, for each decision.
BUDGET = re.compile(r"search:(?:([0-9]+)(?:/([0-9.]+)/([0-9.]+))?|([0-9]+(?:\.[0-9]+)?)s)")
PEER = re.compile(r"openspiel:([0-9]+(?:\.[0-9]+)?)s")
DEALT = "-dealt"
# 95 % of a normal distribution lie so many deviations around its mean.
DEVIATIONS = 1.96


def level_of(contest: Contest, name: str) -> Level | None:
    """The level that a name says, without ``-dealt``; None if it says none."""
    if found := LEVEL.fullmatch(name):
        number = int(found[1])
        if number > len(contest.ladder):
            raise ValueError(f"{name}: {contest.game} has {len(contest.ladder)} levels")
        return contest.ladder[number - 1]
    budget = BUDGET.fullmatch(name)
    if budget is None or budget[1] is None:
        return None
    try:
        level = Level(int(budget[1]), float(budget[2] or 0), float(budget[3] or 0))
    except ValueError:
        raise ValueError(f"{name}: write weakness and loss as numbers, search:20/2/0.3") from None
    if not level.iterations:
        raise ValueError(f"{name}: whoever searches thinks once at least, search:1")
    return level


def check(contest: Contest, name: str) -> None:
    """ValueError unless there is a player of this name."""
    short = name.removesuffix(DEALT)
    if name in ("random", "thumb") or level_of(contest, short):
        return
    peer, budget = PEER.fullmatch(name), BUDGET.fullmatch(short)
    seconds = peer[1] if peer else budget[4] if budget else None
    if seconds is None:
        raise ValueError(
            f'no player is called "{name}": say random, thumb, level:3, search:200 or search:0.5s'
        )
    if not float(seconds):
        raise ValueError(f"{name}: whoever searches needs some time, such as 0.5s")


def playing(contest: Contest, name: str, player: str, rng: random.Random) -> Playing:
    """The player of this name; ValueError if there is none."""
    check(contest, name)
    if name == "random":
        return lambda view: contest.any_action(view, rng)
    if name == "thumb":
        return contest.thumb(player, rng)
    if peer := PEER.fullmatch(name):
        decide = open_spiel(contest.plans(), contest.rules.view, contest.players, rng)
        think_us = round(float(peer[1]) * 1e6)
        return lambda view: decide(view, _over(think_us))
    thinker: Thinker[Any, Any] = Thinker(contest.plans())
    if level := level_of(contest, name.removesuffix(DEALT)):
        return lambda view: thinker.decide(view, rng.getrandbits(64), level).move
    budget = BUDGET.fullmatch(name.removesuffix(DEALT))
    assert budget is not None, "names are checked before anything is played"
    us = round(float(budget[4]) * 1e6)
    return lambda view: thinker.think(view, rng.getrandbits(64), until(_now_us() + us, _now_us)).move


def _over(think_us: int) -> Callable[[], bool]:
    """Says whether the time is over that begins now."""
    deadline_us = _now_us() + think_us
    return lambda: _now_us() >= deadline_us


def _now_us() -> int:
    return time.monotonic_ns() // 1000


def drafts(contest: Contest, name: str) -> bool:
    """Whether a player chooses what is chosen before the game."""
    if name.endswith(DEALT):
        return False
    return level_of(contest, name) is not None or BUDGET.fullmatch(name) is not None


def game(contest: Contest, names: Mapping[str, str], seed: int) -> Mapping[str, float]:
    """Each player's points, 1, 0.5 or 0, of one deal with the players of these names."""
    # Chance is of the player, whoever sits there: two equal players play the same game twice.
    minds = {
        player: playing(contest, name, player, random.Random(f"{seed} {player}"))
        for player, name in names.items()
    }
    drafting = frozenset(player for player, name in names.items() if drafts(contest, name))
    return dealt(contest, minds, drafting, seed)


def dealt(
    contest: Contest,
    minds: Mapping[str, Playing],
    drafting: frozenset[str],
    seed: int,
    see: Callable[[Any], None] = lambda state: None,
) -> Mapping[str, float]:
    """The same with these minds; ``see`` is shown each state in which somebody decides."""
    rules, state = contest.rules, contest.begun(seed, drafting)
    while rules.outcome(state) is None and state.turn <= contest.most_turns:
        if (action := contest.happens(state, seed)) is not None:
            state = rules.apply(state, action)
        else:
            see(state)
            mover = contest.mover(state)
            for action in minds[contest.player(mover)](rules.view(state, mover)):
                state = rules.apply(state, action)
    return contest.points(state)


@dataclass(frozen=True)
class Standing:
    """What is known after some pairs: the points of A in each, 0 to 2."""

    points: tuple[float, ...]

    @property
    def rate(self) -> float:
        return sum(self.points) / (2 * len(self.points))

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's, 95 %, as if each pair were one game: games of a pair are not independent."""
        number, rate, z = len(self.points), self.rate, DEVIATIONS
        middle = (rate + z * z / (2 * number)) / (1 + z * z / number)
        width = z / (1 + z * z / number) * sqrt(rate * (1 - rate) / number + z * z / (4 * number * number))
        return max(0.0, middle - width), min(1.0, middle + width)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.rate:.1%} ({low:.1%} to {high:.1%}) of {len(self.points)} pairs"


def pair(contest: Contest, first: str, second: str, seed: int) -> float:
    """The points of ``first``, 0 to 2, in one deal played from both sides."""
    players = contest.players
    if len(players) == 1:
        (alone,) = players
        one, other = (game(contest, {alone: name}, seed)[alone] for name in (first, second))
        return one + 1.0 - other
    red, blue = players
    won = game(contest, {red: first, blue: second}, seed)[red]
    return won + game(contest, {red: second, blue: first}, seed)[blue]


def pairs(contest: Contest, first: str, second: str, seed: int) -> Iterator[float]:
    """The points of ``first`` in one pair after the other, for ever."""
    while True:
        yield pair(contest, first, second, seed)
        seed += 1


def what(contest: Contest, *names: str) -> str:
    """A contest, with the figures of levels: a level that changes is another player."""
    players = (f"{name} {level_of(contest, name.removesuffix(DEALT)) or ''}".strip() for name in names)
    return f"{contest.game}: {' against '.join(players)}"


def arena(
    first: Annotated[
        str,
        typer.Argument(
            metavar="A", help="random, thumb, level:3, search:200, search:20/2/0.3 or search:0.5s"
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    number: Annotated[int, typer.Option("--pairs", min=1, help="Deals, each played from both sides.")] = 100,
    seed: Annotated[int, typer.Option(help="The first deal; the others follow.")] = 1,
    name: Annotated[str, typer.Option("--game", help=" or ".join(CONTESTS))] = next(iter(CONTESTS)),
    file: Annotated[
        Path | None, typer.Option("--kept", help="Keep each pair there; what it has is not played again.")
    ] = None,
) -> None:
    """Play A against B with duplicate deals, and say how often A wins, with an interval of 95 %."""
    if name not in CONTESTS:
        raise typer.BadParameter(f"{name}: the games are {', '.join(CONTESTS)}")
    contest, points, seeds = CONTESTS[name](), list[float](), range(seed, seed + number)
    try:
        for each in (first, second):
            check(contest, each)
        kept = KeptPairs(file, what(contest, first, second))
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    except OSError as error:
        raise typer.BadParameter(
            f"--kept {file}: {error.strerror}; name a file that can be written"
        ) from None
    try:
        for deal in seeds:
            won = kept.points(deal)
            if won is None:
                won = pair(contest, first, second, deal)
                kept.keep(deal, won)
            points.append(won)
            if sys.stderr.isatty():
                print(f"\r{Standing(tuple(points))}  ", end="", file=sys.stderr)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    except KeyboardInterrupt:
        if not points:
            raise
    others = kept.elsewhere(seeds)
    said = f", {others} by another program than this one" if others else ""
    print(f"\r{first} against {second}: {Standing(tuple(points))}{said}")


if __name__ == "__main__":
    typer.run(arena)
