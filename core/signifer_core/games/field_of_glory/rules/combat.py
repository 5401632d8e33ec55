"""Totals in combat, line by line: FG-C3 to FG-C5, with what a flank attack changes (FG-F2, FG-F3)."""

from __future__ import annotations

from signifer_core.layout import COLUMNS

from ..battle import BY_SPEAR, BY_TOTAL, TIE, Attack, Line, total
from ..deck import Deck, UnitKind, kind_of
from ..state import UNITS_A_COLUMN, State, other

SECOND_UNIT = 1
FLANK_BONUS = 2
OVERLAP_COST = 3


def attacking_lines(deck: Deck, state: State, attack: Attack, bonus: str | None) -> tuple[Line, ...]:
    """The attacker's summands; ``bonus`` is their bonus card, None if they have none or it is not to be counted.

    Ours, where the books differ or are silent: units are counted after retreats, and "against" looks at the enemy's
    lead (FG-C3); a lead from beside counts the units of its own column, with the terrain of the attacked one (FG-F3);
    the flank's bonus is certain (FG-F2).
    """
    assert attack.lead is not None
    player, unit = state.active, _unit(deck, attack.lead)
    own = state.column(attack.source).units(player)
    side_by_side = "FG-C3" if attack.source == attack.column else "FG-F3"
    enemy = kind_of(attack.defending_lead) if attack.defending_lead else ""
    pair = sum(kind_of(card) == unit.kind for card in own) == UNITS_A_COLUMN
    return (
        *_common_lines(deck, unit, bonus, len(own), side_by_side),
        *_line("terrain", _terrain(deck, state, attack.column, unit), "FG-C4"),
        *_line("against", unit.against.get(enemy, 0), "FG-C3"),
        *_line("beside-second", unit.beside_second if pair else 0, side_by_side),
        *_line("flank", FLANK_BONUS if attack.flank else 0, "FG-F2"),
        *_line("overlap", len(attack.overlaps) * overlapping(deck, state, attack), "FG-C5"),
    )


def defending_lines(deck: Deck, state: State, attack: Attack, bonus: str | None) -> tuple[Line, ...]:
    """The defender's summands; ``bonus`` as for the attacker. Ours: what the hill gives (FG-C4)."""
    assert attack.defending_lead is not None
    player, unit = other(state.active), _unit(deck, attack.defending_lead)
    column = state.column(attack.column)
    hill = deck.terrain(f"terrain/{column.terrain}-1").defender_in_control if column.control == player else 0
    return (
        *_common_lines(deck, unit, bonus, len(column.units(player)), "FG-C3"),
        *_line("terrain", _terrain(deck, state, attack.column, unit) + hill, "FG-C4"),
    )


def _unit(deck: Deck, card: str) -> UnitKind:
    unit = deck.unit(card)
    assert unit is not None, "only units lead"
    return unit


def _common_lines(
    deck: Deck, unit: UnitKind, bonus: str | None, units: int, second_ruling: str
) -> tuple[Line, ...]:
    return (
        Line("combat", unit.combat, "FG-C3"),
        *((Line("bonus", deck.command_points(bonus), "FG-C3"),) if bonus else ()),
        *_line("second-unit", SECOND_UNIT if units == UNITS_A_COLUMN else 0, second_ruling),
    )


def _line(name: str, figure: int, ruling: str) -> tuple[Line, ...]:
    return (Line(name, figure, ruling),) if figure else ()


def _terrain(deck: Deck, state: State, column: int, unit: UnitKind) -> int:
    return deck.terrain(f"terrain/{state.column(column).terrain}-1").lead.get(unit.kind, 0)


def overlapping(deck: Deck, state: State, attack: Attack) -> int:
    """How many units one Overlap counts (FG-C5). Ours: each Overlap counts them all, but never the lead (FG-F3)."""
    player = state.active
    count = 0
    for number in (attack.column - 1, attack.column + 1):
        if number in COLUMNS and not state.column(number).units(other(player)):
            count += sum(
                _unit(deck, card).movement_cost <= OVERLAP_COST
                for card in state.column(number).units(player)
                if card != attack.lead
            )
    return count


def decide(
    deck: Deck, defending_lead: str, attacking: tuple[Line, ...], defending: tuple[Line, ...]
) -> tuple[str, bool | None]:
    """How the attack ends ("total", "spear" or "tie"), and whether the attacker wins it (None: nobody) (FG-C6)."""
    ours, theirs = total(attacking), total(defending)
    if ours != theirs:
        return BY_TOTAL, ours > theirs
    if _unit(deck, defending_lead).wins_ties_defending:
        return BY_SPEAR, False
    return TIE, None
