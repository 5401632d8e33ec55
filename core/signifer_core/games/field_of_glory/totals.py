"""What each side has in combat in a column, as far as it is public: before, in and after an attack (FG-C3, FG-C4)."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.layout import PAD, PLAYERS, Zone
from signifer_core.procedure import Table

from . import attack, placing
from .attacking import chosen_lead
from .battle import Attack, Result, total
from .combat import attacking_lines, defending_lines
from .deck import Deck
from .state import UNITS_A_COLUMN, State, other


def shown_total(deck: Deck, table: Table[State], column: int, player: str) -> int | None:
    """The total that stands for ``player`` in ``column``; None if there is nothing to add up.

    In an attack there the lines that are public, without bonus cards; after it the result, until the cards that it
    moved have left; else what his units would have.
    """
    state = table.state
    result = state.result
    if result is not None and result.column == column and _stands(table, result):
        return result.attacking_total if player == result.attacker else result.defending_total
    if state.attack is not None and state.attack.column == column:
        fight = under_way(table, state.attack)
        if player == state.active and fight.lead is not None:
            return total(attacking_lines(deck, state, fight, None))
        if player != state.active and fight.defending_lead is not None:
            return total(defending_lines(deck, state, fight, None))
    return standing_total(deck, state, column, player)


def shown_cards(deck: Deck, table: Table[State]) -> tuple[tuple[str, int], ...]:
    """The bonus cards of the last attack with their command points, red's first, as long as its result is read."""
    if table.state.result is None or not _is_read(table):
        return ()
    shown = sorted(table.held.shown, key=lambda entry: PLAYERS.index(entry[1].side))
    return tuple((card, deck.command_points(card)) for card, _ in shown)


def _stands(table: Table[State], result: Result) -> bool:
    """Whether the totals are still read; where all retreated, nothing was added up."""
    return result.defending_lead is not None and _is_read(table)


def _is_read(table: Table[State]) -> bool:
    """Whether the last result is still read: until every card that the attack moved has left."""
    left = any(_moved(table, card, zone) for card, zone in table.leaving)
    return left or table.state.attack is not None


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


def standing_total(deck: Deck, state: State, column: int, player: str) -> int | None:
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
