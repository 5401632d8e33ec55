"""Whether a tutor may speak: off unless asked, and where people sit on both sides only if both allow it."""

from __future__ import annotations

from collections.abc import Collection

from signifer_core.layout import Side


def may_tutor(
    asker: Side, people: Collection[Side], allowed: Collection[Side], *, over: bool = False
) -> bool:
    """Whether a tutor may tell ``asker`` what is best, or what was. ``people`` are the sides at which a person plays,
    ``allowed`` those who have said yes, nobody at first. Against a robot it is the asker's own affair; against a
    person both have to agree, until the game is over."""
    if asker not in people:
        return False
    return over or all(side in allowed for side in people)


def allowed_after(allowed: Collection[Side], player: Side, *, yes: bool) -> frozenset[Side]:
    """Who allows it after a player has said yes or no: either takes it back alone, at any time."""
    return frozenset(allowed) | {player} if yes else frozenset(allowed) - {player}
