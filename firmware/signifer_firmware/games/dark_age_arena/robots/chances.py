"""How a fight may go, reckoned cheaply: each pair by itself, and in the order of strength.

`odds` follows who stands and who falls, which takes far too long to weigh each attack that could be made; how it counts
ways serves here, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.deck import Deck
from signifer_core.games.dark_age_arena.deck.effects import SIGNS, Figure, Modifier, Sign, Trait, Value
from signifer_core.games.dark_age_arena.deck.printed import Printed
from signifer_core.games.dark_age_arena.odds.spread import NONE, Ways, both, less, reached
from signifer_core.games.dark_age_arena.state import Standing

# The chance of each fighter of a side.
Chances = tuple[float, ...]
# What is added to the rolls of a side, by the sign of their lists.
Edge = tuple[tuple[Sign, int], ...]
ROUNDS = 2
# The chance that somebody who only supports at first is fought down all the same.
LATE = 0.2


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter as it stands: its lists with what is added to its rolls taken off, and the ``life`` that is left."""

    ranged: tuple[int, ...]
    hit: tuple[int, ...]
    block: tuple[int, ...]
    armour: tuple[int, ...]
    life: int
    control: int
    unblockable: bool = False

    @property
    def strength(self) -> float:
        """By and large, in hits given and taken."""
        return _strength(self)


@lru_cache(maxsize=4096)
def _strength(one: Fighter) -> float:
    gives = _mean(reached(one.ranged, 0)) / 2 + _mean(reached(one.hit, 0))
    takes = _mean(reached(one.block, 0)) + _mean(reached(one.armour, 0))
    return gives * (1 + one.unblockable / 2) + takes / 2 + one.life / 2


@dataclass(frozen=True, slots=True)
class Outlook:
    """The chances of a fight: that each fighter dies, and that only attackers are left."""

    attackers: Chances
    defenders: Chances
    pillage: float


def _mean(ways: Ways) -> float:
    return sum(number * count for number, count in enumerate(ways)) / sum(ways)


@lru_cache(maxsize=4096)
def fighter(deck: Deck, standing: Standing) -> Fighter:
    """A character with what it bears; lines about others, and those that a task decides, count for nothing."""
    printed = deck.character(standing.card)
    lists = {sign: printed.values(sign) for sign in SIGNS}
    life, control, unblockable = printed.life, printed.control, printed.unblockable
    for what in _own_lines([printed, *map(deck.printed, standing.gear)]):
        match what:
            case Value(sign, value):
                lists[sign] = tuple(sorted((*lists[sign], value)))
            case Trait("unblockable"):
                unblockable = True
            case Figure("life", amount):
                life += amount
            case Figure("control", amount):
                control += amount
    found = Fighter(
        lists["()"], lists["[]"], lists["<>"], lists["{}"], life - standing.wounds, control, unblockable
    )
    own = [printed, *map(deck.printed, standing.gear)]
    return edged(
        found, tuple((what.sign, what.amount) for what in _own_lines(own) if isinstance(what, Modifier))
    )


def _own_lines(cards: Sequence[Printed]) -> Iterator[object]:
    return (
        effect.what for card in cards for effect in card.effects if effect.who is None and not effect.task
    )


@lru_cache(maxsize=4096)
def edged(one: Fighter, edge: Edge) -> Fighter:
    """A fighter to whose rolls something is added."""
    added = {sign: sum(amount for each, amount in edge if each == sign) for sign in SIGNS}

    def shifted(values: tuple[int, ...], sign: Sign) -> tuple[int, ...]:
        return tuple(value - added[sign] for value in values)

    return replace(
        one,
        ranged=shifted(one.ranged, "()"),
        hit=shifted(one.hit, "[]"),
        block=shifted(one.block, "<>"),
        armour=shifted(one.armour, "{}"),
    )


@lru_cache(maxsize=4096)
def wounded(victim: Fighter, direct: Fighter, supporters: tuple[Fighter, ...]) -> Ways:
    """The wounds of one round at close quarters."""
    stopped, passed = NONE, NONE
    helped = ((each, reached(each.hit, 0, 1)) for each in supporters)
    for foe, hits in ((direct, reached(direct.hit, 0)), *helped):
        if foe.unblockable:
            passed = both(passed, hits)
        else:
            stopped = both(stopped, hits)
    return both(less(less(stopped, reached(victim.armour, 0)), reached(victim.block, 0)), passed)


def fatal(one: Fighter, wounds: Ways) -> float:
    """The chance that so many wounds kill this one."""
    return sum(wounds[max(0, one.life) :]) / sum(wounds)


def _of(number: int, among: Sequence[Fighter], shares: int) -> tuple[Fighter, ...]:
    """What comes to this one of so many, if all of them get their share in turn."""
    return tuple(among[number::shares])


def _deaths(ours: Sequence[Fighter], theirs: Sequence[Fighter], paired: int) -> Chances:
    """The chance that each of ours dies."""
    found = list[float]()
    shooters = [each for each in theirs if each.ranged]
    for number, one in enumerate(ours):
        wounds = NONE
        for shooter in _of(number, shooters, len(ours)):
            wounds = both(wounds, reached(shooter.ranged, 0))
        if number < paired:
            blow = wounded(one, theirs[number], _of(number, theirs[paired:], paired))
            for _ in range(ROUNDS):
                wounds = both(wounds, blow)
        least = 0.0 if number < paired else LATE
        found.append(max(least, fatal(one, wounds)))
    return tuple(found)


@lru_cache(maxsize=8192)
def outlook(attackers: tuple[Fighter, ...], defenders: tuple[Fighter, ...]) -> Outlook:
    """How a fight of these may go; each side in the order in which it confronts the other."""
    if not defenders:
        return Outlook((0.0,) * len(attackers), (), 1.0 if attackers else 0.0)
    if not attackers:
        return Outlook((), (0.0,) * len(defenders), 0.0)
    paired = min(len(attackers), len(defenders))
    lost, killed = _deaths(attackers, defenders, paired), _deaths(defenders, attackers, paired)
    return Outlook(lost, killed, prod(killed) * (1 - prod(lost)))
