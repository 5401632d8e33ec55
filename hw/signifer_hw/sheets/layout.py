"""Cells in rows, rows in sections, sections on a sheet: as high as it has to be."""

from __future__ import annotations

from dataclasses import dataclass

from .cells import Cell
from .ink import FAINT, INK, Ink, width_of

WIDTH = 1500.0
_MARGIN, _GAP, _TITLE = 36.0, 34.0, 40.0


@dataclass(frozen=True)
class Section:
    """A headline, and what stands below it."""

    title: str
    cells: tuple[Cell, ...]
    notes: tuple[str, ...] = ()


def sheet(title: str, number: int, count: int, sections: list[Section]) -> tuple[str, Ink]:
    """The SVG of one sheet, and its ink for tests."""
    ink = Ink()
    y = _MARGIN + 30
    ink.text(_MARGIN, _MARGIN + 8, title, size=19, bold=True)
    ink.text(WIDTH - _MARGIN, _MARGIN + 8, f"sheet {number} of {count}", size=12, anchor="end", colour=FAINT)
    for section in sections:
        if section.cells:
            y = _section(ink, section, y)
    note = "Flags of one name are joined. Grey: numbers of pins, leads' lengths and colours, test points (measure.md)."
    ink.text(_MARGIN, y + 12, note, size=10, colour=FAINT)
    ink.text(WIDTH - _MARGIN, y + 12, "made by make hw", size=10, anchor="end", colour=FAINT)
    height = y + 12 + _MARGIN
    ink.box(10, 10, WIDTH - 20, height - 20, fill="none", colour=INK, line=1.0)
    return ink.svg(WIDTH, height, title), ink


def _section(ink: Ink, section: Section, y: float) -> float:
    """Cells from left to right, in as many rows as it takes; where the next section begins."""
    ink.text(_MARGIN, y + 14, section.title, size=14, bold=True)
    after = _MARGIN + width_of(section.title, 14, bold=True) + 12
    ink.line((after, y + 9), (WIDTH - _MARGIN, y + 9), colour=FAINT, width=0.8)
    y += _TITLE - 10
    for words in section.notes:
        ink.text(_MARGIN, y + 8, words, size=10)
        y += 16
    y += 6 if section.notes else 0
    for row in _rows(section.cells):
        x = _MARGIN
        for cell in row:
            cell.draw(ink, x, y)
            x += cell.width + _GAP
        y += max(cell.height for cell in row) + _GAP * 0.7
    return y + 4


def _rows(cells: tuple[Cell, ...]) -> list[list[Cell]]:
    rows: list[list[Cell]] = [[]]
    wide = 0.0
    for cell in cells:
        if rows[-1] and wide + cell.width > WIDTH - 2 * _MARGIN:
            rows.append([])
            wide = 0.0
        rows[-1].append(cell)
        wide += cell.width + _GAP
    return [row for row in rows if row]
