"""Perft: how many ways there are to do so many actions, counted by the core, by a naive second version, and golden.

The naive version (`naive_fog`) has no code of the rules in common with the core. Beside the counts the two are led
through whole random games, and must name the same legal actions and see the same position after each.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from signifer_core.games.field_of_glory.actions import notation
from signifer_core.games.field_of_glory.rules.flank import begin_flank
from signifer_core.games.field_of_glory.state import Column, Side, State
from signifer_core.layout import COLUMNS, PLAYERS

from tests.core.field_of_glory.naive import NaiveGame
from tests.core.field_of_glory.naive_table import army
from tests.core.field_of_glory.states import DECK, RULES


@dataclass(frozen=True)
class Start:
    """A position to count from. ``cards`` maps "red hand" to names, or to a number of cards that nobody has seen."""

    step: str
    units: Mapping[str, str] = field(default_factory=dict)
    cards: Mapping[str, str | int] = field(default_factory=dict)
    terrain: str = "plain plain plain plain plain"
    control: Mapping[int, str] = field(default_factory=dict)
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
    for player, shuffles in zip(PLAYERS, start.shuffles, strict=True):
        hand, deck, discard = (start.names(player, pile) for pile in ("hand", "deck", "discard"))
        known = [frozenset(card for card in pile if card) for pile in (hand, deck, discard)]
        side = Side(len(hand), len(deck), len(discard), shuffles=shuffles, out=frozenset(start.out(player)))
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


def naive_game(start: Start) -> NaiveGame:
    """The naive version's game in the position."""
    game = NaiveGame(full=start.full)
    game.step = start.step
    game.terrain = dict(zip(COLUMNS, start.terrain.split(), strict=True))
    game.control = dict(start.control)
    game.shuffles = dict(zip(PLAYERS, start.shuffles, strict=True))
    for player in PLAYERS:
        game.hand[player] = start.names(player, "hand")
        game.deck[player] = start.names(player, "deck")
        game.discards[player] = start.names(player, "discard")
        game.out[player] = start.out(player)
        for column in COLUMNS:
            game.lying[column, player] = start.lying(column, player)
    if start.step == "flank":
        game.begin_flank()
    return game


def new_games() -> tuple[State, NaiveGame]:
    """Before set-up, with full knowledge."""
    game = NaiveGame(full=True)
    game.step, game.terrain = "terrain", dict.fromkeys(COLUMNS, "")
    game.deck = {player: list(army(player)) for player in PLAYERS}
    return RULES.new_game(), game


def perft(state: State, depth: int) -> int:
    """How many ways the core knows to do ``depth`` actions."""
    legal = RULES.legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(perft(RULES.apply(state, action), depth - 1) for action in legal)


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

# Name, depth, ways. Found by both versions at once, so a change of either, or of the catalogue, is told.
GOLDEN = [
    ("opening", 5, 36002),
    ("opening-at-a-table", 4, 42124),
    ("flanks", 6, 10737),
    ("flanks-at-a-table", 4, 104457),
    ("woods", 6, 8033),
    ("woods-at-a-table", 3, 21899),
    ("two-units", 8, 15320),
    ("empty-deck", 6, 19790),
    ("elephants", 9, 9613),
    ("end-of-game", 6, 11533),
    ("end-at-a-table", 3, 1584),
]
DEEPER = [
    ("opening", 6, 861511),
    ("opening-at-a-table", 5, 7837096),
    ("flanks", 8, 370425),
    ("flanks-at-a-table", 5, 2854973),
    ("woods", 8, 126535),
    ("woods-at-a-table", 4, 329466),
    ("two-units", 9, 86872),
    ("empty-deck", 8, 364230),
    ("elephants", 10, 31773),
    ("end-of-game", 8, 198564),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "depth", "ways"), GOLDEN)
def test_perft(name: str, depth: int, ways: int) -> None:
    assert perft(core_game(STARTS[name]), depth) == ways
    assert naive_game(STARTS[name]).perft(depth) == ways


