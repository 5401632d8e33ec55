"""Positions from which all games are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules.flank import begin_flank
from signifer_core.games.field_of_glory.state import Column, Holdings, State, Step
from signifer_core.layout import COLUMNS, SIDES

from tests.core.field_of_glory.naive_table import army

HAND = "commander-1 cavalry-1 cavalry-2 medium-infantry-1 heavy-infantry-1 light-infantry-1 archer-1 "
DRAWS = "spear-1 spear-2 pike-1 heavy-infantry-2 cavalry-3 light-infantry-2 medium-infantry-2 archer-2"
OPENING = {
    "red hand": HAND + "light-cavalry-1 reserves-1",
    "blue hand": HAND + "pike-3 overlap-1",
    "red deck": DRAWS,
    "blue deck": DRAWS,
}
SMALL = {"red hand": "overlap-1 commander-1", "blue hand": "cavalry-6", "red deck": "archer-2 reserves-1"}
FLANKS = {"1 red": "cavalry-1", "2 red": "pike-1", "2 blue": "spear-1", "3 red": "heavy-infantry-1"}
FLANKS |= {"4 red": "elephant-1 light-infantry-1", "4 blue": "medium-infantry-1", "5 red": "light-cavalry-1"}
PAIRS = {"2 red": "pike-1 pike-2", "3 red": "elephant-1 light-infantry-1", "3 blue": "cavalry-1 archer-1"}
PAIRS |= {"2 blue": "heavy-infantry-1 heavy-infantry-2"}
LAST = {"red hand": "cavalry-1 overlap-1", "red discard": "pike-1", "blue hand": "commander-1"}
UNSEEN = {"red hand": 3, "blue hand": 2, "red deck": 1, "blue deck": 0, "blue discard": 1}


@dataclass(frozen=True)
class Start:
    """A position to count from. ``cards`` maps "red hand" to names, or to a number of cards that nobody has seen."""

    step: Step
    units: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str | int] = field(default_factory=dict)
    terrain: str = "plain plain plain plain plain"
    control: Mapping[int, Player] = field(default_factory=dict)
    shuffles: tuple[int, int] = (0, 0)
    full: bool = True

    def names(self, player: str, pile: str) -> list[str | None]:
        """The cards of a pile; None for each that nobody has seen."""
        found = self.cards.get(f"{player} {pile}", "")
        if isinstance(found, int):
            return [None] * found
        return [f"{player}/{name}" for name in found.split()]

    def lying(self, column: int, player: str) -> list[str]:
        return [f"{player}/{name}" for name in self.units.get(f"{column} {player}", "").split()]

    def out(self, player: str) -> list[str]:
        """With full knowledge, what lies nowhere else is out of the game."""
        used = {card for column in COLUMNS for card in self.lying(column, player)}
        used |= {card for pile in ("hand", "deck", "discard") for card in self.names(player, pile) if card}
        return [card for card in army(player) if card not in used] if self.full else []


def core_game(start: Start) -> State:
    """The core's state of the position."""
    sides = []
    for player, shuffles in zip(SIDES, start.shuffles, strict=True):
        hand, deck, discard = (start.names(player, pile) for pile in ("hand", "deck", "discard"))
        known = [frozenset(card for card in pile if card) for pile in (hand, deck, discard)]
        side = Holdings(
            len(hand), len(deck), len(discard), shuffles=shuffles, out=frozenset(start.out(player))
        )
        sides.append(replace(side, hand_cards=known[0], deck_cards=known[1], discards=known[2]))
    columns = tuple(
        Column(
            terrain,
            start.control.get(number),
            tuple(start.lying(number, "red")),
            tuple(start.lying(number, "blue")),
        )
        for number, terrain in zip(COLUMNS, start.terrain.split(), strict=True)
    )
    state = State(columns, red=sides[0], blue=sides[1], step=start.step, full=start.full)
    return begin_flank(state) if start.step == "flank" else state


STARTS = {
    "opening": Start("advance", cards=OPENING, terrain="hill plain plain plain rough"),
    "opening-at-a-table": Start(
        "advance", cards={"red hand": 9, "blue hand": 9, "red deck": 15, "blue deck": 15}, full=False
    ),
    "flanks": Start("flank", FLANKS, SMALL | {"blue deck": "pike-1 pike-2"}),
    "flanks-at-a-table": Start("flank", FLANKS, UNSEEN, full=False),
    "woods": Start(
        "actions", PAIRS, SMALL | {"blue discard": "spear-3"}, "plain plain woods rough plain", {3: "blue"}
    ),
    "woods-at-a-table": Start(
        "actions",
        PAIRS,
        {"red hand": 1, "blue hand": 1, "red deck": 1},
        "plain woods woods hill plain",
        full=False,
    ),
    "two-units": Start("advance", PAIRS | {"1 red": "spear-1 spear-2", "5 red": "archer-1 pike-3"}, SMALL),
    "empty-deck": Start(
        "actions",
        {"3 red": "pike-2", "3 blue": "cavalry-1", "5 red": "archer-2"},
        {
            "red hand": "reserves-1 light-cavalry-1",
            "red discard": "pike-1 spear-1",
            "blue discard": "archer-1",
        },
    ),
    "elephants": Start(
        "actions",
        {"3 red": "light-infantry-1 light-infantry-2", "3 blue": "elephant-1 elephant-2"},
        {"red hand": "commander-1", "blue hand": "archer-1", "blue discard": "pike-1 spear-1"},
        "plain plain hill plain plain",
        {3: "blue"},
    ),
    "end-of-game": Start(
        "actions",
        {"2 red": "pike-2", "3 red": "medium-infantry-1", "3 blue": "archer-1"},
        LAST | {"red deck": "light-cavalry-1"},
        control={2: "red"},
        shuffles=(1, 2),
    ),
    "end-at-a-table": Start(
        "draw",
        {"3 blue": "archer-1"},
        {"red hand": 8, "red deck": 1, "red discard": 1, "blue hand": 1},
        shuffles=(1, 2),
        full=False,
    ),
}
