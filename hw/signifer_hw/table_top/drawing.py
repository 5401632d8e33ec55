"""A drawing in millimetres: lines, shapes and texts, written as SVG or as pages of a PDF (pdf.py).

The origin is at the top left, x to the right, y downwards. Texts have the width of Helvetica (its published metrics),
in whatever font they are shown, so that what is clear of its neighbours here is clear of them everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from math import fsum
from typing import Literal

Anchor = Literal["start", "middle", "end"]

# Widths of Helvetica in thousandths of its size, by width; Adobe's core metrics.
_WIDTHS = {
    width: set(letters)
    for width, letters in (
        (191, "'"),
        (222, "ijl"),
        (260, "|"),
        (278, " !,./:;I[]\\ft·"),
        (333, "-()`r"),
        (334, "{}"),
        (355, '"'),
        (389, "*"),
        (400, "°"),
        (500, "Jcksvxyz"),
        (556, "#$0123456789?L_abdeghnopqu–µ"),
        (584, "+<=>~×±"),
        (611, "FTZ"),
        (667, "&ABEKPSVXY"),
        (722, "CDHNRUw"),
        (778, "GOQØ"),
        (833, "Mm"),
        (889, "%"),
        (944, "W"),
        (1015, "@"),
    )
}
WIDTH_OF = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
ASCENT, DESCENT = 0.76, 0.22


@dataclass(frozen=True)
class Pen:
    """How a line is drawn: its width, its colour ("#rrggbb") and dashes, in millimetres; () is a whole line."""

    width_mm: float = 0.25
    colour: str = "#000000"
    dash_mm: tuple[float, ...] = ()


@dataclass(frozen=True)
class Path:
    """Straight pieces from point to point, closed and filled or neither."""

    points: tuple[tuple[float, float], ...]
    pen: Pen | None = Pen()
    fill: str | None = None
    closed: bool = False


@dataclass(frozen=True)
class Circle:
    x: float
    y: float
    radius: float
    pen: Pen | None = Pen()
    fill: str | None = None


@dataclass(frozen=True)
class Text:
    """A line of text; ``x, y`` is on its base line, at its start, middle or end; turned by ``degrees`` to the left."""

    x: float
    y: float
    text: str
    size_mm: float = 3.5
    anchor: Anchor = "start"
    degrees: int = 0
    colour: str = "#000000"

    @property
    def width_mm(self) -> float:
        return text_width_mm(self.text, self.size_mm)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom; turned by quarter turns only."""
        left = {"start": 0.0, "middle": -self.width_mm / 2, "end": -self.width_mm}[self.anchor]
        up, down = ASCENT * self.size_mm, DESCENT * self.size_mm
        if self.degrees == 90:
            return self.x - up, self.y - left - self.width_mm, self.x + down, self.y - left
        if self.degrees == 180:
            return self.x - left - self.width_mm, self.y - down, self.x - left, self.y + up
        return self.x + left, self.y - up, self.x + left + self.width_mm, self.y + down


Item = Path | Circle | Text


