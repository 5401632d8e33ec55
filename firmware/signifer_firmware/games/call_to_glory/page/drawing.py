"""Who has still to draw at the virtual table, and what: by the table's count, and by what is in their hands."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.games.call_to_glory.deck import KINDS, kind_of
from signifer_core.games.call_to_glory.state import DRAW, DRAWS, STOCKS, Cards, Hand, State

from signifer_firmware.simulation.piles import DECK, HAND, Piles


def characters(piles: Piles, seat: str) -> frozenset[str]:
    """The hand of a player, without missions."""
    return frozenset(card for card in piles.cards(seat, HAND) if kind_of.known(card) in KINDS)


def known_by(state: State, piles: Piles, seat: str) -> State:
    """What the table knows, and what is in the player's own hand. What the table counts there, and is not, is still in
    the face-down piles, or lost: to the player that is one."""
    hand, place = characters(piles, seat), state.place(seat)
    more = state.hand(seat).number - len(hand)
    state = state.with_hand(seat, Hand(Cards(len(hand), hand), state.hand(seat).seen))
    rest, left = state.stock.number + more, max(0, state.piles[0] + more)
    left = 0 if STOCKS[0] in state.empty else min(left, rest)
    state = replace(state, stock=Cards(rest), piles=(left, rest - left))
    if not state.missions:
        return state
    mine = piles.cards(seat, HAND) - hand
    missions = list(state.missions)
    missions[place] = Cards(len(mine), mine)
    return replace(state, missions=tuple(missions))


def lacks(state: State, piles: Piles, seat: str) -> int:
    """How many cards a player has still to draw, by the table's count; below zero if too many were drawn."""
    left = state.hand(seat).number - len(characters(piles, seat)) - len(loose(state, piles, seat))
    # Who plays draws first, then says `ok`.
    early = DRAWS - len(state.drawn) if state.step == DRAW and seat == state.active else 0
    return left if left >= 0 else min(left + early, 0)


def loose(state: State, piles: Piles, seat: str) -> frozenset[str]:
    """The cards that lie there and are still of a player's hand, by all that the table knows of them."""
    lying = frozenset(card for _, card in piles.layout.items() if kind_of.known(card) in KINDS)
    lying -= _placed(state)
    unknown = (card for card in lying if not (state.known_place(card) or "").startswith("hand"))
    return lying & state.hand(seat).cards.named | frozenset(unknown if seat == state.active else ())


def _placed(state: State) -> frozenset[str]:
    """The cards that the table has in sets and on discard piles, and on their way there."""
    found = [each.cards for each in state.sets]
    found += [layer for pad in state.discards for layer in pad]
    found += [] if state.displaced is None else [state.displaced.cards]
    return frozenset(card for cards in found for card in cards.named)


def drawn(state: State, piles: Piles, seat: str) -> str | None:
    """The card that a player draws next, who lacks one: from the face-down pile that has more cards than the table
    counts there, or else has more."""
    if lacks(state, piles, seat) <= 0:
        return None
    left = {stock: len(piles.cards(stock, DECK)) for stock in STOCKS}
    counted = dict(zip(STOCKS, state.piles, strict=True))
    best = max(STOCKS, key=lambda stock: (left[stock] > 0, left[stock] - counted[stock], left[stock]))
    return piles.top(best) if left[best] else None
