"""A mode of the session: who answers a button now, and what stands over the game's own outlook."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from signifer_core.layout import Side
from signifer_core.presses import Press

from .outlook import Outlook

if TYPE_CHECKING:
    from .machine import Session


class Mode:
    """One of the modes of ``session``, which are asked in order. What comes of a press is emitted by the session's
    state."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.state = session.state

    @property
    def covers(self) -> bool:
        """Whether it stands over everything that comes after it."""
        return False

    def press(self, press: Press, now_us: int) -> bool:
        """Answer a button; False passes it on to the next mode."""
        return False

    def overlay(self, outlook: Outlook, before: Outlook, now_us: int) -> Outlook:
        """The outlook with what this mode shows in it; ``before`` is the one that was shown."""
        return outlook

    def asks(self, player: Side) -> Hashable:
        """What a button of ``player`` answers, as far as this mode is concerned."""
        return None

    def too_soon(self, press: Press) -> bool:
        """Whether the screen has asked something else as the finger went down."""
        return self.session.question_times.came_after(press.player, press.since_us)
