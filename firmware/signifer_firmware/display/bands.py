"""Bands that any game can draw from figures: a count with its label, and signs in a row, filled as far as it goes.

Bands are 22 rows of a column's screen beside a player's shape.
"""

from __future__ import annotations

from dataclasses import dataclass

from .canvas import WIDTH, Canvas
from .symbols import drawn_symbol, outlined

BAND = 22
LEFT = 12  # beside the player's shape


@dataclass(frozen=True)
class CountBand:
    """A pile: what it is called and how many cards it has, in large figures."""

    label: str
    number: int

    def draw(self, canvas: Canvas, top: int) -> None:
        left = canvas.figure(str(self.number), WIDTH - 1, top + 2)
        canvas.label(self.label, LEFT, top + 5, left - 2 - LEFT, "text", "small")


@dataclass(frozen=True)
class Tally:
    """A sign that stands for one of several things; an outline stands for one that is missing."""

    name: str
    shape: str

    def draw(self, canvas: Canvas, number: int, most: int, left: int, top: int, pitch: int) -> None:
        """In a row, ``number`` signs of so many at ``most``, and then the outlines."""
        for at in range(most):
            there = at < number
            picture = drawn_symbol(self.shape if there else outlined(self.shape))
            canvas.picture(picture, left + at * pitch, top, self.name if there else f"no-{self.name}")
