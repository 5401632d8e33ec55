"""Strips of Dark Age Arena's column screens, between the two sides: two lines beside the column's number, the upper one
about the other side.

A strip has 18 rows of pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

from signifer_firmware.display.canvas import WIDTH, Canvas
from signifer_firmware.display.font import font

from .signs import sign

LEFT = 17
STRIP, LINE = 18, 9
GAP = 3
FACES = ("small", "tight")


@dataclass(frozen=True)
class StripLine:
    """A ``text``, with signs behind it; a ``lit`` one is what matters now, and may have a sign before it (``mark``)."""

    text: str = ""
    signs: tuple[str, ...] = ()
    mark: str = ""
    lit: bool = False

    def draw(self, canvas: Canvas, left: int, right: int, y: int) -> None:
        ink = 0 if self.lit else 1
        signs = sum(sign(each).width + GAP for each in self.signs)
        mark = sign(self.mark).width + GAP if self.mark else 0
        width = right - left - signs - mark - (4 if self.lit else 0)
        face = next((face for face in FACES if font(face).width(self.text) <= width), FACES[-1])
        shown = font(face).width(font(face).shortened(self.text, width))
        x = left
        if self.lit:
            canvas.ground(left, y, left + shown + mark + 4, y + LINE, "here")
            x += 2
        if self.mark:
            x = canvas.picture(sign(self.mark), x, y + 1, self.mark, ink=ink) + GAP
        canvas.label(self.text, x, y, width, *FACES, ink=ink)
        x += shown + (2 if self.lit else 0)
        for each in self.signs:
            x = canvas.picture(sign(each), x + GAP, y + 1, each)


@dataclass(frozen=True)
class Strip:
    """Two lines, or one alone in larger letters, and at the right a ``figure`` with its ``label`` on a lit ground: what
    something costs or brings."""

    upper: StripLine
    lower: StripLine
    figure: str = ""
    label: str = ""

    def draw(self, canvas: Canvas, top: int) -> None:
        right = WIDTH - 1
        if self.figure:
            wide = max(font("bold").width(self.figure), font("small").width(self.label)) + 5
            right -= wide
            canvas.ground(right, top, right + wide, top + STRIP, "cost")
            middle = right + (wide + font("bold").width(self.figure)) // 2
            canvas.figure(self.figure, middle, top + 1, face="bold", ink=0)
            canvas.label(self.label, right + 2, top + LINE, wide - 4, "small", align="centre", ink=0)
            right -= GAP
        written = [line for line in (self.upper, self.lower) if line.text]
        if len(written) == 1 and written[0] == StripLine(written[0].text):
            canvas.label(written[0].text, LEFT, top + 4, right - LEFT, "bold", "small")
            return
        self.upper.draw(canvas, LEFT, right, top)
        self.lower.draw(canvas, LEFT, right, top + LINE)
