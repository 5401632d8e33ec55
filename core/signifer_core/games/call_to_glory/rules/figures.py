"""Ninja figures (CG-8): returned, one takes a card from an opponent's set."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.rules import Fix, Refusal, Verb
from signifer_core.seats import not_among, not_asked

from .. import actions as act
from ..deck import Deck, kind_of
from ..state import DISPLACE, Cards, State
from .reasons import closed_pad, out_of_step, refusal
from .turn import ROUND_STEPS, led_on


def strike_refusals(deck: Deck, state: State, action: act.Strike) -> tuple[Refusal, ...]:
    """In any step of the player's turn, with a figure of an earlier turn, against an opponent's set."""
    late = out_of_step(state, "CG-8", *ROUND_STEPS)
    if late:
        return late
    if state.struck is not None:
        late = not_asked(state, "CG-8", "remove")
    return late + no_figure(state) + _no_target(state, action.kind)


def no_figure(state: State) -> tuple[Refusal, ...]:
    """The reason why the active player cannot return a figure."""
    if not state.with_figures or not state.figures[state.place(state.active)]:
        return (
            refusal(state, "no-figure", "CG-8", Fix(Verb.WAIT, place="without"), (("left", state.supply),)),
        )
    if not state.usable(state.active):
        return (
            refusal(
                state, "figure-too-new", "CG-8", Fix(Verb.WAIT, place="without"), (("turn", state.turn),)
            ),
        )
    return ()


def _no_target(state: State, kind: str) -> tuple[Refusal, ...]:
    there = state.set_of(kind)
    if there is not None and there.owner != state.active:
        return ()
    figures = (("kind", kind), ("owner", there.owner if there else ""))
    return (refusal(state, "no-target", "CG-8", Fix(Verb.WAIT, place="without"), figures),)


def strike(deck: Deck, state: State, action: act.Strike) -> State:
    """The figure goes back to the others, and the owner of the set chooses where its card goes."""
    place = state.place(state.active)
    figures = (*state.figures[:place], state.figures[place] - 1, *state.figures[place + 1 :])
    back = state.back if state.step == DISPLACE else state.step
    return replace(state, step=DISPLACE, struck=action.kind, figures=figures, back=back)


def remove_refusals(deck: Deck, state: State, action: act.Remove) -> tuple[Refusal, ...]:
    late = out_of_step(state, "CG-8", DISPLACE)
    if not late and state.struck is None:
        late = not_asked(state, "CG-8", "displace")
    late += closed_pad(state, action.pad, action.card)
    there = state.set_of(state.struck) if state.struck else None
    if there is None:
        return late
    if kind_of(action.card) != there.kind:
        figures = (("card", action.card), ("kind", there.kind))
        fix = Fix(Verb.TAKE, action.card)
        return (*late, refusal(state, "cannot-move", "CG-8", fix, figures, action.card))
    return late + not_among(state, there.cards, action.card, "CG-8")


def remove(deck: Deck, state: State, action: act.Remove) -> State:
    """The set keeps the size that is left; without a card its kind is free again (ours)."""
    less = tuple(each.loses(action.card) if each.kind == state.struck else each for each in state.sets)
    state = state.discarded(action.pad, Cards(1, frozenset({action.card})))
    state = replace(state, sets=tuple(each for each in less if each.size), struck=None)
    return led_on(deck, state, state.back)
