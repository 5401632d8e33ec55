"""Totals of each side in combat in a column, as far as it is public: before, in and after an attack (FG-C3, FG-C4)."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.layout import PAD, SIDES, Zone
from signifer_core.procedure import Table

from ..battle import Attack, Line, Result, total
from ..deck import Deck, Player
from ..rules import attack, placing
from ..rules.combat import attacking_lines, defending_lines
from ..state import UNITS_A_COLUMN, State, other
from .attack import chosen_lead


def shown_total(deck: Deck, table: Table[State], column: int, player: Player) -> int | None:
    """The total that stands for ``player`` in ``column``; None if there is nothing to add up.

    In an attack there the lines that are public, without bonus cards; after it the result, as long as it is read; else
    what their units would have.
    """
    lines = shown_lines(deck, table, column, player)
    return total(lines) if lines else standing_total(deck, table.state, column, player)


def shown_lines(deck: Deck, table: Table[State], column: int, player: Player) -> tuple[Line, ...]:
    """The summands of `shown_total` in an attack on ``column`` and as long as its result is read; else none."""
    state = table.state
    result = _read_in(table, column)
    if result is not None and result.defending_lead is not None:
        return result.attacking if player == result.attacker else result.defending
    if state.attack is not None and state.attack.column == column:
        fight = under_way(table, state.attack)
        if player == state.active and fight.lead is not None:
            return attacking_lines(deck, state, fight, None)
        if player != state.active and fight.defending_lead is not None:
            return defending_lines(deck, state, fight, None)
    return ()


def _read_in(table: Table[State], column: int) -> Result | None:
    """The result that is read in ``column``: the last one, or an earlier one whose cards have not all left."""
    last = read_result(table)
    if last is not None and last.column == column:
        return last
    if table.state.attack is not None and table.state.attack.column == column:
        return None
    for result in table.state.earlier:
        if result.column == column and any(
            (zone.column == column or card == result.lead) and _moved(table, card, zone)
            for card, zone in table.leaving
        ):
            return result
    return None


def read_result(table: Table[State]) -> Result | None:
    """The last attack's result, as long as it is read: until somebody goes on with the game, and then until every card
    that the attack moved has left."""
    return table.state.result if table.state.result is not None and _is_read(table) else None


def shown_cards(deck: Deck, table: Table[State]) -> tuple[tuple[str, int], ...]:
    """The bonus cards of the last attack with their command points, red's first, as long as its result is read."""
    if read_result(table) is None:
        return ()
    shown = sorted(table.held.shown, key=lambda entry: SIDES.index(entry[1].side))
    return tuple((card, deck.command_points(card)) for card, _ in shown)


def _is_read(table: Table[State]) -> bool:
    """Whether the last result is still read: as `read_result`."""
    left = any(_moved(table, card, zone) for card, zone in table.leaving)
    return left or table.state.result_stands


def _moved(table: Table[State], card: str, zone: Zone) -> bool:
    """Whether the attack has moved ``card``, which is to leave ``zone``: no later payment, no placement undone."""
    if zone.place == PAD:
        return (card, zone) in table.held.shown
    return placing.whereabouts(table.state, card) in ("discard", "victory")


def under_way(table: Table[State], fight: Attack) -> Attack:
    """The attack with the leads that stand or are selected; a unit that defends alone leads."""
    state = table.state
    chosen = chosen_lead(table)
    if fight.lead is None and chosen is not None:
        fight = replace(fight, lead=chosen, source=dict(attack.leads(state))[chosen])
        chosen = None
    if fight.defending_lead is None:
        enemies = state.column(fight.column).units(other(state.active))
        fight = replace(fight, defending_lead=chosen or (enemies[0] if len(enemies) == 1 else None))
    return fight


def standing_total(deck: Deck, state: State, column: int, player: Player) -> int | None:
    """The total of ``player``'s units in ``column`` with their best lead; None without units, or without terrain.

    Lead's combat, +1 beside a second unit, woods by the lead's kind, and the hill for whoever controls it and would be
    the defender. What only a declared attack brings (modifiers against a lead, Overlap, flank, bonus) is not in it.
    """
    lying = state.column(column)
    units = lying.units(player)
    if not units or not lying.terrain:
        return None
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
