"""Every legal action of a state, written apart from the refusals: what is built here is never asked there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from signifer_core.dice import FACES

from .. import actions as act
from ..deck import Deck
from ..state import SEATS, Pile, State


def perhaps_in(deck: Deck, state: State, pile: Pile) -> list[str]:
    """The Spartans that may be in a hand or in their pile, in the order of the deck's list."""
    if pile.unnamed <= 0:
        return [card for card in deck.spartans if card in pile.named]
    elsewhere = set(state.discard.named)
    for other in (*state.hands, state.pile):
        elsewhere |= other.named
    if state.fight is not None:
        elsewhere.add(state.fight.spartan)
    return [card for card in deck.spartans if card in pile.named or card not in elsewhere]


def perhaps_next(deck: Deck, state: State) -> list[str]:
    """The Persians that may lie in their pile, in the order of the deck's list."""
    known = state.persians.named
    if known:
        return [card for card in deck.persians if card in known]
    gone = {*state.row, *state.cemetery.named, *state.repelled.named}
    return [card for card in deck.persians if card not in gone] if state.persians.number else []


def _charges(deck: Deck, state: State) -> Iterable[act.Action]:
    return (act.Retreat(), *map(act.Charge, perhaps_in(deck, state, state.hand(state.active))))


def _supports(deck: Deck, state: State) -> Iterable[act.Action]:
    return (*(act.Support(card) for card in deck.supports if card in state.supports), act.Engage())


def _discards(deck: Deck, state: State) -> Iterable[act.Action]:
    assert state.receiver is not None
    return map(act.Discard, perhaps_in(deck, state, state.hand(state.receiver)))


def _drawn(deck: Deck, state: State) -> Iterable[act.Action]:
    return map(act.Drawn, perhaps_in(deck, state, state.pile))


def _destiny(deck: Deck, state: State) -> act.Action:
    """Of the Persian in front: two figures, and what the Spartan and his dice come to."""
    card, fight = state.row[0], state.fight
    assert fight is not None
    strength = deck.battle(fight.spartan) + sum(fight.dice)
    return act.Bury(card) if strength >= deck.persian(card).annihilation else act.Repel(card)


BY_STEP: Mapping[str, Callable[[Deck, State], Iterable[act.Action]]] = {
    "players": lambda deck, state: map(act.Players, range(1, len(SEATS) + 1)),
    "deal": _drawn,
    "replenish": lambda deck, state: map(act.Approach, perhaps_next(deck, state)),
    "act": _charges,
    "support": _supports,
    "dice": lambda deck, state: map(act.Rolled, range(1, FACES + 1)),
    "result": lambda deck, state: (_destiny(deck, state),),
    "draw": lambda deck, state: (*map(act.Draw, state.seats), act.Decline()),
    "drawing": _drawn,
    "discard": _discards,
    "over": lambda deck, state: (),
}
