"""Attacks under way at the table, as the tests of their gestures share them."""

from __future__ import annotations

from tests.core.field_of_glory.states import Hands, position

TWO_EACH = {"3 red": "heavy-infantry-1 heavy-infantry-2", "3 blue": "medium-infantry-1 medium-infantry-2"}
ONE_EACH = {"3 red": "heavy-infantry-1", "3 blue": "heavy-infantry-1"}


def attacked(units: dict[str, str] | None = None, **setup: object) -> Hands:
    """Red has declared an attack on column 3."""
    hands = Hands(position(units=units or TWO_EACH, **setup))  # type: ignore[arg-type]
    assert hands.press("press column 3 red") == ()
    return hands


def at_retreat(units: dict[str, str] | None = None, **setup: object) -> Hands:
    """Red's bonus card is confirmed."""
    hands = attacked(units, **setup).lay("red/cavalry-5", "pad red")
    assert hands.press("press ok red") == ()
    assert hands.state.step == "retreat"
    return hands
