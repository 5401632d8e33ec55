"""Set-up: terrain (FG-S1), armies and first hands (FG-S2).

With full knowledge the armies are drafted card by card. A table does not see that: each player says when it is done,
before the terrain is laid.
"""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import COLUMNS, SIDES, Zone
from signifer_core.rules import Figures, Fix, Refusal, Verb

from .. import actions as act
from .. import piles
from ..deck import Deck, kind_of, owner_of
from ..state import ARMY, DRAWING, FIRST, HAND_SIZE, OVER, TERRAIN, Column, Holdings, State, other
from .placing import not_to_decide, out_of_step, whereabouts

CENTRE = 3
OFFERED, KEPT = 4, 2
PLAIN = "plain"


def new_game(deck: Deck) -> State:
    """Before set-up: no terrain lies, and each army's 48 cards are its deck. Red drafts first; it does not matter."""
    sides = []
    for player in ("red", "blue"):
        cards = deck.army(player)
        sides.append(Holdings(hand=0, deck=len(cards), deck_cards=frozenset(cards)))
    return State(columns=(Column(""),) * 5, red=sides[0], blue=sides[1], step=TERRAIN, full=True)


def table_game() -> State:
    """What a table knows before set-up: no terrain, and of each army only that it will have nine and fifteen cards."""
    return State(columns=(Column(""),) * 5, step=ARMY)


# Terrain


def terrain_columns(state: State, card: str) -> tuple[int, ...]:
    """Where the terrain card may go: a plain nearest to the centre, any other farthest from it; where two are equal,
    either (FG-S1, ours)."""
    free = [number for number in COLUMNS if not state.column(number).terrain]
    distances = [abs(number - CENTRE) for number in free]
    if not free:
        return ()
    wanted = min(distances) if kind_of(card) == PLAIN else max(distances)
    return tuple(number for number in free if abs(number - CENTRE) == wanted)


def terrain_refusals(deck: Deck, state: State, action: act.LayTerrain) -> tuple[Refusal, ...]:
    """Every reason against the terrain card in this column."""
    card, fix = action.card, Fix(Verb.TAKE, action.card, str(action.column))
    # The step may be one to come, after a card that still waits: the reason is what lies there, not the step.
    figures: Figures = (("lying", len(COLUMNS)),) if terrain_lies(state) else ()
    late = out_of_step(state, state.active, TERRAIN, card)
    reasons = [replace(r, ruling="FG-S1", figures=(*r.figures, *figures)) for r in late]
    if card in dict(state.laid):
        figures = (("card", card), ("pile", str(dict(state.laid)[card])))
        reasons.append(Refusal("card-elsewhere", state.active, "FG-S1", fix, figures, card))
    allowed = terrain_columns(state, card)
    if not reasons and action.column not in allowed:
        figures = (("card", card), ("column", action.column), ("wanted", " or ".join(map(str, allowed))))
        fix = Fix(Verb.LAY, card, str(allowed[0]))
        reasons.append(Refusal("wrong-column", state.active, "FG-S1", fix, figures, card))
    return tuple(reasons)


def lay_terrain(deck: Deck, state: State, action: act.LayTerrain) -> State:
    """The card lies there, controlled by nobody; after the fifth the armies are drafted, or at a table the first player
    is found."""
    column = replace(state.column(action.column), terrain=kind_of(action.card))
    state = state.with_column(action.column, column)
    state = replace(state, laid=(*state.laid, (action.card, action.column)))
    if not terrain_lies(state):
        return state
    return replace(state, step=ARMY if state.full else FIRST)


def terrain_lies(state: State) -> bool:
    """Whether every column has its terrain."""
    return all(column.terrain for column in state.columns)


# Armies


def dealing(state: State) -> bool:
    """Whether the next card of four is still to be dealt; kept cards are counted as the hand until all are."""
    side = state.side(state.active)
    return side.hand % KEPT == 0 and len(side.offered) < OFFERED


