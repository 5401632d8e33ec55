"""Tables of Field of Glory in the actions and at an attack."""

from __future__ import annotations

from tests.core.field_of_glory.attacks import attacked
from tests.core.field_of_glory.states import Hands, position


def at_actions(**setup: object) -> Hands:
    return Hands(position(**setup))  # type: ignore[arg-type]


def won(units: dict[str, str] | None = None, **setup: object) -> Hands:
    """Red has won in column 3 with 8 against 6, and all is where it is due."""
    units = units or {"3 red": "heavy-infantry-1", "3 blue": "heavy-infantry-2", "4 red": "pike-1"}
    hands = attacked(units, **setup).lay("red/cavalry-5", "pad red")
    hands.press("press ok red")
    hands.lay("blue/cavalry-1", "pad blue").press("press ok blue")
    assert hands.follow()
    return hands
