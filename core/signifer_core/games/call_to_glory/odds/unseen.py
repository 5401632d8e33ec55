"""Cards that nobody can place, and the chance that enough of a kind are among those that come to somebody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from signifer_core.errors import RulesError

from ..deck import KINDS, Deck, kind_of
from ..state import Cards, State


@dataclass(frozen=True, slots=True)
class Share:
    """What comes to a player: so many cards of the kind that are ``known``, and so many ``unseen`` ones of any kind."""

    known: int
    unseen: int


@dataclass(frozen=True, slots=True)
class Unseen:
    """So many ``cards`` whose place nobody knows, of which so many are ``of_kind``."""

    cards: int
    of_kind: int

    def somebody(self, asked: int, shares: Iterable[Share]) -> Fraction:
        """The chance that one of the ``shares``, which have no card in common, has so many of the kind as are
        ``asked``: each way to spread those of the kind over the unseen cards is equally likely.

        The ways in which nobody has are multiplied up share by share, by how many of the kind they hold so far.

        RulesError if less than nothing comes to somebody: people agree on counts that cannot be.
        """
        ways, elsewhere = [1], self.cards
        for share in shares:
            if share.unseen < 0:
                raise RulesError(f"the counts cannot be right: {share.unseen} cards come to somebody")
            wanting = asked - share.known
            if wanting <= 0:
                return Fraction(1)
            if wanting > self.of_kind:
                continue  # whatever comes
            elsewhere -= share.unseen
            few = [comb(share.unseen, number) for number in range(wanting)]
            more = [0] * min(len(ways) + len(few) - 1, self.of_kind + 1)
            for before, so_many in enumerate(ways):
                for number, choices in enumerate(few[: len(more) - before]):
                    more[before + number] += so_many * choices
            ways = more
        nobody = sum(number * comb(elsewhere, self.of_kind - held) for held, number in enumerate(ways))
        return 1 - Fraction(nobody, comb(self.cards, self.of_kind))


def unseen(deck: Deck, state: State, kind: str) -> Unseen:
    """The cards of a state whose place nobody knows; RulesError if there cannot be so many.

    Of a set everybody knows the kind, also of cards that were only counted.
    """
    anywhere = [state.stock, *(hand.cards for hand in state.hands)]
    anywhere += [layer for layers in state.discards for layer in layers]
    placed = Counter(kind_of(card) for cards in anywhere for card in cards.named)
    placed.update({each.kind: each.size for each in state.sets})
    left = {each: len(deck.of_kind(each)) - placed[each] for each in KINDS}
    cards, number = sum(left.values()), sum(cards.unnamed for cards in anywhere)
    every: list[Cards] = [*anywhere, *(each.cards for each in state.sets)]
    if cards != number or min(left.values()) < 0 or any(each.unnamed < 0 for each in every):
        raise RulesError(f"the counts cannot be right: {number} cards lie unseen, of {cards} that nobody saw")
    return Unseen(cards, left[kind])
