"""Looks, cards lifted to be looked at, in every game: who lays them back has changed nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .frozen import replace
from .layout import Layout, Zone
from .procedure import Correction, Past, Procedure, Table
from .rules import Refusal, Verb
from .twins import Same, exchanged

State = TypeVar("State")
Action = TypeVar("Action")
Value = TypeVar("Value")
Spots = frozenset[tuple[str, Zone]]
# The record says that the card has gone to a pile.
GONE = "card-elsewhere"


@dataclass(frozen=True, slots=True)
class Look(Generic[State]):
    """The table after each look was undone, with how many actions each had come to; ``twins`` are put where equal
    cards lie that were laid back instead."""

    table: Table[State]
    undone: tuple[int, ...] = ()
    twins: tuple[Correction, ...] = ()


def set_back(table: Table[State]) -> Table[State]:
    """The table before the last gesture of which it knows."""
    back = table.past[-1]
    return replace(table, state=back.state, held=back.held, past=table.past[:-1], awaited=frozenset())


def waiting_as_seen(procedure: Procedure[State, Any], table: Table[State], seen: Layout) -> Table[State]:
    """The table, once a gesture was undone: what waited, and hands had taken back before they said so, waits no more,
    a card that was laid as one that was lifted. One that its going confirmed is asked back."""
    lying = frozenset(
        (card, zone)
        for card, zone in table.held.laid
        if card in seen[zone] or procedure.laid_again(table.state, card)
    )
    return _waiting(procedure, table, lying, {spot for spot in table.held.lifted if spot[0] in seen[spot[1]]})


def asked_back_still(
    procedure: Procedure[State, Any], before: Table[State], table: Table[State]
) -> Table[State]:
    """The table, once a gesture was undone, in which nothing waits that an undo asked back already, ``before`` that:
    what would have gone on waiting after the gesture, waited no more, and is to leave or to return."""
    waited = procedure.keep(before.state, table.held)
    asked = (before.leaving & waited.laid) - before.held.laid
    back = (before.returning & waited.lifted) - before.held.lifted
    return _waiting(procedure, table, table.held.laid - asked, table.held.lifted & back)


def _waiting(
    procedure: Procedure[State, Any], table: Table[State], laid: Spots, back: Collection[tuple[str, Zone]]
) -> Table[State]:
    """The table in which of the cards that were laid only these wait, and the lifts of those in ``back`` do no more."""
    if laid != table.held.laid:
        table = replace(table, held=procedure.keep(table.state, replace(table.held, laid=laid)))
    for card, zone in sorted(back):
        # To lay it back is what the game makes of that.
        if (held := procedure.lay(table, card, zone).held) is not None:
            table = replace(table, held=procedure.keep(table.state, held))
    return table


def looked_at(procedure: Procedure[State, Any], table: Table[State], seen: Layout) -> Look[State]:
    """Whoever lifts a card and lays it back, or one equal to it that went where it went, has only looked at it: as long
    as nothing else stands that was done, and undo may go back behind it, that is an undo."""
    undone: list[int] = []
    twins: list[Correction] = []
    crossed: list[Same] = []
    while (past := _standing(table)) and (lifted := past[-1].lifted) is not None:
        card, zone = lifted
        if (back := _laid_back(procedure, table, seen, card, zone)) is None:
            break
        undone += [gesture.actions for gesture in reversed(table.past[len(past) - 1 :])]
        table = replace(table, past=past)
        table = replace(set_back(table), awaited=table.awaited)
        must = procedure.due(table).must
        left = frozenset((card, zone) for card, zone in table.leaving if card not in must[zone])
        table = replace(table, leaving=left)
        if back != card:
            twins.append(_renamed(Correction(Verb.PUT, card, zone), crossed))
            # Of the looks before it the cards are called as they lie; what comes of that is the judge's.
            crossed.append(Same(card, back))
            table = exchanged(table, crossed[-1])
    return Look(_renamed(table, crossed), tuple(undone), tuple(twins))


def _standing(table: Table[State]) -> tuple[Past[State], ...]:
    """The gestures that have come to something: those after which all is as it was before them were taken back by
    hand. Empty if none was a look."""
    if all(gesture.lifted is None for gesture in table.past):
        return ()
    came_to = (number for number, gesture in enumerate(table.past) if gesture.state == table.state)
    return table.past[: next(came_to, len(table.past))]


def _renamed(value: Value, crossed: list[Same]) -> Value:
    """``value`` as it was called before the exchanges."""
    for same in reversed(crossed):
        value = exchanged(value, same)
    return value


def _laid_back(
    procedure: Procedure[State, Any], table: Table[State], seen: Layout, card: str, zone: Zone
) -> str | None:
    """The card that was laid back where ``card`` was lifted, or None."""
    must = procedure.due(table).must[zone]
    # Laid where its twin is asked back, it obeys.
    if any((twin, zone) in table.awaited | table.returning for twin in procedure.twins(card)):
        return None
    if card in seen[zone]:
        return None if card in must else card
    return next((twin for twin in _as_good(procedure, table, card, zone) if twin in seen[zone]), None)


def _as_good(procedure: Procedure[State, Any], table: Table[State], card: str, zone: Zone) -> Iterator[str]:
    """The twins of ``card`` that went to the same pile: against them stands all that stands against it. One that may
    come from the hand is another card."""
    against = _reasons(procedure.lay(table, card, zone).refusals)
    if not any(code == GONE for code, _ in against):
        return
    for twin in procedure.twins(card):
        lies = exchanged(procedure.lay(table, twin, zone).refusals, Same(card, twin))
        if _reasons(lies) == against:
            yield twin


def _reasons(refusals: tuple[Refusal, ...]) -> list[tuple[str, object]]:
    return [(reason.code, reason.figures) for reason in refusals]


def is_final(procedure: Procedure[State, Action], state: State, actions: Iterable[Action]) -> bool:
    """Whether undo may not go behind these actions of a card that was laid: a hand that only passes with it must not
    come so far."""
    for action in actions:
        before, state = state, procedure.rules.apply(state, action)
        if procedure.barrier(before, action, state):
            return True
    return False
