"""Knowledge of a state: what a player may have, and what both: the only place where hidden things are left out, and
where they are dealt again."""

from __future__ import annotations

from signifer_core.chance import Chance, Unseen
from signifer_core.errors import RulesError
from signifer_core.frozen import replace
from signifer_core.layout import SIDES

from .battle import NONE, Bonus
from .deck import Deck, Player, owner_of
from .piles import unknown_in_hand
from .state import ARMY, Holdings, State, other

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


def determinized(deck: Deck, view: State, chance: Chance) -> State:
    """A full state that agrees with the view. What was discarded before placing lies in the discards, as everybody saw;
    which cards were rejected in the draft only their owner knows.

    RulesError at a table where the armies are drafted by hands: it knows nothing of what is offered.
    """
    if view.step == ARMY and not view.laid:
        raise RulesError(
            "the armies are still drafted: no card can be placed before the first hands are drawn"
        )
    state = replace(view, unpaid=tuple(replace(placement, known=True) for placement in view.unpaid))
    for player in SIDES:
        state = _dealt(deck, state, player, chance)
    return replace(state, full=True)


def _dealt(deck: Deck, state: State, player: Player, chance: Chance) -> State:
    """With every card of the player's army where it may be."""
    side = state.side(player)
    seen = side.discards | {card for card, _, _ in state.cleared if owner_of(card) == player}
    cards = Unseen(_nowhere(deck, state, player, seen), chance)
    state = _bonuses_named(state, player, cards)
    discards = seen | cards.take(side.discard - len(seen))
    hand = side.hand_cards | cards.take(unknown_in_hand(state, player))
    drawn = side.deck_cards | cards.take(side.deck - len(side.deck_cards))
    cards.take(side.lost_unseen)
    out, offered = side.out, side.offered
    if state.step == ARMY and state.active == player:
        # Of each four two are kept; as many are rejected as soon as they are.
        out |= cards.take(side.hand - side.hand % 2 - len(out))
        offered |= cards.rest()
    else:
        out |= cards.rest()
    dealt = replace(side, hand_cards=hand, deck_cards=drawn, discards=discards, out=out, offered=offered)
    return replace(state, red=dealt) if player == "red" else replace(state, blue=dealt)


def _nowhere(deck: Deck, state: State, player: Player, seen: frozenset[str]) -> list[str]:
    """The player's cards that the state places nowhere."""
    side, attack, drawing = state.side(player), state.attack, state.drawing
    placed = {card for column in state.columns for card in column.units(player)}
    placed |= seen | side.lost | side.hand_cards | side.deck_cards | side.out | side.offered
    if drawing is not None and drawing.played is not None:
        placed.add(drawing.played)
    if attack is not None:
        placed.update(attack.overlaps)
        placed.update(bonus.card for bonus in (attack.bonus, attack.defending_bonus) if bonus and bonus.card)
    return [card for card in deck.army(player) if card not in placed]


def _bonuses_named(state: State, player: Player, cards: Unseen) -> State:
    """With the player's bonus card of the attack under way by name, and the attacker's Overlaps known."""
    attack = state.attack
    if attack is None:
        return state
    if player != state.active:
        return replace(state, attack=replace(attack, defending_bonus=_named(attack.defending_bonus, cards)))
    overlaps = frozenset(attack.overlaps)
    return replace(state, attack=replace(attack, bonus=_named(attack.bonus, cards), overlaps_known=overlaps))


def _named(bonus: Bonus | None, cards: Unseen) -> Bonus | None:
    if bonus is None or bonus.card is not None or bonus.origin == NONE:
        return bonus
    (card,) = cards.take(1)
    return replace(bonus, card=card)
