"""Undo in Field of Glory: how far it goes, and what a card laid back takes back."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Zone
from signifer_core.procedure import Table
from signifer_core.rules import Fix, Refusal, Verb
from signifer_core.twins import Twins

from .. import actions as act
from ..deck import owner_of
from ..state import ADVANCE, OVER, RESULT, SHUFFLE, State

# Why undo may not go back behind an action: somebody has learned something, or a bonus card has been confirmed.
BARRIERS: dict[str, tuple[type[act.Action], ...]] = {
    "cards-shown": (act.Reveal,),
    "shuffled": (act.Shuffle,),
}


def barrier(state: State, action: act.Action, after: State) -> str:
    """What undo may not go back behind: cards drawn or shown, a shuffle, a bonus card confirmed, the turn's end.

    Who asked for a card of an empty deck has learned nothing yet: the shuffle comes first.
    """
    if (after.turn, after.step == OVER) != (state.turn, False):
        return "turn-over"
    for key, kinds in BARRIERS.items():
        if isinstance(action, kinds):
            return key
    if isinstance(action, (act.BonusFromHand, act.BonusFromDeck)) and after.step != SHUFFLE:
        return "bonus-confirmed"
    if any(after.side(player).deck < state.side(player).deck for player in SIDES):
        return "cards-drawn"
    return ""


def lifts(state: State, action: act.Action) -> tuple[str, Zone] | None:
    """One of two units, of the player's choice: in the advance (FG-A1) and after an attack."""
    if not isinstance(action, act.Discard) or state.step not in (ADVANCE, RESULT):
        return None
    column = state.where(action.card)
    return None if column is None else (action.card, Zone(str(column), owner_of(action.card)))


def laid_too_late(
    table: Table[State], refused: tuple[Refusal, ...], zone: Zone, twins: Twins
) -> tuple[Refusal, ...]:
    """The reasons against a card laid in ``zone``; of one that was discarded, with the way in which it, or a twin, may
    lie there again: undo, while it knows of the lift, else agreement. That one comes first."""
    lifted = {past.lifted for past in table.past}
    found: list[Refusal] = []
    for reason in refused:
        if reason.code == "card-elsewhere" and reason.figure("pile") == "discard" and reason.card is not None:
            equal = (reason.card, *twins(reason.card))
            verb = Verb.UNDO if any((card, zone) in lifted for card in equal) else Verb.OVERRULE
            found.insert(0, replace(reason, fix=Fix(verb, reason.card, zone.place)))
        else:
            found.append(reason)
    return tuple(found)
