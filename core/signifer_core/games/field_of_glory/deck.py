"""The cards as the rules use them: one value, built from the catalogue (or an owner's), all figures at hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from signifer_core.cards import Card, Catalogue
from signifer_core.decks import CardDeck, Known, shipped
from signifer_core.errors import RulesError
from signifer_core.frozen import FrozenMap
from signifer_core.layout import Side, is_side

# Who plays is called by the side of the table that is theirs, and so is their army.
Player: TypeAlias = Side

UNIT_KINDS = (
    "elephant",
    "spear",
    "pike",
    "heavy-infantry",
    "medium-infantry",
    "cavalry",
    "light-infantry",
    "light-cavalry",
    "archer",
)
COMMANDER = "commander"
ACTION_KINDS = ("overlap", "reserves")
TERRAIN_KINDS = ("plain", "rough", "woods", "hill")
ANY = "any"


@dataclass(frozen=True, slots=True)
class UnitKind:
    """What is printed on a unit, apart from its command points (`Deck.command_points`).

    ``against`` is added to its combat as the attacking lead, by the kind of the enemy's lead;
    ``beside_second`` is added when its column holds a second unit of its kind; ``shares`` are the other kinds
    it may stand with, or "any"; ``rampage`` is how many cards its owner's deck loses when it is lost in an
    attack (FG-C7).
    """

    kind: str
    movement_cost: int
    flank_penalty: int
    combat: int
    victory_points: int
    against: FrozenMap[int]
    beside_second: int
    wins_ties_defending: bool
    shares: frozenset[str]
    rampage: int

    def may_stand_with(self, other: UnitKind) -> bool:
        """FG-P2: two units of one kind, or of kinds one of which allows the other beside it."""
        return (
            self.kind == other.kind
            or not self.shares.isdisjoint((other.kind, ANY))
            or not other.shares.isdisjoint((self.kind, ANY))
        )


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """What terrain does: ``placing_cost`` is added for each unit placed there (FG-P1), ``lead`` to a lead by
    its kind, ``defender_in_control`` to a defender who controls it (FG-C4)."""

    kind: str
    placing_cost: int
    lead: FrozenMap[int]
    defender_in_control: int


UNSEEN = "any"
# At a table without pads nobody sees which card it is: only what it is worth is said, as CP or points.
UNSEEN_CARDS = {f"{army}/{UNSEEN}-{worth}": worth for army in ("red", "blue") for worth in range(6)}


class Deck(CardDeck):
    """The figures of every card by id."""

    __slots__ = ("_command_points", "_ids", "_terrain", "_units", "_victory_points")

    def __init__(self, catalogue: Catalogue) -> None:
        super().__init__(catalogue)
        self._ids = Known({army: catalogue.card_ids(army) for army in (*catalogue.armies, "")})
        self._command_points = Known[int]()
        self._victory_points = Known[int]()
        self._units = Known[UnitKind | None]()
        self._terrain = Known[TerrainKind]()
        for card in catalogue.values():
            if card.army == "":
                self._terrain[card.id] = _terrain_kind(card)
                continue
            self._command_points[card.id] = card.figure("command_points")
            self._victory_points[card.id] = card.figure("victory_points")
            is_unit = catalogue.kinds[card.kind].sort == "unit"
            self._units[card.id] = _unit_kind(card) if is_unit else None
        for card_id, worth in UNSEEN_CARDS.items():
            self._command_points[card_id] = self._victory_points[card_id] = worth

    def command_points(self, card_id: str) -> int:
        """The CP of a card of an army; RulesError for any other."""
        return self._command_points[card_id]

    def victory_points(self, card_id: str) -> int:
        """The points an army's card is worth in the enemy's victory pile; RulesError for any other."""
        return self._victory_points[card_id]

    def unit(self, card_id: str) -> UnitKind | None:
        """The figures of a unit; None for commanders and action cards; RulesError for no card of an army."""
        return self._units[card_id]

    def terrain(self, card_id: str) -> TerrainKind:
        """The figures of a terrain card; RulesError for any other."""
        return self._terrain[card_id]

    def in_army(self, card_id: str) -> bool:
        """Whether it is a card of either army."""
        return card_id in self._units

    def army(self, army: str) -> tuple[str, ...]:
        """The ids of an army's 48 cards, in the order of the list."""
        return self._ids[army]

    @property
    def terrain_cards(self) -> tuple[str, ...]:
        """The ids of the nine terrain cards."""
        return self._ids[""]


field_of_glory_catalogue, standard_deck = shipped(__package__, Deck)


def kind_of(card_id: str) -> str:
    """The kind in a card's id, without a catalogue: "light-cavalry" in "red/light-cavalry-2"."""
    kind, _, number = card_id.partition("/")[2].rpartition("-")
    if not kind or not number.isdecimal():
        raise RulesError(f'"{card_id}" is no card id such as "red/light-cavalry-2"')
    return kind


def army_of(card_id: str) -> str:
    """The army in a card's id, without a catalogue: "red" or "blue", or "" for terrain."""
    army, slash, _ = card_id.partition("/")
    if not slash:
        raise RulesError(f'"{card_id}" is no card id such as "red/light-cavalry-2"')
    return "" if army == "terrain" else army


def owner_of(card_id: str) -> Player:
    """The player whose army the card is in; RulesError if it is in none."""
    army = army_of(card_id)
    if not is_side(army):
        raise RulesError(f'"{card_id}" is in no army')
    return army


def _optional(card: Card, name: str) -> int:
    return card.figure(name) if name in card.figures else 0


def _unit_kind(card: Card) -> UnitKind:
    return UnitKind(
        kind=card.kind,
        movement_cost=card.figure("movement_cost"),
        flank_penalty=card.figure("flank_penalty"),
        combat=card.figure("combat"),
        victory_points=card.figure("victory_points"),
        against=FrozenMap(card.group("against")),
        beside_second=_optional(card, "beside_second"),
        wins_ties_defending=bool(_optional(card, "wins_ties_defending")),
        shares=frozenset(kind for kind, shared in card.group("shares").items() if shared),
        rampage=_optional(card, "rampage"),
    )


def _terrain_kind(card: Card) -> TerrainKind:
    return TerrainKind(
        kind=card.kind,
        placing_cost=_optional(card, "placing_cost"),
        lead=FrozenMap(card.group("lead")),
        defender_in_control=_optional(card, "defender_in_control"),
    )
