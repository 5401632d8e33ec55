"""The cards of Dark Age Arena: deck files, what is printed on each card, and both players' decks as the rules use
them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeVar

from signifer_core.cards import Catalogue
from signifer_core.decks import CardDeck
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side
from signifer_core.package_data import package_text

from .both import Decks, both_texts, joined, kind_of, one_deck, parse_decks, side_of_card
from .file import parse_deck
from .printed import Character, DeckFile, Leader, Place, Printed, Sort
from .printed import sort_of as sort_of
from .sources import Lines, sources_of

__all__ = [
    "TRAINING",
    "Deck",
    "DeckFile",
    "Decks",
    "both_texts",
    "joined",
    "kind_of",
    "one_deck",
    "parse_deck",
    "parse_decks",
    "side_of_card",
    "standard_deck",
    "training",
    "training_decks",
]

TRAINING = ("training-iron", "training-ash")
Of = TypeVar("Of", bound=Printed)


class Deck(CardDeck):
    """What is printed on every card of both decks, by its id in the game."""

    called = "these decks"
    __slots__ = ("_cards", "_decks", "_files", "_of_sort", "_on_bearers", "_printed", "enemies", "sources")

    def __init__(self, catalogue: Catalogue) -> None:
        if not isinstance(catalogue, Decks):
            raise TypeError("the decks of two players are needed: see training_decks, parse_decks")
        super().__init__(catalogue)
        self._decks, self._files = catalogue, catalogue.files
        self._printed = {
            card.id: catalogue.files[card.army].kinds[card.kind] for card in catalogue.cards.values()
        }
        self._cards = {side: catalogue.card_ids(side) for side in SIDES}
        self._of_sort: dict[tuple[Side, Sort], tuple[str, ...]] = {
            (side, sort): tuple(card for card in self._cards[side] if sort_of(self._printed[card]) == sort)
            for side in SIDES
            for sort in {sort_of(each) for each in self._printed.values()}
        }
        self.sources = sources_of(catalogue)
        self._on_bearers: dict[tuple[str, str], Lines] = {}
        self.enemies = frozenset[frozenset[str]]().union(*(file.enemies for file in self._files.values()))

    def file(self, side: Side) -> DeckFile:
        return self._files[side]

    def leader(self, side: Side) -> Leader:
        return self._files[side].leader

    def place(self, side: Side, number: int) -> Place:
        """The place of this number, 1 to 3."""
        return self._files[side].places[number - 1]

    def printed(self, card: str) -> Printed:
        """RulesError for what is no card of these decks."""
        try:
            return self._printed[card]
        except KeyError:
            raise RulesError(f'"{card}" is no card of these decks') from None

    def character(self, card: str) -> Character:
        """RulesError for any other card."""
        return self.as_a(Character, card)

    def as_a(self, sort: type[Of], card: str) -> Of:
        """What is printed on a card of this sort; RulesError for any other card."""
        printed = self.printed(card)
        if not isinstance(printed, sort):
            raise RulesError(f"{card} is of another sort: {sort_of(printed)}")
        return printed

    def is_a(self, sort: type[Printed], card: str) -> bool:
        return isinstance(self.printed(card), sort)

    def sources_on(self, bearer: str, card: str) -> Lines:
        """The lines of a weapon or skill, about who bears it."""
        if (bearer, card) not in self._on_bearers:
            self._on_bearers[bearer, card] = tuple(
                replace(line, about=bearer) for line in self.sources.get(card, ())
            )
        return self._on_bearers[bearer, card]

    def of_sort(self, side: Side, sort: Sort) -> tuple[str, ...]:
        """The ids of a side's cards of this sort, in the order of the file."""
        return self._of_sort.get((side, sort), ())

    def stock(self, side: Side) -> tuple[str, ...]:
        """The ids of the cards that a side's stock begins with: all but its artifacts (DA-2)."""
        artifacts = frozenset(self.of_sort(side, "artifact"))
        return tuple(card for card in self.cards(side) if card not in artifacts)

    def cards(self, side: Side) -> tuple[str, ...]:
        return self._cards[side]

    def tag_name(self, card: str) -> str:
        """What the tag record calls one of these cards: "wolves/knight-2"."""
        return self._decks.tag_name(card)

    def by_tag_name(self, name: str) -> str | None:
        """The card that the tag record calls so; None if neither deck has it."""
        return self._decks.by_tag_name(name)

    def in_order(self, cards: Iterable[str]) -> list[str]:
        """These cards in the order of the files, red's first."""
        among = frozenset(cards)
        return [card for card in self.catalogue if card in among]


@cache
def training(name: str) -> DeckFile:
    """A deck that is shipped with the project."""
    file = f"{name}.toml"
    return parse_deck(package_text(__package__.rpartition(".")[0], f"decks/{file}"), file=file)


@cache
def training_decks() -> Decks:
    """Red plays `training-iron`, blue `training-ash`: what a table plays if nobody brings a deck."""
    red, blue = TRAINING
    return joined(training(red), training(blue))


@cache
def standard_deck() -> Deck:
    return Deck(training_decks())
