"""How likely a tag is read where it lies: how much more than it needs reaches it, with all its neighbours there.

The yardstick is the acceptance test of a module: the tag that it just reads alone, far out on its axis, gets just
enough. A tag's margin is by how many decibels more is induced in it than there. Only the way to the tag is reckoned:
its answer comes back by the same air, so it gains twice the decibels that the tag gains: nearer it is never the
weaker one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from .figures import Coil, Figures, figures
from .loops import mutual_nh
from .resonators import Resonator, induced, reader, tag

_SHIFTS = ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))


class Place(NamedTuple):
    """The middle of a tag's coil, or of a parked antenna, from the middle of the antenna that asks."""

    x: float
    y: float
    z: float


class Loaded(NamedTuple):
    """``margins_db`` of all tags, in their order; ``current``: the antenna's, against that without any tag."""

    margins_db: tuple[float, ...]
    current: float


def stacked(
    places: Sequence[tuple[float, float]], of: Figures | None = None, orders: Sequence[int] = ()
) -> tuple[Place, ...]:
    """Tags of cards laid one after the other: each lies a card higher than the one before.

    ``orders``: upon how many cards each of them lies, where these are not all of one pile.
    """
    of = of or figures()
    under = orders or range(len(places))
    return tuple(Place(x, y, of.lid_mm + of.card_mm * at) for (x, y), at in zip(places, under, strict=True))


def loaded(
    coil: Coil, tags: Sequence[Place], parked: Sequence[Place] = (), of: Figures | None = None
) -> Loaded:
    """What reaches each of the tags above ``coil``, with antennas of the same kind nearby that are off."""
    of = of or figures()
    asks = reader(coil.inductance_nh, of.quality)
    off = Resonator(coil.inductance_nh, asks.ohm * of.quality / of.parked_quality)
    one = _tag(of)
    parts = [asks, *(off for _ in parked), *(one for _ in tags)]
    everywhere = [(coil, Place(0, 0, 0)), *((coil, at) for at in parked), *((of.tag, at) for at in tags)]
    mutual = [[0.0] * len(parts) for _ in parts]
    for at, (mine, here) in enumerate(everywhere):
        for other, (its, there) in enumerate(everywhere[:at]):
            away = (round(here.x - there.x, 2), round(here.y - there.y, 2), round(here.z - there.z, 3))
            mutual[at][other] = mutual[other][at] = of_coils_nh(its, mine, *away)
    volts = math.sqrt(asks.ohm)  # the same power for every coil
    enough, limit = _enough(of)
    felt, current = induced(parts, mutual, volts, limit)
    return Loaded(
        tuple(20 * math.log10(max(volts_there, 1e-12) / enough) for volts_there in felt[1 + len(parked) :]),
        current * asks.ohm / volts,
    )


def worst_chances(
    coil: Coil,
    places: Sequence[tuple[float, float]],
    others: Sequence[tuple[float, float]] = (),
    of: Figures | None = None,
    orders: Sequence[int] = (),
    play_mm: float | None = None,
) -> tuple[float, ...]:
    """How likely each card is read where a hand has shifted all of a zone by ``play_mm`` in the worst direction.

    ``places`` are from the middle of the antenna in the order laid; ``others`` the middles of antennas like it.
    Each of these asks alone while the rest is parked: a card counts as read by the one that reads it best.
    """
    of = of or figures()
    found = [1.0] * len(places)
    play = of.play_mm if play_mm is None else play_mm
    for across, along in _SHIFTS if play else _SHIFTS[:1]:
        there = stacked([(x + play * across, y + play * along) for x, y in places], of, orders)
        best = [-99.0] * len(places)
        for asking in ((0.0, 0.0), *others):
            margins = loaded(coil, *_seen_from(asking, there, others), of).margins_db
            best = [max(pair) for pair in zip(best, margins, strict=True)]
        found = [min(chance(margin, of), so_far) for margin, so_far in zip(best, found, strict=True)]
    return tuple(found)


def _seen_from(
    asking: tuple[float, float], tags: Sequence[Place], others: Sequence[tuple[float, float]]
) -> tuple[list[Place], list[Place]]:
    x, y = asking
    parked = [at for at in ((0.0, 0.0), *others) if at != asking]
    return (
        [Place(tag.x - x, tag.y - y, tag.z) for tag in tags],
        [Place(its_x - x, its_y - y, 0.0) for its_x, its_y in parked],
    )


def chance(margin_db: float, of: Figures | None = None) -> float:
    """How likely a tag with such a margin is read, with all that is doubtful about it."""
    of = of or figures()
    return (1 + math.erf(margin_db / of.sigma_db / math.sqrt(2))) / 2


def coupled_db(coil: Coil, x: float, y: float, of: Figures | None = None) -> float:
    """How well a lone tag hears ``coil`` at a place of the top, against its middle; -99 where the flux turns round."""
    of = of or figures()
    ratio = of_coils_nh(coil, of.tag, x, y, of.lid_mm) / of_coils_nh(coil, of.tag, 0, 0, of.lid_mm)
    return 20 * math.log10(ratio) if ratio > 1e-5 else -99.0


def of_coils_nh(coil: Coil, other: Coil, x: float, y: float, z: float) -> float:
    """The mutual inductance of two coils, the second one moved; both are the same seen from all four sides."""
    return _moved_nh(coil, other, abs(x), abs(y), abs(z))


@lru_cache(maxsize=20_000)
def _moved_nh(coil: Coil, other: Coil, x: float, y: float, z: float) -> float:
    return math.fsum(
        many * its_many * mutual_nh(turn, its.moved(x, y, z))
        for turn, many in coil.bundles
        for its, its_many in other.bundles
    )


@cache
def _tag(of: Figures) -> Resonator:
    return tag(of.tag.inductance_nh, of.tag_pf, of.tag_quality)


@cache
def _enough(of: Figures) -> tuple[float, float]:
    """What is induced in the tag of the acceptance test, and the volts at a chip from which it holds them."""
    coil, one = of.coils[of.reference], _tag(of)
    asks = reader(coil.inductance_nh, of.quality)
    across = of_coils_nh(coil, of.tag, 0, 0, of.reach_mm)
    felt, _ = induced([asks, one], [[0, across], [across, 0]], math.sqrt(asks.ohm), math.inf)
    at_chip = felt[1] / abs(one.impedance(one.siemens)) / abs(one.admittance(one.siemens))
    return felt[1], at_chip * 10 ** (of.tag_limit_db / 20)
