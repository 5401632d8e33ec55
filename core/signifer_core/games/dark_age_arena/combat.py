"""A combat, from the declaration of an attack to the way home: who fights whom, what has fallen, who died."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from signifer_core.frozen import replace
from signifer_core.layout import Side, other

from .rolls import Fallen, Round, Throwing


@dataclass(frozen=True, slots=True)
class Confrontation:
    """One against one, with those of both sides who support (DA-29, DA-30)."""

    attacker: str
    defender: str
    supporters: tuple[str, ...] = ()

    @property
    def pair(self) -> tuple[str, str]:
        return self.attacker, self.defender


@dataclass(frozen=True, slots=True)
class Killed:
    """A fighter who died in this combat, with its control then, and the round after which."""

    card: str
    control: int
    round: Round = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """A card that was laid face down in this combat and has been shown; whether it scored, and the ``points`` that it
    gave: 0 if it did not score, or does something else than give points."""

    card: str
    points: int = 0
    scored: bool = False


@dataclass(frozen=True)
class Combat:
    """An attack. ``start`` is the attacker's place (DA-22), 0 for a solitary one, None until it is told; ``target`` the
    defender's, 0 until told. ``alone`` is who is to fight alone, ``die`` the roll for it.

    ``attackers`` and ``defenders`` are in the order laid, the dead included. In a ``round``: whom shooters aim at, who
    confronts whom, the throws. ``supported`` were in support in the first close round. ``pillage`` are the points for
    the target if it was pillaged in this combat, else 0. ``answers`` are to the question of a face-down card that is
    ``asked`` about; ``rolled`` counts control rolls.
    """

    attacker: Side
    start: int | None = None
    target: int = 0
    alone: str | None = None
    die: int | None = None
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    round: Round = ""
    aims: tuple[tuple[str, str], ...] = ()
    confrontations: tuple[Confrontation, ...] = ()
    throws: tuple[Fallen, ...] = ()
    supported: frozenset[str] = frozenset()
    killed: tuple[Killed, ...] = ()
    pillage: int = 0
    shown: tuple[Shown, ...] = ()
    asked: str | None = None
    answers: tuple[Side, ...] = ()
    rolled: int = 0

    @property
    def defender(self) -> Side:
        return other(self.attacker)

    @property
    def pillaged(self) -> bool:
        return self.pillage > 0

    def of(self, side: Side) -> tuple[str, ...]:
        """Everybody who fights or fought for a side."""
        return self.attackers if side == self.attacker else self.defenders

    def with_fighters(self, side: Side, cards: Iterable[str]) -> Combat:
        new = (*self.of(side), *cards)
        return replace(self, attackers=new) if side == self.attacker else replace(self, defenders=new)

    def thrown(self, card: str, what: Throwing) -> Fallen | None:
        """The card's roll of this kind in this round."""
        return next((each for each in self.throws if each.card == card and each.what == what), None)

    def confrontation_of(self, card: str) -> Confrontation | None:
        """Where a card fights or supports."""
        return next(
            (each for each in self.confrontations if card in each.pair or card in each.supporters), None
        )

    def fights_directly(self, card: str) -> bool:
        """Whether it is a fighter, and not in support (DA-30): in the ranged round nobody is."""
        is_fighter = card in self.attackers or card in self.defenders
        return is_fighter and not any(card in each.supporters for each in self.confrontations)

    def opponent(self, card: str) -> str | None:
        """Whom it confronts; None in support, or before the pairs are made."""
        for each in self.confrontations:
            if card in each.pair:
                return each.defender if card == each.attacker else each.attacker
        return None
