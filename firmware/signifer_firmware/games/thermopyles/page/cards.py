"""Cards of Thermopyles for pages that draw them, what is printed on each."""

from __future__ import annotations

from dataclasses import asdict

from signifer_core.games.thermopyles.deck import Deck
from signifer_core.json_values import Json

from signifer_firmware.web.game import View


def printed(deck: Deck) -> View:
    """By card its battle value; a Persian's annihilation value and symbol; and whether any figure is assumed, because
    nobody has read it from a card yet."""
    cards: dict[str, dict[str, Json]] = {card: {"battle": deck.battle(card)} for card in deck.spartans}
    cards |= {card: asdict(deck.persian(card)) for card in deck.persians}
    cards |= {card: {} for card in deck.supports}
    for card, told in cards.items():
        told["assumed"] = deck.is_assumed(card)
    return {"cards": cards}
