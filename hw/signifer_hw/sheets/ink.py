"""Lines, boxes and words as SVG. All places are in units of a screen's pixel; y grows downwards."""

from __future__ import annotations

from math import fsum
from xml.sax.saxutils import escape

INK, PAPER, FAINT = "#1b1b1b", "#ffffff", "#6b6b6b"
_FONT = "DejaVu Sans, Verdana, Arial, sans-serif"
# Widths of letters, in parts of the height of the type: of the widest of those fonts, so that words fit in all.
_WIDTHS = ((" ", 0.36), ("iljtfI.,:;'|()[]/!-", 0.44), ("_", 0.56), ("mMwW@%", 1.0))
_UPPER, _LOWER, _BOLD = 0.77, 0.64, 1.1


def width_of(words: str, size: float = 11, *, bold: bool = False) -> float:
    """How wide a line of text is at most."""
    return fsum(map(_letter, words)) * size * (_BOLD if bold else 1)


def _letter(mark: str) -> float:
    wide = _UPPER if mark.isupper() or not mark.isascii() else _LOWER
    return next((width for marks, width in _WIDTHS if mark in marks), wide)


class Ink:
    """Collects SVG elements, and which words stand where: a test looks for words upon words."""

    def __init__(self) -> None:
        self.elements: list[str] = []
        self.words: list[tuple[str, float, float, float, float]] = []

    def line(self, *places: tuple[float, float], colour: str = INK, width: float = 1.4) -> None:
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in places)
        self.elements.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{_number(width)}"/>'
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = PAPER,
        colour: str = INK,
        line: float = 1.4,
    ) -> None:
        self.elements.append(
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(width)}" height="{_number(height)}" '
            f'fill="{fill}" stroke="{colour}" stroke-width="{_number(line)}"/>'
        )

    def shape(self, *places: tuple[float, float], fill: str = PAPER, colour: str = INK) -> None:
        """A closed outline."""
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in places)
        self.elements.append(
            f'<polygon points="{points}" fill="{fill}" stroke="{colour}" stroke-width="1.2"/>'
        )

    def disc(self, x: float, y: float, radius: float = 3, *, fill: str = INK, colour: str = INK) -> None:
        self.elements.append(
            f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill="{fill}" stroke="{colour}"/>'
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 11,
        anchor: str = "start",
        bold: bool = False,
        colour: str = INK,
    ) -> None:
        """``y`` is the base line; ``anchor``: start, middle or end."""
        if not words:
            return
        weight = ' font-weight="bold"' if bold else ""
        self.elements.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" text-anchor="{anchor}"{weight} '
            f'fill="{colour}">{escape(words)}</text>'
        )
        wide = width_of(words, size, bold=bold)
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * wide
        self.words.append((words, left, y - 0.76 * size, wide, 0.98 * size))

    def svg(self, width: float, height: float, title: str) -> str:
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}" height="{_number(height)}" '
            f'viewBox="0 0 {_number(width)} {_number(height)}" font-family="{_FONT}">'
        )
        back = f'<rect width="{_number(width)}" height="{_number(height)}" fill="{PAPER}"/>'
        return "\n".join([head, f"<title>{escape(title)}</title>", back, *self.elements, "</svg>"]) + "\n"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
