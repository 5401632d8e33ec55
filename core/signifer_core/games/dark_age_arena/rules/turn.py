"""The way through a turn: draws, the stock phase (DA-8), bids (DA-18), who attacks (DA-19), resources (DA-20), and the
looks at the goal (DA-1)."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side, other
from signifer_core.rules import Fix, Verb

from .. import actions as act
from ..combat import Combat
from ..deck import Deck, side_of_card
from ..deck.printed import Artifact
from ..state import (
    CARD_COST,
    FIRST_HAND,
    GOAL,
    HIDDEN,
    LAST_OF_ESCALATION,
    MOST,
    MOST_DISCARDS,
    MOVE_COST,
    SECOND_HAND,
    Cards,
    Lasting,
    Player,
    State,
    Step,
    most_bid,
)
from .reasons import Reasons, not_held, not_now, not_of, paid, reason, said_already, too_dear

IDLE_TURNS = 2  # DA-21


def ready(state: State, step: Step) -> State:
    """A step begins in which both act."""
    for side, player in state.players:
        state = state.with_player(side, replace(player, done=False, bid=None))
    return replace(state, step=step, active="red")


def acting(state: State, side: Side) -> State:
    """Whoever goes on in a step is not done with it (DA-4)."""
    return state.with_player(side, replace(state.player(side), done=False))


# Draws


def draws(state: State, side: Side, number: int) -> State:
    """A player draws so many cards, or as many as are left (DA-21). With full knowledge they are told one by one."""
    number = min(number, state.player(side).left - state.owed.count(side))
    if state.full:
        return replace(state, owed=state.owed + (side,) * number)
    for _ in range(number):
        state = state.with_player(side, _less(state.player(side), None))
    return state


def _less(player: Player, card: str | None) -> Player:
    """The top card of the stock is in the hand. Those under the stock come last, in the order in which they went there
    (DA-12)."""
    hand = player.hand.gains(card)
    if player.stock.number:
        return replace(player, hand=hand, stock=player.stock.loses(card))
    return replace(player, hand=hand, under=player.under[1:])


def drawn_refusals(deck: Deck, state: State, action: act.Drawn) -> Reasons:
    side = side_of_card(action.card)
    if not state.owed:
        return reason("wrong-phase", side, "DA-8", Fix(Verb.WAIT), step=state.step, wanted="draw")
    if side != state.owed[0]:
        return reason("not-your-turn", side, "DA-8", Fix(Verb.WAIT), active=state.owed[0])
    player = state.player(side)
    may_be = action.card in player.stock.named or (
        player.stock.unnamed > 0 and state.known_place(action.card) is None
    )
    if may_be if player.stock.number else player.under[:1] == (action.card,):
        return _no_part_of_a_stock(deck, action.card)
    known = state.known_place(action.card) or "elsewhere"
    return reason("card-elsewhere", side, "DA-8", Fix(Verb.TAKE, action.card), action.card, pile=known)


def _no_part_of_a_stock(deck: Deck, card: str) -> Reasons:
    """The reason against an artifact (DA-2)."""
    if not deck.is_a(Artifact, card):
        return ()
    return reason("card-elsewhere", side_of_card(card), "DA-2", Fix(Verb.TAKE, card), card, pile="aside")


def drawn(deck: Deck, state: State, action: act.Drawn) -> State:
    side = state.owed[0]
    state = state.with_player(side, _less(state.player(side), action.card))
    return replace(state, owed=state.owed[1:])


# The set-up (DA-3)


def artifact_refusals(deck: Deck, state: State, action: act.Artifact) -> Reasons:
    side = side_of_card(action.card)
    found = not_now(state, side, "DA-3", "assemble") + not_of(deck, action.card, "DA-3", "artifact")
    if any(action.card == spot.artifact for spot in state.player(side).spots):
        fix = Fix(Verb.TAKE, action.card)
        return (*found, *reason("card-elsewhere", side, "DA-3", fix, action.card, pile="place"))
    there = state.player(side).spot(action.place).artifact
    if there is not None:
        fix = Fix(Verb.PUT, action.card)
        found += reason("no-room", side, "DA-2", fix, action.card, place=action.place, there=there)
    return found


def artifact(deck: Deck, state: State, action: act.Artifact) -> State:
    """It stays, whatever becomes of its place."""
    side = side_of_card(action.card)
    player = state.player(side)
    spot = replace(player.spot(action.place), artifact=action.card)
    return acting(state.with_player(side, player.with_spot(action.place, spot)), side)


def keep_refusals(deck: Deck, state: State, action: act.Keep) -> Reasons:
    return not_now(state, action.player, "DA-3", "assemble") + _done_already(state, action.player, "DA-3")


def keep(deck: Deck, state: State, action: act.Keep) -> State:
    return state.with_player(action.player, replace(state.player(action.player), done=True))


def reject_refusals(deck: Deck, state: State, action: act.Reject) -> Reasons:
    """Once, and of a hand that has not been kept."""
    found = not_now(state, action.player, "DA-3", "assemble") + _done_already(state, action.player, "DA-3")
    number = state.player(action.player).hand.number
    if not found and number < FIRST_HAND:
        return reason(
            "count-wrong", action.player, "DA-3", Fix(Verb.PRESS, place="ok"), hand=number, wanted=FIRST_HAND
        )
    return found


def reject(deck: Deck, state: State, action: act.Reject) -> State:
    player = state.player(action.player)
    stock = Cards(player.stock.number + player.hand.number, player.stock.named | player.hand.named)
    state = state.with_player(action.player, replace(player, hand=Cards(), stock=stock, done=True))
    return draws(state, action.player, SECOND_HAND)


def _done_already(state: State, side: Side, ruling: str) -> Reasons:
    """The reason against being done twice, where nobody can go on in between."""
    if not state.player(side).done:
        return ()
    return said_already(state, side, ruling)


# The stock phase (DA-8)


def begun(state: State) -> State:
    """The next turn."""
    for side, player in state.players:
        fresh = replace(player, discarded=0, marked=False, enlisted=None, draft=None)
        state = state.with_player(side, fresh)
    state = replace(state, turn=state.turn + 1, initiative=None, attackers=(), fought=False)
    return ready(replace(state, lasting=(), tasks=(), rolling=(), combat=None), "stock")


def discard_refusals(deck: Deck, state: State, action: act.Discard) -> Reasons:
    side = side_of_card(action.card)
    found = not_now(state, side, "DA-8", "stock") or _done_already(state, side, "DA-8")
    if not found and state.player(side).discarded >= MOST_DISCARDS:
        fix = Fix(Verb.TAKE, action.card, "pad")
        found = reason("too-many", side, "DA-8", fix, action.card, most=MOST_DISCARDS)
    return found + not_held(state, action.card, "DA-8")


def discard(deck: Deck, state: State, action: act.Discard) -> State:
    side = side_of_card(action.card)
    player = state.player(side)
    player = replace(player, hand=player.hand.loses(action.card), discarded=player.discarded + 1)
    return state.with_player(side, player.discards_card(action.card))


# Initiative (DA-18), also for a unique character (DA-13)


def bid_refusals(deck: Deck, state: State, action: act.Bid) -> Reasons:
    player = state.player(action.player)
    found = not_now(state, action.player, "DA-18", "bid", "contest")
    if not found and player.bid is not None:
        found = said_already(state, action.player, "DA-18")
    if action.log > most_bid(player):
        fix = Fix(Verb.ENTER, number=most_bid(player))
        figures = {"bid": action.log, "log": player.log, "hand": player.hand.number}
        found += reason("bid-too-high", action.player, "DA-18", fix, None, **figures)
    return found


def bid(deck: Deck, state: State, action: act.Bid) -> State:
    return bidden(state, action.player, action.log)


def bidden(state: State, side: Side, log: int) -> State:
    """Shown once both are in; both lose it then."""
    state = state.with_player(side, replace(state.player(side), bid=log))
    if not bids_shown(state):
        return state
    for each, player in state.players:
        # A card of the other may have taken some of it meanwhile.
        state = paid(state, each, log=min(player.log, player.bid or 0))
    return state


def bids_shown(state: State) -> bool:
    """Whether both are in, and may be known."""
    return all(player.bid not in (None, HIDDEN) for _, player in state.players)


def bid_by_itself(state: State) -> State:
    """Whoever has no hand has bid nothing."""
    for side, player in state.players:
        if player.bid is None and not player.hand.number:
            return bidden(state, side, 0)
    return state


# Attacks (DA-19)


def prepared(state: State) -> State:
    """After `prepare`: no combat in the first three turns (DA-17)."""
    state = looked(state)
    if state.winner:
        return state
    return ready(state, "supply" if state.turn <= LAST_OF_ESCALATION else "bid")


def can_attack(state: State, side: Side) -> bool:
    return bool(state.of_side(side)) or state.player(side).hand.number > 0


def next_attack(state: State) -> State:
    """The next one who may attack; after both, resources. What holds for a combat ends with an attack, also with one
    that found no fighter; what was played before waits for one."""
    first = state.initiative
    assert first is not None
    if state.combat is not None and state.combat.start is not None:
        state = replace(state, lasting=_for_the_turn(state))
    state = replace(state, combat=None, tasks=())
    if state.turn <= LAST_OF_ESCALATION and not state.agreed_bare:
        # People have agreed on an earlier turn in the middle of a combat: it was the last one (DA-17).
        return ready(state, "supply")
    for side in (first, other(first)):
        if side not in state.attackers:
            state = replace(state, attackers=(*state.attackers, side))
            if can_attack(state, side):
                return replace(state, step="declare", active=side, combat=Combat(side))
    return ready(state, "supply")


def _for_the_turn(state: State) -> tuple[Lasting, ...]:
    return tuple(lasting for lasting in state.lasting if lasting.span == "turn")


# Resources (DA-20)


def filled(deck: Deck, state: State) -> State:
    """Hands are filled to the leader's minimum as the phase begins."""
    for side in SIDES:
        short = deck.leader(side).min_hand - state.player(side).hand.number
        state = draws(state, side, max(0, short))
    return state


