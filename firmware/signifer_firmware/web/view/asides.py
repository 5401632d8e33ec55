"""What is told beside the view: to a player's phone, and to who asks for what everybody may know."""

from __future__ import annotations

from signifer_core.layout import PAD, Zone

from signifer_firmware.session.outlook import GAME
from signifer_firmware.texts.terms import card_name
from signifer_firmware.web.game import View

from .glance import Glance, in_all
from .viewers import PHONES


def mine(glance: Glance, viewer: str) -> View:
    """What a player's phone shows beside the table: their discards and the odds, each where both players allow it."""
    player = next((player for player, phone in PHONES.items() if phone == viewer), None)
    if player is None:
        return {}
    table, settings, bundle = glance.table, glance.outlook.settings, glance.bundle
    if table is None or glance.outlook.phase != GAME:
        return {"mine": {"player": player, "discards": None, "odds": None}}
    discards = (
        in_all(lambda words: bundle.discards(table, player, words), bundle) if settings.recall else None
    )
    odds = in_all(lambda words: bundle.odds(table, words, player), bundle) if settings.odds else None
    return {"mine": {"player": player, "discards": discards, "odds": odds}}


def own_pad(glance: Glance, viewer: str) -> View | None:
    """The names of the cards that readers see on the pad of the player whose phone ``viewer`` is; None for anybody
    else. It is told to who asks, and never by itself."""
    player = next((player for player, phone in PHONES.items() if phone == viewer), None)
    if player is None:
        return None
    cards = glance.seen[Zone(PAD, player)]
    return in_all(lambda words: ", ".join(card_name(card, words) for card in cards), glance.bundle)


def open_odds(glance: Glance) -> View | None:
    """The odds from nothing that either player hides, as their menu has them; None where not both allow odds."""
    table = glance.table
    if table is None or glance.outlook.phase != GAME or not glance.outlook.settings.odds:
        return None
    return in_all(lambda words: list(glance.bundle.odds(table, words)), glance.bundle)
