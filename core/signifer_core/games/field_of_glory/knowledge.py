"""Knowledge of a state: what a player may have, and what both: the only place where hidden things are left out."""

from __future__ import annotations

from signifer_core.frozen import replace
from signifer_core.layout import SIDES

from .battle import Bonus
from .state import Holdings, State, other

_NO_CARDS: frozenset[str] = frozenset()


def view(state: State, viewer: str) -> State:
    """What ``viewer`` may know: their own hand, discards, rejected cards and bonus card by name, of everything else
    that is hidden the number; anyone but a player sees what both may see. No deck is named, not even to its owner."""
    for player in SIDES:
        side = _own(state.side(player)) if player == viewer else _others(state.side(player))
        state = replace(state, red=side) if player == "red" else replace(state, blue=side)
    if viewer != state.active and any(placement.known for placement in state.unpaid):
        unpaid = tuple(replace(placement, known=False) for placement in state.unpaid)
        state = replace(state, unpaid=unpaid)
    return replace(_bonuses_hidden(state, viewer), full=False)


def _own(side: Holdings) -> Holdings:
    return replace(side, deck_cards=_NO_CARDS)


def _others(side: Holdings) -> Holdings:
    side = replace(side, hand_cards=_NO_CARDS, deck_cards=_NO_CARDS, discards=_NO_CARDS)
    return replace(side, out=_NO_CARDS, offered=_NO_CARDS)


def _bonuses_hidden(state: State, viewer: str) -> State:
    attack = state.attack
    if attack is None:
        return state
    if viewer != state.active:
        attack = replace(attack, bonus=_hidden(attack.bonus), overlaps_known=_NO_CARDS)
    if viewer != other(state.active):
        attack = replace(attack, defending_bonus=_hidden(attack.defending_bonus))
    return replace(state, attack=attack)


def _hidden(bonus: Bonus | None) -> Bonus | None:
    return None if bonus is None else replace(bonus, card=None)
