"""Cards of Call to Glory for pages that draw them: what is printed on each, and what its kind is called."""

from __future__ import annotations

from signifer_core.games.call_to_glory.deck import KINDS, MISSION_KINDS, Deck, kind_of
from signifer_core.json_values import Json

from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.texts.terms import kind_label
from signifer_firmware.web.game import View


def printed(deck: Deck) -> View:
    """By kind its value, its name, how many cards it has and how many are a set with three players or four; by card its
    kind; of a mission what it names and gives, and whether that is
    assumed, because nobody has read it from the card yet."""
    kinds: dict[str, dict[str, Json]] = {
        kind: {"name": {language: kind_label(kind, words_of(language)) for language in LANGUAGES}}
        for kind in (*KINDS, *MISSION_KINDS)
    }
    for kind in KINDS:
        figures = {"value": deck.value(kind), "copies": len(deck.of_kind(kind)), "least": deck.least(kind, 3)}
        kinds[kind] |= figures
    cards: dict[str, dict[str, Json]] = {card: {"kind": kind_of(card)} for card in deck.characters}
    for card in deck.missions:
        mission = deck.mission(card)
        cards[card] = {
            "kind": kind_of(card),
            "letter": mission.letter,
            "names": mission.kind,
            "points": mission.points,
            "assumed": deck.is_assumed(card),
        }
    return {"kinds": kinds, "cards": cards}
