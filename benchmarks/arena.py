"""python -m benchmarks.arena A B --pairs N: how often robot A beats robot B at Field of Glory, told by duplicate deals.

Both play each deal from both sides: the same terrain, armies, first player and order of every deck and reshuffle.
Players are "random", "thumb" (the rules of thumb, without whims), "level:1" to "level:5", and "search:BUDGET":
"search:200" thinks 200 iterations about each decision, "search:0.5s" so many seconds.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Annotated

import typer
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player, standard_deck
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import ACTIONS, DRAWING, State
from signifer_core.layout import SIDES
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.gestures import Decision, decider
from signifer_firmware.games.field_of_glory.robots.levels import LEVELS
from signifer_firmware.games.field_of_glory.robots.mind import Mind
from signifer_firmware.games.field_of_glory.robots.plans import FieldOfGloryPlans
from signifer_firmware.simulation.robots.thinking import Thinker, after, until

LEVEL = re.compile(r"level:([1-5])")
# Iterations, or seconds, for each decision.
BUDGET = re.compile(r"search:([0-9]+(?:\.[0-9]+(?=s))?)(s?)")
# Robots that both pass for ever have drawn.
MOST_TURNS = 200
# 95 % of a normal distribution lie so many deviations around its mean.
DEVIATIONS = 1.96

# A player of one game: what it does in a view, in which it has to decide.
Playing = Callable[[State], Decision]


def playing(name: str, rules: FieldOfGlory, player: Player, rng: random.Random) -> Playing:
    """The player of this name; ValueError if there is none."""
    if name == "random":
        return lambda view: _any(rules, view, rng)
    if name == "thumb":
        return Mind(player, rules.deck, rng, whim=0.0).decide
    if level := LEVEL.fullmatch(name):
        name = f"search:{LEVELS[int(level[1]) - 1]}"
    budget = BUDGET.fullmatch(name)
    if budget is None:
        raise ValueError(
            f'no player is called "{name}": say random, thumb, level:3, search:200 or search:0.5s'
        )
    number, unit = budget.groups()
    thinker = Thinker(FieldOfGloryPlans(rules))
    if not unit:
        return lambda view: thinker.think(view, rng.getrandbits(64), after(int(number))).move
    us = round(float(number) * 1e6)
    return lambda view: thinker.think(view, rng.getrandbits(64), until(_now_us() + us, _now_us)).move


def _now_us() -> int:
    return time.monotonic_ns() // 1000


def _any(rules: FieldOfGlory, view: State, rng: random.Random) -> Decision:
    """Any kind of action but what takes back, does nothing, or only makes room; of the kind any action."""
    idle: set[type] = {act.TakeBack, act.Restore}
    if view.step == ACTIONS:
        idle |= {act.Discard} if view.unpaid else {act.Discard, act.Settle}
    kinds: dict[type, list[act.Action]] = {}
    for action in rules.legal_actions(view):
        kinds.setdefault(type(action), []).append(action)
    useful = [actions for kind, actions in kinds.items() if kind not in idle]
    return (rng.choice(rng.choice(useful or list(kinds.values()))),)


class Decks:
    """The order of both decks, after every shuffle: the same in both games of a pair, as far as the cards are."""

    def __init__(self, rules: FieldOfGlory, seed: int) -> None:
        self._rules, self._seed = rules, seed
        self._order = cache(self._shuffled)

    def _shuffled(self, player: Player, shuffles: int) -> dict[str, int]:
        cards = list(self._rules.deck.army(player))
        random.Random(f"{self._seed} {player} {shuffles}").shuffle(cards)
        return {card: at for at, card in enumerate(cards)}

    def top(self, state: State, player: Player) -> str:
        side = state.side(player)
        return min(side.deck_cards, key=self._order(player, side.shuffles).__getitem__)


def game(rules: FieldOfGlory, names: dict[str, str], seed: int) -> float:
    """Red's points, 1, 0.5 or 0, of one deal with the players of these names by side."""
    rng = random.Random(seed)
    state = rules.apply(deal(rules, rng).state, act.First(rng.choice(SIDES)))
    decks = Decks(rules, seed)
    # Chance is of the side, whoever sits there: two equal players play the same game twice.
    minds = {side: playing(names[side], rules, side, random.Random(f"{seed} {side}")) for side in SIDES}
    while rules.outcome(state) is None and state.turn <= MOST_TURNS:
        if state.step == DRAWING:
            assert state.drawing is not None
            state = rules.apply(state, act.Drawn(decks.top(state, state.drawing.player)))
        elif due := rules.chance(state):
            action = due[0]
            if isinstance(action, act.Rampage):
                action = act.Rampage(action.player, decks.top(state, action.player))
            state = rules.apply(state, action)
        else:
            side = decider(state)
            for action in minds[side](rules.view(state, side)):
                state = rules.apply(state, action)
    return {"red": 1.0, "blue": 0.0}.get(rules.outcome(state) or "", 0.5)


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


def pairs(first: str, second: str, seed: int) -> Iterator[float]:
    """The points of ``first`` in one pair after the other, for ever."""
    rules = FieldOfGlory(standard_deck())
    while True:
        won = game(rules, {"red": first, "blue": second}, seed)
        yield won + 1.0 - game(rules, {"red": second, "blue": first}, seed)
        seed += 1


def arena(
    first: Annotated[
        str, typer.Argument(metavar="A", help="random, thumb, level:3, search:200 or search:0.5s")
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="The other one.")],
    number: Annotated[int, typer.Option("--pairs", min=1, help="Deals, each played from both sides.")] = 100,
    seed: Annotated[int, typer.Option(help="The first deal; the others follow.")] = 1,
) -> None:
    """Play A against B with duplicate deals, and say how often A wins, with an interval of 95 %."""
    points: list[float] = []
    try:
        for won in pairs(first, second, seed):
            points.append(won)
            if len(points) == number:
                break
            if sys.stderr.isatty():
                print(f"\r{Standing(tuple(points))}  ", end="", file=sys.stderr)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    except KeyboardInterrupt:
        if not points:
            raise
    print(f"\r{first} against {second}: {Standing(tuple(points))}")


if __name__ == "__main__":
    typer.run(arena)