def dealt(state: State, card: str) -> State:
    """A card is offered to the player who drafts."""
    side = state.side(owner_of(card))
    changes = {"deck": side.deck - 1, "deck_cards": side.deck_cards - {card}}
    return state.with_side(owner_of(card), offered=side.offered | {card}, **changes)


def keep_refusals(deck: Deck, state: State, action: act.Keep) -> tuple[Refusal, ...]:
    """Every reason against keeping the card."""
    card, player = action.card, owner_of(action.card)
    reasons = [replace(r, ruling="FG-S2") for r in out_of_step(state, player, ARMY, card)]
    figures: Figures
    if player != state.active and state.step != OVER:
        figures = (("active", state.active),)
        reasons.append(Refusal("not-your-turn", player, "FG-S2", Fix(Verb.TAKE, card), figures, card))
    if state.step == ARMY and dealing(state):
        figures = (("step", DRAWING), ("wanted", ARMY))
        reasons.append(Refusal("wrong-phase", player, "FG-S2", Fix(Verb.WAIT), figures, card))
    pile = whereabouts(state, card)
    if card not in state.side(player).offered and (pile or not reasons):
        figures = (("card", card), ("pile", pile or "deck"))
        reasons.append(Refusal("card-elsewhere", player, "FG-S2", Fix(Verb.TAKE, card), figures, card))
    return tuple(reasons)


def keep(deck: Deck, state: State, action: act.Keep) -> State:
    """The card is kept; with the second of a round the others are out, with the last round the hand is drawn."""
    card, player = action.card, owner_of(action.card)
    side = state.side(player)
    state = state.with_side(
        player, offered=side.offered - {card}, hand=side.hand + 1, hand_cards=side.hand_cards | {card}
    )
    side = state.side(player)
    if side.hand % KEPT:
        return state
    state = state.with_side(player, out=side.out | side.offered, offered=frozenset[str]())
    if side.deck:
        return state
    state = state.with_side(
        player, hand=0, hand_cards=frozenset[str](), deck=side.hand, deck_cards=side.hand_cards
    )
    return piles.draw(state, player, HAND_SIZE, ARMY)


def drafted_unseen(state: State) -> bool:
    """Whether the armies are drafted at a table, where nobody sees the cards."""
    return state.step == ARMY and not state.full and not state.laid


def ready_refusals(deck: Deck, state: State, action: act.Ready) -> tuple[Refusal, ...]:
    """Every reason against the player's army being ready now."""
    player = action.player
    reasons = [replace(r, ruling="FG-S2") for r in out_of_step(state, player, ARMY)]
    if not reasons and not drafted_unseen(state):
        figures: Figures = (("step", ARMY), ("wanted", FIRST))
        reasons.append(Refusal("wrong-phase", player, "FG-S2", Fix(Verb.WAIT), figures))
    if player in state.ready:
        reasons.append(not_to_decide(state, player, other(player), "FG-S2"))
    return tuple(reasons)


def ready(deck: Deck, state: State, action: act.Ready) -> State:
    """The army is ready; with the second one terrain is laid, unless players have said already what lies there."""
    done = state.ready | {action.player}
    if done != frozenset(SIDES):
        return replace(state, ready=done)
    return replace(state, ready=done, step=FIRST if terrain_lies(state) else TERRAIN)


def hand_drawn(state: State) -> State:
    """The first hand of a player is complete: the other drafts, or the first player is found."""
    if state.active == "red":
        return replace(state, active="blue", step=ARMY)
    return replace(state, step=FIRST)


def first_refusals(deck: Deck, state: State, action: act.First) -> tuple[Refusal, ...]:
    """Every reason against finding the first player now; how they are found is agreed, or rolled (FG-S2, ours)."""
    return tuple(replace(r, ruling="FG-S2") for r in out_of_step(state, action.player, FIRST))


def free(state: State) -> frozenset[tuple[str, Zone]]:
    """Terrain cards that have been laid: on their way to the middle they may lie on either side of their column."""
    return frozenset((card, Zone(str(column), side)) for card, column in state.laid for side in SIDES)
