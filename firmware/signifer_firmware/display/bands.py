"""Sketches that any game can draw: a count with its label, signs in a row, filled as far as it goes, and a note.

Bands are 22 rows of a column's screen beside a player's shape, feet 19 of a player's screen.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import flow
from .canvas import WIDTH, Canvas
from .symbols import drawn_symbol, outlined

BAND, FOOT = 22, 19
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


@dataclass(frozen=True)
class NoteFoot:
    """What comes next, on a lit ground."""

    text: str

    def draw(self, canvas: Canvas, top: int) -> None:
        canvas.ground(0, top, WIDTH, top + FOOT, "note")
        page = flow.one_page([flow.Block(self.text, ("bold", "text", "small", "tight"))], WIDTH - 6, FOOT)
        if page is not None:
            flow.draw(canvas, page, 3, top, FOOT, ink=0)
