"""A game that is over, decision by decision: what a game brings along so that a report of it can be made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from .tutor import Budget

if TYPE_CHECKING:
    from signifer_firmware.i18n.words import Words


# What is left undone: cards of the hand as the game stands at last.
HAND = "hand"


@dataclass(frozen=True, slots=True)
class Moment:
    """Something in a game of which a report can tell: at which line of the record (from 0), in which turn, and whose it
    was. ``kind`` is "choice" of a decision, else where chance came from; ``number`` tells those of one line apart."""

    number: int
    line: int
    turn: int
    player: str
    kind: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision, thought about: its chance to win for who decided, and the best one's; both in words of the game, ""
    for the best one where that is what was done."""

    moment: Moment
    chance: float
    best_chance: float
    iterations: int
    made: object
    best: object

    @property
    def loss(self) -> float:
        return max(0.0, self.best_chance - self.chance)


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance has given the moment's player, as a part of the chance to win: what came, less what was to be
    expected; ``error`` is the standard error of that figure."""

    moment: Moment
    gain: float
    error: float


@dataclass(frozen=True, slots=True)
class Undone:
    """What a player left undone: ``said`` in which words, in the order of the game; ``chance`` of an attack is that it
    would have won."""

    turn: int
    player: str
    what: str
    subject: str
    chance: float | None = None


class Review(Protocol):
    """One game as its record tells it. ``players`` are all of whom there is to tell; where they win ``together``, what
    one gains no other loses."""

    @property
    def players(self) -> Sequence[str]: ...

    @property
    def together(self) -> bool: ...

    @property
    def moments(self) -> Sequence[Moment]:
        """Decisions with a choice, and what chance has decided, in their order."""
        ...

    def verdict(self, moment: Moment, seed: int, budget: Budget) -> Verdict | None:
        """A decision, thought about; None where only one thing could be done."""
        ...

    def luck(self, moment: Moment, seed: int, budget: Budget) -> Luck | None:
        """What chance has given there; None where too little was played for an error of it."""
        ...

    def undone(self) -> Sequence[Undone]:
        """What both left undone."""
        ...

    def said(self, move: object, words: Words) -> str:
        """A move of a verdict in a player's language."""
        ...

    def undone_said(self, undone: Undone, words: Words) -> str:
        """What was left undone, in a player's language."""
        ...
