"""The cards as the rules use them: one value, built from the catalogue (or an owner's), all figures at hand."""

from __future__ import annotations

from dataclasses import dataclass

from signifer_core.cards import Catalogue
from signifer_core.decks import CardDeck, Kinds, Known, shipped

SPARTAN, PERSIAN, SUPPORT = "spartan", "persian", "support"
KINDS = (SPARTAN, PERSIAN, SUPPORT)


@dataclass(frozen=True, slots=True, order=True)
class Persian:
    """What is printed on a Persian: whoever reaches ``battle`` repels it (TH-5), whoever reaches ``annihilation``,
    never below it, annihilates it (TH-6); ``bonus`` is the symbol that gives a card (TH-8)."""

    battle: int
    annihilation: int
    bonus: bool


class Deck(CardDeck):
    """The figures of every card by id. ``spartans``, ``persians`` and ``supports`` are the ids of 20, 28 and 4 cards,
    in the order of the list."""

    __slots__ = ("_battles", "_persians", "persians", "spartans", "supports")

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self.spartans, self.persians, self.supports = map(self.of_kind, KINDS)
        self._battles = Known({card: catalogue[card].figure("battle_value") for card in self.spartans})
        self._persians = Known(
            {
                card: Persian(
                    catalogue[card].figure("battle_value"),
                    catalogue[card].figure("annihilation_value"),
                    bool(catalogue[card].figure("bonus_card")),
                )
                for card in self.persians
            }
        )

    def battle(self, spartan: str) -> int:
        """The battle value of a Spartan; RulesError for any other card."""
        return self._battles[spartan]

    def persian(self, card_id: str) -> Persian:
        """The figures of a Persian; RulesError for any other card."""
        return self._persians[card_id]


thermopyles_catalogue, standard_deck = shipped(__package__, Deck)
kind_of = Kinds(KINDS, '"spartan-3", "persian-12" or "support-1"')
