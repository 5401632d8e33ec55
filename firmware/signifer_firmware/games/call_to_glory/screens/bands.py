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
# Of a row, beside what beats a set.
SIZE_RIGHT = WIDTH - 24


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
    needed = "" if mark.needed is None else f"/{mark.needed}"
    right = WIDTH - 1 - (font("title").width(needed) + 1 if needed else 0)
    x, end = LEFT + LARGE_CHIP + 4, right - font("figure").width(str(mark.size)) - 3
    _name(canvas, mark, x, end, top, owner=top + 1)
    canvas.figure(str(mark.size), right, top + 2)
    canvas.figure(needed, WIDTH - 1, top + 9, face="title")
    y = top + ROW
    if mark.leaves:
        x = _arrow(canvas, x, y) + 3
    elif mark.beaten_by and mark.rests:
        x = _at_least(canvas, mark.beaten_by, x, y) + 3
    canvas.label(mark.remark, x, y, end - x, "small", "tight")


def _name(canvas: Canvas, mark: SetMark, x: int, end: int, y: int, *, owner: int) -> None:
    """The name from ``x`` on, the owner at ``end``, in row ``owner``."""
    wide = font("small").width(mark.owner)
    canvas.label(mark.name, x, y, end - x - (wide + 3 if wide else 0), "text", "small", "tight")
    canvas.label(mark.owner, end - wide, owner, wide, "small")


def _at_least(canvas: Canvas, number: int, x: int, y: int) -> int:
    """What beats a set; returns the right edge."""
    x = canvas.picture(sign("at least"), x, y + 2, "at least") + 1
    right = x + font("bold").width(str(number))
    canvas.figure(str(number), right, y + 1, face="bold")
    return right


def _arrow(canvas: Canvas, x: int, y: int) -> int:
    """That a set goes away; returns the right edge."""
    arrow = symbol("small-arrow")
    return canvas.picture(arrow, x, y + (ROW - arrow.height) // 2, "leaves")


def _row(canvas: Canvas, mark: SetMark, y: int) -> None:
    chip(canvas, mark.value, LEFT, y)
    wide = font("bold").width(_size(mark))
    left = SIZE_RIGHT - wide if mark.needed is None else WIDTH - 1 - wide - 4
    _name(canvas, mark, NAME_LEFT, left - 2, y, owner=y)
    _figures(canvas, mark, left, y)


def _cell(canvas: Canvas, mark: SetMark, x: int, y: int) -> None:
    chip(canvas, mark.value, x, y)
    x += CHIP + 2
    if mark.owner:
        x = canvas.label(mark.owner, x, y, font("small").width(mark.owner), "small") + 2
    _figures(canvas, mark, x, y)


def _size(mark: SetMark) -> str:
    return f"{TIMES}{mark.size}" if mark.needed is None else f"{mark.size}/{mark.needed}"


def _figures(canvas: Canvas, mark: SetMark, left: int, y: int) -> None:
    """The size, and beside it what beats it; one that is being laid stands on a lit ground."""
    text = _size(mark)
    right = left + font("bold").width(text)
    if mark.needed is not None:
        canvas.ground(left, y, right + 4, y + ROW - 1, "laying")
        canvas.figure(text, right + 2, y + 1, face="bold", ink=0)
        return
    canvas.figure(text, right, y + 1, face="bold")
    if mark.leaves:
        _arrow(canvas, right + 3, y)
    elif mark.beaten_by:
        _at_least(canvas, mark.beaten_by, right + 3, y)
    else:
        canvas.picture(sign("unbeatable"), right + 3, y + 2, "unbeatable")


def _beaten_width(mark: SetMark) -> int:
    """Pixels from the size's right edge to the right edge of what beats it."""
    if mark.needed is not None:
        return 4
    return 3 + SIGN + (1 + font("bold").width(str(mark.beaten_by)) if mark.beaten_by and mark.rests else 0)


def _cell_width(mark: SetMark) -> int:
    owner = font("small").width(mark.owner) + 2 if mark.owner else 0
    return CHIP + 2 + owner + font("bold").width(_size(mark)) + _beaten_width(mark)
