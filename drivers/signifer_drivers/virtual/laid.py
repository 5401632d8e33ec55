"""How well each antenna of a zone hears the cards that lie there, by the model of the air (docs/air.md)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from signifer_drivers.air.figures import figures
from signifer_drivers.air.places import MIDDLES
from signifer_drivers.air.reading import Place, loaded, stacked

from .field import POWER_DB

Point = tuple[float, float]


@lru_cache(maxsize=4096)
def couplings_db(antennas: int, spots: Sequence[Point]) -> tuple[tuple[float, ...], ...]:
    """Of each of a zone's antennas: how it is coupled to the tag at each of ``spots``, one card upon the other.

    A tag that has just enough by the model is one that has just the power to answer at a twin.
    """
    of = figures()
    coil, middles, tags = of.coils[of.reference], MIDDLES[antennas], stacked(spots, of)
    found = []
    for x, y in middles:
        seen = [tag._replace(x=tag.x - x, y=tag.y - y) for tag in tags]
        parked = [Place(its_x - x, its_y - y, 0.0) for its_x, its_y in middles if (its_x, its_y) != (x, y)]
        margins_db = loaded(coil, seen, parked, of).margins_db if seen else ()
        found.append(tuple(POWER_DB + margin_db for margin_db in margins_db))
    return tuple(found)
