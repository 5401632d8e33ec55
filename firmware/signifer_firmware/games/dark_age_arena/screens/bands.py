"""Bands of Dark Age Arena's column screens: rows of characters, of what they bear and of what was rolled.

A band has 22 rows of pixels, two rows of texts; more take turns. Names that are too wide for a row run over two, but
for those of fighters beside their rolls, which end in an ellipsis.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from signifer_firmware.display.bands import BAND
from signifer_firmware.display.canvas import WIDTH, Canvas
from signifer_firmware.display.font import font

from .signs import sign

# Beside the player's shape, and below it the number of a page: one of nine at most, or of more.
LEFT, FAR_LEFT = 14, 26
ROW, ROWS = BAND // 2, 2
NINE = 9
GAP, SIGN_GAP = 4, 2
NAME_FACES = ("text", "small", "tight")
SMALL = "small"
TIMES = "\N{MULTIPLICATION SIGN}"


@dataclass(frozen=True)
class Cell:
    """Something in a row: a ``sign``, a ``text``, and on a lit ground how many (``count``)."""

    text: str = ""
    sign: str = ""
    count: str = ""
    face: str = SMALL

    @property
    def width(self) -> int:
        wide = font(self.face).width(self.text)
        if self.sign:
            wide += sign(self.sign).width + (SIGN_GAP if self.text else 0)
        return wide + (SIGN_GAP + _chip_width(self.count) if self.count else 0)

    def draw(self, canvas: Canvas, x: int, y: int) -> int:
        """From ``x`` on; returns the right edge."""
        if self.sign:
            picture = sign(self.sign)
            x = canvas.picture(picture, x, y + (ROW - picture.height) // 2, self.sign)
            x += SIGN_GAP if self.text else 0
        letters = font(self.face)
        if self.text and self.face == SMALL:
            x = canvas.label(self.text, x, y + 1, letters.width(self.text), SMALL)
        elif self.text:
            x += letters.width(self.text)
            canvas.figure(self.text, x, y + (ROW - letters.digit_height) // 2, face=self.face)
        if self.count:
            x = _chip(canvas, self.count, x + SIGN_GAP, y)
        return x


@dataclass(frozen=True)
class Row:
    """A row: a ``name``, perhaps with a sign before it (``mark``), or ``cells`` beside each other; ``ends`` stand at
    its right end. A ``lit`` name waits for something."""

    name: str = ""
    cells: tuple[Cell, ...] = ()
    ends: tuple[Cell, ...] = ()
    mark: str = ""
    lit: bool = False

    def draw(self, canvas: Canvas, left: int, right: int, y: int) -> None:
        for end in reversed(self.ends):
            right -= end.width
            end.draw(canvas, right, y)
            right -= GAP
        if self.mark:
            left = Cell(sign=self.mark).draw(canvas, left, y) + SIGN_GAP
        if self.name:
            _name(canvas, self.name, left, right, y, lit=self.lit)
        for cell in self.cells:
            left = cell.draw(canvas, left, y) + GAP

    @property
    def taken(self) -> int:
        """Pixels of what stands beside its name."""
        mark = Cell(sign=self.mark).width + SIGN_GAP if self.mark else 0
        return mark + sum(end.width + GAP for end in self.ends)


@dataclass(frozen=True)
class RowsBand:
    """Up to two rows, and a large ``figure`` at the right."""

    rows: tuple[Row, ...]
    figure: str = ""
    left: int = LEFT

    def draw(self, canvas: Canvas, top: int) -> None:
        right = WIDTH
        if self.figure:
            right = canvas.figure(self.figure, WIDTH - 1, top + 2) - GAP
        y = top + (BAND - ROW * len(self.rows)) // 2
        for row in self.rows:
            row.draw(canvas, self.left, right, y)
            y += ROW


def room(figure: str = "", left: int = LEFT) -> int:
    """Pixels of a row beside the shape, and beside a large figure."""
    return WIDTH - left - (font("figure").width(figure) + 1 + GAP if figure else 0)


def bands(entries: Sequence[tuple[Row, ...]], figure: str = "", left: int = LEFT) -> tuple[RowsBand, ...]:
    """All entries on bands of two rows; one of two rows is not torn."""
    pages: list[list[Row]] = []
    for entry in entries:
        if pages and len(pages[-1]) + len(entry) <= ROWS:
            pages[-1] += entry
            continue
        pages += [[*entry[at : at + ROWS]] for at in range(0, len(entry), ROWS)]
    return tuple(RowsBand(tuple(page), figure, left) for page in pages)


def named(row: Row, wide: int) -> tuple[Row, ...]:
    """A row with its name; two or more where that is too wide."""
    width = wide - row.taken - (4 if row.lit else 0)
    if any(font(face).width(row.name) <= width for face in NAME_FACES):
        return (row,)
    first, *others = font(SMALL).wrapped(row.name, width)
    return (replace(row, name=first), *(Row(each, lit=row.lit) for each in others))


def packed(cells: Iterable[Cell], wide: int) -> Iterator[Row]:
    """Cells in rows, none broken but one that is wider than a row."""
    row: list[Cell] = []
    for cell in (part for each in cells for part in _parts(each, wide)):
        if row and sum(each.width + GAP for each in row) + cell.width > wide:
            yield Row(cells=tuple(row))
            row = []
        row.append(cell)
    if row:
        yield Row(cells=tuple(row))


def _parts(cell: Cell, wide: int) -> Iterator[Cell]:
    """A cell as it is, or its text over several rows."""
    if cell.width <= wide:
        yield cell
        return
    first, *others = font(cell.face).wrapped(cell.text, wide - cell.width + font(cell.face).width(cell.text))
    yield replace(cell, text=first)
    yield from (Cell(text, face=cell.face) for text in others)


def _name(canvas: Canvas, name: str, left: int, right: int, y: int, *, lit: bool) -> None:
    if not lit:
        canvas.label(name, left, y, right - left, *NAME_FACES)
        return
    width = right - left - 4
    face = next((face for face in NAME_FACES if font(face).width(name) <= width), NAME_FACES[-1])
    shown = font(face).width(font(face).shortened(name, width))
    canvas.ground(left, y, left + shown + 4, y + ROW, "waits")
    canvas.label(name, left + 2, y, width, *NAME_FACES, ink=0)


def _chip_width(text: str) -> int:
    return font("bold").width(text) + 4


def _chip(canvas: Canvas, text: str, x: int, y: int) -> int:
    """A figure on a lit ground; returns its right edge."""
    right = x + _chip_width(text)
    canvas.ground(x, y, right, y + ROW - 1, "count")
    canvas.figure(text, right - 2, y + 1, face="bold", ink=0)
    return right
