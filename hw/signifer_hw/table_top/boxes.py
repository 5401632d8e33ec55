"""Rectangles on the top: what stands where, how far apart, and what is around it. All in millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .parts import Size


@dataclass(frozen=True)
class Box:
    """A rectangle: its middle and its size."""

    x: float
    y: float
    size: Size

    @property
    def left(self) -> float:
        return self.x - self.size.width / 2

    @property
    def right(self) -> float:
        return self.x + self.size.width / 2

    @property
    def top(self) -> float:
        return self.y - self.size.height / 2

    @property
    def bottom(self) -> float:
        return self.y + self.size.height / 2

    def away_from(self, other: Box) -> float:
        """The shortest way between two rectangles; negative by how much they overlap."""
        across = max(self.left - other.right, other.left - self.right)
        along = max(self.top - other.bottom, other.top - self.bottom)
        if across < 0 and along < 0:
            return max(across, along)
        return math.hypot(max(across, 0), max(along, 0))

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


def around(boxes: tuple[Box, ...]) -> Box:
    """The smallest rectangle around some."""
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    top, bottom = min(box.top for box in boxes), max(box.bottom for box in boxes)
    return Box((left + right) / 2, (top + bottom) / 2, Size(right - left, bottom - top))
