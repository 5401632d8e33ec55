"""The chips' end of a reset line: they are dead while it is low, as it is until a program drives it high."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpiozero.pins.mock import MockPin

from .buzzer import MixedPins, forget
from .ledger import bcm


class WatchedPin(MockPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A mock pin that tells ``moved`` of each change. Given back it is again as its pull leaves it: a Pi wakes up with
    GPIO 0 to 8 pulled ``up``, the others down. As it becomes an output it is low, whatever is wanted: lgpio's pins of
    gpiozero are claimed so, and set afterwards."""

    moved: Callable[[bool], None] | None = None
    up = False

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        forget(self)
        if self.function == "output":
            self.factory.ledger.driven(bcm(self.info), value)
        if changed and self.moved is not None:
            self.moved(bool(value))
        return changed

    def output_with_state(self, state: bool) -> None:
        self.function = "output"
        self.state = False
        self.state = state

    def close(self) -> None:
        super().close()
        self._change_state(self.up)


def watch(pin_factory: MixedPins, pin: int, moved: Callable[[bool], None], *, up: bool = False) -> None:
    """Have ``moved`` hear whether the line on GPIO ``pin`` is high: at once, and whenever it changes. Make it before
    the driver of the line."""
    found: Any = pin_factory.pin(pin, pin_class=WatchedPin)
    found.up = up
    found._change_state(up)
    found.moved = moved
    moved(bool(found.state))
