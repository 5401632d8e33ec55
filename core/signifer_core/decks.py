"""Decks of all games: a value, built from a catalogue, with the figures of its cards at hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import ClassVar, Never, TypeVar

from signifer_core.cards import Catalogue, parse_catalogue
from signifer_core.errors import RulesError
from signifer_core.package_data import package_text

_V = TypeVar("_V")
DeckT = TypeVar("DeckT", bound="CardDeck")

CATALOGUE_FILE = "catalogue.toml"
# How sure a figure is that no card was read for.
ASSUMED = "assumed"


class Known(dict[str, _V]):
    """What is known of each card; RulesError for a card of which it is not."""

    def __missing__(self, card_id: str) -> Never:
        raise RulesError(f'"{card_id}" has no such figure, or is no card of this deck')


class CardDeck:
    """An immutable value, equal if the catalogues are, cheap to hash. The deck of a game adds the figures of its
    cards, found once, and how they are asked for; ``called`` is it in sentences about what it has not."""

    called: ClassVar[str] = "this deck"
    __slots__ = ("_hash", "_of_kind", "_twins", "catalogue")

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._hash = hash(catalogue)
        self._twins = _twins(catalogue)
        self._of_kind: dict[str, tuple[str, ...]] = {}
        for card in catalogue.values():
            self._of_kind[card.kind] = (*self._of_kind.get(card.kind, ()), card.id)

    def __contains__(self, card_id: object) -> bool:
        return card_id in self.catalogue

    def of_kind(self, kind: str) -> tuple[str, ...]:
        """The ids of a kind's cards, in the order of the list; none of what is no kind of card."""
        return self._of_kind.get(kind, ())

    def is_assumed(self, card_id: str) -> bool:
        """Whether nobody has read a figure of the card on the card itself; how many there are of it is not one."""
        figures = self.catalogue[card_id].figures.items()
        return any(figure.confidence == ASSUMED for name, figure in figures if name != "count")

    def twins(self, card_id: str) -> tuple[str, ...]:
        """The other cards that are equal to the card in every figure, corrections included; none of a tag that is no
        card."""
        return self._twins.get(card_id, ())

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, CardDeck) and self._hash == other._hash and self.catalogue == other.catalogue

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.catalogue.game}, {len(self.catalogue)} cards)"

    def __reduce__(self) -> tuple[type[CardDeck], tuple[Catalogue]]:
        return type(self), (self.catalogue,)  # without the hash: strings hash differently in another process


def _twins(catalogue: Catalogue) -> dict[str, tuple[str, ...]]:
    """For each card the others of its army and kind with the same figures; one with a figure that nobody knows has
    none."""
    equal: dict[object, list[str]] = {}
    for card in catalogue.values():
        values = {name: figure.value for name, figure in card.figures.items()}
        if None not in values.values():
            equal.setdefault((card.army, card.kind, frozenset(values.items())), []).append(card.id)
    return {
        card: tuple(other for other in cards if other != card) for cards in equal.values() for card in cards
    }


def shipped(
    package: str, deck: Callable[[Catalogue], DeckT]
) -> tuple[Callable[[], Catalogue], Callable[[], DeckT]]:
    """The catalogue that lies in the package of a game, and the deck of it, without any owner's corrections; each is
    made once, when it is asked for."""

    @cache
    def catalogue() -> Catalogue:
        return parse_catalogue(package_text(package, CATALOGUE_FILE), file=CATALOGUE_FILE)

    return catalogue, cache(lambda: deck(catalogue()))


class Kinds:
    """The kind in a card's id, without a catalogue: "spartan" in "spartan-3", of these ``kinds``; ``examples`` are ids
    such as a fault names."""

    def __init__(self, kinds: tuple[str, ...], examples: str) -> None:
        self._kinds, self._examples = kinds, examples
        # Asked of the same few cards again and again.
        self._found = lru_cache(maxsize=2048)(self._read)

    def __call__(self, card_id: str) -> str:
        """RulesError if it is no such id."""
        if kind := self.known(card_id):
            return kind
        raise RulesError(f'"{card_id}" is no card id such as {self._examples}')

    def known(self, card_id: str) -> str:
        """The same; "" for another game's card, or a tag of none."""
        return self._found(card_id)

    def _read(self, card_id: str) -> str:
        kind, _, number = card_id.rpartition("-")
        return kind if kind in self._kinds and number.isdecimal() else ""
