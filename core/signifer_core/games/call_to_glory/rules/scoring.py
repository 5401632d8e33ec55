"""The end of a round: missions are revealed (CG-7), sets are scored, and the next round begins or the game is over
(CG-6)."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.rules import Fix, Refusal, Verb
from signifer_core.seats import not_asked

from .. import actions as act
from ..deck import Deck, letter_of
from ..state import MISSION_STEP, OVER, SCORE, State
from .reasons import out_of_step, refusal


def round_over(deck: Deck, state: State) -> State:
    """Missions first, if they are played with: from the starter clockwise whoever still has one of this round's."""
    left = state.rounds - state.round
    seats = state.clockwise(state.starter or state.active)
    due = [seat for seat in seats if state.missions and state.missions[state.place(seat)].number > left]
    if due:
        return replace(state, step=MISSION_STEP, active=due[0])
    return _scored(deck, state)


def reveal_refusals(deck: Deck, state: State, action: act.Reveal) -> tuple[Refusal, ...]:
    """One that the player still has: each had one of every letter."""
    late = out_of_step(state, "CG-7", MISSION_STEP)
    if late and state.hands and not state.with_missions:
        return not_asked(state, "CG-7", "missions")
    if late:
        return late
    place, card = state.place(state.active), action.card
    gone = card in state.revealed or letter_of(card) not in state.letters[place]
    if not gone and state.may_be_among(state.missions[place], card):
        return ()
    figures = (("card", card), ("letter", letter_of(card)), ("left", state.letters[place]))
    return (refusal(state, "not-held", "CG-7", Fix(Verb.TAKE, card), figures, card),)


def reveal(deck: Deck, state: State, action: act.Reveal) -> State:
    """Whoever has laid the kind scores for each card of the set; the mission leaves the game."""
    mission, place = deck.mission(action.card), state.place(state.active)
    letters, missions, bonus = list(state.letters), list(state.missions), list(state.bonus)
    letters[place] = letters[place].replace(mission.letter, "")
    missions[place] = missions[place].loses(action.card)
    there = state.set_of(mission.kind)
    if there is not None:
        bonus[state.place(there.owner)] += mission.points * there.size
    state = replace(
        state,
        letters=tuple(letters),
        missions=tuple(missions),
        bonus=tuple(bonus),
        revealed=state.revealed | {action.card},
    )
    return round_over(deck, state)


def points(deck: Deck, state: State) -> tuple[int, ...]:
    """What each player's sets and the missions score in this round."""
    sets = (sum(deck.value(kind) for kind in state.kinds(seat)) for seat in state.seats)
    return tuple(own + bonus for own, bonus in zip(sets, state.bonus, strict=True))


def _scored(deck: Deck, state: State) -> State:
    scores = zip(state.scores, points(deck, state), strict=True)
    return replace(state, step=SCORE, scores=tuple((*before, now) for before, now in scores))


def proceed_refusals(deck: Deck, state: State, action: act.Proceed) -> tuple[Refusal, ...]:
    return out_of_step(state, "CG-6", SCORE)


def proceed(deck: Deck, state: State, action: act.Proceed) -> State:
    """The next round, or the end."""
    if state.round >= state.rounds:
        return replace(state, step=OVER, winner=winner(state))
    starter = next_starter(state)
    state = replace(state, round=state.round + 1, starter=starter, active=starter)
    return state.gathered(deck.characters)


def next_starter(state: State) -> str:
    """CG-6: the lowest total; of several whoever scored less in this round, then the first one clockwise from whoever
    started it (ours)."""
    assert state.starter is not None
    seats = state.clockwise(state.starter)
    return min(
        seats, key=lambda seat: (sum(state.scores[state.place(seat)]), state.scores[state.place(seat)][-1])
    )


def winner(state: State) -> str:
    """CG-6: the highest total; of several the best single round; those who tie even so share it (ours)."""
    best = max((sum(rounds), max(rounds)) for rounds in state.scores)
    return " ".join(
        seat
        for seat, rounds in zip(state.seats, state.scores, strict=True)
        if (sum(rounds), max(rounds)) == best
    )
