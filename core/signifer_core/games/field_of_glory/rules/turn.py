"""The turn around the actions: victory check, advance, draw, hand limit, reshuffle, end (FG-T0, V1, A1, D1, K1, E1)."""

from __future__ import annotations

from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import COLUMNS
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from .. import piles
from ..deck import Deck, Player, owner_of
from ..piles import SHUFFLES_TO_END, from_hand, to_discards_from_column, to_discards_from_hand
from ..state import (
    ACTIONS,
    ADVANCE,
    ARMY,
    BONUS,
    DRAW,
    DRAW_SIZE,
    DRAWING,
    HAND_SIZE,
    OVER,
    SHUFFLE,
    UNITS_A_COLUMN,
    State,
    Step,
    other,
)
from . import draft
from .flank import begin_flank
from .placing import (
    elsewhere,
    lies_nowhere,
    not_to_decide,
    out_of_step,
    out_of_turn,
    settled,
    unfollowed,
    unpaid_refusals,
    untimely,
    whereabouts,
    wrong_step,
)

TERRAINS_TO_WIN = 3


def begin_turn(state: State) -> State:
    """The victory check, then the advance (FG-V1)."""
    if state.terrains(state.active) >= TERRAINS_TO_WIN:
        return replace(state, step=OVER, winner=state.active)
    return replace(state, step=ADVANCE, advanced=False)


def first(deck: Deck, state: State, action: act.First) -> State:
    """The first player is found: it is their turn (FG-S2)."""
    return begin_turn(replace(state, active=action.player))


def advanced_columns(state: State) -> tuple[int, ...]:
    """The columns where the active player has a unit and the enemy none (FG-A1)."""
    player = state.active
    return tuple(
        number
        for number in COLUMNS
        if state.column(number).units(player) and not state.column(number).units(other(player))
    )


def crowded_columns(state: State) -> tuple[int, ...]:
    """The columns of which the active player has to discard one of their two units in the advance, also those that they
    controlled before (FG-A1, ours)."""
    return tuple(
        number
        for number in advanced_columns(state)
        if len(state.column(number).units(state.active)) == UNITS_A_COLUMN
    )


def advance(deck: Deck, state: State, action: act.Advance) -> State:
    """Control changes in all advanced columns at once; the discards follow, in any order."""
    for number in advanced_columns(state):
        state = state.with_column(number, replace(state.column(number), control=state.active))
    return _advance_done(replace(state, advanced=True))


def _advance_done(state: State) -> State:
    return state if crowded_columns(state) else begin_flank(state)


def advance_refusals(deck: Deck, state: State, action: act.Advance) -> tuple[Refusal, ...]:
    """The reason against advancing when it is over, or in another step."""
    if state.step == ADVANCE and not state.advanced:
        return ()
    return (wrong_step(state, state.active, ADVANCE),)


def advance_discard_refusals(deck: Deck, state: State, action: act.Discard) -> tuple[Refusal, ...]:
    """Every reason against this unit being the one that the advance costs."""
    card, player = action.card, owner_of(action.card)
    column = state.where(card)
    fix = Fix(Verb.PUT, card, None if column is None else str(column))
    reasons = [replace(reason, fix=fix) for reason in out_of_turn(state, player, card)]
    if not reasons and (column not in crowded_columns(state) or not state.advanced):
        figures = (("step", state.step), ("wanted", ACTIONS))
        reasons.append(Refusal("wrong-phase", player, "FG-A1", fix, figures, card))
    return (*reasons, *lies_nowhere(state, card, "FG-A1"))


def advance_discard(deck: Deck, state: State, action: act.Discard) -> State:
    """Discard the unit; with the last such discard the advance ends."""
    return _advance_done(to_discards_from_column(state, action.card))


def draw(state: State, player: Player, cards: int, then: Step, played: str | None = None) -> State:
    """Draw ``cards``, as far as nothing has to be told in between (`piles.draw`); then the step ``then`` goes on."""
    return drawing_done(piles.draw(state, player, cards, then, played))


def reserves(deck: Deck, state: State, action: act.PlayReserves) -> State:
    """The placements are closed, and three cards drawn; the card joins the discards after its draw (FG-R1, ours), in a
    game begun when that was otherwise before it."""
    card, player, state = action.card, owner_of(action.card), settled(state)
    if state.reserves_first:
        return draw(to_discards_from_hand(state, card), player, DRAW_SIZE, ACTIONS)
    return draw(from_hand(state, player, card), player, DRAW_SIZE, ACTIONS, card)


def drawing_done(state: State) -> State:
    """A draw at the end of a turn that is complete leads to the hand limit, or ends the turn (FG-D1)."""
    if state.drawing is None and state.step == ARMY:
        return draft.hand_drawn(state)
    if state.drawing is not None or state.step != DRAW:
        return state
    return _after_draw(replace(state, drawn=True))


def drawn_refusals(deck: Deck, state: State, action: act.Drawn) -> tuple[Refusal, ...]:
    """Every reason against this card being the next one drawn, with full knowledge."""
    card, player = action.card, owner_of(action.card)
    reasons: list[Refusal] = []
    drawer = state.active
    if state.step == DRAWING and state.drawing is not None:
        drawer = state.drawing.player
    elif not (state.step == ARMY and draft.dealing(state)):
        reasons.append(wrong_step(state, player, DRAWING, card))
    if drawer != player and state.step != OVER:
        figures: Figures = (("active", drawer),)
        reasons.append(Refusal("not-your-turn", player, "FG-D1", Fix(Verb.TAKE, card), figures, card))
    pile = whereabouts(state, card)
    if pile != "deck" and (pile or not reasons):
        figures = (("card", card), ("pile", pile or "hand"))
        reasons.append(Refusal("card-elsewhere", player, "FG-D1", Fix(Verb.TAKE, card), figures, card))
    return tuple(reasons)


