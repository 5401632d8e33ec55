"""Chance, which the core is given and never makes: what it asks of a generator, and how it deals unseen cards by it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from .counted import Cards
from .errors import RulesError

_T = TypeVar("_T")


class Chance(Protocol):
    """Where chance comes from: a `random.Random` is one."""

    def sample(self, population: Sequence[_T], k: int) -> list[_T]:
        """So many of these, each order of each choice as likely as any other."""
        ...

    def choice(self, seq: Sequence[_T]) -> _T:
        """One of these, each as likely as any other."""
        ...


class Unseen:
    """Cards of which nobody knows where they lie. Each place takes as many as it is said to hold; whatever the order in
    which places ask, each way to spread the cards over them is equally likely."""

    def __init__(self, cards: Iterable[str], chance: Chance) -> None:
        found = list(cards)
        self._left = chance.sample(found, len(found))

    def take(self, number: int) -> frozenset[str]:
        """So many of the cards that are left; RulesError if there are not so many."""
        if not 0 <= number <= len(self._left):
            raise RulesError(f"the counts cannot be right: {number} cards, and {len(self._left)} lie unseen")
        taken, self._left = self._left[:number], self._left[number:]
        return frozenset(taken)

    def named(self, cards: Cards) -> Cards:
        """The same cards, all of them by name."""
        return Cards(cards.number, cards.named | self.take(cards.unnamed)) if cards.unnamed else cards

    def rest(self) -> frozenset[str]:
        """All that are left."""
        return self.take(len(self._left))
