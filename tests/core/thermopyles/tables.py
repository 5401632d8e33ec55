"""Tables of Thermopyles at the dice, and what they ask."""

from __future__ import annotations

from tests.core.thermopyles.states import (
    FIFTEEN,
    PROCEDURE,
    TOUGH,
    WEAK,
    TableHands,
    table_position,
)


def asked(hands: TableHands) -> str:
    """What the team is asked: its key."""
    (key,) = [prompt.key for prompt in PROCEDURE.prompts(hands.table) if prompt.player == "red"]
    return key


def at_dice(spartan: str = FIFTEEN, row: tuple[str, ...] = (WEAK, TOUGH), supports: int = 1) -> TableHands:
    hands = TableHands(table_position(row))
    hands.lay(spartan, "1 red")
    for number in range(1, supports + 1):
        hands.lay(f"support-{number}", "pad red")
    hands.press("press ok red")
    return hands
