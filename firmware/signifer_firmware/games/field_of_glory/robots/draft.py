"""How a robot drafts its army (FG-S2): of four cards it keeps the two that win most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from signifer_core.games.field_of_glory.deck import kind_of

# What one card more of a kind does for the logarithm of the odds to win, as learnt from games (`python -m
# benchmarks.draft`, docs/robots.md).
WORTH: Mapping[str, float] = {
    "elephant": 0.123,
    "spear": -0.004,
    "pike": -0.016,
    "heavy-infantry": -0.016,
    "medium-infantry": -0.057,
    "cavalry": 0.053,
    "light-infantry": -0.049,
    "light-cavalry": -0.016,
    "archer": -0.187,
    "commander": 0.293,
    "overlap": -0.132,
    "reserves": 0.006,
}


def kept(drawn: Sequence[str]) -> list[str]:
    """The two cards of these that are worth most."""
    return sorted(drawn, key=lambda card: (-WORTH[kind_of(card)], card))[:2]
