"""Rolls: what one is due for, how it has fallen, and what a fighter suffers from those of a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from signifer_core.layout import Side

Round = Literal["", "ranged", "first", "second", "over"]
Throwing = Literal["shoot", "strike", "armour", "block"]
Purpose = Literal["task", "draft", "initiative", "solitary", "control"] | Throwing
TWO_DICE: tuple[Purpose, ...] = ("initiative", "shoot", "strike", "armour", "block")

Added = tuple[str, int]  # what adds to a roll, a card or a place for the most part, and how much
MARKER, COM = "marker", "com"  # what is added to a draft roll after it fell


def total(added: Iterable[Added]) -> int:
    return sum(amount for _, amount in added)


@dataclass(frozen=True, slots=True)
class Due:
    """``player`` rolls for ``card``. A die, or two together, must reach a value of ``reach``, each of which counts; for
    control it must stay ``below``; for COM it is taken from the ``cost``. ``modifiers`` are added, each by its card or
    place; of an initiative they are red's, its bid first, and ``others`` are blue's."""

    player: Side
    purpose: Purpose
    card: str | None = None
    reach: tuple[int, ...] = ()
    modifiers: tuple[Added, ...] = ()
    others: tuple[Added, ...] = ()
    below: int = 0
    cost: int = 0

    @property
    def dice(self) -> int:
        return 2 if self.purpose in TWO_DICE else 1


@dataclass(frozen=True, slots=True)
class Fallen:
    """A roll that has fallen: what was ``due``, and the ``dice``; in which ``turn``, in whose attack (None: in no
    combat), in which ``round`` of it ("" before the rounds and after them).

    ``count`` is what came of it: hits, or hits that are cancelled; COM that a solitary fighter costs; 1 or 0 of a task,
    a draft, a control roll; of initiative 1 if red has won, -1 if blue has. Hits are ``against`` an enemy; those of a
    supporter (``supporting``) are one at most.
    """

    due: Due
    dice: tuple[int, ...]
    turn: int
    attacker: Side | None = None
    round: Round = ""
    count: int = 0
    against: str | None = None
    supporting: bool = False
    unblockable: bool = False

    @property
    def card(self) -> str | None:
        return self.due.card

    @property
    def what(self) -> Purpose:
        return self.due.purpose

    @property
    def total(self) -> int:
        """The dice with all that was added; of initiative red's."""
        dice = self.dice[:1] if self.what == "initiative" else self.dice
        return sum(dice) + total(self.due.modifiers)

    @property
    def other_total(self) -> int:
        """Of initiative blue's."""
        return sum(self.dice[1:]) + total(self.due.others)


@dataclass(frozen=True, slots=True)
class Suffered:
    """The ``hits`` of all enemies on a fighter, the ``unblockable`` ones not among them; how many of the others armour
    and blocks could cancel (DA-32, DA-33)."""

    hits: int = 0
    unblockable: int = 0
    armour: int = 0
    block: int = 0

    @property
    def after_armour(self) -> int:
        return max(0, self.hits - self.armour)

    @property
    def wounds(self) -> int:
        return max(0, self.after_armour - self.block) + self.unblockable


def suffered(throws: Iterable[Fallen], card: str) -> Suffered:
    """What has come upon a fighter with the ``throws`` of one round."""
    hits = unblockable = armour = block = 0
    for each in throws:
        if each.against == card and each.unblockable:
            unblockable += each.count
        elif each.against == card:
            hits += each.count
        elif each.card == card and each.what == "armour":
            armour += each.count
        elif each.card == card and each.what == "block":
            block += each.count
    return Suffered(hits, unblockable, armour, block)
