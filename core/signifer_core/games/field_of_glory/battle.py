"""An attack under way, and the result of the last one: frozen values, no rules."""

from __future__ import annotations

from dataclasses import dataclass

from .deck import Player

HAND, DECK, NONE = "hand", "deck", "none"
BY_TOTAL, BY_SPEAR, TIE, RETREAT = "total", "spear", "tie", "retreat"


@dataclass(frozen=True)
class Bonus:
    """A bonus card: ``origin`` "hand", "deck" or "none" (who has no card goes without); ``card`` None while it is
    hidden from whoever holds this state."""

    origin: str
    card: str | None = None

    @property
    def known(self) -> bool:
        """Whether a reveal could tell nothing new."""
        return self.card is not None or self.origin == NONE


@dataclass(frozen=True)
class Attack:
    """An attack under way on ``column`` (FG-C1), in the flank or not (FG-F2).

    ``source`` is the column in which the attacker's ``lead`` stands: the attacked one, or in the flank perhaps one
    beside it. A choice not yet made is None. ``overlaps`` lie on the attacker's side; those of them that came from
    `Holdings.hand_cards` are ``overlaps_known``, too. ``retreated`` are the units that did, in no order. After the
    reveal ``revealed`` is set; ``rampage`` counts the cards that ``loser`` still loses from their deck (FG-C7).
    """

    column: int
    flank: bool = False
    lead: str | None = None
    source: int = 0
    overlaps: tuple[str, ...] = ()
    overlaps_known: frozenset[str] = frozenset()
    bonus: Bonus | None = None
    retreated: tuple[str, ...] = ()
    retreat_ended: bool = False
    defending_bonus: Bonus | None = None
    defending_lead: str | None = None
    revealed: bool = False
    rampage: int = 0
    loser: Player | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One summand of a total (FG-C3): "combat", "bonus", "second-unit", "terrain", "against", "beside-second", "flank"
    or "overlap", with its figure and the ruling behind it."""

    name: str
    figure: int
    ruling: str


@dataclass(frozen=True)
class Result:
    """What came of an attack: both sides' lines, the winner (None: nobody), and how.

    ``by`` is "total", "spear" (a tie that the defending lead wins), "tie", or "retreat" (all defenders retreated: no
    totals). ``retreated`` are units, ``captured`` those that went to the winner's victory pile, ``discarded`` those
    that the result cost either side without a choice. ``held`` and ``holds`` are who controlled the column before and
    after it. ``rampage`` counts the cards that the loser loses from their deck besides (FG-C7).
    """

    column: int
    attacker: Player
    lead: str
    defending_lead: str | None
    attacking: tuple[Line, ...]
    defending: tuple[Line, ...]
    winner: Player | None
    by: str
    retreated: tuple[str, ...] = ()
    captured: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    held: Player | None = None
    holds: Player | None = None
    rampage: int = 0

    @property
    def attacking_total(self) -> int:
        return total(self.attacking)

    @property
    def defending_total(self) -> int:
        return total(self.defending)


def total(lines: tuple[Line, ...]) -> int:
    """The sum of the lines; it may be below zero."""
    return sum(line.figure for line in lines)
