"""How often 0, 1, 2 ... of something come: ways are counted in whole numbers, which are as exact as fractions and far
cheaper; chances come of them in the end."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import gcd

from signifer_core.dice import FACES

# In how many ways there are 0, 1, 2 ...; together they are all ways.
Ways = tuple[int, ...]
# The chances of 0, 1, 2 ...; together they are 1.
Spread = tuple[Fraction, ...]
NONE: Ways = (1,)
# In how many ways two dice fall to each sum.
TWO_DICE = {
    first + second: min(first + second - 1, 2 * FACES + 1 - first - second)
    for first in range(1, FACES + 1)
    for second in range(1, FACES + 1)
}


def certain(number: int) -> Ways:
    return (*(0,) * number, 1)


@lru_cache(maxsize=4096)
def reached(values: tuple[int, ...], added: int, most: int | None = None) -> Ways:
    """How many of ``values`` two dice with ``added`` reach; ``most`` of them count (DA-30)."""
    ways = [0] * (len(values) + 1)
    for total, number in TWO_DICE.items():
        count = sum(total + added >= value for value in values)
        ways[count if most is None else min(count, most)] += number
    while len(ways) > 1 and not ways[-1]:
        ways.pop()
    return _shortened(ways)


@lru_cache(maxsize=4096)
def both(one: Ways, other: Ways) -> Ways:
    """The sum of two that have nothing to do with each other."""
    if one == NONE or other == NONE:
        return one if other == NONE else other
    found = [0] * (len(one) + len(other) - 1)
    for first, number in enumerate(one):
        if number:
            for second, other_number in enumerate(other):
                found[first + second] += number * other_number
    return _shortened(found)


def less(hits: Ways, cancelled: Ways) -> Ways:
    """What is left of the hits; never below 0."""
    if cancelled == NONE or hits == NONE:
        return hits
    found = [0] * len(hits)
    for hit, number in enumerate(hits):
        for cancels, other_number in enumerate(cancelled):
            found[max(0, hit - cancels)] += number * other_number
    return _shortened(found)


def _shortened(ways: list[int]) -> Ways:
    common = gcd(*ways)
    return tuple(number // common for number in ways) if common > 1 else tuple(ways)


def mixed(parts: Iterable[tuple[Fraction, Ways]]) -> Spread:
    """The chances of one of these, each with its own."""
    found: list[Fraction] = []
    for weight, ways in parts:
        every = sum(ways)
        found += [Fraction(0)] * (len(ways) - len(found))
        for number, count in enumerate(ways):
            found[number] += weight * Fraction(count, every)
    return tuple(found)
