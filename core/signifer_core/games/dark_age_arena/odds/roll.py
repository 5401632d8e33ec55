"""The chances of the one roll that is due, whatever it is for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from signifer_core.dice import FACES
from signifer_core.errors import RulesError

from ..deck import Deck
from ..knowledge import view
from ..rolls import COM, MARKER, Added, Due, total
from ..rules.dice import due
from ..rules.effects import recruitment, solitary_cost
from ..state import State
from .spread import TWO_DICE

ONE_DIE = range(1, FACES + 1)
NOTHING_ADDED: tuple[Added, ...] = ()


@dataclass(frozen=True, slots=True)
class Chance:
    """The ``chance`` to "reach" a ``number``, to stay "below" it, to "cost" so much COM or less, or that "red" or
    "blue" is higher or both are "equal". ``added`` is what is counted to the dice: a roll's modifiers one after
    another, for a draft also ("marker", 1) and ("com", n) after it fell."""

    of: Literal["reach", "below", "cost", "red", "blue", "equal"]
    number: int
    added: tuple[Added, ...]
    chance: Fraction


def roll(deck: Deck, state: State, *, viewer: str = "anyone") -> tuple[Chance, ...]:
    """The chances of the roll that is due: each value without its modifiers, then with one more of them at a time.
    RulesError if no roll is due."""
    state = view(state, viewer)
    wanted = due(deck, state)
    if wanted is None:
        raise RulesError("no roll is due: there are chances of a roll before it falls")
    match wanted.purpose:
        case "draft":
            return tuple(_draft(deck, state, wanted))
        case "initiative":
            return _initiative(wanted)
        case "solitary":
            return tuple(_solitary(deck, state, wanted))
        case "control":
            below = sum(die < wanted.below for die in ONE_DIE)
            return (Chance("below", wanted.below, (), Fraction(below, FACES)),)
        case _:
            return tuple(_reached(wanted))


def _reached(wanted: Due) -> Iterator[Chance]:
    ways = TWO_DICE if wanted.dice == 2 else dict.fromkeys(ONE_DIE, 1)
    for value in wanted.reach:
        for number in range(len(wanted.modifiers) + 1):
            added = wanted.modifiers[:number]
            reaching = sum(count for fallen, count in ways.items() if fallen + total(added) >= value)
            yield Chance("reach", value, added, Fraction(reaching, sum(ways.values())))


def _draft(deck: Deck, state: State, wanted: Due) -> Iterator[Chance]:
    """By itself, with a marker, and each with the COM that may be added (DA-7, DA-10, DA-11)."""
    player = state.player(wanted.player)
    (value,) = wanted.reach
    most = min(recruitment(deck, state, wanted.player), player.com)
    markers: list[tuple[Added, ...]] = [()]
    if player.markers and not player.marked:
        markers.append(((MARKER, 1),))
    for marker in markers:
        for com in range(most + 1):
            paid: tuple[Added, ...] = ((COM, com),) if com else ()
            # A natural 1 fails, and takes no COM without a marker.
            good = sum(die + total(marker) + com >= value for die in ONE_DIE if die > 1 or marker)
            yield Chance("reach", value, (*marker, *paid), Fraction(good, FACES))


def _initiative(wanted: Due) -> tuple[Chance, ...]:
    ahead = total(wanted.modifiers) - total(wanted.others)
    differences = [red - blue + ahead for red in ONE_DIE for blue in ONE_DIE]
    every = len(differences)
    return (
        Chance("red", ahead, wanted.modifiers, Fraction(sum(each > 0 for each in differences), every)),
        Chance("blue", -ahead, wanted.others, Fraction(sum(each < 0 for each in differences), every)),
        Chance("equal", 0, NOTHING_ADDED, Fraction(differences.count(0), every)),
    )


def _solitary(deck: Deck, state: State, wanted: Due) -> Iterator[Chance]:
    """Every cost that it may have; what the player has as COM pays it by itself (DA-23)."""
    assert wanted.card is not None
    costs = [solitary_cost(deck, state, wanted.card, die) for die in ONE_DIE]
    for cost in sorted(set(costs)):
        yield Chance("cost", cost, (), Fraction(sum(each <= cost for each in costs), FACES))
