"""The inventory of Call to Glory: where the cards are, by name where they were seen, by number elsewhere."""

from __future__ import annotations

from collections.abc import Mapping

from signifer_core.games.call_to_glory.deck import MISSIONS
from signifer_core.games.call_to_glory.state import PADS, Cards, State
from signifer_core.layout import SIDES

from signifer_firmware.texts.inventory import counted, inventory, named


def account(state: State) -> Mapping[str, str]:
    """Two lines, as no card belongs to a side: for red the characters, such as "110: hands 3 4, sets 1 ninja 2 (ninja-4
    ninja-9), discard piles 0 1 (monk-2), face-down piles 98", for blue the missions, with the ninja figures behind
    them. The first number is the sum of the cards."""
    red, blue = SIDES
    return {red: _characters(state), blue: _missions(state)}


def _characters(state: State) -> str:
    moving = state.displaced
    sets = (*state.sets, *((moving,) if moving is not None else ()))
    piles = [
        counted(state.on_pad(pad), [card for layer in state.layers(pad) for card in layer.named])
        for pad in PADS
    ]
    places = (
        f"hands {' '.join(_counted(hand.cards) for hand in state.hands) or 'none'}",
        f"sets {' '.join(f'{each.owner} {each.kind} {_counted(each.cards)}' for each in sets) or 'none'}",
        f"discard piles {' '.join(piles)}",
        f"face-down piles {_counted(state.stock)}",
    )
    total = state.stock.number + sum(hand.number for hand in state.hands)
    return inventory(total + sum(each.size for each in sets) + sum(map(state.on_pad, PADS)), *places)


def _missions(state: State) -> str:
    held = sum(each.number for each in state.missions)
    rest = MISSIONS - held - len(state.revealed)
    places = (
        f"held {' '.join(map(_counted, state.missions)) or 'none'}",
        f"revealed {named(state.revealed)}",
        f"in the box {rest}",
        f"ninja figures {' '.join(map(str, state.figures)) or 'none'}",
    )
    return inventory(held + len(state.revealed) + rest, *places)


def _counted(cards: Cards) -> str:
    return counted(cards.number, cards.named)
