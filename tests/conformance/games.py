"""Every game that there is, the toy game too, and games of it that robots have played, for the suite that all pass."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from signifer_core.procedure import Prompt, Table
from signifer_core.rules import Refusal
from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.match import Match
from signifer_firmware.storage.store import Entry

from tests.firmware.simulation.robot_board import RefereeBoard
from tests.toy_game.game import TOY

NAMES = (*registry.names(), TOY.name)
SEEDS = (3, 4)


@contextmanager
def all_registered() -> Iterator[None]:
    """The toy game among the others."""
    with registry.registered(TOY):
        yield


@dataclass(frozen=True)
class Moment:
    """After a decision: the state of full knowledge, and what the table believes."""

    full: Any
    table: Table[Any]


@dataclass(frozen=True)
class Played:
    """A game that robots have played to its end without wires, with what was refused and asked on the way."""

    bundle: AnyBundle
    match: Match
    board: RefereeBoard
    moments: tuple[Moment, ...]
    refusals: frozenset[Refusal]
    prompts: frozenset[Prompt]
    # After each line of the record.
    tables: tuple[Table[Any], ...]

    @property
    def actions(self) -> tuple[Any, ...]:
        """All that was done, as the record has it."""
        said = (body for kind, body in self.board.journal if kind in ("gesture", "action"))
        return tuple(self.bundle.parse(str(body)) for body in said)


class _Listening(RefereeBoard):
    """A board that remembers what it refused and asked."""

    def __init__(self, rng: random.Random, bundle: AnyBundle) -> None:
        self.heard: set[Refusal] = set()
        self.asked: set[Prompt] = set()
        self.tables: list[Table[Any]] = []
        super().__init__(rng, bundle)

    def _write(self, entry: Entry) -> None:
        super()._write(entry)
        self.tables.append(self.table)

    def rest(self) -> None:
        super().rest()
        self.heard |= set(self.refusals)
        self.asked |= {*self.said, *self.bundle.procedure.prompts(self.table)}


@cache
def played(name: str, seed: int, *, clumsy: bool) -> Played:
    """A whole game; RuntimeError or HandsError where robots do not come to its end."""
    bundle, robots, rng = registry.bundle(name), robot(name), random.Random(seed)
    board, moments = _Listening(random.Random(~seed), bundle), list[Moment]()

    def after(match: Match) -> None:
        moments.append(Moment(match.state, match.board.table))

    slips = robots.clumsy(random.Random(seed + 99), rate=0.3) if clumsy else None
    match = robots.match(bundle, board, robots.deal(bundle, rng), rng, slips=slips, after=after)
    match.play()
    heard, asked = frozenset(board.heard), frozenset(board.asked)
    return Played(bundle, match, board, tuple(moments), heard, asked, tuple(board.tables))
