"""Unseen bonus cards that a player may show: exact counts over the cards that a state does not name.

A card that the state names lies where it is named. All others of the player's 48 are *unseen*: each set of
them is as likely as any other of its size to be their hand, their deck, their discards, their hidden bonus card, or
the cards that they rejected in the draft. Nothing is sampled; only command points count, so cards of equal
points are counted together.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import comb

from signifer_core.errors import RulesError

from ..battle import DECK, HAND, NONE, Bonus
from ..deck import Deck, Player
from ..piles import unknown_in_hand
from ..rules.legal import perhaps_hidden
from ..state import BONUS, State

_Points = Counter[int]


@dataclass(frozen=True, slots=True)
class Draw:
    """One way to a bonus card: ``origin`` "deck", "hand" or "none", and (command points, ways) of each value
    that it may have, in rising order; the points are None for who goes without. It is the best of ``best_of``
    cards."""

    origin: str
    ways: tuple[tuple[int | None, int], ...]
    best_of: int = 1

    @property
    def total(self) -> int:
        """How many ways there are in all; at least one."""
        return sum(ways for _, ways in self.ways)


@dataclass(frozen=True, slots=True)
class Unseen:
    """How many of a player's cards the state does not name, and how many of these they kept in the draft."""

    cards: int
    kept: int


def unseen(deck: Deck, state: State, player: Player) -> Unseen:
    """The player's unseen cards in a view; RulesError if its counts need more cards than there are."""
    side, bonus = state.side(player), bonus_chosen(state, player)
    hidden = bonus is not None and not bonus.known
    kept = unknown_in_hand(state, player) + side.deck + _unnamed_discards(state, player)
    kept += side.lost_unseen + hidden
    cards = len(perhaps_hidden(deck, state, player))
    if kept > cards:
        raise RulesError(f"{player} has {kept} unseen cards by count, but only {cards} are left for them")
    return Unseen(cards, kept)


def bonus_chosen(state: State, player: Player) -> Bonus | None:
    """The bonus card of ``player`` in the attack under way; None if they have not chosen."""
    if state.attack is None:
        return None
    return state.attack.bonus if player == state.active else state.attack.defending_bonus


def bonus_draws(deck: Deck, state: State, player: Player) -> tuple[Draw, ...]:
    """Every way to a bonus card that is open to ``player`` in a view, or the one that they have taken (FG-C1);
    who waits for the shuffle has asked for a card of the deck.

    From the hand it is their best card: of the cards named, and of those that are not the best that so many may
    hold.
    """
    unseen(deck, state, player)
    pool = _points(deck, perhaps_hidden(deck, state, player))
    bonus, unnamed = bonus_chosen(state, player), unknown_in_hand(state, player)
    if bonus is not None:
        if bonus.known:
            points = deck.command_points(bonus.card) if bonus.card else None
            return (Draw(bonus.origin, ((points, 1),)),)
        # The card has left the hand, but it was chosen from it with the others.
        return (_best(pool, unnamed + 1, ()) if bonus.origin == HAND else _top(pool),)
    side, drawing = state.side(player), state.drawing
    draws = [_from_deck(deck, state, player, pool)] if side.deck or side.discard else []
    promised = drawing is not None and drawing.then == BONUS and drawing.player == player
    if side.hand and not promised:
        draws.append(_best(pool, unnamed, tuple(map(deck.command_points, side.hand_cards))))
    return tuple(draws) or (Draw(NONE, ((None, 1),)),)


def _points(deck: Deck, cards: list[str] | frozenset[str]) -> _Points:
    return Counter(map(deck.command_points, cards))


def _unnamed_discards(state: State, player: Player) -> int:
    side = state.side(player)
    return side.discard - len(side.discards)


def _top(pool: _Points) -> Draw:
    """The top card of a deck: any unseen card."""
    return Draw(DECK, tuple(sorted(pool.items())))


def _from_deck(deck: Deck, state: State, player: Player, pool: _Points) -> Draw:
    """The top card of the deck; of an empty one after the shuffle, when the deck is what the discards were
    (FG-K1)."""
    side = state.side(player)
    if side.deck:
        return _top(pool)
    unnamed = _unnamed_discards(state, player)
    # One of `side.discard` cards: each that is named counts as often as all that an unnamed one may be.
    scale = pool.total() if unnamed else 1
    ways = _Points({points: scale * number for points, number in _points(deck, side.discards).items()})
    ways.update({points: unnamed * number for points, number in pool.items() if unnamed})
    return Draw(DECK, tuple(sorted(ways.items())))


def _best(pool: _Points, unnamed: int, named: tuple[int, ...]) -> Draw:
    """The most command points of the ``named`` and of ``unnamed`` unseen cards: of n cards comb(so many have
    at most p points, n) hands have nothing above p points."""
    floor = max(named, default=0)
    ways, below, at_most = [], 0, 0
    for points in sorted({*pool, *named}):
        at_most += pool[points]
        if points < floor:
            continue
        hands = comb(at_most, unnamed)
        if hands > below:
            ways.append((points, hands - below))
        below = hands
    return Draw(HAND, tuple(ways), len(named) + unnamed)
