"""Whether a tutor may speak: off unless asked, and where people sit at devices of their own only if all allow it."""

from __future__ import annotations

from collections.abc import Collection


def may_tutor(asker: str, people: Collection[str], allowed: Collection[str], *, over: bool = False) -> bool:
    """Whether a tutor may tell ``asker`` what is best, or what was. ``people`` are the places at which a person plays,
    sides of the table or others, ``allowed`` those who have said yes, nobody at first. Against a robot it is the
    asker's own affair; against a person both have to agree, until the game is over."""
    if asker not in people:
        return False
    return over or all(place in allowed for place in people)


def allowed_after(allowed: Collection[str], player: str, *, yes: bool) -> frozenset[str]:
    """Who allows it after a player has said yes or no: either takes it back alone, at any time."""
    return frozenset(allowed) | {player} if yes else frozenset(allowed) - {player}
