"""Where cards lie on the table: zones, what lies in them, and what is due to lie there."""

from __future__ import annotations

from typing import NamedTuple

PLAYERS = ("red", "blue")
COLUMNS = (1, 2, 3, 4, 5)
PAD = "pad"


class Zone(NamedTuple):
    """A place where readers see cards: ``place`` is "1" to "5" or "pad", ``side`` "red" or "blue"."""

    place: str
    side: str

    def __str__(self) -> str:
        return f"{self.place} {self.side}"

    @property
    def column(self) -> int | None:
        """The column's number, or None for a pad."""
        return None if self.place == PAD else int(self.place)


def zone(text: str) -> Zone:
    """Parse "3 red" or "pad blue"; raise ValueError for anything else."""
    place, _, side = text.partition(" ")
    if side not in PLAYERS or place not in (PAD, *map(str, COLUMNS)):
        raise ValueError(f'"{text}" is no zone: say "1 red" to "5 blue", "pad red" or "pad blue"')
    return Zone(place, side)


ZONES = tuple(Zone(place, side) for place in (*map(str, COLUMNS), PAD) for side in PLAYERS)
