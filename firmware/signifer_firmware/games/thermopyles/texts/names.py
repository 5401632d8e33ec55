"""Names of the cards of Thermopyles: a Spartan by his battle value, a Persian by both values, and by his symbol
where nothing else tells two apart."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.thermopyles.deck import Deck

from signifer_firmware.i18n.words import Called

SYMBOL = "+"


def called(deck: Deck) -> Mapping[str, Called]:
    """What each card is called, with the figures of ``deck``."""
    persians = {card: deck.persian(card) for card in deck.persians}
    symbols: dict[tuple[int, int], set[bool]] = {}
    for persian in persians.values():
        symbols.setdefault((persian.battle, persian.annihilation), set()).add(persian.bonus)
    names = {card: Called(mark=str(deck.battle(card))) for card in deck.spartans}
    for card, persian in persians.items():
        told = persian.bonus and len(symbols[persian.battle, persian.annihilation]) > 1
        mark = f"{persian.battle}/{persian.annihilation}{SYMBOL if told else ''}"
        names[card] = Called(mark=mark)
    return names | dict.fromkeys(deck.supports, Called())
