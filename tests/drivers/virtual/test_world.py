"""The world of cards above the antennas."""

from __future__ import annotations

import random

import pytest
from signifer_core.layout import Zone
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.world import World, weak_db

THERE, BESIDE = Zone("3", "red"), Zone("4", "red")
WAKE_UP, AWAKE_US = b"\x52", 10_000.0


def heard(field: Field, times: int = 1000) -> int:
    """How many of so many wake-up frames, each after a loss of power, are answered."""
    answers = 0
    for _ in range(times):
        field.power(False, 0.0)
        field.power(True, 0.0)
        answers += field.exchange(WAKE_UP, 7, AWAKE_US) is not None
    return answers


@pytest.mark.parametrize("lies_there_already", [True, False])
def test_a_weak_tag_loses_so_many_answers_wherever_it_lies(lies_there_already: bool) -> None:
    fields = {THERE: Field(random.Random(1)), BESIDE: Field(random.Random(2))}
    world = World({zone: (field,) for zone, field in fields.items()}, random.Random(3))
    if lies_there_already:
        world.put("card", THERE)
    world.weaken("card", 40)
    world.put("card", THERE)
    assert heard(fields[THERE]) == pytest.approx(600, abs=50)
    world.put("card", BESIDE)
    assert heard(fields[BESIDE]) == pytest.approx(600, abs=50)
    world.weaken("card", 0)
    assert heard(fields[BESIDE]) == 1000


def test_hands_lay_two_cards_above_an_antenna_and_go_on_to_the_next() -> None:
    fields = [Field(random.Random(number)) for number in range(2)]
    world = World({THERE: fields}, random.Random(3))
    for number in range(5):
        world.put(f"card {number}", THERE)
    assert [world.above(field) for field in fields] == [
        ("card 0", "card 1", "card 4"),
        ("card 2", "card 3"),
    ]
    world.take("card 1")
    world.take("card 4")
    world.put("card 5", THERE)
    assert world.above(fields[0]) == ("card 0", "card 5")


def test_a_card_between_two_antennas_answers_both_and_is_one_card() -> None:
    fields = [Field(random.Random(number)) for number in range(2)]
    world = World({THERE: fields}, random.Random(3))
    world.put("card", THERE, (0, 1))
    assert {tag.uid for field in fields for tag in field.resting} == {world.tag("card").uid}
    world.weaken("card", 40)
    assert [heard(field) for field in fields] == pytest.approx([600, 600], abs=50)
    assert world.lying(THERE) == ("card",)
    world.take("card")
    assert [field.resting for field in fields] == [(), ()]


def airy(antennas: int) -> tuple[World, list[Field]]:
    fields = [Field(random.Random(number)) for number in range(antennas)]
    return World({THERE: fields}, random.Random(3), air=True), fields


def test_by_the_model_of_the_air_two_antennas_read_four_cards_and_no_fifth() -> None:
    world, fields = airy(2)
    for number in range(5):
        world.put(f"card {number}", THERE)
    assert [world.above(field) for field in fields] == [("card 0", "card 2"), ("card 1", "card 3")]
    assert world.lying(THERE) == tuple(f"card {number}" for number in range(5))


def test_by_the_model_of_the_air_three_antennas_read_five_cards_each_over_its_own() -> None:
    world, fields = airy(3)
    for number in range(5):
        world.put(f"card {number}", THERE)
    above = [("card 0", "card 4"), ("card 1", "card 3"), ("card 2",)]
    assert [world.above(field) for field in fields] == above
    world.put("card 5", THERE, (2,))
    assert world.above(fields[2]) == ("card 2", "card 5")


def test_by_the_model_each_card_takes_from_the_others() -> None:
    world, (field,) = airy(1)
    world.put("card 0", THERE)
    alone = world.tag("card 0").coupling_db
    world.put("card 1", THERE)
    beside = world.tag("card 0").coupling_db
    world.put("card 2", THERE)
    assert alone > beside > world.tag("card 0").coupling_db
    world.take("card 1")
    world.take("card 2")
    assert world.tag("card 0").coupling_db == alone
    assert world.above(field) == ("card 0",)
    world.take("card 0")
    assert world.tag("card 0").coupling_db == 0.0


def test_a_hand_lays_a_card_in_the_first_free_place_or_above_the_antenna_that_is_named() -> None:
    world, fields = airy(2)
    world.put("card 0", THERE, (1,))
    near, far = (field.resting[0].coupling_db for field in reversed(fields))
    assert near > far + 5
    world.put("card 1", THERE)
    world.put("card 2", THERE)
    assert [world.above(field) for field in fields] == [("card 1", "card 2"), ("card 0",)]
    world.weaken("card 1", 40)
    weak = {tag.uid: tag.coupling_db for tag in fields[0].resting}
    assert weak[world.tag("card 1").uid] == weak_db(40) < weak[world.tag("card 2").uid]
    world.take("card 2")
    world.take("card 0")
    world.take("card 1")
    assert [world.above(field) for field in fields] == [(), ()]


def test_of_antennas_that_two_zones_share_the_model_knows_nothing() -> None:
    field = Field(random.Random(1))
    world = World({THERE: (field,), Zone("3", "blue"): (field,)}, random.Random(3), air=True)
    world.put("card", THERE)
    assert world.tag("card").coupling_db == 0.0
