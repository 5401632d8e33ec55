"""python -m benchmarks.turning_points: whether a report's turning points are those that a longer search names, too.

Robots of different levels play; what a table would have known of it is the record. It is analysed twice, with other
seeds, and the turning points of the shorter one are looked for among those of the longer one.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.position import Setup, begin
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.rules.attack import promised
from signifer_core.games.field_of_glory.state import State
from signifer_core.layout import SIDES
from signifer_firmware.game_api import registry
from signifer_firmware.games.field_of_glory.robots.deals import deal
from signifer_firmware.games.field_of_glory.robots.gestures import decider
from signifer_firmware.recording.analysis import AGAIN, Analysis, Thinking, analysed
from signifer_firmware.recording.game_text import (
    GAME,
    NO_DATE,
    RESULT,
    RUNNING,
    SETUP,
    GameRecord,
    LineKind,
    parsed,
    written,
)
from signifer_firmware.simulation.robots.tutor import iterations

from .arena import playing
from .contests import FieldOfGloryContest

NAME = "field-of-glory"
PLAYERS = ("thumb", "level:1", "level:2", "level:3")
MOST_TURNS = 200


class _Table:
    """What a table knows of a game, and its record."""

    def __init__(self, rules: FieldOfGlory, state: State) -> None:
        terrain = tuple(column.terrain for column in state.columns)
        self._rules, self._setup = rules, Setup(terrain=terrain, first=None)
        self._state = begin(rules, self._setup)
        self._lines: list[tuple[LineKind, str]] = []
        # With full knowledge: as it was before each line.
        self.truth: list[State] = []

    def told(self, full: State, action: act.Action, kind: LineKind) -> None:
        """An action in a state of full knowledge, as the table hears of it."""
        if isinstance(action, act.Drawn):
            return
        if isinstance(action, act.BonusFromHand):
            action = act.BonusFromHand(action.player)
        self._state = self._rules.apply(self._state, action)
        self._lines.append((kind, self._rules.notation.write(action)))
        self.truth.append(full)
        if isinstance(action, act.Shuffle) and promised(self._state):
            self.told(full, act.BonusFromDeck(action.player), "gesture")

    def record(self) -> GameRecord:
        result = self._rules.outcome(self._state) or RUNNING
        setup = json.dumps(self._setup.to_json(), sort_keys=True, separators=(",", ":"))
        return GameRecord({GAME: NAME, "Date": NO_DATE, RESULT: result, SETUP: setup}, tuple(self._lines))


def played(
    names: dict[Player, str], seed: int, most_turns: int = MOST_TURNS
) -> tuple[GameRecord, list[State]]:
    """The record of a game of two robots of the arena, and what truly was before each of its lines."""
    contest = FieldOfGloryContest()
    rules = contest.rules
    rng = random.Random(seed)
    state = deal(rules, rng).state
    table = _Table(rules, state)
    minds = {side: playing(contest, names[side], side, random.Random(f"{seed} {side}")) for side in SIDES}

    def done(state: State, action: act.Action, kind: LineKind) -> State:
        table.told(state, action, kind)
        return rules.apply(state, action)

    state = done(state, act.First(rng.choice(SIDES)), "action")
    while rules.outcome(state) is None and state.turn <= most_turns:
        happens = contest.happens(state, seed)
        if happens is not None:
            state = done(state, happens, "action")
        else:
            side = decider(state)
            for action in minds[side](rules.view(state, side)):
                if isinstance(action, act.Rampage):
                    action = contest.fate(state, (action,), seed)
                state = done(state, action, "gesture")
    return table.record(), table.truth


def games(number: int, seed: int) -> Iterator[tuple[str, GameRecord]]:
    """Games of robots that differ in level."""
    for at in range(seed, seed + number):
        red, blue = PLAYERS[at % 4], PLAYERS[(at + 1 + at // 4 % 3) % 4]
        yield f"{red} against {blue}", played({"red": red, "blue": blue}, at)[0]


def points(record: GameRecord, number: int, seed: int, *, again: bool) -> Analysis:
    """The record, thought about with so many iterations a decision, and about some of them ``again`` as reports do."""
    bundle = registry.bundles()[NAME]
    record = parsed(written(record), file="game", games=dict(registry.bundles()))
    thinking = Thinking(iterations(number), iterations(AGAIN * number) if again else None, seed, luck=False)
    return analysed(bundle, record, thinking, lambda done, total: None, file="game")


def turns(found: Analysis) -> list[tuple[int, str]]:
    """In which turns, and whose, the turning points lie; the dearest first."""
    return [(verdict.moment.turn, verdict.moment.player) for verdict in found.turning_points]


def _ranks(named: list[tuple[int, str]], wanted: list[tuple[int, str]]) -> str:
    """Where each stands in the longer search."""
    return " ".join(str(wanted.index(turn) + 1) if turn in wanted else "-" for turn in named)


def turning_points(
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 10,
    short: Annotated[int, typer.Option(min=2, help="Iterations of the shorter search.")] = 200,
    long: Annotated[int, typer.Option(min=2, help="Iterations of the longer one.")] = 2000,
    seed: Annotated[int, typer.Option(help="The first game; the others follow.")] = 1,
    folder: Annotated[Path | None, typer.Option(help="Write the records there, too.")] = None,
) -> None:
    """How many of the shorter search's turning points the longer one names, too."""
    same = said = top = 0
    blind = 0.0
    for at, (who, record) in enumerate(games(number, seed), seed):
        if folder is not None:
            (folder / f"{at}.txt").write_text(written(record))
        quick, slow = points(record, short, 1, again=True), points(record, long, 2, again=False)
        named, wanted = turns(quick), turns(slow)
        found = [turn for turn in named if turn in wanted]
        there = len({(each.moment.turn, each.moment.player) for each in quick.verdicts})
        same, said, top = same + len(found), said + len(named), top + (wanted[:1] == named[:1])
        blind += len(named) * len(wanted) / max(1, there)
        ranks = _ranks(named, wanted)
        print(f"{at}: {who}: {len(found)} of {len(named)}, in the longer search {ranks}, of {there} turns")
        sys.stdout.flush()
    print(
        f"{same} of {said}, {blind:.1f} if taken blindly; the dearest is the same in {top} of {number} games"
    )


if __name__ == "__main__":
    typer.run(turning_points)
