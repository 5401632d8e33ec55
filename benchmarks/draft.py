"""python -m benchmarks.draft: learn what each kind of card is worth in a draft of Field of Glory.

Robots that search play with armies drafted by chance. How many cards of each kind red has kept more than blue is a
sample, with who won; logistic regression gives the worths of `games/field_of_glory/robots/draft.py`.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer
from signifer_core.games.field_of_glory.deck import ACTION_KINDS, COMMANDER, UNIT_KINDS, kind_of
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import SIDES
from signifer_firmware.games.field_of_glory.robots.draft import WORTH

from .arena import DEALT, game
from .contests import FieldOfGloryContest
from .value import Sample, learnt, surprise

KINDS = (*UNIT_KINDS, COMMANDER, *ACTION_KINDS)


def kept(state: State) -> tuple[float, ...]:
    """Of each kind how many cards red has kept more than blue."""
    red, blue = (Counter(map(kind_of, side.hand_cards | side.deck_cards)) for side in (state.red, state.blue))
    return tuple(float(red[kind] - blue[kind]) for kind in KINDS)


def sample(contest: FieldOfGloryContest, player: str, seed: int) -> Sample:
    """What was kept, and whether red won."""
    state = contest.begun(seed, frozenset())
    return kept(state), game(contest, dict.fromkeys(SIDES, f"{player}{DEALT}"), seed)["red"]


def learn(
    games: Annotated[int, typer.Option(min=10, help="Games to learn from and to judge by.")] = 4000,
    player: Annotated[str, typer.Option(help="Who plays them, as `benchmarks.arena` calls it.")] = "search:8",
    seed: Annotated[int, typer.Option(help="Of the first game; the others follow.")] = 1,
) -> None:
    """Play, learn, and print the worths as they stand in the module."""
    contest = FieldOfGloryContest()
    samples = [sample(contest, player, number) for number in range(seed, seed + games)]
    judged, taught = samples[: games // 5], samples[games // 5 :]
    shipped = [WORTH.get(kind, 0.0) for kind in KINDS]
    weights = learnt(taught)
    print(f"{len(taught)} games; judged by {len(judged)} others:")
    for name, each in (("a coin", [0.0] * len(KINDS)), ("as shipped", shipped), ("learnt", weights)):
        print(f"  {name}: {surprise(judged, each):.4f}")
    for kind, weight in zip(KINDS, learnt(samples), strict=True):
        print(f'    "{kind}": {weight:.3f},')


if __name__ == "__main__":
    typer.run(learn)
