"""Bands of Call to Glory's column screens: the sets that lie there, each with its value, its size and what beats it.

A band has 22 rows. One set has all of it; two have a row each; up to four stand two by two, as cards alone. More take
turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from signifer_firmware.display.bands import BAND
from signifer_firmware.display.canvas import WIDTH, Canvas
from signifer_firmware.display.font import font
from signifer_firmware.display.symbols import symbol

from .signs import sign

TIMES = "\N{MULTIPLICATION SIGN}"
# Beside the player's shape, or below it the number of a page.
LEFT = 14
ROW = BAND // 2
CHIP = 15
LARGE_CHIP = 21
NAME_LEFT = LEFT + CHIP + 3
CELL = (WIDTH - LEFT) // 2
A_ROW, A_GRID = 2, 4
SIGN, GAP = 7, 4
# Right edges of a row's figures: the size, and what beats it.
SIZE_RIGHT, BEATEN_RIGHT = WIDTH - 24, WIDTH - 1


@dataclass(frozen=True)
class SetMark:
    """A set: the ``value`` printed on its cards, its ``name`` and ``size``; so many cards ``beaten_by``, 0 where nobody
    can have so many; its ``owner`` in two letters, where that has to be told.

    While it is being laid ``needed`` says how many cards it takes; ``leaves``: it is on its way to a pad. ``remark`` is
    what stands below its name, beside or in place of what beats it.
    """

    value: int
    name: str
    size: int
    beaten_by: int = 0
    owner: str = ""
    needed: int | None = None
    leaves: bool = False
    remark: str = ""

    @property
    def rests(self) -> bool:
        """Whether it neither comes nor goes."""
        return self.needed is None and not self.leaves


@dataclass(frozen=True)
class SetsBand:
    """Up to four sets of one side of a column."""

    marks: tuple[SetMark, ...]

    def draw(self, canvas: Canvas, top: int) -> None:
        if len(self.marks) == 1:
            _large(canvas, self.marks[0], top)
        elif len(self.marks) <= A_ROW:
            for at, mark in enumerate(self.marks):
                _row(canvas, mark, top + at * ROW)
        else:
            for at, mark in enumerate(self.marks):
                _cell(canvas, mark, LEFT + at % 2 * CELL, top + at // 2 * ROW)


def bands(marks: Sequence[SetMark]) -> tuple[SetsBand, ...]:
    """All sets of a side of a column: on one band as long as they fit, else on several that take turns; what comes or
    goes is on each of them."""
    fits = all(_cell_width(mark) + GAP <= CELL for mark in marks)
    most = A_GRID if fits and len(marks) > A_ROW else A_ROW
    moving = tuple(mark for mark in marks if not mark.rests)
    resting = [mark for mark in marks if mark.rests]
    each = max(1, most - len(moving))
    starts = range(0, max(len(resting), 1 if moving else 0), each)
    return tuple(SetsBand((*moving, *resting[at : at + each])) for at in starts)


def chip(canvas: Canvas, value: int, x: int, y: int, *, wide: int = CHIP, face: str = "bold") -> None:
    """The value on a lit ground, as it stands on a card."""
    text, high = str(value), font(face).digit_height
    canvas.ground(x, y, x + wide, y + high + 2, "card")
    canvas.figure(text, x + (wide + font(face).width(text)) // 2, y + 1, face=face, ink=0)


def _large(canvas: Canvas, mark: SetMark, top: int) -> None:
    high = font("title").digit_height + 2
    chip(canvas, mark.value, LEFT, top + (BAND - high) // 2, wide=LARGE_CHIP, face="title")
    right = WIDTH - 1
    if mark.needed is not None:
        right = canvas.figure(f"/{mark.needed}", right, top + 9, face="title") - 1
    left = canvas.figure(str(mark.size), right, top + 2)
    x = LEFT + LARGE_CHIP + 4
    width = left - 3 - x
    if mark.owner:
        wide = font("small").width(mark.owner)
        canvas.label(mark.owner, x + width - wide, top + 1, wide, "small")
        width -= wide + 3
    canvas.label(mark.name, x, top, width, "text", "small", "tight")
    width, x, y = left - 3 - x, x, top + ROW
    if mark.leaves:
        arrow = symbol("small-arrow")
        x = canvas.picture(arrow, x, y + (ROW - arrow.height) // 2, "leaves") + 3
    elif mark.beaten_by and mark.rests:
        x = canvas.picture(sign("at least"), x, y + 2, "at least") + 1
        number = str(mark.beaten_by)
        x += font("bold").width(number)
        canvas.figure(number, x, y + 1, face="bold")
        x += 3
    canvas.label(mark.remark, x, y, left - 3 - x, "small", "tight")


def _row(canvas: Canvas, mark: SetMark, y: int) -> None:
    chip(canvas, mark.value, LEFT, y)
    left = _figures(canvas, mark, SIZE_RIGHT, BEATEN_RIGHT, y) - 2
    if mark.owner:
        wide = font("small").width(mark.owner)
        left -= wide
        canvas.label(mark.owner, left, y, wide, "small")
        left -= 3
    canvas.label(mark.name, NAME_LEFT, y, left - NAME_LEFT, "text", "small", "tight")


def _cell(canvas: Canvas, mark: SetMark, x: int, y: int) -> None:
    chip(canvas, mark.value, x, y)
    x += CHIP + 2
    if mark.owner:
        x = canvas.label(mark.owner, x, y, font("small").width(mark.owner), "small") + 2
    size = x + font("bold").width(_size(mark))
    _figures(canvas, mark, size, size + _beaten_width(mark), y)


def _size(mark: SetMark) -> str:
    return f"{TIMES}{mark.size}" if mark.needed is None else f"{mark.size}/{mark.needed}"


def _figures(canvas: Canvas, mark: SetMark, size_right: int, beaten_right: int, y: int) -> int:
    """The size and what beats it; one that is being laid stands on a lit ground. Returns the left edge."""
    text = _size(mark)
    if mark.needed is not None:
        left = beaten_right - font("bold").width(text) - 4
        canvas.ground(left, y, beaten_right, y + ROW - 1, "laying")
        canvas.figure(text, beaten_right - 2, y + 1, face="bold", ink=0)
        return left
    if mark.leaves:
        arrow = symbol("small-arrow")
        canvas.picture(arrow, size_right + 3, y + (ROW - arrow.height) // 2, "leaves")
    elif mark.beaten_by:
        number = str(mark.beaten_by)
        x = size_right + 3
        canvas.picture(sign("at least"), x, y + 2, "at least")
        x += SIGN + 1 + font("bold").width(number)
        canvas.figure(number, x, y + 1, face="bold")
    else:
        canvas.picture(sign("unbeatable"), size_right + 3, y + 2, "unbeatable")
    return canvas.figure(text, size_right, y + 1, face="bold")


def _beaten_width(mark: SetMark) -> int:
    """Pixels from the size's right edge to the right edge of what beats it."""
    if mark.needed is not None:
        return 4
    return 3 + SIGN + (1 + font("bold").width(str(mark.beaten_by)) if mark.beaten_by and mark.rests else 0)


def _cell_width(mark: SetMark) -> int:
    owner = font("small").width(mark.owner) + 2 if mark.owner else 0
    return CHIP + 2 + owner + font("bold").width(_size(mark)) + _beaten_width(mark)
