"""Asking people for cards, in every game: which that are to leave or to return are asked for still."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, TypeVar

from .frozen import replace
from .layout import PAD, Due, Layout, Zone, difference, to_leave, to_move
from .presses import Press, PressKind
from .procedure import Correction, Procedure, Table
from .rules import Refusal, Verb

State = TypeVar("State")


def to_take(card: str, zone: Zone, reasons: Collection[Refusal]) -> Correction:
    """Asks for a card to be taken away; not by its name where the ``reasons`` against it on a pad tell nobody which one
    it is: it may lie face down."""
    secret = zone.place == PAD and bool(reasons) and not any(reason.card for reason in reasons)
    return Correction(Verb.TAKE, card, zone, secret)


def asked_away(
    table: Table[State], seen: Layout, against: Callable[[str, Zone], Collection[Refusal]], *, hidden: bool
) -> list[Correction]:
    """Asks for each card that is to leave. Where cards may lie ``hidden`` on a pad, only by a name that what is said
    ``against`` it there tells."""
    found = [(card, zone) for zone, card in seen.items() if (card, zone) in table.leaving]

    def untold(card: str, zone: Zone) -> bool:
        return hidden and zone.place == PAD and not any(reason.card for reason in against(card, zone))

    return [Correction(Verb.TAKE, card, zone, untold(card, zone)) for card, zone in found]


def still_asked(table: Table[State], seen: Layout) -> Table[State]:
    """The table without what hands have done already: cards that have left, or lie there again."""
    if not (table.leaving or table.awaited or table.returning):
        return table
    return replace(
        table,
        leaving=frozenset((card, zone) for card, zone in table.leaving if card in seen[zone]),
        awaited=frozenset((card, zone) for card, zone in table.awaited if card not in seen[zone]),
        returning=frozenset((card, zone) for card, zone in table.returning if card not in seen[zone]),
    )


def still_due(table: Table[State], due: Due) -> Table[State]:
    """The table without what is not to be done any more: cards that must lie there now, or lie in their pile, need not
    leave, and others need not return."""
    must, leaving = due.must, table.leaving - due.piled
    return replace(
        table,
        leaving=frozenset((card, zone) for card, zone in leaving if card not in must[zone]),
        awaited=frozenset((card, zone) for card, zone in table.awaited if card in must[zone]),
        returning=frozenset((card, zone) for card, zone in table.returning if card in must[zone]),
    )


def asked_by_agreement(
    table: Table[State], before: Due, after: Due, seen: Layout, refused: Collection[tuple[str, Zone]]
) -> Table[State]:
    """The table, once something else is due than ``before`` and no hand has done it: what lies there otherwise is asked
    for. Where any card might lie, none is held against anybody now: those that are ``refused`` there are to leave, and
    so are those that may have lain there face down, whatever may lie there now."""
    leaving, returning = to_leave(before.must, after, seen), to_move(before.must, after.must, seen)
    were_free, found = before.may - after.may, difference(seen, after)
    leaving |= {(card, zone) for zone, card in found.extra if zone in were_free and (card, zone) in refused}
    leaving |= {(card, zone) for zone in before.hidden - after.hidden for card in seen[zone]}
    returning |= {(card, zone) for zone, card in found.missing if zone in were_free}
    return replace(table, leaving=table.leaving | leaving, returning=table.returning | returning)


def back_first(
    procedure: Procedure[State, Any], table: Table[State], press: Press
) -> frozenset[tuple[str, Zone]]:
    """What waits for ``press`` of who decides, and is asked back: as long as it does not lie there the press takes
    nothing, or the asking would end with a card away that was paid for and played. Held, it takes nothing that waits,
    but as a game is set up: it retreats, or does without."""
    back = table.held.laid & table.returning
    if not back or press.player not in procedure.deciders(table.state):
        return frozenset()
    if press.kind == PressKind.HOLD and not procedure.opening(table):
        return frozenset()
    zones = procedure.looks_at(table, press)
    return frozenset((card, zone) for card, zone in back if zone in zones)
