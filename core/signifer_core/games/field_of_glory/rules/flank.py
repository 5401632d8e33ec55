"""Flank attacks: what is vulnerable as the phase begins, and who may lead (FG-F1, FG-F2)."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import COLUMNS
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..battle import Attack
from ..deck import Deck
from ..state import ACTIONS, FLANK, State, other
from .placing import out_of_step

_NO_COLUMNS: frozenset[int] = frozenset()


def vulnerable_columns(state: State) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Each vulnerable column as the cards lie now, with the columns beside it that make it so; none that was attacked
    in this phase (FG-F1).

    Ours, where the books differ (FG-F1): one unit there is enough, and the enemy beyond spares the column that they
    spare.
    """
    found = []
    for number in COLUMNS:
        column = state.column(number)
        if number in state.attacked:
            continue
        if column.units(state.active) and column.units(other(state.active)):
            beside = tuple(
                side for side in (number - 1, number + 1) if _flanks(state, side, beyond=2 * side - number)
            )
            if beside:
                found.append((number, beside))
    return tuple(found)


def _flanks(state: State, side: int, *, beyond: int) -> bool:
    """The active player stands alone in ``side``, and no enemy stands in the column beyond it, if there is one."""
    enemy = other(state.active)
    if side not in COLUMNS or not state.column(side).units(state.active) or state.column(side).units(enemy):
        return False
    return beyond not in COLUMNS or not state.column(beyond).units(enemy)


def begin_flank(state: State) -> State:
    """The flank phase begins: what is vulnerable now stays so, and nothing else becomes it."""
    return found_again(replace(state, step=FLANK, attacked=_NO_COLUMNS))


def found_again(state: State) -> State:
    """What is vulnerable in the phase under way is found as the cards lie now."""
    return replace(state, vulnerable=vulnerable_columns(state))


def sources(state: State, column: int) -> tuple[int, ...]:
    """The columns from which an attack on the vulnerable ``column`` may be led: itself first; empty if it is not."""
    for number, beside in state.vulnerable:
        if number == column:
            return (column, *beside)
    return ()


def flank_attack_refusals(deck: Deck, state: State, action: act.FlankAttack) -> tuple[Refusal, ...]:
    """Every reason against attacking the column in the flank."""
    player, number = state.active, action.column
    reasons = [*out_of_step(state, player, FLANK)]
    figures: Figures = (("column", number),)
    fix = Fix(Verb.PRESS, place="column")
    if not state.column(number).units(player):
        reasons.append(Refusal("no-unit", player, "FG-F1", fix, figures))
    if not state.column(number).units(other(player)):
        reasons.append(Refusal("no-enemy", player, "FG-F1", fix, figures))
    if state.step == FLANK and not sources(state, number):
        figures = (*figures, ("vulnerable", " ".join(str(column) for column, _ in state.vulnerable) or "-"))
        reasons.append(Refusal("not-vulnerable", player, "FG-F1", fix, figures))
    return tuple(reasons)


def end_flank_refusals(deck: Deck, state: State, action: act.EndFlank) -> tuple[Refusal, ...]:
    """The reason against ending the phase in another step."""
    return out_of_step(state, state.active, FLANK)


def end_flank(deck: Deck, state: State, action: act.EndFlank) -> State:
    """The actions are next (FG-T0)."""
    return replace(state, step=ACTIONS, vulnerable=(), attacked=_NO_COLUMNS)


def flank_attack_over(state: State, column: int) -> State:
    """Back to the phase, in which the column is not vulnerable any more."""
    left = tuple(entry for entry in state.vulnerable if entry[0] != column)
    return replace(state, step=FLANK, vulnerable=left, attacked=state.attacked | {column}, attack=None)


def flank_leads(state: State, attack: Attack) -> tuple[tuple[str, int], ...]:
    """The units that may lead a flank attack, each with its column (FG-F2)."""
    return tuple(
        (card, number)
        for number in sources(state, attack.column)
        for card in state.column(number).units(state.active)
    )
