"""What chance has found for a game of robots: how many play, and every card in its pile."""

from __future__ import annotations

import random
from dataclasses import dataclass

from signifer_core.games.thermopyles.rules import Thermopyles
from signifer_core.games.thermopyles.state import PERSIANS, SEATS, SPARTANS, State

from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, STOCK, VICTORY, Pile, Piles


@dataclass(frozen=True)
class Deal:
    """A game at the empty table: so many ``players`` will say so; ``piles`` are the cards as they are in the world."""

    players: int
    piles: Piles


def deal(rules: Thermopyles, rng: random.Random) -> Deal:
    """Shuffle both decks; one to four play."""
    players = rng.randint(1, len(SEATS))
    return Deal(players, Piles(piles_of(rules.new_game(), rules.deck.supports), rng))


def piles_of(state: State, supports: tuple[str, ...]) -> dict[Pile, frozenset[str]]:
    """Which cards are in each pile, as full knowledge has it; ``supports`` are all that the game has."""
    spent = frozenset(supports) - state.supports - set(state.fight.supports if state.fight else ())
    found: dict[Pile, frozenset[str]] = {
        (SPARTANS, DECK): state.pile.named,
        (SPARTANS, DISCARD): state.discard.named | spent,
        (PERSIANS, DECK): state.persians.named,
        (PERSIANS, DISCARD): state.repelled.named,
        (PERSIANS, VICTORY): state.cemetery.named,
        (SPARTANS, STOCK): state.supports,
    }
    found |= {(seat, HAND): hand.named for seat, hand in zip(state.seats, state.hands, strict=True)}
    return found
