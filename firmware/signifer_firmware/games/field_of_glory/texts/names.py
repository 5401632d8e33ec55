"""Names of the cards of Field of Glory: by kind, and by command points where the cards of a kind differ in them."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.field_of_glory.deck import Deck, kind_of

from signifer_firmware.i18n.words import Called, marked

_BY_POINTS = marked("{kind} {mark} CP")


def called(deck: Deck) -> Mapping[str, Called]:
    """What each card is called, with the figures of ``deck``."""
    points = {card: deck.command_points(card) for army in ("red", "blue") for card in deck.army(army)}
    values: dict[str, set[int]] = {}
    for card, worth in points.items():
        values.setdefault(kind_of(card), set()).add(worth)
    names = {
        card: Called(_BY_POINTS, str(worth)) if len(values[kind_of(card)]) > 1 else Called()
        for card, worth in points.items()
    }
    return names | dict.fromkeys(deck.terrain_cards, Called())
