"""A reset line: low it holds its chips dead, and it is low from power-on until a program drives it high."""

from __future__ import annotations

from typing import Any

from gpiozero import OutputDevice


class ResetLine:
    """The line on GPIO ``pin`` (BCM), high from now on until it is closed. Errors of gpiozero pass as they are."""

    def __init__(self, pin: int, *, pin_factory: Any) -> None:
        self._line = OutputDevice(pin, active_high=False, initial_value=False, pin_factory=pin_factory)

    def pull(self) -> None:
        """Low for a moment: 100 ns are enough for an MFRC522 (datasheet 8.8.1), a call takes longer."""
        self._line.on()
        self._line.off()

    def close(self) -> None:
        """Give the pin back; harmless if done twice."""
        self._line.close()
