"""How a round goes on if a kind is collected: whose turns are left until the face-down piles end it, and how many cards
come to whom.

The others draw for the kind: what lies on top of the discard piles of it they take, each in turn, and draw face-down
cards else. Whoever has laid it draws two face-down cards. With both piles showing the kind the next discard has to go
onto one of them: onto the one that shows fewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import NamedTuple

from signifer_core.layout import Side

from .. import actions as act
from ..deck import Deck, kind_of
from ..rules import CallToGlory
from ..state import DISPLACE, DRAW, DRAWS, PADS, PLAY, STOCKS, State


class Turn(NamedTuple):
    """So many cards of the kind are ``taken`` openly in a turn, and so many face-down ones ``drawn``."""

    player: str
    taken: int
    drawn: int


def settled(deck: Deck, state: State) -> State:
    """The state once all lies on the pads that is on its way there: on the first one that may take it."""
    rules = CallToGlory(deck)
    while state.step == DISPLACE:
        away = (act.Displace, act.Remove)
        state = rules.apply(
            state, next(action for action in rules.legal_actions(state) if isinstance(action, away))
        )
    return state


def on_top(state: State, kind: str) -> dict[Side, int]:
    """How many cards of the kind lie on each discard pile above any other."""
    found = dict.fromkeys(PADS, 0)
    for pad in PADS:
        for layer in reversed(state.layers(pad)):
            if layer.unnamed or any(kind_of(card) != kind for card in layer.named):
                break
            found[pad] += layer.number
    return found


def course(state: State, kind: str, others: frozenset[str]) -> list[Turn]:
    """The turns that are left in the round, that of the active player first; none if it is over."""
    return list(_turns(state, kind, others)) if state.step in (DRAW, PLAY) else []


def _turns(state: State, kind: str, others: frozenset[str]) -> Iterator[Turn]:
    stocks, tops = dict(zip(STOCKS, _piles(state), strict=True)), on_top(state, kind)
    drawn = DRAWS if state.step == PLAY else len(state.drawn)
    gone = frozenset(state.drawn)
    for player in cycle(state.clockwise(state.active)):
        pads = [pad for pad in PADS if player in others and tops[pad] and pad not in gone][: DRAWS - drawn]
        # From the larger pile first, so that the round lasts.
        larger = sorted(STOCKS, key=lambda pile: -stocks[pile])
        open_piles = [pile for pile in larger if stocks[pile] and pile not in gone]
        piles = open_piles[: DRAWS - drawn - len(pads)]
        for pad in pads:
            tops[pad] -= 1
        for pile in piles:
            stocks[pile] -= 1
        yield Turn(player, len(pads), len(piles))
        if not all(stocks.values()):
            return
        if all(tops.values()):
            tops[min(PADS, key=lambda pad: tops[pad])] = 0
        drawn, gone = 0, frozenset()


def _piles(state: State) -> tuple[int, int]:
    """The two face-down piles as they are counted; halves, if a count came to its end in an earlier turn and nobody
    found the pile empty."""
    ended = {pile for pile, number in zip(STOCKS, state.piles, strict=True) if not number}
    if state.empty or ended <= {*state.drawn}:
        return state.piles
    rest = state.stock.number
    return rest - rest // 2, rest // 2
