"""The virtual table without pads: what is paid, discarded or lost is said by numbers, and hands lay as many cards where
they belong. Which they are, nobody sees."""

from __future__ import annotations

from signifer_core.games.field_of_glory.battle import DECK as FROM_DECK
from signifer_core.games.field_of_glory.deck import Player, owner_of
from signifer_core.games.field_of_glory.rules.placing import whereabouts
from signifer_core.games.field_of_glory.state import RAMPAGE, SHUFFLE, State

from signifer_firmware.simulation.piles import DISCARD, HAND, VICTORY, Pile, Piles


def goal_of_top(state: State, piles: Piles, player: Player) -> Pile:
    """Where the top card of the deck goes that is to be drawn: what is lost in a rampage lies among what was captured,
    a bonus card with the discards, where it comes when all is told."""
    if _lost_unseen(state, piles, player) < state.side(player).lost_unseen:
        return player, VICTORY
    fight = state.attack
    bonus = fight and (fight.bonus if player == state.active else fight.defending_bonus)
    return player, DISCARD if bonus and bonus.origin == FROM_DECK else HAND


def is_turned_up(state: State, piles: Piles, player: Player) -> bool:
    """Whether the top card of the deck, which ``player`` may turn up, lies already where it belongs."""
    if state.step == RAMPAGE:
        return _lost_unseen(state, piles, player) > state.side(player).lost_unseen
    return len(piles.cards(player, DISCARD)) > state.side(player).discard


def to_lay(state: State, piles: Piles, player: Player, owed: int) -> int:
    """How many cards of the hand belong among the discards, by the table's count; below zero if too many have left it,
    and ``player`` has nothing more to say of it. ``owed`` are those still to be drawn."""
    side = state.side(player)
    counted = side.hand - sum(owner_of(placed.card) == player for placed in state.unpaid)
    lying = (card for _, card in piles.layout.items() if card.startswith(f"{player}/"))
    more = sum(whereabouts(state, card) is None for card in lying)
    hand = piles.cards(player, HAND)
    # Reserves stays beside the hand until all is drawn for it: else it would be shuffled with the discards.
    drawing = state.drawing
    if drawing is not None and drawing.player == player and drawing.played not in {None, *hand}:
        counted += 1
    # What waits for the shuffle is in no hand yet.
    if state.step != SHUFFLE and goal_of_top(state, piles, player)[1] == HAND:
        more += owed
    # What is known to belong elsewhere is asked for by its name, and so is a unit that was lifted from a column.
    lifted = {card for card, _, _ in state.cleared}
    unnamed = sum(whereabouts(state, card) in (None, "hand") for card in hand - lifted)
    if unnamed + more > counted:
        return unnamed + more - counted
    is_said = state.attack is None and not state.due and state.active != player
    return min(len(hand) + more - counted, 0) if is_said else 0


def _lost_unseen(state: State, piles: Piles, player: Player) -> int:
    return len(piles.cards(player, VICTORY) - state.side(player).lost)
