"""The set-up of the game and of each round (CG-0): who plays, who starts, and what everybody is dealt."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.rules import Fix, Refusal, Verb
from signifer_core.seats import not_among, not_asked

from .. import actions as act
from ..deck import LETTERS, Deck, letter_of
from ..state import (
    DEAL,
    DEALING,
    DRAW,
    DRAWING,
    FIRST_HAND,
    PLAYERS_STEP,
    Cards,
    Hand,
    State,
)
from .reasons import out_of_step, refusal
from .turn import begun, drawn_on


def players_refusals(deck: Deck, state: State, action: act.Players) -> tuple[Refusal, ...]:
    return out_of_step(state, "CG-0", PLAYERS_STEP)


def players(deck: Deck, state: State, action: act.Players) -> State:
    """So many sit down; with missions everybody has one of each letter (CG-7)."""
    number = action.number
    state = replace(
        state,
        variant=action.variant,
        hands=(Hand(),) * number,
        figures=(0,) * number,
        fresh=(0,) * number,
        scores=((),) * number,
    )
    if state.with_missions:
        letters = "" if state.full else "".join(LETTERS)
        state = replace(state, letters=(letters,) * number, missions=(Cards(len(letters)),) * number)
    return replace(state, round=1).gathered(deck.characters)


# Who starts


def starter_refusals(deck: Deck, state: State, action: act.Starter | act.Rolled) -> tuple[Refusal, ...]:
    """Only in the first round is it told, or rolled for: later the scores say it (CG-6)."""
    late = out_of_step(state, "CG-0", DEAL)
    if late or state.round == 1:
        return late
    figures = (("step", state.step), ("player", state.starter or ""))
    return (refusal(state, "wrong-phase", "CG-6", Fix(Verb.WAIT), figures),)


def starter(deck: Deck, state: State, action: act.Starter) -> State:
    return _begun_if_ready(replace(state, starter=action.player, rollers=(), rolls=()))


def rolled(deck: Deck, state: State, action: act.Rolled) -> State:
    """The highest die starts; those who share it roll again."""
    rollers = state.rollers or state.seats
    rolls = (*state.rolls, action.value)
    if len(rolls) < len(rollers):
        return replace(state, starter=None, rollers=rollers, rolls=rolls)
    best = tuple(seat for seat, value in zip(rollers, rolls, strict=True) if value == max(rolls))
    if len(best) > 1:
        return replace(state, starter=None, rollers=best, rolls=())
    return _begun_if_ready(replace(state, starter=best[0], rollers=(), rolls=()))


# What is dealt


def deal_refusals(deck: Deck, state: State, action: act.Deal) -> tuple[Refusal, ...]:
    """Once a round."""
    late = out_of_step(state, "CG-0", DEAL)
    if late or not state.dealt:
        return late
    return not_asked(state, "CG-0", "starter")


def deal(deck: Deck, state: State, action: act.Deal) -> State:
    return _begun_if_ready(replace(state, dealt=True))


def _begun_if_ready(state: State) -> State:
    """The round begins when the cards are dealt and it is known who starts. At a table everybody has a hand at once,
    with full knowledge it is dealt card by card."""
    if not state.dealt or state.starter is None:
        return state
    if state.full:
        return replace(state, step=DEALING)
    number = len(state.hands)
    stock = Cards(state.stock.number - number * FIRST_HAND)
    return _opened(replace(state, hands=(Hand(Cards(FIRST_HAND)),) * number, stock=stock), state.starter)


def _opened(state: State, starter: str) -> State:
    """The rest is split in two, the larger half left, and the starter draws."""
    right = state.stock.number // 2
    return begun(replace(state, piles=(state.stock.number - right, right)), starter)


def receiver(state: State) -> str:
    """With full knowledge: who gets the next card. While cards are dealt, missions come first."""
    if state.step != DEALING or state.starter is None:
        return state.active
    seats = state.clockwise(state.starter)
    if state.with_missions and state.round == 1:
        lacking = [seat for seat in seats if len(state.letters[state.place(seat)]) < len(LETTERS)]
        if lacking:
            return lacking[0]
    return next(seat for seat in seats if state.hand(seat).number < FIRST_HAND)


def letter_due(state: State) -> str:
    """The letter of the mission that is given next; "" if a character is dealt."""
    if state.step != DEALING or not state.with_missions or state.round > 1:
        return ""
    return "".join(LETTERS)[len(state.letters[state.place(receiver(state))]) :][:1]


def given_refusals(deck: Deck, state: State, action: act.Given) -> tuple[Refusal, ...]:
    late = out_of_step(state, "CG-7", DEALING)
    taken = any(action.card in held.named for held in state.missions)
    if late or (letter_of(action.card) == letter_due(state) and not taken):
        return late
    return _not_due(state, action.card)


def given(deck: Deck, state: State, action: act.Given) -> State:
    place = state.place(receiver(state))
    missions, letters = list(state.missions), list(state.letters)
    missions[place] = missions[place].gains(action.card)
    letters[place] += letter_of(action.card)
    return replace(state, missions=tuple(missions), letters=tuple(letters))


def drawn_refusals(deck: Deck, state: State, action: act.Drawn) -> tuple[Refusal, ...]:
    late = out_of_step(state, "CG-1", DRAWING, DEALING)
    if late:
        return late
    return (
        _not_due(state, action.card)
        if letter_due(state)
        else not_among(state, state.stock, action.card, "CG-1")
    )


def _not_due(state: State, card: str) -> tuple[Refusal, ...]:
    figures = (("card", card), ("letter", letter_due(state)))
    return (refusal(state, "not-held", "CG-7", Fix(Verb.TAKE, card), figures, card),)


def drawn(deck: Deck, state: State, action: act.Drawn) -> State:
    seat = receiver(state)
    state = state.with_hand(seat, state.hand(seat).gains(action.card))
    state = replace(state, stock=state.stock.loses(action.card))
    if state.step == DRAWING:
        return drawn_on(deck, replace(state, step=DRAW))
    if state.starter is None or any(hand.number < FIRST_HAND for hand in state.hands):
        return state
    return _opened(state, state.starter)
