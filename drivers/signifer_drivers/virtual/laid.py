"""How well each antenna of a zone hears the cards that lie there, by the model of the air, or as somebody has measured
it (docs/air.md)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from signifer_drivers.air.figures import figures
from signifer_drivers.air.measured import Measured
from signifer_drivers.air.places import MIDDLES
from signifer_drivers.air.reading import Place, loaded, stacked

from .field import POWER_DB

Point = tuple[float, float]

# What lies no farther from an antenna's middle lies above it.
HALF_MODULE_MM = 19.0
# Of so many tags above an antenna, coupled alike in decibels, a visit at 33 dB of gain reads such a share: found with
# the twin, and held by its test. Less coupled they have no power: nothing between the last share and none is played.
STEPS_DB = (-8.0, -9.0, -10.0, -11.0, -12.0, -13.0, -13.9)
SHARES = {
    1: (1.0, 0.921, 0.830, 0.748, 0.649, 0.540, 0.419),
    2: (1.0, 0.958, 0.938, 0.888, 0.809, 0.695, 0.565),
    3: (1.0, 0.984, 0.962, 0.931, 0.888, 0.785, 0.650),
    4: (1.0, 0.991, 0.983, 0.964, 0.922, 0.836, 0.715),
}
DEAF_DB = POWER_DB - 1.0


@lru_cache(maxsize=4096)
def couplings_db(
    antennas: int, spots: Sequence[Point], measured: Measured | None = None
) -> tuple[tuple[float, ...], ...]:
    """Of each of a zone's antennas: how it is coupled to the tag at each of ``spots``, one card upon the other.

    A tag that has just enough by the model is one that has just the power to answer at a twin. One that was
    ``measured`` is read as often as then.
    """
    if measured is not None:
        return tuple(_as_measured(spots, middle, measured) for middle in MIDDLES[antennas])
    of = figures()
    coil, middles, tags = of.module, MIDDLES[antennas], stacked(spots, of)
    found = []
    for x, y in middles:
        seen = [tag._replace(x=tag.x - x, y=tag.y - y) for tag in tags]
        parked = [Place(its_x - x, its_y - y, 0.0) for its_x, its_y in middles if (its_x, its_y) != (x, y)]
        margins_db = loaded(coil, seen, parked, of).margins_db if seen else ()
        found.append(tuple(POWER_DB + margin_db for margin_db in margins_db))
    return tuple(found)


def _as_measured(spots: Sequence[Point], middle: Point, measured: Measured) -> tuple[float, ...]:
    above = max(1, sum(math.dist(spot, middle) <= HALF_MODULE_MM for spot in spots))
    return tuple(read_db(measured.share(above, x - middle[0], y - middle[1]), above) for x, y in spots)


def read_db(share: float, cards: int) -> float:
    """The coupling of a tag that such a share of visits reads, among so many above one antenna."""
    shares = SHARES[min(cards, max(SHARES))]
    if share < shares[-1] / 2:
        return DEAF_DB
    share = min(max(share, shares[-1]), 1.0)
    steps = pairwise(zip(shares, STEPS_DB, strict=True))
    (more, its_db), (less, other_db) = next(pair for pair in steps if pair[1][0] <= share)
    return other_db + (its_db - other_db) * (share - less) / (more - less)
