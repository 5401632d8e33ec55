"""A process that stands still for a while: edges count from when they were, and no finger is misread for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory
from signifer_drivers.io.buttons import GRACE_US, MOST_AGE_US, Buttons, Gesture, age_us

MS = 1_000
HOLD = 800 * MS
START_S = 5_000.0


class Line:
    """One button whose edges are stamped as they are (``ticks``, in seconds from START_S), and reach Python later."""

    def __init__(self) -> None:
        self.now_us = 0
        factory: Any = MockFactory()
        self.pin = factory.pin(27)
        self.pin.drive_high()
        self.buttons = Buttons(
            {"ok red": 27},
            now_us=lambda: self.now_us,
            pin_factory=factory,
            age_us=lambda ticks: self.now_us - round((ticks - START_S) * 1e6),
        )
        self.buttons.on_edge = lambda: None
        self.gestures: list[Gesture] = []
        self.wake_us = 0

    def edge(self, down: bool, at_us: int) -> None:
        """Python hears now of an edge that was at ``at_us``."""
        self.pin._change_state(not down)
        self.pin._last_change = START_S + at_us / 1e6
        self.pin._call_when_changed()

    def until(self, at_us: int) -> None:
        """Time goes by, and the loop steps when it said."""
        while self.wake_us <= at_us:
            self.now_us = max(self.now_us, self.wake_us)
            self.step()
        self.now_us = max(self.now_us, at_us)

    def step(self) -> None:
        self.wake_us = self.buttons.step(self.now_us)
        self.gestures += self.buttons.take()


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    line.until(900 * MS)
    yield line
    line.buttons.close()


@pytest.mark.parametrize("loop_first", [False, True], ids=["edges first", "loop first"])
@pytest.mark.parametrize("for_ms", [200, 900, 3_000])
def test_a_press_during_a_standstill_is_a_press(line: Line, for_ms: int, loop_first: bool) -> None:
    """All is heard of at the end of it."""
    down_us = 1_000 * MS
    up_us = down_us + 120 * MS
    line.now_us = up_us + for_ms * MS
    if loop_first:
        line.step()
    line.edge(True, down_us)
    if loop_first:
        line.step()
    line.edge(False, up_us)
    line.step()
    line.until(line.now_us + 500 * MS)
    assert line.gestures == [Gesture("press", ("ok red",), down_us, down_us)]


@pytest.mark.parametrize("loop_first", [False, True], ids=["edges first", "loop first"])
def test_a_finger_that_left_during_a_standstill_has_pressed(line: Line, loop_first: bool) -> None:
    line.until(1_000 * MS)
    line.edge(True, 1_000 * MS)
    line.until(1_010 * MS)
    line.step()
    line.now_us = 1_900 * MS
    if loop_first:
        line.step()
    line.edge(False, 1_120 * MS)
    line.step()
    line.until(2_500 * MS)
    assert [gesture.kind for gesture in line.gestures] == ["press"]


def test_a_finger_that_stayed_over_a_standstill_has_held_when_it_had(line: Line) -> None:
    line.until(1_000 * MS)
    line.edge(True, 1_000 * MS)
    line.step()
    line.now_us = 2_000 * MS
    line.step()
    assert line.gestures == []
    line.until(2_000 * MS + GRACE_US)
    assert line.gestures == [Gesture("hold", ("ok red",), 1_000 * MS + HOLD, 1_000 * MS)]


def test_the_age_of_an_edge_is_found_by_whichever_clock_its_kernel_has(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Since Linux 5.7 events have the monotonic clock; before that, that of the day."""
    monkeypatch.setattr(time, "monotonic", lambda: 5_000.0)
    monkeypatch.setattr(time, "time", lambda: 1_700_000_000.0)
    assert age_us(4_999.25) == 750 * MS
    assert age_us(1_699_999_999.25) == 750 * MS
    assert age_us(4_999.9995) == 0, "as good as now"
    for unknown in (5_001.0, 5_000.0 - 2 * MOST_AGE_US / 1e6, 0.0, 123_456_789.0, 1_700_000_001.0):
        assert age_us(unknown) == 0
