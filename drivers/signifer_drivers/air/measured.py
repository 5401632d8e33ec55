"""Figures of a bench day: the share of visits that read cards where they lie above one antenna (docs/air.md).

Places are from the antenna's middle, x to the right and y away from the rail, in millimetres. Between measured places
the share goes over from one to the next; beyond them nobody has measured, and nothing is taken to be read.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

NEAREST = 4


class Spot(NamedTuple):
    """So many cards lay at a place, and ``read`` is the share of visits that read each of them, 0 to 1."""

    cards: int
    x_mm: float
    y_mm: float
    read: float


@dataclass(frozen=True)
class Measured:
    """What was measured, one place at least; the places of each number of cards are ``step_mm`` apart."""

    spots: tuple[Spot, ...]
    step_mm: float

    def share(self, cards: int, x_mm: float, y_mm: float) -> float:
        """How often each of so many cards above an antenna is read there; as of fewer where so many were not tried."""
        tried = {spot.cards for spot in self.spots}
        like = max((count for count in tried if count <= cards), default=min(tried))
        away = sorted(
            (math.dist((spot.x_mm, spot.y_mm), (x_mm, y_mm)), spot.read)
            for spot in self.spots
            if spot.cards == like
        )
        nearest, read = away[0]
        if nearest < 1e-6:
            return read
        if nearest > self.step_mm:
            return 0.0
        weighed = [(distance**-2, share) for distance, share in away[:NEAREST]]
        return math.fsum(weight * share for weight, share in weighed) / math.fsum(
            weight for weight, _ in weighed
        )
