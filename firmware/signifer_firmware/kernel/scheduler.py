"""The deterministic scheduler: runs every unit when it is due, on a virtual clock or paced by a real one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

NEVER = 1 << 62


class Clock(Protocol):
    """Whose time it is: moved by whoever runs the units, or by itself."""

    @property
    def now_us(self) -> int: ...

    def catch_up(self, now_us: int) -> None:
        """Move to ``now_us`` unless the clock is there or beyond already; nothing if it moves by itself."""
        ...


class Unit(Protocol):
    """A part of the appliance. It never waits: it does what is due and says when it wants to be run again."""

    def step(self, now_us: int) -> int:
        """Do what is due at ``now_us``; return the time of the next wake, NEVER if only others can wake it."""
        ...


class Scheduler:
    """Runs units in the order of their wakes; those due at the same time in the order in which they were added."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._units: list[Unit] = []
        self._wakes: list[int] = []

    def add(self, unit: Unit) -> None:
        """Run ``unit`` from now on."""
        self._units.append(unit)
        self._wakes.append(self.clock.now_us)

    def clear(self) -> None:
        """Run nothing any more: the plug is pulled."""
        self._units.clear()
        self._wakes.clear()

    def wake(self, unit: Unit, at_us: int) -> None:
        """Run ``unit`` at ``at_us`` at the latest."""
        index = self._units.index(unit)
        self._wakes[index] = min(self._wakes[index], at_us)

    def run(self, until_us: int, stop: Callable[[], bool] = lambda: False) -> bool:
        """Let time pass until ``until_us``, or until ``stop()`` holds after a step; whether it held."""
        if self._run_due(until_us, stop):
            return True
        self.clock.catch_up(until_us)
        return stop()

    def _run_due(self, until_us: int, stop: Callable[[], bool]) -> bool:
        """Run what is due until then, each at its time; whether ``stop()`` held after a step."""
        while self._wakes:
            due_us = min(self._wakes)
            if due_us > until_us:
                return False
            index = self._wakes.index(due_us)
            self.clock.catch_up(due_us)
            self._wakes[index] = max(self._units[index].step(self.clock.now_us), self.clock.now_us)
            if stop():
                return True
        return False
