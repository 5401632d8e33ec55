"""What goes on by itself: a step in which both are done, and whatever leaves no choice."""

from __future__ import annotations

from signifer_core.frozen import replace

from ..deck import Deck
from ..state import ROUND_STEPS, State
from . import attack, combat, draft, spoils, turn
from .effects import life


def advanced(deck: Deck, state: State, before: str | None = None) -> State:
    """The state in which somebody has to decide, or dice or cards are due. ``before`` is the step in which the action
    was done; without one the step that stands is not begun now."""
    step = before or state.step
    while True:
        state = _without_the_dead(deck, state)
        if state.step == "supply" != step:
            state = turn.filled(deck, state)
        if state.owed or state.task is not None:
            return state
        after = _once(deck, state)
        if after == state:
            return state
        state, step = after, state.step


def _without_the_dead(deck: Deck, state: State) -> State:
    """Fatal wounds kill at once, and whomever the dead had lent life with them, but for fighters who have the end of a
    round before them (DA-34)."""
    wounded = [each for each in state.characters if each.wounds]
    if wounded and state.combat is not None and state.step not in ("spoils", "home"):
        spared = {*state.fighters("red"), *state.fighters("blue")}
        wounded = [each for each in wounded if each.card not in spared]
    if state.lent_stays:
        for each in wounded:
            if each.wounds >= life(deck, state, each.card):
                state = state.without(each.card)
        return state
    while dead := [each for each in wounded if each.wounds >= life(deck, state, each.card)]:
        wounded = [each for each in wounded if each not in dead]
        for each in dead:
            state = state.without(each.card)
    return state


def _once(deck: Deck, state: State) -> State:
    match state.step:
        case "assemble" | "stock" | "draft" | "prepare" | "supply":
            return _both_done(deck, state) if state.done else state
        case "contest" if not _contested(state):
            return turn.ready(state, "prepare")
        case "contest" | "bid":
            return turn.bid_by_itself(state)
        case "declare" if not turn.can_attack(state, state.active):
            return turn.next_attack(state)
        case "muster" | "defend":
            return _mustering(state)
        case "bluff" if not state.player(state.active).hand.number:
            return attack.bluffed(deck, state)
        case "react" if not state.player(state.active).hand.number:
            return replace(state, step="defend")
        case "yield" if not attack.yielding(state):
            return replace(state, step="bluff")
        case "spoils" | "home":
            return spoils.next_of_spoils(deck, state)
        case step if step in ROUND_STEPS:
            return (
                spoils.begun(deck, state) if combat.rounds_over(state) else combat.next_of_round(deck, state)
            )
        case _:
            return state


def _both_done(deck: Deck, state: State) -> State:
    match state.step:
        case "assemble":
            return turn.begun(state)
        case "stock":
            return turn.ready(state, "draft")
        case "draft":
            return draft.over(deck, state)
        case "prepare":
            return turn.prepared(state)
        case _:
            return turn.turn_over(state)


def _contested(state: State) -> bool:
    """Whether both unique characters are still there (DA-13)."""
    cards = (state.red.enlisted, state.blue.enlisted)
    return all(card is not None and state.standing(card) is not None for card in cards)


def _mustering(state: State) -> State:
    """Without anybody who could fight there is nobody to choose; one who died is no fighter."""
    side = state.active
    current = state.combat
    assert current is not None
    if current.alone is not None:
        gone = current.alone in state.player(side).discards.named
        return attack.stays_away(state) if gone else state
    if state.step == "defend" and not turn.can_attack(state, side):
        return replace(state, step="yield")
    return state
