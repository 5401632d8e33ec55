"""Who has still to draw at the virtual table: by the table's count, and by what is in their hands."""

from __future__ import annotations

from signifer_core.counted import Cards
from signifer_core.frozen import replace
from signifer_core.games.dark_age_arena.deck import Deck, side_of_card, sort_of
from signifer_core.games.dark_age_arena.rules import DarkAgeArena
from signifer_core.games.dark_age_arena.state import State
from signifer_core.games.dark_age_arena.table.laying import GONE
from signifer_core.games.dark_age_arena.table.spots import spots
from signifer_core.layout import Side

from signifer_firmware.simulation.piles import DECK, HAND, Piles


def held(deck: Deck, state: State, piles: Piles, side: Side) -> frozenset[str]:
    """The cards that the rules count in a player's hand: those in it, and those that lie on the table and wait there,
    or lie wrongly. Artifacts are never in a hand."""
    placed = {card for card, _ in spots(state)}
    lying = (card for _, card in piles.layout.items() if card in deck and side_of_card(card) == side)
    loose = (card for card in lying if card not in placed and state.known_place(card) not in GONE)
    return piles.cards(side, HAND) | {card for card in loose if sort_of(deck.printed(card)) != "artifact"}


def known_by(rules: DarkAgeArena, state: State, piles: Piles, side: Side) -> State | None:
    """What a player sees: what the table knows, and the own hand; None if that is other than as many cards as it
    counts there."""
    mine, player = held(rules.deck, state, piles, side), state.player(side)
    if len(mine) != player.hand.number:
        return None
    player = replace(player, hand=Cards(len(mine), mine))
    return rules.view(state.with_player(side, player), side)


def lacks(deck: Deck, state: State, piles: Piles, side: Side) -> int:
    """How many cards a player has still to draw, by the table's count; below zero if too many were drawn."""
    return state.player(side).hand.number - len(held(deck, state, piles, side))


def drawn(deck: Deck, state: State, piles: Piles, side: Side) -> str | None:
    """The card that a player draws next, who lacks one."""
    if lacks(deck, state, piles, side) <= 0 or not piles.cards(side, DECK):
        return None
    return piles.top(side)