@pytest.mark.soak
@pytest.mark.parametrize(("name", "depth", "ways"), DEEPER)
def test_deeper_perft(name: str, depth: int, ways: int) -> None:
    assert perft(core_game(STARTS[name]), depth) == ways
    assert naive_game(STARTS[name]).perft(depth) == ways


def test_perft_of_the_set_up() -> None:
    state, game = new_games()
    assert perft(state, 4) == game.perft(4) == 12096


# Side by side


def seen_by_core(state: State) -> dict[str, Any]:
    """What both versions say of a position, as the core says it."""
    found: dict[str, Any] = {
        "step": state.step,
        "active": state.active,
        "turn": state.turn,
        "winner": state.winner,
        "due": max(0, sum(laid.cost for laid in state.unpaid) - state.paid),
    }
    result = state.result if state.result and state.result.by != "retreat" else None
    found["totals"] = (result.attacking_total, result.defending_total) if result else None
    for player in PLAYERS:
        side = state.side(player)
        laid = len(state.unpaid) if player == state.active else 0
        found[f"{player} counts"] = (side.hand - laid, side.deck, side.discard, side.shuffles, side.points)
        piles = (side.hand_cards, side.deck_cards, side.discards, side.lost, side.out)
        found[f"{player} piles"] = [sorted(pile) for pile in piles]
        found[f"{player} columns"] = [sorted(column.units(player)) for column in state.columns]
    found["columns"] = [(column.terrain, column.control) for column in state.columns]
    return found


def seen_by_naive(game: NaiveGame) -> dict[str, Any]:
    """The same as the naive version says it."""
    found: dict[str, Any] = {
        "step": game.step,
        "active": game.active,
        "turn": game.turn,
        "winner": game.winner,
        "due": max(0, game.sum_of_costs() - game.paid),
    }
    found["totals"] = game.totals
    for player in PLAYERS:
        hand = game.hand[player] + game.kept[player]
        deck, discards = game.deck[player], game.discards[player]
        counts = (len(hand), len(deck), len(discards), game.shuffles[player], game.points[player])
        found[f"{player} counts"] = counts
        piles = (hand, deck, discards, game.captured_from[player], game.out[player])
        found[f"{player} piles"] = [sorted(card for card in pile if card) for pile in piles]
        found[f"{player} columns"] = [sorted(game.lying[column, player]) for column in COLUMNS]
    found["columns"] = [(game.terrain[column], game.control.get(column)) for column in COLUMNS]
    return found


def lead_side_by_side(state: State, game: NaiveGame, rng: random.Random, steps: int) -> int:
    """Do random actions in both, comparing them after each; how many were done."""
    for step in range(steps):
        legal = {notation(action): action for action in RULES.legal_actions(state)}
        assert sorted(legal) == sorted(game.legal())
        assert seen_by_core(state) == seen_by_naive(game)
        if not legal:
            return step
        word = rng.choice(sorted({text.split()[0] for text in legal}))
        chosen = rng.choice(sorted(text for text in legal if text.split()[0] == word))
        state = RULES.apply(state, legal[chosen])
        game.do(chosen)
    return steps


@pytest.mark.parametrize("seed", range(12))
def test_a_naive_version_plays_the_same_game(seed: int) -> None:
    state, game = new_games()
    assert lead_side_by_side(state, game, random.Random(seed), 3000) > 200


@pytest.mark.parametrize("name", STARTS)
def test_a_naive_version_goes_on_alike_from(name: str) -> None:
    for seed in range(5):
        lead_side_by_side(core_game(STARTS[name]), naive_game(STARTS[name]), random.Random(seed), 60)


@pytest.mark.soak
def test_a_naive_version_plays_the_same_games_for_long() -> None:
    for seed in range(1000, 1300):
        state, game = new_games()
        lead_side_by_side(state, game, random.Random(seed), 3000)
    for name, start in STARTS.items():
        for seed in range(100):
            rng = random.Random(f"{name} {seed}")
            lead_side_by_side(core_game(start), naive_game(start), rng, 300)


def test_the_deck_is_the_one_that_is_counted() -> None:
    assert [*army("red"), *army("blue")] == [*DECK.army("red"), *DECK.army("blue")]
