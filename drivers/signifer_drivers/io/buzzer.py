"""The buzzer: a tone on one pin, by pulse width. When it sounds and for how long is for others to say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gpiozero
from signifer_core.errors import DriverError

LOWEST_HZ, HIGHEST_HZ = 50, 10_000  # above, lgpio makes no pulses


class Buzzer:
    """A passive buzzer (a piezo, or one with a transistor) on GPIO ``pin`` (BCM), which is high while it is driven.

    An active buzzer, which makes a tone of its own, works as well: it is switched at the tone's frequency, so that it
    sounds in the same rhythm at its own pitch. Silent when made. Calls raise DriverError if the pin cannot be had.
    """

    def __init__(self, pin: int, *, pin_factory: Any) -> None:
        self._pin = pin
        with self._named_faults():
            self._device = gpiozero.PWMOutputDevice(pin, frequency=LOWEST_HZ, pin_factory=pin_factory)

    def sound(self, hz: int, duty: float) -> None:
        """Sound from now on at ``hz``. ``duty`` is the part of each period in which the pin is high: 0.5 is loudest."""
        if not LOWEST_HZ <= hz <= HIGHEST_HZ:
            raise ValueError(f"{hz} Hz: a buzzer sounds from {LOWEST_HZ} to {HIGHEST_HZ}")
        if not 0 < duty <= 0.5:
            raise ValueError(
                f"duty {duty}: it is above 0 and 0.5 at most; from there on it grows quieter again"
            )
        with self._named_faults():
            self._device.value = 0  # no pulse of the old width at the new frequency
            self._device.frequency = hz
            self._device.value = duty

    def silence(self) -> None:
        """Be silent."""
        with self._named_faults():
            self._device.value = 0

    def close(self) -> None:
        """Be silent, and give the pin back."""
        self._device.close()

    @contextmanager
    def _named_faults(self) -> Iterator[None]:
        try:
            yield
        except (gpiozero.GPIOZeroError, OSError) as fault:
            raise DriverError(f"buzzer on GPIO {self._pin}: {fault}") from fault
