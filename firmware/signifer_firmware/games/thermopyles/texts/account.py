"""The inventory of Thermopyles: where the cards are, by name where they were seen, by number elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.thermopyles.state import PERSIANS, SPARTANS, State

from signifer_firmware.texts.inventory import inventory, named, pile


def account(state: State) -> Mapping[str, str]:
    """One line for each side, such as "20: hands 4, deck 16, discard pile 0, supports support-1, combat none" and "28:
    row persian-1 persian-2, deck 26, repelled 0, cemetery 0"; the first number is the sum of Spartans or Persians."""
    fight = state.fight
    fighting = (fight.spartan, *fight.supports) if fight else ()
    # Which supports are left is open, and the spent ones lie beside the table.
    hands = sum(hand.number for hand in state.hands)
    spartans = (
        hands + state.pile.number + state.discard.number + (1 if fight else 0),
        f"hands {' '.join(str(hand.number) for hand in state.hands) or 'none'}",
        f"deck {pile(state.pile)}",
        f"discard pile {pile(state.discard)}",
        f"supports {named(state.supports)}",
        f"combat {named(fighting)}",
    )
    persians = (
        len(state.row) + state.persians.number + state.repelled.number + state.cemetery.number,
        f"row {named(state.row, ordered=True)}",
        f"deck {pile(state.persians)}",
        f"repelled {pile(state.repelled)}",
        f"cemetery {pile(state.cemetery)}",
    )
    return {SPARTANS: inventory(*spartans), PERSIANS: inventory(*persians)}
