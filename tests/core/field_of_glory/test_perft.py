"""Perft: how many ways there are to do so many actions, counted by the core, by a naive second version, and golden.

The naive version (`naive`) has no code of the rules in common with the core. Beside the counts the two are led
through whole random games, and must name the same legal actions and see the same position after each.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from signifer_core.games.field_of_glory.actions import notation
from signifer_core.games.field_of_glory.rules import legal
from signifer_core.games.field_of_glory.state import STEPS, State
from signifer_core.layout import COLUMNS, SIDES

from tests.core.field_of_glory.naive import NaiveGame
from tests.core.field_of_glory.naive_table import army
from tests.core.field_of_glory.perft import STARTS, Start, core_game
from tests.core.field_of_glory.states import DECK, RULES


def naive_game(start: Start) -> NaiveGame:
    """The naive version's game in the position."""
    game = NaiveGame(full=start.full)
    game.step = start.step
    game.terrain = dict(zip(COLUMNS, start.terrain.split(), strict=True))
    game.control = dict(start.control)
    game.shuffles = dict(zip(SIDES, start.shuffles, strict=True))
    for player in SIDES:
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
    game.deck = {player: list(army(player)) for player in SIDES}
    return RULES.new_game(), game


def perft(state: State, depth: int) -> int:
    """How many ways the core knows to do ``depth`` actions."""
    legal = RULES.legal_actions(state)
    if depth == 1:
        return len(legal)
    return sum(perft(RULES.apply(state, action), depth - 1) for action in legal)


def test_every_step_says_what_is_legal_in_it() -> None:
    assert legal.BY_STEP.keys() == set(STEPS)


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
    ("empty-deck", 8, 391428),
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
    for player in SIDES:
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
    for player in SIDES:
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
