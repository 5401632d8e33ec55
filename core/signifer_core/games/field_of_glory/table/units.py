"""Units in the columns, as hands move them: laid, laid back, lifted, moved (FG-P1 to FG-P3, FG-A1)."""

from __future__ import annotations

from dataclasses import replace

from signifer_core.layout import Zone, is_side
from signifer_core.procedure import Answer, Table, attempt
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from ..deck import army_of, owner_of
from ..rules import FieldOfGlory, placing, turn
from ..state import ADVANCE, RESULT, State
from . import attack, undoing


def lay(rules: FieldOfGlory, table: Table[State], card: str, zone: Zone) -> Answer[act.Action]:
    """A card lies in a column where it is not due: a placement, Overlap, or a unit laid back."""
    state, held = table.state, table.held
    if (card, zone) in held.lifted:
        return Answer(held=replace(held, lifted=held.lifted - {(card, zone)}))
    column = zone.column
    assert column is not None, "pads take offers"
    if army_of(card) != zone.side:
        return Answer(refusals=wrong_side(state, card, zone))
    for cleared, was, _ in state.cleared:
        if cleared == card:
            return _laid_back(rules, state, card, was, zone)
    if (overlap := attack.lays_overlap(rules, state, card, zone)) is not None:
        return overlap
    place = act.Place(card, column)
    # Who was lifted, and waits for the retreat to end, takes no room as people see it.
    lying = tuple(unit for unit in state.column(column).units(zone.side) if (unit, zone) not in held.lifted)
    refused = rules.refusals(state.with_units(column, zone.side, lying), place)
    if refused and (restored := placing.restored_by_twin(rules.deck, state, place)):
        return Answer(restored)
    if refused:
        return Answer(refusals=undoing.laid_too_late(table, refused, zone, rules.deck.twins))
    return Answer((place,))


def _laid_back(rules: FieldOfGlory, state: State, card: str, was: int, zone: Zone) -> Answer[act.Action]:
    """A unit discarded before placing lies there again. Elsewhere it is only brought back to be told that
    it cannot move, as when it moves in one go."""
    restore = act.Restore(card)
    if zone.column is not None and zone.column != was:
        crossed = placing.restored_by_twin(rules.deck, state, act.Place(card, zone.column))
        if crossed:
            return Answer(crossed)
    refused = rules.refusals(state, restore)
    if refused and zone.column != was:
        refused = (_cannot_move(card, str(was), zone.place, Fix(Verb.TAKE, card, zone.place)),)
    return Answer(refusals=refused) if refused else Answer((restore,))


def lift(
    rules: FieldOfGlory, table: Table[State], card: str, zone: Zone, gone: frozenset[str]
) -> Answer[act.Action]:
    """A unit is gone from its column: taken back, discarded before placing or by the advance, or in an attack."""
    state = table.state
    if any(placement.card == card for placement in state.unpaid):
        return Answer((act.TakeBack(card),))
    column = zone.column
    choice = _choice_of_two(state)
    if column in choice:
        units = state.column(column).units(state.active) if column else ()
        if gone.issuperset(units):
            return Answer()  # Both are gone: which one is to be discarded is not said before one is back.
    if state.attack is not None:
        return attack.lift(rules, table, card, zone)
    return attempt(rules, state, act.Discard(card))


def lifted_first(table: Table[State], answer: Answer[act.Action]) -> Answer[act.Action]:
    """Nobody is told to lay a unit where it still lies, and whence an undo asks it away: it is lifted first."""
    told = tuple(_lifted_first(table, reason) for reason in answer.refusals)
    return replace(answer, refusals=told)


def _lifted_first(table: Table[State], reason: Refusal) -> Refusal:
    fix = reason.fix
    if fix.verb is not Verb.PUT or fix.card is None or fix.place is None:
        return reason
    lies = (fix.card, Zone(fix.place, owner_of(fix.card))) in table.leaving
    if not lies:
        return reason
    return replace(reason, fix=replace(fix, verb=Verb.TAKE), figures=(*reason.figures, ("lying", fix.place)))


def _choice_of_two(state: State) -> tuple[int, ...]:
    """The columns in which the active player has two units, and one of their choice is to go."""
    if state.step == ADVANCE:
        return turn.crowded_columns(state)
    if state.step == RESULT and state.attack is not None and state.attack.revealed:
        return (state.attack.column,)
    return ()


def move(rules: FieldOfGlory, table: Table[State], card: str, start: Zone, end: Zone) -> Answer[act.Action]:
    """A unit lies elsewhere than it is due: fine before it is paid for, else units never move (FG-P1).

    An unpaid unit that may not lie there either is taken back all the same, as if the hand had been slower: so two
    that change places do not block each other.
    """
    state = table.state
    if any(laid.card == card for laid in state.unpaid):
        taken = rules.apply(state, act.TakeBack(card))
        return Answer((act.TakeBack(card), *lay(rules, replace(table, state=taken), card, end).actions))
    if end.side != army_of(card):
        return Answer(refusals=wrong_side(state, card, end))
    fix = Fix(Verb.PUT, card, start.place)
    return Answer(refusals=(_cannot_move(card, start.place, end.place, fix),))


def _cannot_move(card: str, start: str, end: str, fix: Fix) -> Refusal:
    figures = (("card", card), ("from", start), ("to", end))
    return Refusal("cannot-move", owner_of(card), "FG-P1", fix, figures, card)


def wrong_side(state: State, card: str, zone: Zone) -> tuple[Refusal, ...]:
    """The reasons against a card on the side of a column where it never lies."""
    player = army_of(card)
    if not is_side(player):
        figures: Figures = (("step", state.step), ("wanted", "terrain"))
        fix = Fix(Verb.TAKE, card, zone.place)
        return (Refusal("wrong-phase", zone.side, "FG-S1", fix, figures, card),)
    figures = (("card", card), ("side", zone.side))
    fix = Fix(Verb.TAKE, card, zone.place)
    late = placing.out_of_turn(state, player, card)
    return (Refusal("wrong-side", player, "FG-P1", fix, figures, card), *late)