def move_refusals(deck: Deck, state: State, action: act.Move) -> Reasons:
    side = side_of_card(action.card)
    found = not_now(state, side, "DA-20", "supply") + not_of(deck, action.card, "DA-20", "character")
    standing = state.standing(action.card)
    if standing is None:
        known, fix = state.known_place(action.card) or "elsewhere", Fix(Verb.TAKE, action.card)
        found += reason("card-elsewhere", side, "DA-20", fix, action.card, pile=known)
    elif standing.place == action.place:
        fix = Fix(Verb.PUT, action.card)
        found += reason("cannot-move", side, "DA-20", fix, action.card, place=action.place)
    return found + too_dear(state, side, "DA-20", 0, MOVE_COST, action.card)


def move(deck: Deck, state: State, action: act.Move) -> State:
    side, standing = side_of_card(action.card), state.standing(action.card)
    assert standing is not None
    state = acting(paid(state, side, log=MOVE_COST), side)
    return state.with_standing(replace(standing, place=action.place))


def buy_refusals(deck: Deck, state: State, action: act.Buy) -> Reasons:
    found = not_now(state, action.player, "DA-20", "supply")
    if not state.player(action.player).left:
        # Who is done already has nothing left to say.
        done = state.player(action.player).done
        fix = Fix(Verb.WAIT, place="without") if done else Fix(Verb.PRESS, place="ok")
        found += reason("count-wrong", action.player, "DA-21", fix, stock=0)
    return found + too_dear(state, action.player, "DA-20", 0, CARD_COST)


def buy(deck: Deck, state: State, action: act.Buy) -> State:
    return draws(acting(paid(state, action.player, log=CARD_COST), action.player), action.player, 1)


def turn_over(state: State) -> State:
    """COM and LOG are 6 again (DA-20); the game ends at ten points (DA-1), or with nothing left to happen (DA-21)."""
    empty = not state.red.left and not state.blue.left
    state = replace(state, idle=state.idle + 1 if empty and not state.fought else 0)
    for side, player in state.players:
        state = state.with_player(side, replace(player, com=MOST, log=MOST))
    state = looked(state)
    if not state.winner and state.idle >= IDLE_TURNS:  # more where people have put that end right
        state = replace(state, step="over", winner=_ahead(state) or "draw")
    return state if state.winner else begun(state)


def _ahead(state: State) -> Side | None:
    """Who has more points."""
    red, blue = state.red.score, state.blue.score
    return None if red == blue else "red" if red > blue else "blue"


def looked(state: State) -> State:
    """DA-1: whoever is ahead has won, if that is with ten points or more."""
    ahead = _ahead(state)
    if ahead is None or state.player(ahead).score < GOAL:
        return state
    return replace(state, step="over", winner=ahead, combat=None, tasks=())
