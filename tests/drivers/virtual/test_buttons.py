"""Fingers: hands on the virtual buttons, as the real driver understands them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from signifer_drivers.io.buttons import Buttons, Gesture
from signifer_drivers.virtual.buttons import Fingers
from signifer_drivers.virtual.buzzer import MOST_STATES
from signifer_drivers.virtual.clock import VirtualClock

PINS = {"dice": 17, "ok red": 27, "ok blue": 22, "column 3 red": 12}
START = 5_000_000


class Bench:
    def __init__(self, seed: int = 1) -> None:
        self.clock = VirtualClock(START)
        self.factory: Any = MockFactory()
        self.fingers = Fingers(self.factory, PINS, self.clock, random.Random(seed))
        self.buttons = Buttons(PINS, now_us=self.fingers.now_us, pin_factory=self.factory)

    def run(self) -> list[Gesture]:
        """Until fingers and buttons are at rest."""
        fingers_us = buttons_us = self.clock.now_us
        while self.fingers.busy or self.buttons.busy:
            if fingers_us <= self.clock.now_us:
                fingers_us = self.fingers.step(self.clock.now_us)
            if buttons_us <= self.clock.now_us:
                buttons_us = self.buttons.step(self.clock.now_us)
            self.clock.catch_up(min(fingers_us, buttons_us))
        return self.buttons.take()

    def edges(self, name: str) -> int:
        return len(self.factory.pin(PINS[name]).states) - 1


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.buttons.close()


def test_the_lines_are_pulled_up(bench: Bench) -> None:
    assert bench.buttons.stuck == ()
    assert not bench.fingers.busy
    assert not bench.buttons.busy


def test_a_press_is_a_press_and_takes_its_time(bench: Bench) -> None:
    bench.fingers.press("dice", delay_us=30_000)
    assert bench.fingers.busy
    assert bench.run() == [Gesture("press", ("dice",), START + 30_000)]
    assert 90_000 <= bench.clock.now_us - START - 30_000 <= 200_000


def test_a_finger_told_to_let_go_is_off_before_the_next_one_is_down(bench: Bench) -> None:
    """On a machine that hangs, what a page was told one after the other comes in one moment; what follows comes late.
    Were both down together, the second press would be too long beside another finger to be meant."""
    bench.fingers.down("ok red")
    bench.fingers.up("ok red")
    bench.fingers.down("ok blue")
    until_us = bench.clock.now_us + 600_000
    while bench.clock.now_us < until_us:
        bench.fingers.step(bench.clock.now_us)
        bench.buttons.step(bench.clock.now_us)
        bench.clock.advance(1_000)
    bench.fingers.up("ok blue")
    assert [(one.kind, one.buttons) for one in bench.run()] == [
        ("press", ("ok red",)),
        ("press", ("ok blue",)),
    ]


def test_a_hold_is_a_hold(bench: Bench) -> None:
    bench.fingers.hold("ok red")
    assert bench.run() == [Gesture("hold", ("ok red",), START + 800_000)]
    assert bench.clock.now_us >= START + 1_000_000


def test_a_hold_lasts_as_long_as_is_set_at_that_moment(bench: Bench) -> None:
    bench.fingers.hold_us = lambda: bench.buttons.hold_us
    for hold_us in (3_000_000, 300_000):
        bench.buttons.hold_us = hold_us
        at_us = bench.clock.now_us
        bench.fingers.hold("ok red")
        assert bench.run() == [Gesture("hold", ("ok red",), at_us + hold_us)]
        assert bench.clock.now_us - at_us < hold_us + 400_000
        bench.clock.advance(200_000)


@pytest.mark.parametrize("seed", range(20))
def test_two_hands_hold_together(seed: int) -> None:
    bench = Bench(seed)
    bench.fingers.hold("ok blue", "ok red")
    gestures = bench.run()
    bench.buttons.close()
    assert [(gesture.kind, gesture.buttons) for gesture in gestures] == [("hold", ("ok red", "ok blue"))]


def test_contacts_bounce() -> None:
    counts = set()
    for seed in range(20):
        bench = Bench(seed)
        before = bench.edges("dice")
        bench.fingers.press("dice")
        assert len(bench.run()) == 1
        bench.buttons.close()
        counts.add(bench.edges("dice") - before)
    assert max(counts) > 6
    assert all(count % 2 == 0 for count in counts)


def test_presses_of_one_button_follow_each_other(bench: Bench) -> None:
    for _ in range(4):
        bench.fingers.press("dice")
    assert [gesture.kind for gesture in bench.run()] == ["press"] * 4


def test_edges_are_stamped_with_their_own_time_even_if_driven_late(bench: Bench) -> None:
    bench.fingers.press("column 3 red", delay_us=10_000)
    bench.clock.advance(60_000)
    bench.fingers.step(bench.clock.now_us)
    assert bench.run() == [Gesture("press", ("column 3 red",), START + 10_000)]


def test_the_same_seed_is_the_same_hand() -> None:
    assert [played(7), played(7)] == [played(7)] * 2
    assert played(7) != played(8)


def played(seed: int) -> tuple[int, list[Gesture]]:
    bench = Bench(seed)
    bench.fingers.press("dice")
    bench.fingers.hold("ok red", "ok blue", delay_us=400_000)
    gestures = bench.run()
    bench.buttons.close()
    return bench.clock.now_us, gestures


def test_a_button_that_is_not_there_is_refused(bench: Bench) -> None:
    with pytest.raises(KeyError):
        bench.fingers.press("column 6 red")
    with pytest.raises(KeyError):
        bench.fingers.hold("ok red", "column 6 red")
    assert not bench.fingers.busy


def test_fingers_outlast_the_program() -> None:
    bench = Bench()
    bench.fingers.hold("dice")
    bench.clock.advance(300_000)
    bench.fingers.step(bench.clock.now_us)
    bench.buttons.close()  # the plug is pulled
    bench.buttons = Buttons(PINS, now_us=bench.fingers.now_us, pin_factory=bench.factory)
    assert bench.buttons.stuck == ("dice",)
    bench.run()
    assert bench.buttons.take() == []
    bench.fingers.press("dice")
    assert [gesture.kind for gesture in bench.run()] == ["press"]
    bench.buttons.close()


def test_a_pin_does_not_remember_a_whole_evening(bench: Bench) -> None:
    for _ in range(400):
        bench.fingers.press("dice")
        assert len(bench.run()) == 1
    assert bench.edges("dice") <= MOST_STATES
