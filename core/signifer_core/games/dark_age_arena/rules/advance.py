"""What goes on by itself: a step in which both are done, and whatever leaves no choice."""

from __future__ import annotations

from signifer_core.frozen import replace

from ..deck import Deck
from ..state import State
from . import attack, combat, draft, spoils, turn

ROUND_STEPS = ("aim", "shoot", "pair", "assist", "strike")


def advanced(deck: Deck, state: State) -> State:
    """The state in which somebody has to decide, or dice or cards are due."""
    while not state.owed and state.task is None and state.step != "over":
        after = _once(deck, state)
        if after == state:
            break
        state = after
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
            return _mustering(deck, state)
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
            after = turn.prepared(state)
        case _:
            return turn.turn_over(state)
    return turn.filled(deck, after) if after.step == "supply" else after


def _contested(state: State) -> bool:
    """Whether both unique characters are still there (DA-13)."""
    cards = (state.red.enlisted, state.blue.enlisted)
    return all(card is not None and state.standing(card) is not None for card in cards)


def _mustering(deck: Deck, state: State) -> State:
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
