"""The world of cards above the antennas."""

from __future__ import annotations

import random

import pytest
from signifer_core.layout import Zone
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.world import World

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
