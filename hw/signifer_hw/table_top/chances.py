"""The picture of what a zone reads: each card's chance, for one to six cards, by several coils (docs/air.md)."""

from __future__ import annotations

from dataclasses import dataclass

from signifer_drivers.air.figures import Coil
from signifer_drivers.air.places import MIDDLES, ONE, TWO
from signifer_drivers.air.reading import worst_chances

from .drawing import Drawing, Pen
from .parts import AIR, CARDS

Point = tuple[float, float]
# Less than these: from green to red.
_INKS = ((0.5, "#e08a80"), (0.9, "#f2d27a"), (1.01, "#9fd3a0"))
_SCALE = 0.52


@dataclass(frozen=True)
class Row:
    """A kind of zone: where its antennas have their middles, and where its cards' tags lie."""

    words: str
    coil: Coil
    middles: tuple[Point, ...]
    places: tuple[Point, ...]

    def chances(self, cards: int) -> tuple[tuple[float, float], ...]:
        """Of each card: where it belongs, and shifted with all others in the worst direction."""
        first, *others = self.middles
        from_first = [(x - first[0], y - first[1]) for x, y in self.places[:cards]]
        middles = [(x - first[0], y - first[1]) for x, y in others]
        exact = worst_chances(self.coil, from_first, middles, play_mm=0.0)
        return tuple(zip(exact, worst_chances(self.coil, from_first, middles), strict=True))


def rows() -> tuple[Row, ...]:
    """The coils that the model's file has, alone, and two of its modules."""
    alone = [Row(name, coil, ((0.0, 0.0),), ONE) for name, coil in AIR.coils.items()]
    two = Row("two modules 38", AIR.module, MIDDLES[2], TWO)
    return (*alone, two)


def picture() -> Drawing:
    """A row for each kind of zone, a column for each number of cards; the circles are tags."""
    kinds, counts = rows(), range(1, len(ONE) + 1)
    wide, high, left, above = 44.0, 58.0, 40.0, 22.0
    drawing = Drawing("What a zone reads", left + wide * len(counts) + 4, above + high * len(kinds) + 16)
    drawing.text(4, 8, "How likely each card of a zone is read: computed (docs/air.md), not measured", 4.5)
    for count in counts:
        drawing.text(
            left + wide * (count - 0.5), above - 5, f"{count} card{'s' if count > 1 else ''}", 4, "middle"
        )
    for at, row in enumerate(kinds):
        middle = above + high * (at + 0.5)
        drawing.text(4, middle, row.words, 4.5)
        for count in counts:
            _cell(drawing, left + wide * (count - 0.5), middle, row, count)
    below = above + high * len(kinds) + 6
    play = f"{AIR.play_mm:g}"
    drawing.text(
        4, below, f"Percent: where each card belongs; below it with all cards {play} mm off, at worst.", 4
    )
    drawing.text(
        4,
        below + 6,
        "Green: 90 and more at worst; yellow: 50 and more; red: less. Orange: outer edges of coils.",
        4,
    )
    return drawing


def _cell(drawing: Drawing, x: float, y: float, row: Row, cards: int) -> None:
    for middle_x, middle_y in row.middles:
        width, height = (side * _SCALE for side in row.coil.outer)
        drawing.rect(
            x + middle_x * _SCALE - width / 2,
            y + middle_y * _SCALE - height / 2,
            width,
            height,
            Pen(0.5, "#c26a00"),
        )
    found = list(zip(row.places, row.chances(cards), strict=False))
    for (tag_x, tag_y), (_, worst) in found:
        ink = next(ink for least, ink in _INKS if worst < least)
        drawing.circle(x + tag_x * _SCALE, y + tag_y * _SCALE, CARDS.tag_diameter * _SCALE, Pen(0.2), ink)
    for (tag_x, tag_y), (exact, worst) in found:
        drawing.text(x + tag_x * _SCALE, y + tag_y * _SCALE + 0.3, f"{100 * exact:.0f}", 4, "middle")
        drawing.text(x + tag_x * _SCALE, y + tag_y * _SCALE + 3.6, f"{100 * worst:.0f}", 3, "middle")
