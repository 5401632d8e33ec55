"""A combat, in the order of the rulebook: charge, supports, dice, and what the total does to one or two Persians."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.rules import Fix, Refusal, Verb
from signifer_core.seats import not_among

from .. import actions as act
from ..deck import Deck
from ..state import BONUS_PLACES, CEMETERY_TO_WIN, SPARTANS, Beaten, Fight, State
from .turn import cleared, combat_over, out_of_step, over


def charge_refusals(deck: Deck, state: State, action: act.Charge) -> tuple[Refusal, ...]:
    """TH-1: who has no card retreats; TH-3: the Spartan comes from the active player's hand."""
    late = out_of_step(state, "TH-1", "act")
    if not state.hands:
        return late
    hand, player = state.hand(state.active), state.active
    if hand.number:
        return late + not_among(state, hand, action.card, "TH-3")
    return late or (Refusal.of("must-retreat", player, "TH-1", Fix(Verb.HOLD, place="ok"), player=player),)


def charge(deck: Deck, state: State, action: act.Charge) -> State:
    hand = state.hand(state.active).loses(action.card)
    fight = Fight(action.card, deck.battle(action.card), state.turn)
    return replace(state.with_hand(state.active, hand), fight=fight, step="support")


def support_refusals(deck: Deck, state: State, action: act.Support) -> tuple[Refusal, ...]:
    """TH-3: each support is there once in a game."""
    late = out_of_step(state, "TH-3", "support")
    if action.card in state.supports:
        return late
    fix, left = Fix(Verb.TAKE, action.card), len(state.supports)
    return (*late, Refusal.of("support-spent", state.active, "TH-3", fix, action.card, left=left))


def support(deck: Deck, state: State, action: act.Support) -> State:
    fight = replace(state.combat, supports=(*state.combat.supports, action.card))
    return replace(state, fight=fight, supports=state.supports - {action.card})


def bonus_dice(state: State) -> int:
    """TH-3: one more die at the Hot Gates and at the last rampart."""
    return 1 if state.marker in BONUS_PLACES else 0


def engage(deck: Deck, state: State, action: act.Engage) -> State:
    """A die for each support, and then that of the place (TH-3); all dice fall after the supports are decided."""
    fight = replace(state.combat, due=len(state.combat.supports) + bonus_dice(state))
    state = replace(state, fight=fight, step="dice")
    return state if fight.due else meet(deck, state)


def rolled(deck: Deck, state: State, action: act.Rolled) -> State:
    fight = replace(state.combat, dice=(*state.combat.dice, action.value), due=state.combat.due - 1)
    state = replace(state, fight=fight)
    return state if fight.due else meet(deck, state)


def meet(deck: Deck, state: State) -> State:
    """The total meets the next Persian of the row, after a defeat the second one (TH-7). Below its battle value it
    stays, and the combat is over (TH-4)."""
    fight, persian = state.combat, state.met
    if persian is None:
        return combat_over(state)
    if fight.total < deck.persian(persian).battle:
        return combat_over(replace(state, fight=replace(fight, held=persian)))
    return replace(state, step="result")


def due_result(deck: Deck, state: State) -> act.Repel | act.Bury:
    """In the step "result": what becomes of the Persian that is defeated (TH-5, TH-6)."""
    persian = state.met
    assert persian is not None
    annihilated = state.combat.total >= deck.persian(persian).annihilation
    return act.Bury(persian) if annihilated else act.Repel(persian)


def due_pile(deck: Deck, state: State) -> str:
    """In the step "result": to which pile the Persian goes that is defeated."""
    return "cemetery" if isinstance(due_result(deck, state), act.Bury) else "repelled"


def result_refusals(deck: Deck, state: State, action: act.Repel | act.Bury) -> tuple[Refusal, ...]:
    """TH-7: the Persian that is met; TH-6: annihilated if the total says so, and TH-5: else repelled."""
    if late := out_of_step(state, "TH-7", "result"):
        return late
    due = due_result(deck, state)
    if action.card != due.card:
        card, fix = action.card, Fix(Verb.TAKE, action.card)
        return (Refusal.of("not-met", state.active, "TH-7", fix, card, card=card, met=due.card),)
    if action == due:
        return ()
    figures = (("total", state.combat.total), ("annihilation", deck.persian(due.card).annihilation))
    fix = Fix(Verb.PUT, due.card, due_pile(deck, state))
    code, ruling = ("annihilated", "TH-6") if isinstance(due, act.Bury) else ("only-repelled", "TH-5")
    return (Refusal(code, state.active, ruling, fix, figures, due.card),)


def defeat(deck: Deck, state: State, action: act.Repel | act.Bury) -> State:
    """The Persian leaves the row; with the symbol it gives a card (TH-8). The twelfth in the cemetery wins at once
    (TH-10); else the total meets the next one."""
    annihilated = isinstance(action, act.Bury)
    fight = replace(state.combat, beaten=(*state.combat.beaten, Beaten(action.card, annihilated)))
    draws = state.draws + deck.persian(action.card).bonus
    state = replace(state, fight=fight, draws=draws)
    state = replace(state, first=None) if state.first is not None else replace(state, second=None)
    if not annihilated:
        return meet(deck, replace(state, repelled=state.repelled.gains(action.card)))
    state = replace(state, cemetery=state.cemetery.gains(action.card))
    if state.cemetery.number >= CEMETERY_TO_WIN:
        return over(cleared(state), SPARTANS)
    return meet(deck, state)
