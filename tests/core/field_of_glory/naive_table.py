"""What the naive second version of Field of Glory (`naive`) knows of the cards, and where each of them lies."""

from __future__ import annotations

from typing import Any

from signifer_core.games.field_of_glory.deck import field_of_glory_catalogue

CARDS = field_of_glory_catalogue()
COLUMNS = (1, 2, 3, 4, 5)
SIDES = ("red", "blue")
Name = str | None


def printed(card: str, figure: str) -> int:
    """A figure of the card, 0 if none is printed."""
    return CARDS[card].figure(figure) if figure in CARDS[card].figures else 0


def kind(card: str) -> str:
    return CARDS[card].kind


def owner(card: str) -> str:
    return card.split("/")[0]


def enemy(player: str) -> str:
    return "blue" if player == "red" else "red"


def is_unit(card: str) -> bool:
    return "movement_cost" in CARDS[card].figures


def army(player: str) -> list[str]:
    return [card for card in CARDS if owner(card) == player]


def friends(card: str, other: str) -> bool:
    """FG-P2: one kind; light infantry with elephant; archer with any."""
    pair = {kind(card), kind(other)}
    return len(pair) == 1 or pair == {"light-infantry", "elephant"} or "archer" in pair


class NaiveTable:
    """All cards of a game under way. ``full``: every card is known by name."""

    def __init__(self, *, full: bool) -> None:
        self.full = full
        self.active = "red"
        self.turn = 1
        self.step = "actions"
        self.winner: str | None = None
        self.terrain = dict.fromkeys(COLUMNS, "plain")
        self.terrain_used: list[str] = []
        self.control: dict[int, str] = {}
        self.lying: dict[tuple[int, str], list[str]] = {(c, p): [] for c in COLUMNS for p in SIDES}
        self.hand: dict[str, list[Name]] = {p: [] for p in SIDES}
        self.deck: dict[str, list[Name]] = {p: [] for p in SIDES}
        self.discards: dict[str, list[Name]] = {p: [] for p in SIDES}
        self.captured_from: dict[str, list[Name]] = {p: [] for p in SIDES}
        self.points = dict.fromkeys(SIDES, 0)
        self.shuffles = dict.fromkeys(SIDES, 0)
        self.out: dict[str, list[str]] = {p: [] for p in SIDES}
        self.offered: list[str] = []
        self.kept: dict[str, list[Name]] = {p: [] for p in SIDES}
        self.advanced = self.drawn = False
        self.laid: list[tuple[str, int, Name]] = []  # unit, column, and what left the hand for it
        self.paid = 0
        self.lifted: list[tuple[str, int]] = []
        self.flanks: dict[int, list[int]] = {}
        self.attack: dict[str, Any] | None = None
        self.totals: tuple[int, int] | None = (
            None  # the attacker's and the defender's in this turn's last attack
        )
        self.draws: tuple[str, int, str] | None = None
        self.reserves: str | None = None  # played, and not among the discards before its draw is over

    # What is where

    def named(self, player: str) -> set[Name]:
        """Every card of the army of which it is known where it is."""
        known: set[Name] = {*self.hand[player], *self.deck[player], *self.discards[player]}
        known |= {*self.captured_from[player], *self.out[player], *self.kept[player], *self.offered}
        known.add(self.reserves)
        for column in COLUMNS:
            known |= set(self.lying[column, player])
        if self.attack:
            known |= {*self.attack["overlaps"], *self.attack["bonus"].values()}
        return known

    def nowhere(self, player: str) -> list[str]:
        known = self.named(player)
        return [card for card in army(player) if card not in known]

    def playable(self, player: str) -> list[str]:
        """Cards that may be in the hand."""
        named = [card for card in self.hand[player] if card is not None]
        return named + (self.nowhere(player) if None in self.hand[player] else [])

    def take_from_hand(self, card: str) -> Name:
        """What leaves the hand for the card: the card, or one of those that nobody has seen."""
        hand = self.hand[owner(card)]
        gone: Name = card if card in hand else None
        hand.remove(gone)
        return gone

    def column_of(self, card: str) -> int:
        (column,) = (c for c in COLUMNS if card in self.lying[c, owner(card)])
        return column

    def discard_unit(self, card: str) -> None:
        self.lying[self.column_of(card), owner(card)].remove(card)
        self.discards[owner(card)].append(card)

    def has_any(self, player: str) -> bool:
        return bool(self.hand[player] or self.deck[player] or self.discards[player])

    def held(self) -> list[int]:
        """Columns with units of the active player and no enemy."""
        return [c for c in COLUMNS if self.lying[c, self.active] and not self.lying[c, enemy(self.active)]]

    def draw(self, player: str, count: int, then: str) -> None:
        """Draw as far as it goes; ``then`` says what the cards are for."""
        raise NotImplementedError
