"""The odds of a combat: exact fractions over the dice that fall, for every number of supports that may be spent.

Nothing hidden is used: the Persians of the row lie open, and so does the Spartan who is asked about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from signifer_core.dice import FACES
from signifer_core.errors import RulesError

from ..actions import Charge, notation
from ..deck import Deck
from ..rules.combat import bonus_dice, charge_refusals
from ..state import CEMETERY_TO_WIN, State

HELD, REPELLED, ANNIHILATED = "held", "repelled", "annihilated"


class Course(NamedTuple):
    """What becomes of the first and of the second Persian: HELD (it stays, TH-4), REPELLED (TH-5) or ANNIHILATED
    (TH-6); "" for a second one that is not met (TH-7)."""

    first: str
    second: str

    @property
    def defeats(self) -> int:
        return sum(fate in (REPELLED, ANNIHILATED) for fate in self)

    @property
    def annihilated(self) -> int:
        return self.count(ANNIHILATED)


@dataclass(frozen=True, slots=True)
class Way:
    """A combat with so many ``supports`` spent, and so many ``dice`` still to fall: each course that it may take, with
    its chance; 1 in all, in the order of rising totals. ``low`` and ``high`` are the least and the most total."""

    supports: int
    dice: int
    low: int
    high: int
    chances: tuple[tuple[Course, Fraction], ...]

    def least(self, defeats: int = 0, annihilated: int = 0) -> Fraction:
        """The chance that at least so many Persians are defeated, and so many of them annihilated."""
        chances = (
            chance
            for course, chance in self.chances
            if course.defeats >= defeats and course.annihilated >= annihilated
        )
        return sum(chances, Fraction(0))


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a combat of ``spartan`` against ``row``: one way for each number of supports, the fewest first."""

    spartan: str
    row: tuple[str, ...]
    ways: tuple[Way, ...]


def odds(deck: Deck, state: State, spartan: str | None = None) -> Odds:
    """The odds if ``spartan`` charged now, of the active player's hand; without him, of the combat under way.

    RulesError if he may not charge, if no combat is under way, or if its dice have fallen.
    """
    if spartan is not None:
        charge = Charge(spartan)
        base, spent = deck.battle(spartan), 0
        if refused := charge_refusals(deck, state, charge):
            reasons = ", ".join(f"{reason.code} ({reason.ruling})" for reason in refused)
            raise RulesError(f"{notation(charge)} is refused: {reasons}")
    else:
        fight = state.combat
        spartan, base, spent = fight.spartan, fight.base, len(fight.supports)
        if state.step == "dice":
            return Odds(spartan, state.row, (_way(deck, state, base + sum(fight.dice), spent, fight.due),))
        if state.step != "support":
            raise RulesError("the dice have fallen: the combat is decided")
    numbers = range(spent, spent + len(state.supports) + 1)
    ways = tuple(_way(deck, state, base, number, number + bonus_dice(state)) for number in numbers)
    return Odds(spartan, state.row, ways)


@cache
def sums(dice: int) -> Mapping[int, int]:
    """In how many ways so many dice fall to each sum."""
    return Counter(map(sum, product(range(1, FACES + 1), repeat=dice)))


def _way(deck: Deck, state: State, base: int, supports: int, dice: int) -> Way:
    ways = sums(dice)
    courses: Counter[Course] = Counter()
    for total in sorted(ways):
        courses[_course(deck, state, base + total)] += ways[total]
    every = FACES**dice
    chances = tuple((course, Fraction(number, every)) for course, number in courses.items())
    return Way(supports, dice, base + dice, base + dice * FACES, chances)


def _course(deck: Deck, state: State, total: int) -> Course:
    """What a total does to the row; with the twelfth Persian in the cemetery the combat is over (TH-10)."""
    fates: list[str] = []
    buried = state.cemetery.number
    for card in state.row:
        fates.append(_fate(deck, card, total))
        buried += fates[-1] == ANNIHILATED
        if fates[-1] == HELD or buried >= CEMETERY_TO_WIN:
            break
    return Course(*(*fates, "", "")[:2])


def _fate(deck: Deck, card: str, total: int) -> str:
    persian = deck.persian(card)
    if total < persian.battle:
        return HELD
    return ANNIHILATED if total >= persian.annihilation else REPELLED
