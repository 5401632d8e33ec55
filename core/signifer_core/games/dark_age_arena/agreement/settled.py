"""What is under way called off, and cards that come into play, or leave it, because people say so."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import SIDES, Side

from ..deck import side_of_card
from ..state import NO_CARDS, PLACES, ZONE, Cards, Lasting, Player, State


def settled(state: State) -> State:
    """Nothing is under way: fighters go home, to the place that the combat was about or else the first; a card face
    down, a draft that was not settled, a solitary fighter of the hand go back there. No roll, draw or bid is due."""
    combat = state.combat
    for side, player in state.players:
        hand = player.hand
        for card in sorted(player.face_down.named):
            hand = hand.gains(card)
        for _ in range(player.face_down.unnamed):
            hand = hand.gains(None)
        if player.draft is not None:
            hand = hand.gains(player.draft.card)
        player = replace(player, hand=hand, face_down=NO_CARDS, draft=None, bid=None, done=False, discarded=0)
        state = state.with_player(side, player)
    if combat is not None:
        if combat.alone is not None and state.known_place(combat.alone) == "table":
            side = side_of_card(combat.alone)
            player = state.player(side)
            state = state.with_player(side, replace(player, hand=player.hand.gains(combat.alone)))
        homes = {combat.attacker: combat.start or PLACES[0], combat.defender: combat.target or PLACES[0]}
        for each in state.characters:
            if each.place == ZONE:
                state = state.with_standing(replace(each, place=homes[side_of_card(each.card)]))
    return replace(
        state, combat=None, rolling=(), owed=(), tasks=(), lasting=_of_the_turn(state), active=SIDES[0]
    )


def _of_the_turn(state: State) -> tuple[Lasting, ...]:
    return tuple(each for each in state.lasting if each.span == "turn")


def without_gear(state: State, card: str) -> State:
    """Without a weapon or skill on whoever bears it; it is nowhere then."""
    bearer = state.bearer(card)
    if bearer is None:
        return state
    gear = tuple(each for each in bearer.gear if each != card)
    return state.with_standing(replace(bearer, gear=gear))


def gone(state: State, card: str) -> State:
    """A card that is in play is discarded, with all that it bears."""
    side = side_of_card(card)
    if state.standing(card) is not None:
        return state.without(card)
    player = state.player(side)
    if state.bearer(card) is not None:
        return without_gear(state, card).with_player(side, player.discards_card(card))
    for place in PLACES:
        if player.spot(place).supply == card:
            spot = replace(player.spot(place), supply=None)
            return state.with_player(side, player.with_spot(place, spot).discards_card(card))
    return state


def taken_out(state: State, card: str) -> State:
    """Without a card in the pile where it is known to be; one of which nobody knows comes from the hand, or from the
    stock if none is left there. An artifact was in no pile."""
    side: Side = side_of_card(card)
    player = state.player(side)
    if card in player.under:
        return state.with_player(
            side, replace(player, under=tuple(each for each in player.under if each != card))
        )
    for cards, changed in _piles(player, card):
        if card in cards.named:
            return state.with_player(side, changed)
    if player.hand.unnamed:
        return state.with_player(side, replace(player, hand=player.hand.loses(None)))
    if player.stock.number:
        return state.with_player(side, replace(player, stock=player.stock.loses(None)))
    # Nobody has so many cards: a discard was another one.
    number = max(0, player.discards.number - 1)
    return state.with_player(side, replace(player, discards=player.discards.counted(number)))


def _piles(player: Player, card: str) -> tuple[tuple[Cards, Player], ...]:
    return (
        (player.hand, replace(player, hand=player.hand.loses(card))),
        (player.discards, replace(player, discards=player.discards.loses(card))),
        (player.out, replace(player, out=player.out.loses(card))),
        (player.stock, replace(player, stock=player.stock.loses(card))),
    )
