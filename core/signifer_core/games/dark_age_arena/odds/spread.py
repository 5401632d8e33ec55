"""Chances of 0, 1, 2 ... of something, as a tuple of exact fractions that add up to 1."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from signifer_core.dice import FACES

Spread = tuple[Fraction, ...]
NONE: Spread = (Fraction(1),)
# In how many ways two dice fall to each sum.
TWO_DICE = {
    first + second: min(first + second - 1, 2 * FACES + 1 - first - second)
    for first in range(1, FACES + 1)
    for second in range(1, FACES + 1)
}


def certain(number: int) -> Spread:
    return (*(Fraction(0),) * number, Fraction(1))


@lru_cache(maxsize=4096)
def reached(values: tuple[int, ...], added: int, most: int | None = None) -> Spread:
    """How many of ``values`` two dice with ``added`` reach; ``most`` of them count (DA-30)."""
    ways = [0] * (len(values) + 1)
    for total, number in TWO_DICE.items():
        count = sum(total + added >= value for value in values)
        ways[count if most is None else min(count, most)] += number
    while len(ways) > 1 and not ways[-1]:
        ways.pop()
    return tuple(Fraction(number, FACES**2) for number in ways)


def both(one: Spread, other: Spread) -> Spread:
    """The sum of two that have nothing to do with each other."""
    if one == NONE or other == NONE:
        return one if other == NONE else other
    found = [Fraction(0)] * (len(one) + len(other) - 1)
    for first, chance in enumerate(one):
        if chance:
            for second, other_chance in enumerate(other):
                found[first + second] += chance * other_chance
    return tuple(found)


def less(hits: Spread, cancelled: Spread) -> Spread:
    """What is left of the hits; never below 0."""
    if cancelled == NONE:
        return hits
    found = [Fraction(0)] * len(hits)
    for hit, chance in enumerate(hits):
        for number, other_chance in enumerate(cancelled):
            found[max(0, hit - number)] += chance * other_chance
    return tuple(found)


def mixed(parts: list[tuple[Fraction, Spread]]) -> Spread:
    """One of these, each with its chance."""
    found = [Fraction(0)] * max(len(part) for _, part in parts)
    for weight, part in parts:
        for number, chance in enumerate(part):
            found[number] += weight * chance
    return tuple(found)
