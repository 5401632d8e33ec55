"""The way through a turn outside of combat: who sits down, the row, a retreat, cards drawn, and the end of the game."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.rules import Fix, Refusal, Verb
from signifer_core.seats import not_among, not_asked

from .. import actions as act
from ..deck import Deck
from ..state import HAND_LIMIT, LOST_PLACE, PERSIANS, ROW, SEATS, SPARTANS, Pile, State, Step, hand_size


def out_of_step(state: State, ruling: str, *wanted: Step) -> tuple[Refusal, ...]:
    """The reason against an action that belongs to another step; none if this is one of those ``wanted``."""
    if state.step in wanted:
        return ()
    if state.step == "over":
        return (Refusal.of("game-over", state.active, "TH-10", Fix(Verb.WAIT), winner=state.winner or ""),)
    return not_asked(state, ruling, wanted[0])


# Set-up


def seat(deck: Deck, state: State, action: act.Players) -> State:
    """So many players sit down. At a table they have their hands at once, with full knowledge they are dealt."""
    players, size = action.number, hand_size(action.number)
    if state.full:
        return replace(state, hands=(Pile(),) * players, step="deal", receiver=SEATS[0])
    pile = Pile(state.pile.number - players * size)
    return replace(state, hands=(Pile(size),) * players, pile=pile, step="replenish")


def drawn_refusals(deck: Deck, state: State, action: act.Drawn) -> tuple[Refusal, ...]:
    late = out_of_step(state, "TH-2", "drawing", "deal")
    return late + not_among(state, state.pile, action.card, "TH-2")


def drawn(deck: Deck, state: State, action: act.Drawn) -> State:
    """A Spartan comes to the player who is to have one."""
    card, player = action.card, state.receiver
    assert player is not None
    hand = state.hand(player).gains(card)
    state = replace(state.with_hand(player, hand), pile=state.pile.loses(card))
    if state.step == "drawing":
        return received(state)
    size = hand_size(len(state.hands))
    waiting = next((seat for seat in state.seats if state.hand(seat).number < size), None)
    return replace(state, receiver=waiting, step="deal" if waiting else "replenish")


# The row (TH-9)


def approach_refusals(deck: Deck, state: State, action: act.Approach) -> tuple[Refusal, ...]:
    return out_of_step(state, "TH-9", "replenish") + not_among(state, state.persians, action.card, "TH-9")


def approach(deck: Deck, state: State, action: act.Approach) -> State:
    """The Persian takes the first free place of the row; when both are taken the game goes on."""
    persians = state.persians.loses(action.card)
    if state.first is None:
        return replace(state, first=action.card, persians=persians)
    return row_filled(replace(state, second=action.card, persians=persians))


def row_filled(state: State) -> State:
    """The turn goes on to its cards, or ends; one that has had no combat or retreat is still to be played (TH-1)."""
    if state.turn and not state.unplayed:
        return draw_on(state)
    return replace(state, turn=max(state.turn, 1), step="act", unplayed=False)


def combat_over(state: State) -> State:
    """The Spartan is discarded and the second Persian moves up (TH-9); then the game is won, lost (TH-10), or the row
    is refilled. A row that cannot be refilled comes first: whoever has no Spartan left, has then repelled the
    Persians with the last one (ours)."""
    state = cleared(state)
    if state.first is None:
        state = replace(state, first=state.second, second=None)
    missing = ROW - len(state.row)
    if missing > state.persians.number:
        return over(state, SPARTANS)
    if not state.spartans_left:
        return over(state, PERSIANS)
    return replace(state, step="replenish") if missing else draw_on(state)


def cleared(state: State) -> State:
    """The combat under way becomes the last one; its Spartan lies in the discard pile."""
    fight = state.combat
    return replace(state, fight=None, result=fight, discard=state.discard.gains(fight.spartan))


def over(state: State, winner: str) -> State:
    """The end. If people take it back, the turn is as it was: still to be played, or to be drawn in."""
    unplayed = state.step == "act"
    if state.agreed_at_once:
        unplayed, state = len(state.row) == ROW, replace(state, draws=0, receiver=None)
    return replace(state, step="over", winner=winner, unplayed=unplayed or state.unplayed)


# Retreat, and cards drawn (TH-2, TH-8)


def retreat(deck: Deck, state: State, action: act.Retreat) -> State:
    """The marker goes one step back: the game is lost (TH-10), or the team may draw."""
    state = replace(state, step="draw", marker=state.marker + 1, draws=1)
    return over(state, PERSIANS) if state.marker >= LOST_PLACE else draw_on(state)


def draw_on(state: State) -> State:
    """The team may draw what is left of its cards; without any, or with an empty pile, the turn ends."""
    if state.draws and state.pile.number:
        return replace(state, step="draw", receiver=None)
    turn, seats = state.turn + 1, state.seats
    active = seats[(seats.index(state.active) + 1) % len(seats)]
    return replace(state, step="act", draws=0, receiver=None, active=active, turn=turn)


def draw(deck: Deck, state: State, action: act.Draw) -> State:
    """The player gets a card: told next with full knowledge, by number at a table."""
    player = action.player
    state = replace(state, receiver=player, draws=state.draws - 1)
    if state.full:
        return replace(state, step="drawing")
    state = replace(state.with_hand(player, state.hand(player).gains(None)), pile=state.pile.loses(None))
    return received(state)


def received(state: State) -> State:
    """Whoever has more than five cards now, discards one."""
    assert state.receiver is not None
    if state.hand(state.receiver).number > HAND_LIMIT:
        return replace(state, step="discard")
    return draw_on(state)


def decline(deck: Deck, state: State, action: act.Decline) -> State:
    return draw_on(replace(state, draws=state.draws - 1))


def discard_refusals(deck: Deck, state: State, action: act.Discard) -> tuple[Refusal, ...]:
    late = out_of_step(state, "TH-2", "discard")
    hand = state.hand(state.receiver or state.active) if state.hands else Pile()
    return late + not_among(state, hand, action.card, "TH-2")


def discard(deck: Deck, state: State, action: act.Discard) -> State:
    card, player = action.card, state.receiver
    assert player is not None
    state = state.with_hand(player, state.hand(player).loses(card))
    return draw_on(replace(state, discard=state.discard.gains(card)))
