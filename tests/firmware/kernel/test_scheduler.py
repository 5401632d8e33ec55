"""The scheduler: units run in the order of their wakes, on a clock that never runs backwards."""

from __future__ import annotations

from signifer_drivers.virtual.clock import VirtualClock
from signifer_firmware.kernel.scheduler import NEVER, Scheduler


class Ticker:
    def __init__(self, name: str, every_us: int, log: list[tuple[str, int]]) -> None:
        self.name, self.every_us, self.log = name, every_us, log

    def step(self, now_us: int) -> int:
        self.log.append((self.name, now_us))
        return NEVER if self.every_us == 0 else now_us + self.every_us


def test_units_run_when_they_are_due_in_the_order_added() -> None:
    log: list[tuple[str, int]] = []
    scheduler = Scheduler(VirtualClock())
    scheduler.add(Ticker("a", 10, log))
    scheduler.add(Ticker("b", 5, log))
    assert not scheduler.run(10)
    assert log == [("a", 0), ("b", 0), ("b", 5), ("a", 10), ("b", 10)]
    assert scheduler.clock.now_us == 10


def test_a_sleeping_unit_is_woken() -> None:
    log: list[tuple[str, int]] = []
    scheduler = Scheduler(VirtualClock())
    unit = Ticker("a", 0, log)
    scheduler.add(unit)
    scheduler.run(100)
    scheduler.wake(unit, 150)
    scheduler.wake(unit, 170)
    scheduler.run(200)
    assert log == [("a", 0), ("a", 150)]


def test_it_stops_as_soon_as_asked() -> None:
    log: list[tuple[str, int]] = []
    scheduler = Scheduler(VirtualClock())
    scheduler.add(Ticker("a", 1, log))
    assert scheduler.run(1000, lambda: len(log) == 3)
    assert scheduler.clock.now_us == 2


def test_nothing_runs_after_the_plug_is_pulled() -> None:
    log: list[tuple[str, int]] = []
    scheduler = Scheduler(VirtualClock())
    scheduler.add(Ticker("a", 1, log))
    scheduler.clear()
    scheduler.run(50)
    assert log == []
    assert scheduler.clock.now_us == 50


def test_two_runs_are_the_same() -> None:
    logs: list[list[tuple[str, int]]] = []
    for _ in range(2):
        log: list[tuple[str, int]] = []
        scheduler = Scheduler(VirtualClock())
        for name, every in (("a", 3), ("b", 7), ("c", 3)):
            scheduler.add(Ticker(name, every, log))
        scheduler.run(100)
        logs.append(log)
    assert logs[0] == logs[1]
