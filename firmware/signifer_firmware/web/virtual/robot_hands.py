"""A robot's hands at a seat of the virtual table: what they do whatever is played, and what gestures hang on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from signifer_core.layout import Side
from signifer_core.procedure import Choice, Override, Table
from signifer_core.rules import Verb

from signifer_firmware.game_api.game import State, is_of
from signifer_firmware.session.outlook import Outlook
from signifer_firmware.simulation.piles import Pile, Piles
from signifer_firmware.simulation.robots.gestures import Gesture
from signifer_firmware.web.play import Seat

from .agreement import THINK_US, RobotAgreement

BETWEEN_US = 350_000
# After so many gestures that change nothing robots wait for people to put the table right.
MOST_TRIES = 3


def is_put_right(outlook: Outlook) -> bool:
    """Whether nothing is refused that hands could put right: who is told to wait waits for the robot."""
    return all(refusal.fix.verb == Verb.WAIT for refusal in outlook.refusals)


class RobotHands(Generic[State]):
    """The hands of whoever plays a ``side`` at ``seat``, with its `ok`, a game whose states are of this ``kind``.
    ``objects`` says why they do not agree to overrule the table, "" if they do."""

    def __init__(
        self, seat: Seat, side: Side, kind: type[State], objects: Callable[[Override, Choice], str]
    ) -> None:
        self.rest = seat.rest
        self.piles: Piles = seat.hands.piles
        self._seat, self._side, self._kind = seat, side, kind
        self._agreement = RobotAgreement(seat, side, objects)
        self._tries = 0
        self._stood: object = None

    @property
    def answer(self) -> str:
        """What they say to a wish to overrule the table: a key of the page's words, "" while there is none."""
        return self._agreement.answer

    @property
    def now(self) -> Table[State] | None:
        """The table, while their game is on."""
        table = self._seat.hands.run.appliance.keeper.table
        return table if is_of(table, self._kind) else None

    @property
    def table(self) -> Table[State]:
        """The table of the game that is on."""
        table = self.now
        assert table is not None
        return table

    def comes_first(self) -> bool | None:
        """What comes before any decision: to agree, or not, then what the table asks for. Whether anything was done;
        None if nothing of it is to be done."""
        agreed = self._agreement.step()
        if agreed is None and self._seat.hands.as_told(self._side):
            self.look()
            return True
        return agreed

    def in_the_way(self, table: Table[State]) -> bool:
        """Whether nothing has come of what was tried several times; what people have undone, did."""
        entries = self._seat.hands.run.appliance.keeper.session.state.journal
        stands = table, sum(entry.kind == "undo" for entry in entries)
        self._tries = self._tries + 1 if stands == self._stood else 0
        self._stood = stands
        return self._tries >= MOST_TRIES

    def think(self) -> None:
        """Let people see that something is being decided; the table may be another one afterwards."""
        self._seat.pause(THINK_US)

    def look(self) -> None:
        """Let people see what was done, and the table take it in."""
        self._seat.pause(BETWEEN_US)
        self.rest()

    def do(self, gesture: Gesture, away: Pile | None = None) -> None:
        """One gesture, as in `Hands.do`, and time to see it."""
        self._seat.hands.do(gesture, away)
        self.look()
