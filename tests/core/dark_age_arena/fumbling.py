"""Hands that do anything at a table of Dark Age Arena, for tests."""

from __future__ import annotations

import random

from signifer_core.layout import PAD, SIDES, ZONES, Zone
from signifer_core.presses import PressKind

from tests.core import hands as any_hands

from .hands import TrainingHands

STRANGERS = ("tag/04aabb", "field-of-glory:red/spear-2")
PRESSES = (
    *(f"press ok {side}" for side in SIDES for _ in range(4)),
    *(f"{kind} column {column} {side}" for kind in PressKind for column in range(1, 6) for side in SIDES),
    *("press dice", "press dice", "hold dice", "hold dice", "hold ok red", "hold ok blue"),
)


def fumble(hands: TrainingHands, rng: random.Random, cards: list[str]) -> None:
    """One thing that hands do."""
    any_hands.fumble(
        hands,
        rng,
        [*cards, *hands.lying],
        lambda card: likely_zone(card, rng),
        lambda what: hands.press(rng.choice(PRESSES)),
        (0.4, 0.5, 0.65),
    )


def likely_zone(card: str, rng: random.Random) -> Zone:
    """Mostly on the side of the card's owner."""
    if rng.random() < 0.15 or card in STRANGERS:
        return rng.choice(ZONES)
    side = SIDES[0] if card.startswith("red") else SIDES[1]
    return Zone(rng.choice((*"12345", PAD)), side)
