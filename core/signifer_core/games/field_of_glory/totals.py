"""What each side would have in combat in a column, as far as it is public before an attack (FG-C3, FG-C4)."""

from __future__ import annotations

from .deck import Deck
from .state import UNITS_A_COLUMN, State


def standing_total(deck: Deck, state: State, column: int, player: str) -> int | None:
    """The total of ``player``'s units in ``column`` with their best lead; None without units.

    Lead's combat, +1 beside a second unit, woods by the lead's kind, and the hill for whoever controls it and would be
    the defender. What only a declared attack brings (modifiers against a lead, Overlap, flank, bonus) is not in it.
    """
    lying = state.column(column)
    units = lying.units(player)
    terrain = deck.terrain(f"terrain/{lying.terrain}-1")
    leads = []
    for card in units:
        unit = deck.unit(card)
        if unit is not None:
            leads.append(unit.combat + terrain.lead.get(unit.kind, 0))
    if not leads:
        return None
    second = 1 if len(units) == UNITS_A_COLUMN else 0
    hill = terrain.defender_in_control if lying.control == player != state.active else 0
    return max(leads) + second + hill
