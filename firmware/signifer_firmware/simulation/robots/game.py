"""The robots of a game: what it brings along for them. See `RobotGame`, and CONTRIBUTING.md."""

from __future__ import annotations

import random
from typing import Any, Protocol, Unpack

from signifer_core.layout import SIDES

from signifer_firmware.game_api import registry
from signifer_firmware.simulation.piles import Piles

from . import plain
from .board import Board
from .match import Around, Match
from .slips import Clumsy, How


class Deal(Protocol):
    """What chance has found for a game at the empty table; ``piles`` are all its cards as they are in the world."""

    @property
    def piles(self) -> Piles: ...


class RobotGame:
    """Robots of one game: `deal`, then a `match` at a board, with `clumsy` hands or careful ones.

    As it stands it is the robot of a game that has none of its own: it plays anything legal.
    """

    # Cards of other games, and tags of none (``tag/3``), that clumsy hands take for the game's.
    strangers: tuple[str, ...] = ()
    # The sides of the table on which robots need a pad.
    pads: tuple[str, ...] = ()
    # Hands that make the game's mistakes.
    hands: type[Clumsy] = plain.PlainClumsy

    def deal(self, bundle: Any, rng: random.Random) -> Any:
        """A game as chance has it: a `Deal` for `match`."""
        return plain.deal(bundle, rng)

    def match(
        self,
        bundle: Any,
        board: Board,
        deal: Any,
        rng: random.Random,
        **around: Unpack[Around],
    ) -> Match:
        """The game of ``deal`` at ``board``, not begun yet."""
        return plain.PlainMatch(bundle, board, deal, rng, **around)

    def clumsy(self, rng: random.Random, **how: Unpack[How]) -> Clumsy:
        """Hands that make the game's mistakes."""
        return self.hands(rng, **how)

    def decider(self, state: Any) -> str:
        """The side of the table, "red" or "blue", at which somebody decides in a state of full knowledge."""
        return SIDES[0]

    def ended(self, winner: str | None) -> str:
        """How a game ended, in English words for a terminal."""
        return {None: "nobody has won", "draw": "a draw"}.get(winner, f"{winner} wins")


def robot(game: str) -> RobotGame:
    """The robots of a game of the registry."""
    return registry.game(game).robot()
