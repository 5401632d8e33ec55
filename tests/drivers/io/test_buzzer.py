"""The buzzer on a mock pin with pulse width, and the ear at it: pitch, duty, start and length on the virtual clock."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory
from signifer_core.errors import DriverError
from signifer_drivers.io.buzzer import Buzzer
from signifer_drivers.virtual.buzzer import Ear, MixedPins, Tone
from signifer_drivers.virtual.clock import VirtualClock

PIN = 18


class Bench:
    def __init__(self) -> None:
        self.clock = VirtualClock(1_000)
        self.factory = MixedPins()
        self.ear = Ear(self.factory, PIN, self.clock)
        self.buzzer = Buzzer(PIN, pin_factory=self.factory)


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.buzzer.close()


def test_it_is_silent_when_made(bench: Bench) -> None:
    assert (bench.ear.tones, bench.ear.silent) == ([], True)


def test_tones_are_heard_with_pitch_duty_start_and_length(bench: Bench) -> None:
    bench.buzzer.sound(2000, 0.5)
    assert (bench.ear.tones, bench.ear.silent) == ([Tone(1_000, 2000, 0.5)], False)
    bench.clock.advance(70_000)
    bench.buzzer.silence()
    assert bench.ear.silent
    bench.clock.advance(30_000)
    bench.buzzer.sound(3000, 0.05)
    bench.clock.advance(10_000)
    bench.buzzer.sound(1200, 0.05)
    bench.clock.advance(5_000)
    bench.buzzer.silence()
    bench.buzzer.silence()
    assert bench.ear.tones == [
        Tone(1_000, 2000, 0.5, 70_000),
        Tone(101_000, 3000, 0.05, 10_000),
        Tone(111_000, 1200, 0.05, 5_000),
    ]


def test_a_buzzer_that_is_closed_is_silent_and_its_pin_free(bench: Bench) -> None:
    bench.buzzer.sound(2000, 0.5)
    bench.clock.advance(7)
    bench.buzzer.close()
    assert bench.ear.tones == [Tone(1_000, 2000, 0.5, 7)]
    bench.buzzer = Buzzer(PIN, pin_factory=bench.factory)
    bench.buzzer.sound(4000, 0.5)
    assert bench.ear.tones[1:] == [Tone(1_007, 4000, 0.5)], "the ear outlives the program"


@pytest.mark.parametrize(("hz", "duty"), [(49, 0.5), (10_001, 0.5), (2000, 0.0), (2000, 0.51), (2000, -0.1)])
def test_what_no_buzzer_can_sound_is_refused(hz: int, duty: float, bench: Bench) -> None:
    with pytest.raises(ValueError, match=r"Hz|duty"):
        bench.buzzer.sound(hz, duty)
    assert bench.ear.tones == []


def test_a_pin_that_is_taken_is_named(bench: Bench) -> None:
    with pytest.raises(DriverError, match="buzzer on GPIO 18"):
        Buzzer(PIN, pin_factory=bench.factory)


def test_a_pin_without_pulse_width_is_named() -> None:
    with pytest.raises(DriverError, match="buzzer on GPIO 18"):
        Buzzer(PIN, pin_factory=MockFactory())


def test_a_buzzer_that_was_closed_says_so_when_it_is_to_sound(bench: Bench) -> None:
    bench.buzzer.close()
    with pytest.raises(DriverError, match="buzzer on GPIO 18"):
        bench.buzzer.sound(2000, 0.5)
