"""The odds of a combat, and of the roll that is due: exact fractions, and what they take for granted.

Nothing hidden is used: what is counted is `knowledge.view` of the state. How rounds go on is in `course`, which choices
are taken for players in `order`, a single roll in `roll`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

from signifer_core.dice import FACES
from signifer_core.errors import RulesError

from ..actions import Rolled
from ..deck import Deck
from ..knowledge import view
from ..rolls import Round
from ..rules import DarkAgeArena
from ..rules.spoils import FIRST_PILLAGE, LATER_PILLAGE
from ..state import ROUND_STEPS, State
from .course import Course
from .roll import Chance as Chance
from .roll import roll as roll
from .spread import NONE, Spread, Ways, mixed

ANYONE = "anyone"
NO_INSTANTS = "no-instants"
IN_ORDER = "in-order"
IN_ORDER_LATER = "in-order-later"


@dataclass(frozen=True, slots=True)
class Fighter:
    """The odds of one fighter: how likely 0, 1, 2 ... are as ``hits`` of its roll of this round (to shoot or to strike;
    before armour and blocks), and as ``wounds`` that this round brings it. ``survives`` is the chance that no fatal
    wounds come in this round, ``lives`` that it is there after the combat."""

    card: str
    hits: Spread
    wounds: Spread
    survives: Fraction
    lives: Fraction


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a combat in the ``round`` that is under way. ``pillage`` is the chance that the target is pillaged,
    for so many ``points``.

    ``assumptions`` are what the figures take for granted. "no-instants": no card is played and nothing agreed from
    now on. "in-order": what is still to be chosen in this round is chosen in the order laid, and spread evenly
    (`order`); "in-order-later": that of a later round is."""

    round: Round
    attackers: tuple[Fighter, ...]
    defenders: tuple[Fighter, ...]
    pillage: Fraction
    points: int
    assumptions: tuple[str, ...]


def odds(deck: Deck, state: State, *, viewer: str = ANYONE) -> Odds:
    """The odds of the combat under way. RulesError if none is, from `aim` to `strike`."""
    combat = state.combat
    if combat is None or state.step not in ROUND_STEPS:
        raise RulesError(
            "no combat is under way: there are odds from the first aim to the last roll to strike"
        )
    state = view(state, viewer)
    courses = [(weight, _Outcome.of(deck, each)) for weight, each in _tasks_rolled(deck, state)]
    sides = (
        tuple(_fighter(card, courses) for card in state.fighters(side))
        for side in (combat.attacker, combat.defender)
    )
    attackers, defenders = sides
    spot = state.player(combat.defender).spot(combat.target)
    return Odds(
        combat.round,
        attackers,
        defenders,
        sum((weight * each.pillage for weight, each in courses), Fraction(0)),
        LATER_PILLAGE if spot.pillaged else FIRST_PILLAGE,
        tuple(_assumptions(state)),
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What a `Course` comes to, or a combat that task rolls have ended."""

    hits: dict[str, Ways]
    wounds: dict[str, Ways]
    survives: dict[str, Fraction]
    lives: dict[str, Fraction]
    pillage: Fraction

    @classmethod
    def of(cls, deck: Deck, state: State) -> _Outcome:
        if state.step in ROUND_STEPS:
            course = Course(deck, state)
            return cls(course.hits, course.suffers, course.survives, course.lives, course.pillage)
        combat = state.combat
        left = {card: Fraction(1) for side in ("red", "blue") for card in state.fighters(side)}
        pillaged = combat is not None and combat.pillaged
        return cls({}, {}, left, left, Fraction(int(pillaged)))


def _tasks_rolled(deck: Deck, state: State) -> list[tuple[Fraction, State]]:
    """The state after the task rolls that are due, each way with its chance."""
    if state.task is None:
        return [(Fraction(1), state)]
    ways: defaultdict[State, int] = defaultdict(int)
    for face in range(1, FACES + 1):
        ways[DarkAgeArena(deck).apply(state, Rolled(face))] += 1
    return [
        (Fraction(number, FACES) * weight, each)
        for after, number in ways.items()
        for weight, each in _tasks_rolled(deck, after)
    ]


def _fighter(card: str, courses: list[tuple[Fraction, _Outcome]]) -> Fighter:
    return Fighter(
        card,
        mixed((weight, each.hits.get(card, NONE)) for weight, each in courses),
        mixed((weight, each.wounds.get(card, NONE)) for weight, each in courses),
        sum((weight * each.survives.get(card, 0) for weight, each in courses), Fraction(0)),
        sum((weight * each.lives.get(card, 0) for weight, each in courses), Fraction(0)),
    )


def _assumptions(state: State) -> list[str]:
    combat = state.combat
    assert combat is not None
    found = [NO_INSTANTS]
    if state.step in ("aim", "pair", "assist"):
        found.append(IN_ORDER)
    several = any(len(state.fighters(side)) > 1 for side in (combat.attacker, combat.defender))
    if combat.round != "second" and several:
        found.append(IN_ORDER_LATER)
    return found
