"""Hindrances: what makes a zone unknown is told at once, ends at once, and does not flicker."""

from __future__ import annotations

import pytest
from signifer_drivers.polling.findings import Change, Finding
from signifer_drivers.polling.hindrances import AGAIN_US, MOST_STAYS_US, STAYS_US, Hindrances
from signifer_drivers.portable.mfrc522 import NO_CHIP
from signifer_drivers.readers.faults import GAIN, NEIGHBOUR, NOISE, SLOW, WEAK, sentence

from tests.drivers.bursts import ROOMS

HERE = "3 red"
AIR, CARD = "bad air", "unread card"
OK = [Change(Finding.OK, HERE)]


def fault(cause: str) -> list[Change]:
    return [Change(Finding.FAULT, HERE, cause=cause)]


def test_a_burst_is_told_as_it_begins_and_as_it_ends() -> None:
    hindrances = Hindrances()
    assert hindrances.noticed(HERE, 0, "") == []
    assert hindrances.noticed(HERE, 1, AIR) == fault(AIR)
    assert HERE in hindrances
    assert hindrances.noticed(HERE, 2, AIR) == []
    assert hindrances.noticed(HERE, 3, "") == OK
    assert HERE not in hindrances
    assert hindrances.noticed(HERE, 4, "") == []


def test_what_is_back_soon_stays_longer_each_time() -> None:
    hindrances = Hindrances()
    at_us, stays_us = 0, 0
    for _ in range(6):
        assert hindrances.noticed(HERE, at_us, AIR) == fault(AIR)
        if stays_us:
            assert hindrances.noticed(HERE, at_us + stays_us - 1, "") == []
            assert HERE in hindrances
        assert hindrances.noticed(HERE, at_us + stays_us, "") == OK
        at_us += stays_us + AGAIN_US - 1
        stays_us = min(max(2 * stays_us, STAYS_US), MOST_STAYS_US)
    assert stays_us == MOST_STAYS_US


def test_what_comes_after_quiet_is_a_burst_again() -> None:
    hindrances = Hindrances()
    hindrances.noticed(HERE, 0, AIR)
    hindrances.noticed(HERE, 1, "")
    hindrances.noticed(HERE, AGAIN_US // 2, "")
    assert hindrances.noticed(HERE, AGAIN_US, AIR) == fault(AIR)
    assert hindrances.noticed(HERE, AGAIN_US + 1, "") == OK


def test_two_that_take_turns_are_not_told_by_turns() -> None:
    hindrances = Hindrances()
    assert hindrances.noticed(HERE, 0, AIR) == fault(AIR)
    for turn in range(1, 20):
        assert hindrances.noticed(HERE, turn * STAYS_US // 2, (AIR, CARD)[turn % 2]) == []
    assert hindrances.noticed(HERE, 12 * STAYS_US, CARD) == fault(CARD)


@pytest.mark.parametrize("cause", [GAIN, NEIGHBOUR, NOISE, SLOW, WEAK])
def test_what_an_examination_finds_in_the_air_comes_and_goes_as_bad_air_does(cause: str) -> None:
    hindrances = Hindrances()
    said = f"reader {HERE}: {sentence(cause)}"
    assert hindrances.failed(HERE, 0, said, "") == fault(said)
    assert hindrances.failed(HERE, 1, said, said) == []
    assert hindrances.noticed(HERE, 2, "") == OK
    assert hindrances.failed(HERE, 3, said, "") == fault(said)
    for at_us in range(4, STAYS_US, STAYS_US // 10):
        assert hindrances.noticed(HERE, at_us, "") == []
        assert hindrances.failed(HERE, at_us + 1, said, "") == []
    assert HERE in hindrances


def test_a_reader_that_failed_begins_again() -> None:
    hindrances = Hindrances()
    hindrances.noticed(HERE, 0, AIR)
    assert hindrances.failed(HERE, 1, sentence(NO_CHIP), "") == fault(sentence(NO_CHIP))
    assert hindrances.failed(HERE, 1, sentence(NO_CHIP), sentence(NO_CHIP)) == []
    assert HERE not in hindrances
    assert hindrances.noticed(HERE, 1, AIR) == fault(AIR)
    assert hindrances.noticed(HERE, 2, "") == OK


@pytest.mark.soak
@pytest.mark.parametrize("kind", ROOMS)
@pytest.mark.parametrize(
    ("damaged", "missed", "most"), [(10, 30, 15), (20, 0, 40), (0, 50, 10), (0, 60, 30), (10, 50, 40)]
)
def test_in_air_that_is_always_bad_readers_are_named_for_long_or_not_at_all(
    kind: str, damaged: float, missed: float, most: int
) -> None:
    """Ten readers with one card each, for a minute; they were named 50, 90, 18, 66 and 142 times."""
    room = ROOMS[kind](7)
    for name, (_, second) in room.resting.items():
        room.fields[name].remove(second)
    room.run(3_000_000)
    room.noise(damaged, missed)
    room.run(60_000_000)
    assert len(room.told(("fault",))) <= most


def test_what_spreads_is_told_of_whom_nothing_is_told() -> None:
    hindrances = Hindrances()
    assert hindrances.noticed(HERE, 0, CARD) == fault(CARD)
    assert hindrances.spread([HERE, "4 red"], 1, AIR) == [Change(Finding.FAULT, "4 red", cause=AIR)]
    assert hindrances.spread([HERE, "4 red"], 2, AIR) == []
    assert hindrances.noticed("4 red", 3, "") == [Change(Finding.OK, "4 red")]
