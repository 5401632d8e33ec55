"""Pins of a board, as lgpio gives them to gpiozero."""

from __future__ import annotations

from typing import Any

from gpiozero import GPIOPinInUse


def name_faults(factory: Any, error: type[Exception]) -> None:
    """Have ``factory`` say as gpiozero does that another program has a pin: lgpio raises an ``error`` of its own, which
    gpiozero lets pass."""
    make = factory.pin

    def pin(name: int | str, *args: Any, **kwargs: Any) -> Any:
        try:
            return make(name, *args, **kwargs)
        except error as fault:
            raise GPIOPinInUse(f"GPIO {name} cannot be had: {fault}") from fault

    factory.pin = pin
