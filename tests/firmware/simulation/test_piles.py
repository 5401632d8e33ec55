"""Piles say what they hold whichever way cards have moved."""

from __future__ import annotations

import random
from collections.abc import Callable

from signifer_core.layout import Zone
from signifer_firmware.simulation.piles import BOTTOM, DECK, DISCARD, HAND, PILES, Piles

CARDS = [f"red/spear-{number}" for number in range(1, 13)]


def test_what_a_pile_holds_is_told_as_cards_move() -> None:
    """It is kept between questions: after each move it has to be what lies there, by the account of every card."""
    rng = random.Random(5)
    piles = Piles({("red", HAND): CARDS[:4], ("red", DECK): CARDS[4:]}, rng)
    before = piles.in_order

    def told() -> dict[str, frozenset[str]]:
        return {pile: piles.cards("red", pile) for pile in PILES}

    def holds() -> dict[str, frozenset[str]]:
        where = piles.everything
        return {pile: frozenset(card for card in where if where[card] == ("red", pile)) for pile in PILES}

    moves: list[Callable[[], object]] = [
        lambda: piles.put(CARDS[0], Zone("3", "red")),
        lambda: piles.take(CARDS[0], ("red", DISCARD)),
        lambda: piles.take(CARDS[1], ("red", DISCARD)),
        lambda: piles.draw("red"),
        lambda: piles.deal("red", 2, ("red", HAND)),
        lambda: piles.take(CARDS[2], ("red", BOTTOM)),
        lambda: piles.shuffle("red"),
        lambda: piles.restore(before),
    ]
    for move in moves:
        was = told()
        move()
        assert told() == holds() != was
