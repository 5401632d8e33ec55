"""The loop in real time: it sleeps until somebody is due, and no longer than until it is called."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import pytest
from signifer_firmware.kernel.realtime import PacedScheduler, RealPace
from signifer_firmware.kernel.scheduler import NEVER

from tests.firmware.kernel.paces import FakePace


class Ticker:
    def __init__(self, every_us: int) -> None:
        self.every_us = every_us
        self.steps: list[int] = []

    def step(self, now_us: int) -> int:
        self.steps.append(now_us)
        return now_us + self.every_us if self.every_us else NEVER


def looped(*every_us: int, **how: Callable[[], int]) -> tuple[FakePace, PacedScheduler, list[Ticker]]:
    pace = FakePace(**how)  # type: ignore[arg-type]  # of these only late_us is given
    scheduler = PacedScheduler(pace.clock, pace)
    units = [Ticker(each) for each in every_us]
    for unit in units:
        scheduler.add(unit)
    return pace, scheduler, units


def test_it_sleeps_exactly_until_the_next_wake() -> None:
    pace, scheduler, (often, seldom) = looped(10, 25)
    assert not scheduler.run(30)
    assert often.steps == [0, 10, 20, 30]
    assert seldom.steps == [0, 25]
    assert pace.slept == [10, 20, 25, 30]


def test_who_sleeps_too_long_is_late_and_loses_no_step() -> None:
    _, scheduler, (often,) = looped(10, late_us=lambda: 4)
    scheduler.run(40)
    assert often.steps == [0, 14, 28, 42]


def test_a_call_of_another_thread_ends_the_sleep() -> None:
    pace, scheduler, (sleeper,) = looped(0)
    pace.clock.now_us = 100
    pace.meanwhile = [lambda: scheduler.post(sleeper), scheduler.end]
    scheduler.run()
    assert sleeper.steps == [100, 100]


def test_it_ends_when_it_is_told_to_though_nobody_is_due() -> None:
    pace, scheduler, _ = looped(0)
    pace.meanwhile = [scheduler.end]
    assert not scheduler.run()


def test_it_stops_after_the_step_with_which_something_holds() -> None:
    _, scheduler, (often,) = looped(10)
    assert scheduler.run(1000, lambda: len(often.steps) == 3)
    assert scheduler.clock.now_us == 20


def test_who_is_at_work_for_long_is_known_to_others_and_who_sleeps_is_not_late() -> None:
    pace, scheduler, _ = looped(1_000)
    late: list[int] = []

    class Slow:
        def step(self, now_us: int) -> int:
            pace.clock.advance(500)
            late.append(scheduler.late_us())
            return NEVER

    scheduler.add(Slow())
    pace.meanwhile = [lambda: late.append(scheduler.late_us())]
    scheduler.run(900)
    assert late == [500, 500 - 900], "asleep until 900"


def test_real_time_can_be_woken_from_another_thread() -> None:
    pace = RealPace()
    waker = threading.Thread(target=pace.wake)
    waker.start()
    pace.wait_until(pace.now_us + 60_000_000)
    waker.join()
    before_us = pace.now_us
    pace.wait_until(before_us + 1_000)
    assert pace.now_us >= before_us + 1_000
    for _ in range(70_000):  # more than a pipe holds
        pace.wake()
    pace.close()


def test_a_wake_while_it_is_closed_writes_into_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pipe's number may be another file's the moment it is given back."""
    pace, write = RealPace(), os.write
    closing = threading.Thread(target=pace.close)
    files: list[BinaryIO] = []

    def late(descriptor: int, data: bytes) -> int:
        closing.start()
        closing.join(0.2)
        files.extend((tmp_path / name).open("wb") for name in ("first", "second"))
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", late)
    pace.wake()
    closing.join()
    for file in files:
        file.close()
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"", b""]


def test_a_signal_that_wakes_it_while_it_wakes_or_closes_waits_for_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A handler runs on the very thread that it interrupts, wherever that is."""
    pace = RealPace()
    write, close, closed, wrote = os.write, os.close, [], []

    def interrupted_write(descriptor: int, data: bytes) -> int:
        wrote.append(descriptor)
        if len(wrote) == 1:
            pace.wake()
        return write(descriptor, data)

    def interrupted_close(descriptor: int) -> None:
        close(descriptor)
        closed.append(descriptor)
        pace.wake()

    monkeypatch.setattr(os, "write", interrupted_write)
    monkeypatch.setattr(os, "close", interrupted_close)
    pace.wake()
    assert len(wrote) == 2
    pace.close()
    pace.close()
    monkeypatch.undo()
    assert (len(closed), len(wrote)) == (2, 2)
