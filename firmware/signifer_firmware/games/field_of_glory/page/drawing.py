"""Who has still to draw or to shuffle at the virtual table, and what lies in a wrong pile.

By the table's record, and by where the cards are.
"""

from __future__ import annotations

from signifer_core.games.field_of_glory.deck import Player, owner_of
from signifer_core.games.field_of_glory.rules import attack
from signifer_core.games.field_of_glory.rules.placing import whereabouts
from signifer_core.games.field_of_glory.state import (
    ACTIONS,
    ADVANCE,
    BONUS,
    DRAW,
    FLANK,
    LEAD,
    RAMPAGE,
    RETREAT,
    SHUFFLE,
    State,
)
from signifer_core.layout import PAD, Zone

from signifer_firmware.simulation.piles import DECK, DISCARD, HAND, VICTORY, Pile, Piles

from . import unseen


def known_by(
    state: State, piles: Piles, player: Player, laid_down: frozenset[str] = frozenset()
) -> State | None:
    """What the table knows, and what is in the player's own hand, with what of it they have ``laid_down`` and not
    confirmed; None if that is other than as many cards as it counts there."""
    hand = piles.cards(player, HAND) | laid_down
    laid = sum(owner_of(placement.card) == player for placement in state.unpaid)
    counted = state.side(player).hand - laid
    return state.with_side(player, hand_cards=hand) if len(hand) == counted else None


def owed(state: State, piles: Piles, player: Player) -> int:
    """How many cards ``player`` has still to draw, by the table's count; below zero if too many left the deck."""
    if _shuffled_by_record_alone(state, piles, player):
        return 0
    counted = state.side(player).deck
    if _shuffles(state, player) and not piles.cards(player, DISCARD):
        # The discards are shuffled already; the table counts them there until `ok`.
        counted += state.side(player).discard - _waiting(state, piles, player)
    left = len(piles.cards(player, DECK)) - counted
    on_top = left < 0 and _may_turn_up(state, player) and _is_turned_up(state, piles, player)
    return left + 1 if on_top else left


def to_shuffle(state: State, piles: Piles, player: Player) -> bool:
    """Whether the discards of ``player`` are to be shuffled into the deck: the table asks for it, or counts it done."""
    asked = _shuffles(state, player) and bool(piles.cards(player, DISCARD))
    return asked or _shuffled_by_record_alone(state, piles, player)


def astray(state: State, piles: Piles, player: Player) -> tuple[tuple[str, Pile], ...]:
    """The cards in the hand of ``player`` that the table has seen going to another pile; and those among discards and
    captured cards that it has not, where it has seen all that did, and nothing is under way."""
    side = state.side(player)
    found = [
        (card, (player, {"discard": DISCARD, "victory": VICTORY}[known]))
        for card in sorted(piles.cards(player, HAND))
        if (known := whereabouts(state, card)) in ("discard", "victory")
    ]
    # Without pads hands lay there what nobody sees.
    at_rest = not state.unseen and state.attack is None and state.step in (ADVANCE, FLANK, ACTIONS, DRAW)
    for pile, seen, number in (
        (DISCARD, side.discards, side.discard),
        (VICTORY, side.lost, len(side.lost) + side.lost_unseen),
    ):
        if at_rest and len(seen) == number:
            strangers = (
                card for card in sorted(piles.cards(player, pile)) if whereabouts(state, card) is None
            )
            found += [(card, (player, HAND)) for card in strangers]
    return tuple(found)


def _shuffles(state: State, player: Player) -> bool:
    return state.step == SHUFFLE and state.drawing is not None and state.drawing.player == player


def _shuffled_by_record_alone(state: State, piles: Piles, player: Player) -> bool:
    """Whether somebody has said `ok` to a shuffle, and left the discards where they are; cards may be left in the deck
    that were to be drawn before."""
    side, discards = state.side(player), len(piles.cards(player, DISCARD))
    missing = side.deck - len(piles.cards(player, DECK))
    return bool(side.shuffles) and missing > 0 and side.deck <= discards - side.discard


def _may_turn_up(state: State, player: Player) -> bool:
    """Whether the top card of the deck of ``player`` may lie on their pad, not counted yet: as a bonus card, or to be
    lost in a rampage."""
    fight = state.attack
    if fight is None:
        return False
    if state.step == RAMPAGE:
        return fight.loser == player
    return state.step in (LEAD, RETREAT, BONUS) and attack.mover(state) == player


def _is_turned_up(state: State, piles: Piles, player: Player) -> bool:
    if state.unseen:
        return unseen.is_turned_up(state, piles, player)
    return bool(piles.layout[Zone(PAD, player)])


def _waiting(state: State, piles: Piles, player: Player) -> int:
    """How many discards of ``player`` lie on the table still."""
    mine = (card for _, card in piles.layout.items() if card.startswith(f"{player}/"))
    return sum(whereabouts(state, card) == "discard" for card in mine)
