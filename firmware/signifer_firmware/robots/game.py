"""What a game brings along so that robots can play it: see `RobotGame`, and CONTRIBUTING.md."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Protocol

from signifer_drivers.virtual.piles import Piles

from signifer_firmware.game_api import registry
from signifer_firmware.game_api.game import AnyBundle

from .board import Board
from .match import Match, unwatched
from .slips import Clumsy


class Deal(Protocol):
    """What chance has found for a game at the empty table; ``piles`` are all its cards as they are in the world."""

    @property
    def piles(self) -> Piles: ...


class RobotGame(Protocol):
    """Robots of one game: `deal`, then a `match` at a board, with `clumsy` hands or careful ones."""

    @property
    def strangers(self) -> tuple[str, ...]:
        """Cards of other games, and tags of none (``tag/3``), that clumsy hands take for the game's."""
        ...

    @property
    def pads(self) -> tuple[str, ...]:
        """The sides of the table on which robots need a pad."""
        ...

    def deal(self, bundle: AnyBundle, rng: random.Random) -> Any:
        """A game as chance has it: a `Deal` for `match`."""
        ...

    def match(
        self,
        bundle: AnyBundle,
        board: Board,
        deal: Any,
        rng: random.Random,
        *,
        slips: Clumsy | None = None,
        after: Callable[[Any], None] | None = None,
        watch: Callable[[Any, str], None] = unwatched,
    ) -> Match:
        """The game of ``deal`` at ``board``, not begun yet; ``after`` hears of each decision done, ``watch`` of each
        gesture, in words."""
        ...

    def clumsy(self, rng: random.Random, **how: Any) -> Clumsy:
        """Hands that make the game's mistakes, ``how`` as in `Clumsy`."""
        ...

    def decider(self, state: Any) -> str:
        """The side of the table, "red" or "blue", at which somebody decides in a state of full knowledge."""
        ...

    def ended(self, winner: str | None) -> str:
        """How a game ended, in English words for a terminal."""
        ...


def robot(game: str) -> RobotGame:
    """The robots of a game of the registry."""
    return registry.game(game).robot()
