"""Reasons that stand against several kinds of action, and the discard piles that may take a card (CG-4)."""

from __future__ import annotations

from signifer_core.layout import Side
from signifer_core.rules import Figures, Fix, Refusal, Verb
from signifer_core.seats import not_asked

from ..state import OVER, PADS, State


def refusal(
    state: State, code: str, ruling: str, fix: Fix, figures: Figures = (), card: str | None = None
) -> Refusal:
    """A reason told to the active player; the table tells it to whoever did what is refused."""
    return Refusal(code, state.active, ruling, fix, figures, card)


def out_of_step(state: State, ruling: str, *wanted: str) -> tuple[Refusal, ...]:
    """The reason against an action that belongs to another step; none if this is one of those ``wanted``."""
    if state.step in wanted:
        return ()
    return not_asked(state, "CG-6" if state.step == OVER else ruling, wanted[0])


def open_pads(state: State) -> tuple[Side, ...]:
    """The discard piles that take the next discard: the empty one of two, else either (CG-4)."""
    empty = tuple(pad for pad in PADS if not state.on_pad(pad))
    return empty if len(empty) == 1 else PADS


def closed_pad(state: State, pad: str, card: str | None = None) -> tuple[Refusal, ...]:
    """The reason against a discard pile while the other one is empty."""
    pads = open_pads(state)
    if pad in pads:
        return ()
    fix = Fix(Verb.PUT, card, pads[0])
    return (refusal(state, "wrong-pile", "CG-4", fix, (("pad", pad), ("wanted", pads[0])), card),)
