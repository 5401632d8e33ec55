"""Names of the cards of Call to Glory: all cards of a kind are equal, so a character has the name of its kind alone; a
mission has its letter, and the value that it names where that was read on the card."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.call_to_glory.deck import Deck

from signifer_firmware.i18n.words import Called


def called(deck: Deck) -> Mapping[str, Called]:
    """What each card is called, with the figures of ``deck``."""
    missions = {
        card: Called(mark="" if deck.is_assumed(card) else str(deck.value(deck.mission(card).kind)))
        for card in deck.missions
    }
    return dict.fromkeys(deck.characters, Called()) | missions
