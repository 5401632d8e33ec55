"""Questions of pages to whoever owns a table, and the way back for the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from signifer_core.json_values import Json

from . import messages as msg

Reply = Callable[[dict[str, Json]], None]


@dataclass(frozen=True)
class PageQuestion:
    """A question of a page of ``role``."""

    question: msg.Question
    role: str

    @property
    def n(self) -> int:
        """The page's own number of it."""
        return self.question.n

    @property
    def run(self) -> str:
        """The game that the page believes to see."""
        return self.question.run


@dataclass(frozen=True)
class PhoneWish:
    """What a phone at ``peer`` asks for, "" at this machine; or that it has gone."""

    wish: msg.Wish | msg.Gone
    peer: str = ""

    @property
    def n(self) -> int:
        """The page's own number of it."""
        return self.wish.n

    @property
    def run(self) -> str:
        """The game that the page believes to see."""
        return self.wish.run


@dataclass(frozen=True)
class SeatDeed:
    """What a page does that has a seat; ``role`` is by which the owner knows whose that is."""

    deed: msg.Seated
    role: str

    @property
    def n(self) -> int:
        """The page's own number of it."""
        return self.deed.n

    @property
    def run(self) -> str:
        """The game that the page believes to see."""
        return self.deed.run


@dataclass(frozen=True)
class KeyDeed:
    """A page of ``role`` presses a button that is the page's own, or holds some."""

    deed: msg.Button | msg.Hold
    role: str

    @property
    def n(self) -> int:
        """The page's own number of it."""
        return self.deed.n

    @property
    def run(self) -> str:
        """The game that the page believes to see."""
        return self.deed.run


Wanted = msg.Deed | SeatDeed | PhoneWish | PageQuestion | KeyDeed


class TableEnd(Protocol):
    """The other end of the wire: a table with its owner. ``run`` is the game that is on."""

    @property
    def run(self) -> str: ...

    @property
    def has_hands(self) -> bool: ...

    def send(self, deed: Wanted, reply: Reply) -> None: ...
