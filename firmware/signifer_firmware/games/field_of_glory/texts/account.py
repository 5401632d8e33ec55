"""The inventory of Field of Glory: where each army's cards are, by name where they were seen, by number elsewhere."""

from __future__ import annotations

from collections.abc import Collection

from signifer_core.games.field_of_glory.deck import Player
from signifer_core.games.field_of_glory.piles import played_for
from signifer_core.games.field_of_glory.state import Placement, State

from signifer_firmware.texts.inventory import counted, inventory, named


def account(state: State, player: Player) -> str:
    """An army's account in one line, such as "24: columns archer-1 spear-2, discard pile 1 (pike-1), lost 0, hand 9,
    deck 12"; the first number is their sum, of 24 in a whole game."""
    side = state.side(player)
    lying = [card for column in state.columns for card in column.units(player)]
    unpaid = _unpaid(state.unpaid, lying)
    lost = len(side.lost) + side.lost_unseen
    places: tuple[str, ...] = (
        f"columns {named(lying)}",
        f"discard pile {counted(side.discard, side.discards)}",
        f"lost {counted(lost, side.lost)}",
        f"hand {side.hand - unpaid}",
        f"deck {side.deck}",
    )
    total = len(lying) + side.discard + lost + side.hand - unpaid + side.deck
    played = played_for(state, player)
    if played is not None:
        places, total = (*places, f"played {named([played])}"), total + 1
    return inventory(total, *places)


def _unpaid(placements: Collection[Placement], lying: Collection[str]) -> int:
    """How many cards that lie there already count in the hand as well."""
    return sum(placement.card in lying for placement in placements)
