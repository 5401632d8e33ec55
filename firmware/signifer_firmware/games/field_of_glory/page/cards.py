"""Cards for pages that draw them, what is printed on each: figures of each kind and card, names in every language."""

from __future__ import annotations

from signifer_core.games.field_of_glory.deck import ACTION_KINDS, COMMANDER, TERRAIN_KINDS, UNIT_KINDS, Deck
from signifer_core.json_values import Json

from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.texts.terms import KINDS
from signifer_firmware.web.game import View


def printed(deck: Deck) -> View:
    """Kinds by name, and by card the figures that differ within a kind: [command points, victory points]."""
    names = {
        kind: {language: words_of(language).say(KINDS[kind]) for language in LANGUAGES}
        for kind in (*UNIT_KINDS, COMMANDER, *ACTION_KINDS, *TERRAIN_KINDS)
    }
    kinds: dict[str, dict[str, Json]] = {kind: {"name": name} for kind, name in names.items()}
    cards = {}
    for card in (*deck.army("red"), *deck.army("blue")):
        cards[card] = [deck.command_points(card), deck.victory_points(card)]
        unit = deck.unit(card)
        if unit is not None:
            kinds[unit.kind] |= {
                "cost": unit.movement_cost,
                "flank": unit.flank_penalty,
                "combat": unit.combat,
                "against": dict(unit.against),
                "beside": unit.beside_second,
                "ties": unit.wins_ties_defending,
                "shares": sorted(unit.shares),
                "rampage": unit.rampage,
            }
    for card in deck.terrain_cards:
        terrain = deck.terrain(card)
        kinds[terrain.kind] |= {
            "placing": terrain.placing_cost,
            "lead": dict(terrain.lead),
            "hill": terrain.defender_in_control,
        }
    return {"kinds": kinds, "cards": cards}
