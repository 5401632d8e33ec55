"""Dimensions in a drawing: a line with arrows between two places, its length above, and lines that lead there."""

from __future__ import annotations

from collections.abc import Iterable

from .drawing import Drawing, Pen, number, text_width_mm

THIN = Pen(0.2, "#555555")
_GREY = "#333333"


def across(
    drawing: Drawing,
    x1: float,
    x2: float,
    y: float,
    *,
    from_y: float | None = None,
    size: float = 6,
    text: str = "",
) -> None:
    """The distance of two places beside one another, drawn at the height ``y``; led there from ``from_y``."""
    if from_y is not None:
        past = 2.0 if y > from_y else -2.0
        drawing.line(x1, from_y, x1, y + past, THIN)
        drawing.line(x2, from_y, x2, y + past, THIN)
    text = text or number(abs(x2 - x1))
    _arrows(drawing, (x1, y), (x2, y), (size / 2, 0))
    if text_width_mm(text, size) < abs(x2 - x1) - 1:
        drawing.text((x1 + x2) / 2, y - 0.25 * size, text, size, "middle", colour=_GREY)
    else:
        drawing.text(max(x1, x2) + 1.2 * size, y + 0.3 * size, text, size, colour=_GREY)


def along(
    drawing: Drawing,
    y1: float,
    y2: float,
    x: float,
    *,
    from_x: float | None = None,
    size: float = 6,
    text: str = "",
) -> None:
    """The distance of two places above one another, drawn at ``x`` with its text turned; led there from ``from_x``."""
    if from_x is not None:
        past = 2.0 if x > from_x else -2.0
        drawing.line(from_x, y1, x + past, y1, THIN)
        drawing.line(from_x, y2, x + past, y2, THIN)
    text = text or number(abs(y2 - y1))
    _arrows(drawing, (x, y1), (x, y2), (0, size / 2))
    if text_width_mm(text, size) < abs(y2 - y1) - 1:
        drawing.text(x - 0.25 * size, (y1 + y2) / 2, text, size, "middle", 90, _GREY)
    else:
        drawing.text(x - 0.25 * size, min(y1, y2) - 0.8 * size, text, size, "start", 90, _GREY)


def _arrows(
    drawing: Drawing, start: tuple[float, float], end: tuple[float, float], step: tuple[float, float]
) -> None:
    """A line with arrows at both ends; between places too near for them, they point from outside."""
    (x1, y1), (x2, y2) = min(start, end), max(start, end)
    if abs(x2 - x1) + abs(y2 - y1) < 3 * (step[0] + step[1]):
        step = (-step[0], -step[1])
        drawing.line(x1 + 2 * step[0], y1 + 2 * step[1], x2 - 2 * step[0], y2 - 2 * step[1], THIN)
    else:
        drawing.line(x1, y1, x2, y2, THIN)
    for x, y, sign in ((x1, y1, 1), (x2, y2, -1)):
        dx, dy = sign * step[0], sign * step[1]
        drawing.shape(
            (x, y), (x + dx - dy / 4, y + dy - dx / 4), (x + dx + dy / 4, y + dy + dx / 4), fill=_GREY
        )


def ordinates_x(
    drawing: Drawing, places: Iterable[tuple[float, float]], from_y: float, y: float, size: float = 6
) -> None:
    """How far right of the datum places lie: (x on the sheet, figure), written below them, turned."""
    chosen = sorted(set(places))
    for (x, value), text_x in zip(chosen, _spread([x for x, _ in chosen], 1.1 * size), strict=True):
        drawing.path((x, from_y), (x, y - size), (text_x, y), pen=THIN)
        text = number(value)
        drawing.text(
            text_x + 0.35 * size, y + 1.5 + text_width_mm(text, size), text, size, "start", 90, _GREY
        )


def ordinates_y(
    drawing: Drawing, places: Iterable[tuple[float, float]], from_x: float, x: float, size: float = 6
) -> None:
    """How far below the datum places lie: (y on the sheet, figure), written beside them."""
    chosen = sorted(set(places))
    for (y, value), text_y in zip(chosen, _spread([y for y, _ in chosen], 1.1 * size), strict=True):
        drawing.path((from_x, y), (x - size, y), (x, text_y), pen=THIN)
        drawing.text(x + 1.5, text_y + 0.35 * size, number(value), size, colour=_GREY)


def _spread(places: list[float], least: float) -> list[float]:
    """Sorted places, moved apart around where they crowd, until none is nearer than ``least`` to the next."""
    spread: list[tuple[float, int]] = []  # the middle of a crowd, and how many it has
    for place in places:
        middle, count = place, 1
        while (
            spread
            and middle - (count - 1) * least / 2 - (spread[-1][0] + (spread[-1][1] - 1) * least / 2) < least
        ):
            before, many = spread.pop()
            middle = (before * many + middle * count) / (many + count)
            count += many
        spread.append((middle, count))
    return [middle + (at - (count - 1) / 2) * least for middle, count in spread for at in range(count)]
