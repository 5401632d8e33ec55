"""python -m benchmarks.value: learn what a position is worth, from games of robots.

Robots play by rules of thumb, with whims; each first decision of a turn is a sample, with who won. Logistic regression
gives the weights of `games/NAME/robots/value.py`; a fifth of the games is kept back to judge them. In *Field of Glory*
what the other has counts with weights of its own, elsewhere it is taken off. In *Call to Glory* what is learnt is what
a round brings in points (`rounds.py`); --players says who plays there, such as search:1.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from math import exp, log
from types import ModuleType
from typing import Annotated, Any

import typer
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import OVER, State, other
from signifer_core.layout import SIDES
from signifer_firmware.games.call_to_glory.robots import worth as glory_worth
from signifer_firmware.games.dark_age_arena.robots import value as arena_value
from signifer_firmware.games.field_of_glory.robots import value
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.gestures import decider
from signifer_firmware.games.field_of_glory.robots.mind import Mind
from signifer_firmware.games.field_of_glory.robots.plans import FieldOfGloryPlans
from signifer_firmware.games.thermopyles.robots import value as thermo_value

from . import rounds
from .arena import playing
from .contests import CONTESTS, CallToGloryContest, Contest

WHIMS, PATIENCE = (0.0, 0.1, 0.3), (0.0, 0.5)
FEW_WHIMS = (0.0, 0.0, 0.1)
MOST_TURNS = 60
IN_ROUNDS = CallToGloryContest.game
# Newton's method is there after so many steps; great weights cost so much.
STEPS, RIDGE = 8, 1.0

# What counts, of whoever's turn it is, then of the other, then 1; and whether the former won.
Sample = tuple[tuple[float, ...], float]
# What counts of a player in a state, by the figures of a deck.
Features = Callable[..., tuple[float, ...]]
# Games in which all players are alike, with the modules that tell what counts.
ALIKE: Mapping[str, ModuleType] = {
    "thermopyles": thermo_value,
    "dark-age-arena": arena_value,
}


def played(rules: FieldOfGlory, seed: int) -> list[Sample]:
    """The samples of one game; none of one that nobody wins."""
    rng, plans = random.Random(seed), FieldOfGloryPlans(rules)
    state = plans.passed(rules.apply(deal(rules, rng).state, act.First(rng.choice(SIDES))), rng)
    minds = {
        side: Mind(side, rules.deck, rng, whim=rng.choice(WHIMS), patience=rng.choice(PATIENCE))
        for side in SIDES
    }
    seen: dict[int, State] = {}
    while state.step != OVER and state.turn <= MOST_TURNS:
        seen.setdefault(state.turn, state)
        state = plans.play(state, minds[decider(state)].decide(state), rng)
    if state.winner not in SIDES:
        return []
    return [(sample(rules, each), float(each.active == state.winner)) for each in seen.values()]


def alike(contest: Contest, features: Features, seed: int) -> list[Sample]:
    """The same of a game in which all players are alike: what the first one has more than the second one, if there is
    a second one."""
    rng = random.Random(seed)
    state = contest.begun(seed, frozenset())
    first, *others = contest.players
    minds = {player: contest.thumb(player, rng, rng.choice(FEW_WHIMS)) for player in contest.players}
    seen: dict[int, Any] = {}
    while contest.rules.outcome(state) is None and state.turn <= contest.most_turns:
        if (happens := contest.happens(state, seed)) is not None:
            state = contest.rules.effect(state, happens)
            continue
        seen.setdefault(state.turn, state)
        mover = contest.mover(state)
        for action in minds[contest.player(mover)](contest.rules.view(state, mover)):
            state = contest.rules.effect(state, action)
    points, deck = contest.points(state), contest.bundle.deck
    if not others:
        return [(features(deck, each), points[first]) for each in seen.values()]
    return [
        (
            tuple(map(float.__sub__, features(deck, each, first), features(deck, each, others[0]))),
            points[first],
        )
        for each in seen.values()
    ]


def sample(rules: FieldOfGlory, state: State) -> tuple[float, ...]:
    mine, theirs = (
        value.features(rules.deck, state, player) for player in (state.active, other(state.active))
    )
    return (*mine, *theirs, 1.0)


def chance(weights: list[float], features: tuple[float, ...]) -> float:
    return 1.0 / (1.0 + exp(-sum(map(float.__mul__, weights, features))))


def learnt(samples: list[Sample]) -> list[float]:
    """The weights that tell who won best: logistic regression by Newton's method."""
    number = len(samples[0][0])
    weights = [0.0] * number
    for _ in range(STEPS):
        slope = [-RIDGE * weight for weight in weights]
        bend = [[RIDGE * (row == column) for column in range(number)] for row in range(number)]
        for features, won in samples:
            guess = chance(weights, features)
            for row, feature in enumerate(features):
                if feature:
                    slope[row] += (won - guess) * feature
                    heavy, line = guess * (1 - guess) * feature, bend[row]
                    for column in range(row, number):
                        line[column] += heavy * features[column]
        for row in range(number):
            for column in range(row):
                bend[row][column] = bend[column][row]
        weights = [weight + step for weight, step in zip(weights, solved(bend, slope), strict=True)]
    return weights


def solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a system of linear equations with a positive definite matrix, by Gauss."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for at, row in enumerate(rows):
        for lower in rows[at + 1 :]:
            share = lower[at] / row[at]
            lower[at:] = [low - share * high for low, high in zip(lower[at:], row[at:], strict=True)]
    found: list[float] = []
    for row in reversed(rows):
        rest = row[-1] - sum(map(float.__mul__, row[len(rows) - len(found) : -1], found))
        found.insert(0, rest / row[len(rows) - len(found) - 1])
    return found


def surprise(samples: list[Sample], weights: list[float]) -> float:
    """The mean logarithm of how likely what happened was thought to be, without its sign: 0.693 for a coin."""
    lost = (
        log(max(1e-9, chance(weights, features) if won else 1 - chance(weights, features)))
        for features, won in samples
    )
    return -sum(lost) / len(samples)


def learn(
    games: Annotated[int, typer.Option(min=10, help="Games to learn from and to judge by.")] = 4000,
    seed: Annotated[int, typer.Option(help="Of the first game; the others follow.")] = 1,
    name: Annotated[
        str, typer.Option("--game", help=f"field-of-glory, {', '.join((*ALIKE, IN_ROUNDS))}")
    ] = "field-of-glory",
    players: Annotated[str, typer.Option(help="Who plays, in Call to Glory: as in the arena.")] = "thumb",
) -> None:
    """Play, learn, and print the weights as they stand in the module."""
    seeds = range(seed, seed + games)
    if name == IN_ROUNDS:
        _learn_rounds(seeds, players)
        return
    if name in ALIKE:
        module, contest = ALIKE[name], CONTESTS[name]()
        by_game = [alike(contest, module.features, number) for number in seeds]
        shipped, names = [*module.WEIGHTS], module.NAMES
    else:
        rules = FieldOfGlory(standard_deck())
        by_game = [played(rules, number) for number in seeds]
        shipped, names = [*value.SHIPPED], value.NAMES
    kept = games // 5
    judged, taught = ([each for game in part for each in game] for part in (by_game[:kept], by_game[kept:]))
    weights = learnt(taught)
    print(f"{len(taught)} positions of {games - kept} games; judged by {len(judged)} of {kept} others:")
    for called, each in (("a coin", [0.0] * len(shipped)), ("as shipped", shipped), ("learnt", weights)):
        print(f"  {called}: {surprise(judged, each):.4f}")
    half = len(names)
    parts = ("WEIGHTS",) if name in ALIKE else ("MINE", "THEIRS")
    for number, part in enumerate(parts):
        print(f"{part} = ({', '.join(f'{weight:.3f}' for weight in weights[number * half :][:half])})")
    if name not in ALIKE:
        print(f"MOVE = {weights[-1]:.3f}")


def _learn_rounds(seeds: range, players: str) -> None:
    """The weights of `worth.py`; a fifth of the games judges them."""
    contest, by_game = CallToGloryContest(), list[list[rounds.Round]]()
    for seed in seeds:
        rng = random.Random(seed)
        minds = {
            player: rounds.whims(playing(contest, players, player, rng), contest, rng, rng.choice(FEW_WHIMS))
            for player in contest.players
        }
        by_game.append(rounds.rounds(contest, minds, seed))
    kept = len(seeds) // 5
    judged, taught = ([each for game in part for each in game] for part in (by_game[:kept], by_game[kept:]))
    only_laid = tuple(float(name == "laid") for name in glory_worth.NAMES)
    weights = rounds.learnt(taught, only_laid)
    print(f"{len(taught)} rounds; judged by {len(judged)} of {kept} other games, in points:")
    shipped = list(glory_worth.WEIGHTS)
    for called, each in (("nothing", [0.0] * len(shipped)), ("as shipped", shipped), ("learnt", weights)):
        print(f"  {called}: {rounds.surprise(judged, each):.2f}")
    print(f"WEIGHTS = ({', '.join(f'{weight:.2f}' for weight in weights)})")


if __name__ == "__main__":
    typer.run(learn)
