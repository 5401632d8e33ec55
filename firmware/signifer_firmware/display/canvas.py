"""The canvas that a screen is drawn on; it keeps count of what lies where, so that tests can prove nothing overlaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from .font import LIT, font

WIDTH = 128
HEIGHT = 64


class Box(NamedTuple):
    """A rectangle, right and lower edge excluded. ``kind``: "text", "figure", "symbol", "ground" or "line"."""

    left: int
    upper: int
    right: int
    lower: int
    kind: str
    what: str


@dataclass(frozen=True)
class Drawn:
    """A finished picture: mode "1", 128x64. ``texts``: all that is written on it, in reading order.

    ``boxes`` says where everything lies. ``shortened`` has the texts that did not fit their place and end in an
    ellipsis on the screen (only single-line labels can; sentences go to a further page instead).
    """

    image: Image.Image
    texts: tuple[str, ...]
    boxes: tuple[Box, ...] = ()
    shortened: tuple[str, ...] = ()


@dataclass(frozen=True)
class Band:
    """Rows of a screen, from ``top`` down, with all that lies there: drawn once, and put into many pictures."""

    top: int
    rows: Image.Image
    texts: tuple[str, ...]
    boxes: tuple[Box, ...]
    shortened: tuple[str, ...]


class Canvas:
    """Draws and keeps account. Coordinates in pixels from the upper left corner; ``ink`` 1 is lit, 0 dark."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self.boxes: list[Box] = []
        self.texts: list[str] = []
        self.shortened: list[str] = []

    def say(self, text: str) -> None:
        """Put ``text`` among the texts, for what is drawn in pieces."""
        if text:
            self.texts.append(text)

    def line(self, text: str, x: int, y: int, face: str, *, ink: int = 1) -> int:
        """One line whose box starts at (x, y); returns its right edge. Does not put it among the texts."""
        letters = font(face)
        right = x + letters.width(text)
        letters.draw(self.image, x, y + letters.ascent, text, ink)
        self.boxes.append(Box(x, y, right, y + letters.height, "text", text))
        return right

    def label(
        self, text: str, x: int, y: int, width: int, *faces: str, ink: int = 1, align: str = "left"
    ) -> int:
        """One line in ``width`` pixels, in the first of ``faces`` that holds it, centred on the first one's height.

        In none: the last, shortened with an ellipsis. Returns the right edge.
        """
        if not text:
            return x
        face = next((name for name in faces if font(name).width(text) <= width), faces[-1])
        shown = font(face).shortened(text, width)
        if shown != text:
            self.shortened.append(text)
        self.say(shown)
        spare = width - font(face).width(shown)
        x += {"left": 0, "centre": spare // 2, "right": spare}[align]
        # The baselines' middle: a smaller face in a larger one's place stands on a raised line.
        y += (font(faces[0]).ascent - font(face).ascent + font(faces[0]).height - font(face).height) // 2
        return self.line(shown, x, y, face, ink=ink)

    def figure(self, text: str, right: int, top: int, *, face: str = "figure", ink: int = 1) -> int:
        """A number (or "?") whose digits start at row ``top``, its right edge at ``right``; returns its left edge."""
        letters = font(face)
        left = right - letters.width(text)
        if not text:
            return left
        rise = max(letters.glyph(character).top for character in text)
        baseline = top + letters.digit_height
        letters.draw(self.image, left, baseline, text, ink)
        self.boxes.append(Box(left, min(top, baseline - rise), right, baseline, "figure", text))
        self.say(text)
        return left

    def picture(self, picture: Image.Image, x: int, y: int, what: str, *, ink: int = 1) -> int:
        """A symbol with its upper left corner at (x, y); returns its right edge."""
        self.image.paste(LIT * ink, (x, y), picture)
        self.boxes.append(Box(x, y, x + picture.width, y + picture.height, "symbol", what))
        return x + picture.width

    def ground(self, left: int, upper: int, right: int, lower: int, what: str) -> None:
        """A lit area with round corners, on which things are drawn with ink 0."""
        self.image.paste(LIT, (left, upper, right, lower))
        for x, y in ((left, upper), (right - 1, upper), (left, lower - 1), (right - 1, lower - 1)):
            self.image.putpixel((x, y), 0)
        self.boxes.append(Box(left, upper, right, lower, "ground", what))

    def rule(self, left: int, upper: int, right: int, lower: int) -> None:
        """A line one pixel thick (or a thicker bar), lit."""
        self.image.paste(LIT, (left, upper, right, lower))
        self.boxes.append(Box(left, upper, right, lower, "line", ""))

    def band(self, top: int, bottom: int) -> Band:
        """The rows from ``top`` to above ``bottom``, and all that was drawn."""
        rows = self.image.crop((0, top, WIDTH, bottom))
        return Band(top, rows, tuple(self.texts), tuple(self.boxes), tuple(self.shortened))

    def put(self, band: Band) -> None:
        """Draw a band in place of whatever is in its rows."""
        self.image.paste(band.rows, (0, band.top))
        self.texts += band.texts
        self.boxes += band.boxes
        self.shortened += band.shortened

    def drawn(self) -> Drawn:
        """What has been drawn."""
        return Drawn(self.image, tuple(self.texts), tuple(self.boxes), tuple(self.shortened))
