"""Robots that a table script lets play: a whole game from the empty table, in pieces, with careful hands."""

from __future__ import annotations

import random

from signifer_core.procedure import step_of

from signifer_firmware.scripting import statements as st
from signifer_firmware.simulation.table_run import ScriptRun

from .board import HandsError
from .game import robot
from .wire import RunBoard


class ScriptRobots:
    """The robots of a ``run``, of the level that its script says; by its seed they play the same again."""

    def __init__(self, run: ScriptRun) -> None:
        said = run.script.statements
        level = next((each.level for each in said if isinstance(each, st.RobotsLevel)), None)
        seed = next((each.number for each in said if isinstance(each, st.Seed)), 0)
        rng, robots = random.Random(seed), robot(run.script.game)
        self._rules = run.bundle.procedure.rules
        deal = robots.deal(run.bundle, rng, level=level)
        self._match = robots.match(run.bundle, RunBoard(run, seed), deal, rng, level=level)
        self._stopped = False

    def play(self, decisions: int | None) -> None:
        """So many more decisions, or to the end; `HandsError` if they do not get on, and from then on."""
        if self._stopped:
            raise HandsError("robots that stopped before, and do not play on")
        done = 0
        while not self._match.over and done != decisions:
            try:
                self._match.step()
            except HandsError as error:
                self._stopped = True
                raise HandsError(self._places()) from error
            if not self._agree():
                self._stopped = True
                raise HandsError(self._places())
            done += 1

    def _agree(self) -> bool:
        """What the table did not see, as with a reader that is gone, nobody puts right here."""
        meant, believed = self._match.state, self._match.board.table.state
        ended = self._rules.outcome(believed)
        return (meant.turn, self._match.outcome) == (believed.turn, ended)

    def _places(self) -> str:
        """Where they and the table are."""
        meant, believed = self._match.state, self._match.board.table.state
        table = f"the table in turn {believed.turn}, {step_of(believed)}"
        return f"{table}, robots in turn {meant.turn}, {step_of(meant)}: it has not seen all that they did"
