"""The picture of what a zone reads: each card's chance, for one to six cards, by several coils (docs/air.md)."""

from __future__ import annotations

import math
from dataclasses import dataclass

from signifer_drivers.air.figures import Coil
from signifer_drivers.air.places import MIDDLES, ONE, THREE, TWO
from signifer_drivers.air.reading import worst_chances

from .coils import PAIR
from .drawing import Drawing, Pen
from .parts import AIR, CARDS

Point = tuple[float, float]
# Less than these: from green to red.
_INKS = ((0.5, "#e08a80"), (0.9, "#f2d27a"), (1.01, "#9fd3a0"))
_SCALE = 0.52
_HIGH = 58.0


@dataclass(frozen=True)
class Row:
    """A kind of zone: where its antennas have their middles, and where its cards' tags lie; ``under``: upon how many
    cards each of these, where they are not one pile. ``windows`` are those of one antenna, drawn so much ``nearer``
    to each other."""

    words: tuple[str, ...]
    coil: Coil
    middles: tuple[Point, ...]
    places: tuple[Point, ...]
    under: tuple[int, ...] = ()
    windows: tuple[Point, ...] = ()
    nearer: float = 0.0

    def chances(self, cards: int) -> tuple[tuple[float, float], ...]:
        """Of each card: where it belongs, and shifted with all others in the worst direction."""
        first, *others = self.middles
        from_first = [(x - first[0], y - first[1]) for x, y in self.places[:cards]]
        middles = [(x - first[0], y - first[1]) for x, y in others]
        under = self.under[:cards]
        exact = worst_chances(self.coil, from_first, middles, orders=under, play_mm=0.0)
        return tuple(zip(exact, worst_chances(self.coil, from_first, middles, orders=under), strict=True))

    @property
    def high(self) -> float:
        """What it takes on the sheet."""
        coils = [
            abs(self.drawn(at)[1]) + self.coil.outer[1] / 2 * _SCALE for at in self.windows or self.middles
        ]
        tags = [abs(self.drawn(at)[1]) + CARDS.tag_diameter / 2 * _SCALE for at in self.places]
        return max(_HIGH, 2 * max(*coils, *tags) + 6)

    def drawn(self, at: Point) -> Point:
        x, y = at
        return x * _SCALE, (y - math.copysign(self.nearer, y)) * _SCALE


def rows() -> tuple[Row, ...]:
    """The coils that the model's file has, alone, two of the bought modules and three, and the starter's wound pair."""
    alone = [Row((name,), coil, ((0.0, 0.0),), ONE) for name, coil in AIR.coils.items()]
    name = AIR.module.name
    two = Row(("two of", name, "(double)"), AIR.module, MIDDLES[2], TWO)
    three = Row(("three of", name, "(its pads)"), AIR.module, MIDDLES[3], THREE)
    return (*alone, two, three, _pair())


def _pair() -> Row:
    """Two cards on red's side, then two on blue's, then a third on each: all above one antenna."""
    half, along = PAIR.apart_mm / 2, CARDS.tag_pitch / 2
    red = ((0.0, half - along), (0.0, half + along), (CARDS.aside, half))
    (first, second, third), (its_first, its_second, its_third) = red, [(-x, -y) for x, y in red]
    return Row(
        ("wound pair", "(starter)", "both sides"),
        PAIR.air,
        ((0.0, 0.0),),
        (first, second, its_first, its_second, third, its_third),
        (0, 1, 0, 1, 2, 2),
        ((0.0, half), (0.0, -half)),
        half - PAIR.window.height / 2 - 5,
    )


def picture() -> Drawing:
    """A row for each kind of zone, a column for each number of cards; the circles are tags."""
    kinds, counts = rows(), range(1, len(ONE) + 1)
    wide, left, above = 44.0, 40.0, 22.0
    below = above + math.fsum(row.high for row in kinds)
    drawing = Drawing("What a zone reads", left + wide * len(counts) + 4, below + 22)
    drawing.text(4, 8, "How likely each card of a zone is read: computed (docs/air.md), not measured", 4.5)
    for count in counts:
        drawing.text(
            left + wide * (count - 0.5), above - 5, f"{count} card{'s' if count > 1 else ''}", 4, "middle"
        )
    for row in kinds:
        middle = above + row.high / 2
        for at, words in enumerate(row.words):
            drawing.text(4, middle + 6 * (at - (len(row.words) - 1) / 2), words, 4.5)
        for count in counts:
            _cell(drawing, left + wide * (count - 0.5), middle, row, count)
        above += row.high
    play = f"{AIR.play_mm:g}"
    drawing.text(
        4, below + 6, f"Percent: where each card belongs; below it with all cards {play} mm off, at worst.", 4
    )
    drawing.text(
        4,
        below + 12,
        "Green: 90 and more at worst; yellow: 50 and more; red: less. Orange: outer edges of coils.",
        4,
    )
    drawing.text(
        4, below + 18, f"The windows of a pair are {PAIR.apart_mm:g} mm apart, farther than drawn.", 4
    )
    return drawing


def _cell(drawing: Drawing, x: float, y: float, row: Row, cards: int) -> None:
    width, height = (side * _SCALE for side in row.coil.outer)
    for middle_x, middle_y in map(row.drawn, row.windows or row.middles):
        drawing.rect(x + middle_x - width / 2, y + middle_y - height / 2, width, height, Pen(0.5, "#c26a00"))
    found = list(zip(map(row.drawn, row.places), row.chances(cards), strict=False))
    for (tag_x, tag_y), (_, worst) in found:
        ink = next(ink for least, ink in _INKS if worst < least)
        drawing.circle(x + tag_x, y + tag_y, CARDS.tag_diameter * _SCALE, Pen(0.2), ink)
    for (tag_x, tag_y), (exact, worst) in found:
        drawing.text(x + tag_x, y + tag_y + 0.3, f"{100 * exact:.0f}", 4, "middle")
        drawing.text(x + tag_x, y + tag_y + 3.6, f"{100 * worst:.0f}", 3, "middle")
