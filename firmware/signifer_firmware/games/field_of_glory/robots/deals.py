"""Deals for a game of robots: terrain in the order drawn, the armies drafted, and every card's pile."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from signifer_core.games.field_of_glory import actions as act
from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.rules import FieldOfGlory
from signifer_core.games.field_of_glory.state import DRAWING, FIRST, TERRAIN, State
from signifer_core.layout import SIDES

from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, OUT, VICTORY, Pile, Piles

from .draft import kept


@dataclass(frozen=True)
class Deal:
    """A game at the empty table. ``terrain`` are the cards in the order drawn, each with the column chosen for it;
    ``armies`` the draft after it; ``state`` is what both come to, with full knowledge; ``piles`` are the cards as they
    are in the world, where the armies are drafted before the terrain is laid."""

    terrain: tuple[act.LayTerrain, ...]
    armies: tuple[act.Action, ...]
    state: State
    piles: Piles


def deal(rules: FieldOfGlory, rng: random.Random, *, drafting: Iterable[Player] = ()) -> Deal:
    """Draw terrain and draft armies (FG-S1, FG-S2): those of ``drafting`` as robots that search do, the others by
    chance. The first player is found at the table."""
    state = rules.new_game()
    terrain: list[act.LayTerrain] = []
    while state.step == TERRAIN:
        action = rng.choice(rules.legal_actions(state))
        assert isinstance(action, act.LayTerrain)
        terrain.append(action)
        state = rules.apply(state, action)
    armies: list[act.Action] = []
    for player in SIDES:
        cards = list(rules.deck.army(player))
        rng.shuffle(cards)
        draft: list[act.Action] = []
        for first in range(0, len(cards), 4):
            drawn = cards[first : first + 4]
            draft += map(act.Drawn, drawn)
            draft += map(act.Keep, kept(drawn) if player in drafting else drawn[:2])
        state = applied(rules, state, draft)
        while state.step == DRAWING:
            draft.append(act.Drawn(rng.choice(sorted(state.side(player).deck_cards))))
            state = rules.apply(state, draft[-1])
        armies += draft
    assert state.step == FIRST
    return Deal(tuple(terrain), tuple(armies), state, Piles(piles_of(state), rng))


def applied(rules: FieldOfGlory, state: State, actions: list[act.Action] | tuple[act.Action, ...]) -> State:
    """The state after all ``actions``."""
    for action in actions:
        state = rules.apply(state, action)
    return state


def piles_of(state: State) -> dict[Pile, frozenset[str]]:
    """Which cards are in each pile, as full knowledge has it."""
    found: dict[Pile, frozenset[str]] = {}
    for player in SIDES:
        side = state.side(player)
        found[player, HAND], found[player, DECK] = side.hand_cards, side.deck_cards
        found[player, DISCARD], found[player, VICTORY] = side.discards, side.lost
        found[player, OUT] = side.out
    return found
