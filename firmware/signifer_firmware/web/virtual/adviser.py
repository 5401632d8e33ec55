"""What a robot of a level decides at the page: it is thought about in a process of its own, while time passes at the
table."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Generic

from signifer_core.decks import CardDeck
from signifer_core.search import Move, Thought

from signifer_firmware.simulation.robots.apart import Apart, ApartError
from signifer_firmware.simulation.robots.game import robot
from signifer_firmware.simulation.robots.thinking import State
from signifer_firmware.web.play import Seat

# A thought that is had at once is nothing to be told of.
SOON_US = 300_000
# No level thinks for longer, however slow the machine is.
MOST_US = 8_000_000
# What is said of a robot whose process has ended, or never began: a key of the page's words.
ALONE = "robot.alone"


class Adviser(Generic[State, Move]):
    """For the robots of a ``level`` at ``seat``. ``thinking`` tells whether one has thought for a while; ``note`` is
    what is to be said of it, "" for nothing; ``reasoned`` what was thought last, which tells of a hidden hand."""

    def __init__(self, seat: Seat, game: str, deck: CardDeck, level: int, rng: random.Random) -> None:
        self._seat, self._level, self._rng = seat, level, rng
        self._thought: Thought[Move] | None = None
        self.reasoned: Thought[Move] | None = None
        self._failed = False
        self._since_us = 0
        self.thinking = False
        self.note = ""
        self._apart: Apart[State, Move] | None = None
        try:
            self._apart = Apart(game, deck)
        except OSError:
            self.note = ALONE

    def move(self, view: State) -> Move | None:
        """What is best in ``view``; None where nothing comes of it, and others have to say. The table may be another
        one afterwards."""
        if self._apart is None:
            return None
        self._thought, self._failed, self._since_us = None, False, self._seat.hands.run.now_us
        try:
            self._apart.ask(view, self._rng.getrandbits(64), MOST_US, self._level)
            while not self._has_answered():
                self._seat.pump(lambda: self._seat.called() or self._has_answered())
                if self._seat.called():
                    self._seat.oblige()
        except ApartError:
            self._end()
        finally:
            self.thinking = False
        return None if self._thought is None else self._thought.move

    def _has_answered(self) -> bool:
        """A view that is refused is one decision's; a process that is gone is gone for good."""
        assert self._apart is not None
        if self._failed or self._thought is not None:
            return True
        self.thinking = self._seat.hands.run.now_us - self._since_us > SOON_US
        try:
            self._thought = self._apart.answer()
            self.reasoned = self._thought or self.reasoned
        except ApartError:
            self._failed = True
        return self._failed or self._thought is not None

    def hold(self, *, still: bool) -> None:
        """Hands are at work: it thinks of nothing, or goes on."""
        if self._apart is not None:
            # That a process is gone, is told where it is asked.
            with suppress(ApartError):
                self._apart.hold(still=still)

    def _end(self) -> None:
        self.close()
        self.note = ALONE

    def close(self) -> None:
        """Nobody asks any more."""
        if self._apart is not None:
            self._apart.close()
        self._apart = None


def adviser(
    seat: Seat, game: str, deck: CardDeck, level: int, rng: random.Random
) -> Adviser[State, Move] | None:
    """For robots of a level; None for those by rules of thumb, and where a game has none that search."""
    return Adviser(seat, game, deck, level, rng) if 0 < level <= robot(game).levels else None
