"""Questions of pages to whoever owns a table, and the way back for the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from signifer_core.json_values import Json

from . import messages as msg

Told = TypeVar("Told", bound=msg.Message, covariant=True)
Reply = Callable[[dict[str, Json]], None]


@dataclass(frozen=True)
class FromPage(Generic[Told]):
    """A message with what the server knows of who sent it."""

    message: Told

    @property
    def n(self) -> int:
        """The page's own number of it."""
        return self.message.n

    @property
    def run(self) -> str:
        """The game that the page believes to see."""
        return self.message.run


@dataclass(frozen=True)
class PageQuestion(FromPage[msg.Question]):
    """A question of a page of ``role``."""

    role: str


@dataclass(frozen=True)
class PhoneWish(FromPage[msg.Wish | msg.Gone]):
    """What a phone at ``peer`` asks for, "" at this machine; or that it has gone."""

    peer: str = ""


@dataclass(frozen=True)
class SeatDeed(FromPage[msg.Seated]):
    """What a page does that has a seat; ``role`` is by which the owner knows whose that is."""

    role: str


@dataclass(frozen=True)
class KeyDeed(FromPage[msg.Button | msg.Hold]):
    """A page of ``role`` presses a button that is the page's own, or holds some."""

    role: str


Wanted = msg.Deed | SeatDeed | PhoneWish | PageQuestion | KeyDeed


class TableEnd(Protocol):
    """The other end of the wire: a table with its owner. ``run`` is the game that is on."""

    @property
    def run(self) -> str: ...

    @property
    def has_hands(self) -> bool: ...

    def send(self, deed: Wanted, reply: Reply) -> None: ...

    def gone(self, reply: Reply) -> None:
        """The page that had that ``reply`` has gone: none of its questions has to be answered any more."""
