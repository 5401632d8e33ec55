"""The cards as the rules use them: one value, built from the catalogue (or an owner's), all figures at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from signifer_core.cards import Catalogue
from signifer_core.decks import CardDeck, Kinds, Known, shipped
from signifer_core.errors import ConfigError, Fault, RulesError

NINJA = "ninja"
# The kinds of characters, from the commonest to the rarest.
KINDS = ("farmer", "monk", "envoy", NINJA, "samurai", "shogun", "daimyo", "empress", "emperor")
# In the box, as the catalogue has them.
CHARACTERS, MISSIONS, MOST_OF_A_KIND = 110, 12, 20
LETTERS = ("a", "b", "c")
MISSION = "mission"
MISSION_KINDS = tuple(f"{MISSION}-{letter}" for letter in LETTERS)


@dataclass(frozen=True, slots=True)
class Mission:
    """What is printed on a mission (CG-7): each card of a set of ``kind`` gives whoever has laid it ``points``."""

    letter: str
    kind: str
    points: int


class Deck(CardDeck):
    """The figures of every card by id, and those of every kind of character by its name."""

    __slots__ = ("_characters", "_missions", "_three_to_lay", "_values")

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        first = {kind: catalogue[self.of_kind(kind)[0]] for kind in KINDS}
        self._values = Known({kind: card.figure("value") for kind, card in first.items()})
        self._three_to_lay = {kind for kind, card in first.items() if card.figure("three_to_lay")}
        self._characters = tuple(card for kind in KINDS for card in self.of_kind(kind))
        self._missions = Known(_missions(catalogue, self.missions, self._values))

    def value(self, kind: str) -> int:
        """What a set of this kind scores (CG-6); RulesError for what is no kind of character."""
        return self._values[kind]

    def least(self, kind: str, players: int) -> int:
        """How many cards of a kind make a set where nobody has laid it (CG-2)."""
        return 3 if players > 2 and kind in self._three_to_lay else 2

    def mission(self, card: str) -> Mission:
        """The figures of a mission; RulesError for any other card."""
        return self._missions[card]

    @property
    def characters(self) -> tuple[str, ...]:
        """The ids of the characters, in the order of the list."""
        return self._characters

    @property
    def missions(self) -> tuple[str, ...]:
        """The ids of the twelve missions, in the order of the list."""
        return tuple(card for kind in MISSION_KINDS for card in self.of_kind(kind))


def _missions(catalogue: Catalogue, cards: Iterable[str], values: Mapping[str, int]) -> dict[str, Mission]:
    """The figures of the missions; ConfigError with all that name a value which no kind has, or more than one."""
    found, faults = dict[str, Mission](), list[str]()
    for card in cards:
        named = catalogue[card].figure("names")
        kinds = [kind for kind, value in values.items() if value == named]
        if len(kinds) == 1:
            found[card] = Mission(letter_of(card), kinds[0], catalogue[card].figure("points"))
        else:
            there = ", ".join(map(str, sorted(set(values.values()))))
            whose = " and ".join(kinds) or "no kind"
            said = f"{card} names {named}, which is the value of {whose}; names is one of {there}"
            faults.append(Fault(said, "mission-names", card=card, value=named, values=there))
    if faults:
        raise ConfigError(faults)
    return found


call_to_glory_catalogue, standard_deck = shipped(__package__, Deck)
# "mission-a" of "mission-a-1".
kind_of = Kinds((*KINDS, *MISSION_KINDS), '"farmer-12", "emperor-1" or "mission-b-3"')


def letter_of(mission: str) -> str:
    """The letter of a mission's id: "a" of "mission-a-1"; RulesError for any other card."""
    kind = kind_of(mission)
    if kind not in MISSION_KINDS:
        raise RulesError(f'"{mission}" is no mission')
    return kind.removeprefix(f"{MISSION}-")


def kinds_of(cards: Iterable[str]) -> tuple[str, ...]:
    """The kinds among the cards, each once, in the order of the list."""
    found = {kind_of(card) for card in cards}
    return tuple(kind for kind in (*KINDS, *MISSION_KINDS) if kind in found)
