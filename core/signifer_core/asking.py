"""Asking people for cards, in every game: which that are to leave or to return are asked for still."""

from __future__ import annotations

from typing import TypeVar

from .frozen import replace
from .layout import Layout
from .procedure import Table

State = TypeVar("State")


def still_asked(table: Table[State], seen: Layout) -> Table[State]:
    """The table without what hands have done already: cards that have left, or lie there again."""
    if not (table.leaving or table.awaited or table.returning):
        return table
    return replace(
        table,
        leaving=frozenset((card, zone) for card, zone in table.leaving if card in seen[zone]),
        awaited=frozenset((card, zone) for card, zone in table.awaited if card not in seen[zone]),
        returning=frozenset((card, zone) for card, zone in table.returning if card not in seen[zone]),
    )


def still_due(table: Table[State], must: Layout) -> Table[State]:
    """The table without what is not to be done any more: cards that must lie there now need not leave, and others need
    not return."""
    return replace(
        table,
        leaving=frozenset((card, zone) for card, zone in table.leaving if card not in must[zone]),
        awaited=frozenset((card, zone) for card, zone in table.awaited if card in must[zone]),
        returning=frozenset((card, zone) for card, zone in table.returning if card in must[zone]),
    )