def drawn(deck: Deck, state: State, action: act.Drawn) -> State:
    """The card is drawn; what is left of the draw follows."""
    if state.step == ARMY:
        return draft.dealt(state, action.card)
    state, drawing = piles.drawn(state, action.card)
    if drawing.then == BONUS:
        return state
    return draw(state, drawing.player, drawing.left, drawing.then, drawing.played)


def _after_draw(state: State) -> State:
    return state if excess(state) else end_turn(state)


def excess(state: State) -> int:
    """How many cards the active player holds above the limit of nine (FG-D1)."""
    return max(0, state.side(state.active).hand - HAND_SIZE)


def draw_refusals(deck: Deck, state: State, action: act.DrawThree) -> tuple[Refusal, ...]:
    """Every reason against drawing now."""
    reasons = out_of_step(state, state.active, DRAW)
    if state.step == DRAW and state.drawn:
        return (*reasons, _above_limit(state))
    return reasons


def _above_limit(state: State) -> Refusal:
    hand, over = state.side(state.active).hand, excess(state)
    figures = (("hand", hand), ("limit", HAND_SIZE), ("excess", over))
    return Refusal("hand-limit", state.active, "FG-D1", Fix(Verb.LAY, place="pad", number=over), figures)


def from_hand_refusals(
    deck: Deck, state: State, action: act.DiscardToDraw | act.DiscardDown
) -> tuple[Refusal, ...]:
    """Every reason against discarding this card of the hand in the draw step."""
    card, player = action.card, owner_of(action.card)
    reasons = [*untimely(state, player, DRAW, card)]
    reasons += elsewhere(state, card)
    fix = Fix(Verb.TAKE, card, "pad")
    if player == state.active and not state.side(player).hand:
        figures: Figures = (("hand", 0), ("cards", 1))
        reasons.append(Refusal("count-wrong", player, "FG-D1", fix, figures, card))
    if not reasons and isinstance(action, act.DiscardToDraw) and state.drawn:
        reasons.append(_above_limit(state))
    if not reasons and isinstance(action, act.DiscardDown) and not (state.drawn and excess(state)):
        figures = (("hand", state.side(player).hand), ("limit", HAND_SIZE), ("excess", excess(state)))
        reasons.append(Refusal("hand-limit", player, "FG-D1", fix, figures, card))
    return tuple(reasons)


def draw_three(deck: Deck, state: State, action: act.DrawThree) -> State:
    """Draw three cards (FG-D1)."""
    return draw(state, state.active, DRAW_SIZE, DRAW)


def discard_to_draw(deck: Deck, state: State, action: act.DiscardToDraw) -> State:
    """Discard a card and draw as many as its command points (FG-D1)."""
    state = to_discards_from_hand(state, action.card)
    return draw(state, owner_of(action.card), deck.command_points(action.card), DRAW)


def discard_down(deck: Deck, state: State, action: act.DiscardDown) -> State:
    """Discard one card above the limit; at nine the turn ends."""
    return _after_draw(to_discards_from_hand(state, action.card))


def shuffle_refusals(deck: Deck, state: State, action: act.Shuffle) -> tuple[Refusal, ...]:
    """Every reason against a reshuffle now."""
    if state.step != SHUFFLE or state.drawing is None:
        reasons = out_of_turn(state, action.player)
        return (wrong_step(state, action.player, SHUFFLE), *reasons)
    if state.drawing.player != action.player:
        return (not_to_decide(state, action.player, state.drawing.player, "FG-K1"),)
    return ()


def shuffle(deck: Deck, state: State, action: act.Shuffle) -> State:
    """Turn the discards into a new deck and go on drawing (FG-K1).

    At a table a bonus card is still to be laid on the pad, by hands: its step begins again, and what is left to draw
    says that it comes from the deck.
    """
    drawing = state.drawing
    if drawing is None:
        raise RulesError("nothing is left to draw, so nothing is to be shuffled")
    state = piles.shuffled(state, action.player)
    if drawing.then == BONUS and not state.full:
        return replace(state, step=BONUS)
    return draw(state, drawing.player, drawing.left, drawing.then, drawing.played)


def end_actions_refusals(deck: Deck, state: State, action: act.EndActions) -> tuple[Refusal, ...]:
    """Every reason against going on with the draw."""
    late = out_of_step(state, state.active, ACTIONS)
    return (*late, *unpaid_refusals(state), *unfollowed(state))


def end_actions(deck: Deck, state: State, action: act.EndActions) -> State:
    """The placements are closed, and cards are drawn (FG-D1)."""
    return replace(settled(state), step=DRAW, drawn=False)


def end_turn(state: State) -> State:
    """The other player's turn begins, unless both shuffle cards lie on the table (FG-E1). Ours: then terrain counts
    first; one book's introduction names the damage alone."""
    state = replace(state.without_result(), drawn=False, drawing=None)
    if state.red.shuffles == state.blue.shuffles == SHUFFLES_TO_END:
        return replace(state, step=OVER, winner=_by_count(state))
    return begin_turn(replace(state, active=other(state.active), turn=state.turn + 1))


def _by_count(state: State) -> str:
    """The winner by terrain, then by victory points (FG-E1)."""
    red = (state.terrains("red"), state.red.points)
    blue = (state.terrains("blue"), state.blue.points)
    if red == blue:
        return "draw"
    return "red" if red > blue else "blue"
