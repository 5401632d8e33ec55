"""The cards as the rules use them: one value, built from the catalogue (or an owner's), all figures at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from signifer_core.cards import Catalogue, parse_catalogue
from signifer_core.errors import RulesError
from signifer_core.package_data import package_text

SPARTAN, PERSIAN, SUPPORT = "spartan", "persian", "support"
KINDS = (SPARTAN, PERSIAN, SUPPORT)

_V = TypeVar("_V")


@dataclass(frozen=True, slots=True)
class Persian:
    """What is printed on a Persian: whoever reaches ``battle`` repels it (TH-5), whoever reaches ``annihilation``,
    never below it, annihilates it (TH-6); ``bonus`` is the symbol that gives a card (TH-8)."""

    battle: int
    annihilation: int
    bonus: bool


class Deck:
    """The figures of every card by id: an immutable value, equal if the catalogues are, cheap to hash."""

    __slots__ = ("_hash", "_ids", "_persians", "_spartans", "catalogue")

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._hash = hash(catalogue)
        self._ids = {kind: tuple(card for card in catalogue if kind_of(card) == kind) for kind in KINDS}
        self._spartans = {card: catalogue[card].figure("battle_value") for card in self.spartans}
        self._persians = {
            card: Persian(
                catalogue[card].figure("battle_value"),
                catalogue[card].figure("annihilation_value"),
                bool(catalogue[card].figure("bonus_card")),
            )
            for card in self.persians
        }

    def battle(self, spartan: str) -> int:
        """The battle value of a Spartan; RulesError for any other card."""
        return _known(self._spartans, spartan)

    def persian(self, card_id: str) -> Persian:
        """The figures of a Persian; RulesError for any other card."""
        return _known(self._persians, card_id)

    @property
    def spartans(self) -> tuple[str, ...]:
        """The ids of the 20 Spartans, in the order of the list."""
        return self._ids[SPARTAN]

    @property
    def persians(self) -> tuple[str, ...]:
        """The ids of the 28 Persians, in the order of the list."""
        return self._ids[PERSIAN]

    @property
    def supports(self) -> tuple[str, ...]:
        """The ids of the four supports."""
        return self._ids[SUPPORT]

    def __contains__(self, card_id: object) -> bool:
        return card_id in self.catalogue

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Deck) and self._hash == other._hash and self.catalogue == other.catalogue

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Deck({self.catalogue.game}, {len(self.catalogue)} cards)"

    def __reduce__(self) -> tuple[type[Deck], tuple[Catalogue]]:
        return Deck, (self.catalogue,)


@cache
def thermopyles_catalogue() -> Catalogue:
    """The catalogue that is shipped with the project."""
    name = "catalogue.toml"
    return parse_catalogue(package_text(__package__, name), file=name)


@cache
def standard_deck() -> Deck:
    """The deck of the shipped catalogue, without any owner's corrections."""
    return Deck(thermopyles_catalogue())


def kind_of(card_id: str) -> str:
    """The kind in a card's id, without a catalogue: "spartan" in "spartan-3"; RulesError if it is no such id."""
    kind, _, number = card_id.rpartition("-")
    if kind not in KINDS or not number.isdecimal():
        raise RulesError(f'"{card_id}" is no card id such as "spartan-3", "persian-12" or "support-1"')
    return kind


def _known(figures: Mapping[str, _V], card_id: str) -> _V:
    try:
        return figures[card_id]
    except KeyError:
        raise RulesError(f'"{card_id}" has no such figure, or is no card of this deck') from None
