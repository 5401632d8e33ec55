"""Being done with a step, and the words that mean different things in different steps."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.rules import Fix, Rule, Verb

from .. import actions as act
from ..deck import Deck
from ..state import State
from . import attack, draft
from .reasons import Reasons, not_now, reason, said_already
from .turn import draws


def done_refusals(deck: Deck, state: State, action: act.Done) -> Reasons:
    """Not while a draft of one's own is not settled, nor twice."""
    side = action.player
    found = not_now(state, side, "DA-4", "stock", "draft", "prepare", "react", "supply")
    if found:
        return found
    player = state.player(side)
    if player.draft is not None:
        wanted = "dice" if player.draft.die is None else "pay"
        return reason("wrong-phase", side, "DA-4", Fix(Verb.WAIT), step=state.step, wanted=wanted)
    if player.done:
        return said_already(state, side, "DA-4")
    return ()


def done(deck: Deck, state: State, action: act.Done) -> State:
    """In the stock phase the cards are drawn: one, and one for each that was discarded (DA-8)."""
    side = action.player
    if state.step == "react":
        return replace(state, step="defend")
    player = state.player(side)
    number = 1 + player.discarded
    state = state.with_player(side, replace(player, done=True, discarded=0))
    return draws(state, side, number) if state.step == "stock" else state


def _drafting(state: State) -> bool:
    return state.step == "draft"


PAY: Rule[Deck, State] = Rule(
    lambda deck, state, action: (draft if _drafting(state) else attack).pay_refusals(
        deck, state, action.player
    ),
    lambda deck, state, action: (draft if _drafting(state) else attack).pay(deck, state, action.player),
)
GIVE_UP: Rule[Deck, State] = Rule(
    lambda deck, state, action: (draft if _drafting(state) else attack).give_up_refusals(
        deck, state, action.player
    ),
    lambda deck, state, action: (
        draft.failed(state, action.player) if _drafting(state) else attack.stays_away(state)
    ),
)
