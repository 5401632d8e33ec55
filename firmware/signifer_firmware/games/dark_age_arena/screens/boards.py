"""What Dark Age Arena draws on players' screens: what a player has, below what is asked; and what both have, as a page
of its own.

A foot is 19 rows and a board 52 of a player's screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from signifer_core.layout import Side

from signifer_firmware.display.canvas import WIDTH, Canvas
from signifer_firmware.display.font import font
from signifer_firmware.display.symbols import die, symbol

HEADING = 10
DIE = 15
BOARD_LINE = 15
SHAPE_WIDE = 12


@dataclass(frozen=True)
class Count:
    """What a player has of something, in figures; ``label`` says of what."""

    label: str
    figure: str


def _wide(counts: tuple[Count, ...], left: int, right: int = WIDTH) -> Iterator[tuple[int, int]]:
    """Left edge and width of each cell: what it needs, and an equal share of the rest."""
    need = [max(font("small").width(each.label), font("bold").width(each.figure)) + 2 for each in counts]
    share, rest = divmod(right - left - sum(need), len(need))
    for at, width in enumerate(need):
        width += share + (at < rest)
        yield left, width
        left += width


@dataclass(frozen=True)
class CountsFoot:
    """What a player has, each figure below its word; at the right the ``dice`` that have just fallen."""

    counts: tuple[Count, ...]
    dice: tuple[int, ...] = ()

    def draw(self, canvas: Canvas, top: int) -> None:
        right = WIDTH - len(self.dice) * (DIE + 1)
        for at, value in enumerate(self.dice):
            canvas.picture(die(value, DIE), right + 1 + at * (DIE + 1), top + 2, f"die {value}")
        for count, (left, width) in zip(self.counts, _wide(self.counts, 0, right), strict=True):
            canvas.label(count.label, left + 1, top, width - 2, "small", "tight", align="centre")
            _figure(canvas, count.figure, left, width, top + HEADING)


def _figure(canvas: Canvas, text: str, left: int, width: int, top: int, ink: int = 1) -> None:
    wide = font("bold").width(text)
    canvas.figure(text, left + (width + wide) // 2, top, face="bold", ink=ink)


@dataclass(frozen=True)
class PlayerLine:
    """A player of the board; ``lit``: who has the initiative, or has won."""

    side: Side
    counts: tuple[Count, ...]
    lit: bool = False


@dataclass(frozen=True)
class BothBoard:
    """What both have, and a ``note`` below it."""

    players: tuple[PlayerLine, ...]
    note: str = ""

    def draw(self, canvas: Canvas, top: int) -> None:
        widest = tuple(
            max(pair, key=lambda count: font("bold").width(count.figure))
            for pair in zip(*(line.counts for line in self.players), strict=True)
        )
        cells = [*_wide(widest, SHAPE_WIDE)]
        for count, (left, width) in zip(widest, cells, strict=True):
            canvas.label(count.label, left, top, width, "small", "tight", align="centre")
        for at, line in enumerate(self.players):
            self._player(canvas, line, cells, top + HEADING + at * BOARD_LINE)
        y = top + HEADING + len(self.players) * BOARD_LINE
        canvas.label(self.note, 1, y + 1, WIDTH - 2, "small", "tight", align="centre")

    @staticmethod
    def _player(canvas: Canvas, line: PlayerLine, cells: list[tuple[int, int]], y: int) -> None:
        ink = 1
        if line.lit:
            canvas.ground(0, y, WIDTH, y + BOARD_LINE - 1, "ahead")
            ink = 0
        canvas.picture(symbol(line.side), 2, y + 2, line.side, ink=ink)
        for count, (left, width) in zip(line.counts, cells, strict=True):
            _figure(canvas, count.figure, left, width, y + 3, ink)
