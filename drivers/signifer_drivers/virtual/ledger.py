"""The ledger of a virtual board: what each program takes of its lines, how it drives them, and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

# So many lines that were given back, and levels of a line, are kept, the last ones.
MOST_ENTRIES, MOST_LEVELS = 1000, 100


@dataclass
class Taken:
    """One line, by its BCM number, from when a program took it: ``levels`` it was driven to, as far as it was driven,
    and its function, "input" or "output", which is known for certain once it is given back."""

    pin: int
    function: str = "input"
    levels: list[float] = field(default_factory=list)
    is_held: bool = True


class Ledger:
    """``entries`` in the order in which lines were taken."""

    def __init__(self) -> None:
        self.entries: list[Taken] = []

    def take(self, pin: int) -> None:
        """A program has taken a line."""
        if len(self.entries) > 2 * MOST_ENTRIES:
            past = [entry for entry in self.entries if not entry.is_held]
            self.entries = past[-MOST_ENTRIES:] + [entry for entry in self.entries if entry.is_held]
        self.entries.append(Taken(pin))

    def driven(self, pin: int, level: float) -> None:
        """The line is an output, and changes; one that nobody has taken is left out."""
        for entry in self._held(pin):
            entry.function = "output"
            entry.levels = [*entry.levels[1 - MOST_LEVELS :], level]

    def give_back(self, pin: int, function: str) -> None:
        """A program no longer needs it."""
        for entry in self._held(pin):
            entry.function = function
            entry.is_held = False

    @property
    def held(self) -> list[int]:
        """The lines that somebody has, in order."""
        return sorted(entry.pin for entry in self.entries if entry.is_held)

    def _held(self, pin: int) -> list[Taken]:
        return [entry for entry in self.entries if entry.pin == pin and entry.is_held]


def bcm(info: Any) -> int:
    """The BCM number of what gpiozero knows of a pin, which it calls "GPIO25"."""
    return int(info.name.removeprefix("GPIO"))
