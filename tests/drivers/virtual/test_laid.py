"""Figures of a bench day in the twin's air: what was measured is what a visit reads."""

from __future__ import annotations

import random

import pytest
from signifer_core.layout import Zone
from signifer_drivers.air.measured import Measured, Spot
from signifer_drivers.air.places import PLACES
from signifer_drivers.portable.mfrc522 import Mfrc522
from signifer_drivers.readers.tuning import read_once
from signifer_drivers.virtual.clock import VirtualClock
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.laid import DEAF_DB, SHARES, read_db
from signifer_drivers.virtual.mfrc522_memoised import Mfrc522Chip
from signifer_drivers.virtual.spi import VirtualSpiBus, VirtualSpiPort
from signifer_drivers.virtual.tag import Tag
from signifer_drivers.virtual.world import World

THERE = Zone("3", "red")


def share_read(field: Field, visits: int) -> float:
    """The share of the tags above an antenna that a visit of a chip there reads."""
    clock = VirtualClock()
    chip = Mfrc522(VirtualSpiPort(VirtualSpiBus(clock), Mfrc522Chip(clock, field)), 33)
    chip.begin()
    return sum(len(read_once(chip)[0]) for _ in range(visits)) / (visits * len(field.resting))


@pytest.mark.parametrize("cards", SHARES)
@pytest.mark.parametrize("share", [1.0, 0.9, 0.75])
def test_a_visit_reads_the_share_that_was_measured(cards: int, share: float) -> None:
    field, rng = Field(random.Random(1)), random.Random(2)
    for _ in range(cards):
        tag = Tag(b"\x04" + rng.randbytes(2) + b"\x10" + rng.randbytes(3))
        tag.coupling_db = read_db(share, cards)
        field.put(tag)
    assert share_read(field, 160) == pytest.approx(share, abs=0.05)


def test_what_was_hardly_read_is_not_and_nothing_is_read_beyond() -> None:
    assert read_db(0.1, 1) == DEAF_DB
    assert read_db(0.3, 1) == read_db(0.0 + SHARES[1][-1], 1)
    measured = Measured((Spot(1, 0, 0, 0.9), Spot(1, 19, 0, 0.5), Spot(2, 0, 0, 0.7)), 19.0)
    assert measured.share(1, 19, 0) == 0.5
    assert 0.5 < measured.share(1, 9, 0) < 0.9
    assert measured.share(1, 40, 0) == 0
    assert measured.share(2, 0, 0) == measured.share(6, 0, 0) == 0.7
    assert measured.share(0, 0, 0) == 0.9, "of none as of the fewest that were tried"


def test_cards_are_heard_as_measured_where_a_hand_lays_them() -> None:
    """Two places of one antenna: at the first all is read, at the second three visits in four."""
    first, second = PLACES[1][:2]
    spots = tuple(Spot(2, *place, share) for place, share in ((first, 1.0), (second, 0.75)))
    field = Field(random.Random(1))
    world = World({THERE: (field,)}, random.Random(3), air=Measured(spots, 5.0))
    for card in ("near", "far"):
        world.put(card, THERE)
    shares = {tag.uid: tag.coupling_db for tag in field.resting}
    near, far = (shares[world.tag(card).uid] for card in ("near", "far"))
    assert near == pytest.approx(read_db(1.0, 2), abs=0.2)
    assert far == pytest.approx(read_db(0.75, 2), abs=0.2)
    assert share_read(field, 300) == pytest.approx((1 + 0.75) / 2, abs=0.08)
