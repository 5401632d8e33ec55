"""A clock of the day that jumps is told, and only that."""

from __future__ import annotations

import pytest
from signifer_firmware.i18n.words import LANGUAGES, Words
from signifer_firmware.kernel.wall_clock import JUMP_US, LOOK_US, PART, DayClock, sentence
from signifer_firmware.texts.faults import fault_text

HOUR_US = 3_600_000_000


class Clocks:
    """Both clocks of a computer, and what was told of them."""

    def __init__(self, *, is_set: bool = True) -> None:
        self.steady_us, self.ahead_us, self.is_set = 5 * HOUR_US, 20 * HOUR_US, is_set
        self.told: list[str] = []
        self.unit = DayClock(
            wall_us=lambda: self.steady_us + self.ahead_us,
            steady_us=lambda: self.steady_us,
            is_set=lambda: self.is_set,
            tell=self.told.append,
        )

    def look(self, after_us: int = LOOK_US) -> None:
        self.steady_us += after_us
        assert self.unit.step(self.steady_us) == self.steady_us + LOOK_US


def test_jumps_are_told_once_forwards_and_back() -> None:
    clocks = Clocks()
    clocks.look()
    clocks.ahead_us += 3 * HOUR_US
    clocks.look()
    clocks.look()
    clocks.ahead_us -= 20_000 * 24 * HOUR_US
    clocks.look()
    clocks.look()
    first, second = clocks.told
    assert "forwards by 3:00:00;" in first
    assert "back by 20000 days, 0:00:00;" in second


def test_a_loop_that_stood_still_a_clock_that_is_slow_and_a_small_step_are_no_jumps() -> None:
    clocks = Clocks()
    clocks.look(2 * HOUR_US)
    for _ in range(100):
        clocks.ahead_us += 1_000_000
        clocks.look()
    clocks.ahead_us -= JUMP_US - 1
    clocks.look()
    assert clocks.told == []


def test_the_first_time_that_the_network_sets_it_is_no_jump() -> None:
    clocks = Clocks(is_set=False)
    clocks.ahead_us += 30 * HOUR_US
    clocks.is_set = True
    clocks.look()
    assert clocks.told == []
    clocks.ahead_us += HOUR_US
    clocks.look()
    assert len(clocks.told) == 1


def test_where_nobody_says_that_it_is_set_a_jump_is_told_all_the_same() -> None:
    clocks = Clocks(is_set=False)
    clocks.ahead_us += HOUR_US
    clocks.look()
    assert len(clocks.told) == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_each_language(language: str) -> None:
    said = fault_text(PART, sentence(HOUR_US), Words(language))
    assert len(said) < 64, "three lines of a player's screen"
    assert (said == fault_text(PART, sentence(HOUR_US), Words("en"))) == (language == "en")
