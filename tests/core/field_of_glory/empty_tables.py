"""Tables of Field of Glory on which nothing lies."""

from __future__ import annotations

from signifer_core.games.field_of_glory.position import Setup, begin

from tests.core.field_of_glory.states import RULES, Hands


def table() -> Hands:
    """Before set-up."""
    return Hands(begin(RULES, Setup(terrain=(), first=None)))
