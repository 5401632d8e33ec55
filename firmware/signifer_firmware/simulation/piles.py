"""Piles, where every real card is: in a hand, a deck or another pile of an owner, out of the game, or in a zone of the
table.

The world's own account of things that no reader sees. It knows no rules: hands move cards, it says where they are.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from signifer_core.layout import Layout, Zone

HAND, DECK, DISCARD, VICTORY, OUT = "hand", "deck", "discard", "victory", "out"
PILES = (HAND, DECK, DISCARD, VICTORY, OUT)
# What lies open and is there for everybody on its side to use.
STOCK = "stock"
# Where a card goes that comes to the bottom of a deck.
BOTTOM = "bottom"
# A card's owner, and which of their piles; cards that an enemy has captured are in their owner's victory pile here.
Pile = tuple[str, str]


class Piles:
    """All cards of one table. Decks lie in order, the top card last; ``rng`` shuffles them.

    ``cards`` names, by owner and pile, where the cards are at first; a card named twice is an error (ValueError).
    """

    def __init__(self, cards: Mapping[Pile, Iterable[str]], rng: random.Random) -> None:
        self._rng = rng
        self._where: dict[str, Pile | Zone] = {}
        self._decks: dict[str, list[str]] = {}
        # What `cards` was asked, until a card moves: it is asked fifty times a second, and cards move seldom.
        self._held: dict[Pile, frozenset[str]] = {}
        for pile, held in cards.items():
            for card in sorted(held):
                if card in self._where:
                    raise ValueError(f"{card} is in {self._where[card]} and in {pile}")
                self._where[card] = pile
            if pile[1] == DECK:
                self._decks[pile[0]] = sorted(card for card, at in self._where.items() if at == pile)
                rng.shuffle(self._decks[pile[0]])
        self.layout = Layout()

    def where(self, card: str) -> Pile | Zone | None:
        """Where ``card`` is; None for a card that this account does not follow."""
        return self._where.get(card)

    @property
    def everything(self) -> dict[str, Pile | Zone]:
        """Where every card is, to be compared with a later moment."""
        return dict(self._where)

    @property
    def in_order(self) -> tuple[tuple[str, Pile | Zone], ...]:
        """Where every card is: those of a deck from the bottom, those of a zone in the order laid."""
        decks = [(card, (owner, DECK)) for owner, deck in self._decks.items() for card in deck]
        lying = [(card, zone) for zone, card in self.layout.items()]
        there = {card for card, _ in (*decks, *lying)}
        return (*(found for found in self._where.items() if found[0] not in there), *decks, *lying)

    def restore(self, places: Iterable[tuple[str, Pile | Zone]]) -> None:
        """Have every card where `in_order` had it; ValueError, and nothing done, if these are not the same cards."""
        found = tuple(places)
        if sorted(card for card, _ in found) != sorted(self._where):
            raise ValueError("other cards than these")
        self._where.clear()
        self._held.clear()
        self._decks, self.layout = {owner: [] for owner in self._decks}, Layout()
        for card, at in found:
            if isinstance(at, Zone):
                self.put(card, at)
            else:
                self.take(card, at)

    def cards(self, player: str, pile: str) -> frozenset[str]:
        """The cards of a pile of ``player``."""
        held = self._held.get((player, pile))
        if held is None:
            held = frozenset(card for card, at in self._where.items() if at == (player, pile))
            self._held[player, pile] = held
        return held

    def put(self, card: str, zone: Zone) -> None:
        """Lay ``card`` in ``zone``, wherever it was."""
        self._leave(card)
        self._where[card] = zone
        self.layout = self.layout.laid(card, zone)

    def take(self, card: str, pile: Pile) -> None:
        """Take ``card``, wherever it is, to a pile; on a deck it lies on top, `BOTTOM` it at the bottom."""
        self._leave(card)
        if pile[1] == BOTTOM:
            self._where[card] = (pile[0], DECK)
            self._decks.setdefault(pile[0], []).insert(0, card)
            return
        self._where[card] = pile
        if pile[1] == DECK:
            self._decks.setdefault(pile[0], []).append(card)

    def top(self, player: str) -> str:
        """The top card of the deck of ``player``; IndexError if there is none."""
        return self._decks[player][-1]

    def draw(self, player: str) -> str:
        """The top card of the deck goes to the hand; IndexError if there is none."""
        card = self.top(player)
        self.take(card, (player, HAND))
        return card

    def deal(self, player: str, number: int, pile: Pile) -> None:
        """So many cards go from the top of the deck to ``pile``; IndexError if there are fewer."""
        for _ in range(number):
            self.take(self.top(player), pile)

    def shuffle(self, player: str) -> None:
        """The discards are shuffled, and go under what is left of the deck."""
        under = sorted(self.cards(player, DISCARD))
        self._rng.shuffle(under)
        self._where.update(dict.fromkeys(under, (player, DECK)))
        self._held.clear()
        self._decks[player] = [*under, *self._decks.get(player, [])]

    def _leave(self, card: str) -> None:
        self._held.clear()
        was = self._where.get(card)
        if isinstance(was, Zone):
            self.layout = self.layout.lifted(card, was)
        elif was is not None and was[1] == DECK:
            self._decks[was[0]].remove(card)
