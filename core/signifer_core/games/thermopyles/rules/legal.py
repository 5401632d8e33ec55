"""Every legal action of a state, written apart from the refusals: what is built here is never asked there."""

from __future__ import annotations

from collections.abc import Iterator

from signifer_core.dice import FACES

from .. import actions as act
from ..deck import Deck
from ..state import SEATS, Pile, State


def legal_actions(deck: Deck, state: State) -> tuple[act.Action, ...]:
    """Every legal action, as far as it is known where the cards are."""
    return tuple(_actions(deck, state))


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


def _actions(deck: Deck, state: State) -> Iterator[act.Action]:
    match state.step:
        case "act":
            yield act.Retreat()
            yield from (act.Charge(card) for card in perhaps_in(deck, state, state.hand(state.active)))
        case "support":
            yield from (act.Support(card) for card in deck.supports if card in state.supports)
            yield act.Engage()
        case "dice":
            yield from (act.Rolled(value) for value in range(1, FACES + 1))
        case "result":
            yield _destiny(deck, state)
        case "draw":
            yield from (act.Draw(player) for player in state.seats)
            yield act.Decline()
        case _:
            yield from _between(deck, state)


def _between(deck: Deck, state: State) -> Iterator[act.Action]:
    match state.step:
        case "replenish":
            yield from (act.Approach(card) for card in perhaps_next(deck, state))
        case "discard":
            assert state.receiver is not None
            yield from (act.Discard(card) for card in perhaps_in(deck, state, state.hand(state.receiver)))
        case "deal" | "drawing":
            yield from (act.Drawn(card) for card in perhaps_in(deck, state, state.pile))
        case "players":
            yield from (act.Players(number) for number in range(1, len(SEATS) + 1))


def _destiny(deck: Deck, state: State) -> act.Action:
    """Of the Persian in front: two figures, and what the Spartan and his dice come to."""
    card, fight = state.row[0], state.fight
    assert fight is not None
    strength = deck.battle(fight.spartan) + sum(fight.dice)
    return act.Bury(card) if strength >= deck.persian(card).annihilation else act.Repel(card)
