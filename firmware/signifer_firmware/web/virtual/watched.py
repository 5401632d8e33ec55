"""Robots that play among themselves on the page, from the empty table, with clumsy hands: any game's."""

from __future__ import annotations

import random
from collections.abc import Iterable

from signifer_core.layout import Zone

from signifer_firmware.game_api.game import AnyBundle, AnyState
from signifer_firmware.simulation.robots.game import Deal, robot
from signifer_firmware.web.play import CannotError, Choice, Play, Seat

from .paced_board import LOOK_US, PacedBoard


class Watched(Play[AnyState]):
    """A `Play` of the game's own robots, who play a ``deal`` of theirs, or one that chance finds."""

    def __init__(
        self, bundle: AnyBundle, choice: Choice, rng: random.Random, deal: Deal | None = None
    ) -> None:
        self._robot, self._bundle, self._choice, self._rng = robot(choice.game), bundle, choice, rng
        self._deal = self._robot.deal(bundle, rng) if deal is None else deal
        self.piles = self._deal.piles
        self.script = begun(choice)
        self.beside = self._robot.strangers

    def stated(self, state: AnyState, lying: Iterable[tuple[Zone, str]]) -> None:
        """Robots begin at the empty table."""

    def seated(self, seat: Seat) -> None:
        board = PacedBoard(seat.hands.run, self._choice.seed, seat.pump)
        clumsy = self._robot.clumsy(random.Random(self._rng.getrandbits(64)))
        self._match = self._robot.match(
            self._bundle,
            board,
            self._deal,
            self._rng,
            slips=clumsy,
            watch=lambda match, text: seat.pause(LOOK_US),
        )

    def plays(self) -> bool:
        if not self._match.over:
            self._match.step()
        return True

    def keep(self, player: str, cards: Iterable[str]) -> None:
        raise CannotError("robots")

    def may_press(self, name: str) -> None:
        raise CannotError("robots")


def begun(choice: Choice, stated: Iterable[str] = ()) -> str:
    """The script with which a game begins: at the empty table, but for what is ``stated``."""
    languages = (f"language {player} {language}" for player, language in choice.languages)
    lines = (f"game {choice.game}", f"seed {choice.seed}", *languages, *stated)
    return "".join(f"{line}\n" for line in lines)
