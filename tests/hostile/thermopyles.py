"""One to four players at a hostile table, against the Persians."""

from __future__ import annotations

from typing import Any

from signifer_core.games.thermopyles import actions as act
from signifer_core.games.thermopyles.state import PERSIANS, SPARTANS
from signifer_core.layout import COLUMNS
from signifer_core.presses import Button, Press, PressKind
from signifer_firmware.games.thermopyles.robots.slips import ThermopylesClumsy
from signifer_firmware.simulation.robots.gestures import DICE as ROLL
from signifer_firmware.simulation.robots.gestures import Gesture
from signifer_firmware.simulation.robots.match import Decision

from tests.firmware.games.thermopyles import robots

from .board import Accepted
from .guests import Guests


class Team(Guests):
    """The team sits on red's side; column buttons of both sides say how many play, and who draws."""

    game = "thermopyles"
    by_column = (act.Players, act.Draw)
    by_column_alone = (act.Players,)
    slips = tuple(slip for slip in ThermopylesClumsy.every if slip.__qualname__.startswith("Thermopyles"))

    def intent(self) -> Decision[Any]:
        if self.match.state.step == "dice":
            return ()
        return self.match._decision()  # type: ignore[no-any-return]

    def gestures(self, decision: Decision[Any]) -> tuple[Gesture, ...]:
        return self.match.gestures(decision) if decision else (ROLL,)

    def second_thoughts(self) -> list[str]:
        """A Spartan who waits, too."""
        waiting = [card for card, zone in self.board.table.held.laid if card in self.match.piles.layout[zone]]
        return [*waiting, *super().second_thoughts()]

    def named(self, accepted: Accepted) -> tuple[Any, ...]:
        return (accepted.action,)

    def deciders(self) -> frozenset[str]:
        return frozenset() if self.board.table.state.step == "over" else frozenset({SPARTANS})

    def rolling(self, state: Any) -> bool:
        return bool(state.step == "dice")

    def check(self) -> None:
        robots.check_account(self.match)

    def check_lying(self) -> None:
        robots.check_lying(self.match)

    def presses(self) -> tuple[Press, ...]:
        columns = (Press(PressKind.PRESS, Button.COLUMN, PERSIANS, column) for column in COLUMNS)
        return (*super().presses(), *columns)

    def idle_presses(self) -> tuple[Press, ...]:
        return tuple(press for press in super().idle_presses() if press.button == Button.OK)
