"""Inventories in English, as a record keeps them: where the cards of a side are, by name where they were seen, by
number elsewhere."""

from __future__ import annotations

from collections.abc import Collection

from signifer_core.counted import Cards


def inventory(total: int, *places: str) -> str:
    """The cards of a side in one line: how many there are, and where."""
    return f"{total}: {', '.join(places)}"


def counted(number: int, seen: Collection[str]) -> str:
    """How many cards lie in a pile, and those of them that were seen."""
    return f"{number} ({named(seen)})" if seen else str(number)


def pile(cards: Cards) -> str:
    """The same of cards that are kept so."""
    return counted(cards.number, cards.named)


def named(cards: Collection[str], *, ordered: bool = False) -> str:
    """Cards by their names within their side; "none" if there is none."""
    return " ".join(card.rpartition("/")[2] for card in (cards if ordered else sorted(cards))) or "none"