@dataclass
class Drawing:
    """What is on one sheet."""

    title: str
    width_mm: float
    height_mm: float
    items: list[Item] = field(default_factory=list)

    def line(self, x1: float, y1: float, x2: float, y2: float, pen: Pen | None = None) -> None:
        self.items.append(Path(((x1, y1), (x2, y2)), pen or Pen()))

    def path(self, *points: tuple[float, float], pen: Pen | None = None) -> None:
        self.items.append(Path(points, pen or Pen()))

    def shape(self, *points: tuple[float, float], pen: Pen | None = None, fill: str | None = None) -> None:
        self.items.append(Path(points, pen, fill, closed=True))

    def rect(
        self,
        left: float,
        top: float,
        width: float,
        height: float,
        pen: Pen | None = None,
        fill: str | None = None,
    ) -> None:
        right, bottom = left + width, top + height
        self.shape((left, top), (right, top), (right, bottom), (left, bottom), pen=pen, fill=fill)

    def circle(
        self, x: float, y: float, diameter: float, pen: Pen | None = None, fill: str | None = None
    ) -> None:
        self.items.append(Circle(x, y, diameter / 2, pen, fill))

    def cross(self, x: float, y: float, size: float, pen: Pen | None = None) -> None:
        self.line(x - size / 2, y, x + size / 2, y, pen)
        self.line(x, y - size / 2, x, y + size / 2, pen)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size_mm: float = 3.5,
        anchor: Anchor = "start",
        degrees: int = 0,
        colour: str = "#000000",
    ) -> None:
        self.items.append(Text(x, y, text, size_mm, anchor, degrees, colour))

    def lines(
        self, x: float, y: float, lines: Iterable[str], size_mm: float = 3.5, anchor: Anchor = "start"
    ) -> float:
        """Several lines of text below one another, blanks at their start kept; returns where the next would stand."""
        for line in lines:
            words = line.lstrip(" ")
            if words:
                blank = text_width_mm(" ", size_mm) * (len(line) - len(words))
                self.text(x + blank, y, words, size_mm, anchor)
            y += 1.45 * size_mm
        return y

    @property
    def texts(self) -> list[Text]:
        return [item for item in self.items if isinstance(item, Text)]


def text_width_mm(text: str, size_mm: float) -> float:
    """How wide a text is in Helvetica; KeyError for a letter whose width is not known here."""
    return fsum(WIDTH_OF[letter] for letter in text) * size_mm / 1000


def number(value: float) -> str:
    """A length for a file: at most two decimals, no minus before nought."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def overlapping(drawing: Drawing) -> list[tuple[str, str]]:
    """The pairs of texts that cover each other, and (text, "the edge") for those that leave the sheet."""
    texts = drawing.texts
    found = []
    for at, one in enumerate(texts):
        left, top, right, bottom = one.box
        if left < 0 or top < 0 or right > drawing.width_mm or bottom > drawing.height_mm:
            found.append((one.text, "the edge"))
        for other in texts[at + 1 :]:
            box = other.box
            if left < box[2] and box[0] < right and top < box[3] and box[1] < bottom:
                found.append((one.text, other.text))
    return found


def svg(drawing: Drawing) -> str:
    """The drawing as an SVG file, one unit a millimetre; the same drawing always makes the same bytes."""
    width, height = number(drawing.width_mm), number(drawing.height_mm)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, Liberation Sans, sans-serif">',
        f"<title>{escape(drawing.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
    ]
    out += [_svg_item(item) for item in drawing.items]
    return "\n".join([*out, "</svg>", ""])


def _svg_item(item: Item) -> str:
    if isinstance(item, Circle):
        at = f'cx="{number(item.x)}" cy="{number(item.y)}" r="{number(item.radius)}"'
        return f"<circle {at}{_svg_style(item.pen, item.fill)}/>"
    if isinstance(item, Path):
        points = " ".join(f"{number(x)},{number(y)}" for x, y in item.points)
        name = "polygon" if item.closed else "polyline"
        return f'<{name} points="{points}"{_svg_style(item.pen, item.fill)}/>'
    x, y = number(item.x), number(item.y)
    turned = f' transform="rotate({-item.degrees} {x} {y})"' if item.degrees else ""
    anchor = "" if item.anchor == "start" else f' text-anchor="{item.anchor}"'
    colour = "" if item.colour == "#000000" else f' fill="{item.colour}"'
    return (
        f'<text x="{x}" y="{y}" font-size="{number(item.size_mm)}" textLength="{number(item.width_mm)}" '
        f'lengthAdjust="spacingAndGlyphs"{anchor}{colour}{turned}>{escape(item.text)}</text>'
    )


def _svg_style(pen: Pen | None, fill: str | None) -> str:
    style = f' fill="{fill or "none"}"'
    if pen is not None:
        style += f' stroke="{pen.colour}" stroke-width="{number(pen.width_mm)}"'
        if pen.dash_mm:
            style += f' stroke-dasharray="{" ".join(number(dash) for dash in pen.dash_mm)}"'
    return style
