"""Drawings as pages of a PDF, at the scale 1:1, with Helvetica, which every reader of PDF has.

Nothing in the file depends on the day or on a library: the same drawings always make the same bytes (PDF 1.4, ISO
32000-1; not compressed, so that no version of zlib matters).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .drawing import Circle, Drawing, Item, Path, Pen, Text, number

POINTS_PER_MM = 72 / 25.4
_BEZIER = 0.5523  # of the radius: how four curves make a circle


@dataclass(frozen=True)
class Window:
    """A part of another drawing on a page: its origin lies at ``x, y``, and only the box is shown (page, mm)."""

    drawing: Drawing
    x: float
    y: float
    box: tuple[float, float, float, float]  # left, top, width, height


@dataclass(frozen=True)
class Page:
    """A sheet, and what is seen on it through windows, below what is drawn on the sheet itself."""

    sheet: Drawing
    windows: tuple[Window, ...] = ()


def pdf(title: str, pages: Sequence[Page]) -> bytes:
    """The pages as one PDF file."""
    kids = " ".join(f"{4 + 2 * at} 0 R" for at in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode("ascii"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for at, page in enumerate(pages):
        size = f"{_points(page.sheet.width_mm)} {_points(page.sheet.height_mm)}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] /Contents {5 + 2 * at} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode("ascii")
        )
        content = _content(page).encode("cp1252")
        objects.append(b"<< /Length %d >>\nstream\n%b\nendstream" % (len(content), content))
    objects.append(f"<< /Title {_string(title)} >>".encode("cp1252"))
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """Numbered objects, the table of where they begin, and the trailer; the last object is the file's title."""
    out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    starts = []
    for at, content in enumerate(objects, 1):
        starts.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (at, content)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    size = len(objects) + 1
    trailer = b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        size,
        size - 1,
        len(out),
    )
    return out + b"xref\n0 %d\n0000000000 65535 f \n%b%b" % (size, table, trailer)


def _content(page: Page) -> str:
    """A page's strokes: millimetres with y downwards, as in the drawing; texts turn themselves upright again."""
    out = [
        f"{number4(POINTS_PER_MM)} 0 0 {number4(-POINTS_PER_MM)} 0 {_points(page.sheet.height_mm)} cm",
        "1 j 1 J",
    ]
    for window in page.windows:
        left, top, width, height = (number(value) for value in window.box)
        out += [
            "q",
            f"{left} {top} {width} {height} re W n",
            f"1 0 0 1 {number(window.x)} {number(window.y)} cm",
            *(_item(item) for item in window.drawing.items if _seen(item, window)),
            "Q",
        ]
    out += [_item(item) for item in page.sheet.items]
    return "\n".join(out)


def _seen(item: Item, window: Window) -> bool:
    """Whether any of an item comes near what the window shows."""
    if isinstance(item, Text):
        left, top, right, bottom = item.box
    elif isinstance(item, Circle):
        left, right = item.x - item.radius, item.x + item.radius
        top, bottom = item.y - item.radius, item.y + item.radius
    else:
        xs, ys = [x for x, _ in item.points], [y for _, y in item.points]
        left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
    x, y, width, height = window.box
    x, y = x - window.x, y - window.y
    return right > x - 1 and left < x + width + 1 and bottom > y - 1 and top < y + height + 1


def number4(value: float) -> str:
    """A factor, which needs more decimals than a length."""
    return f"{value:.5f}"


def _points(mm: float) -> str:
    return number(mm * POINTS_PER_MM)


def _item(item: Item) -> str:
    if isinstance(item, Text):
        return _text(item)
    path = _circle(item) if isinstance(item, Circle) else _path(item)
    return f"q {_style(item.pen, item.fill)}{path} {_paint(item)} Q"


def _paint(item: Path | Circle) -> str:
    closed = isinstance(item, Circle) or item.closed
    if item.fill is not None and item.pen is not None:
        return "b" if closed else "B"
    if item.fill is not None:
        return "f"
    return "s" if closed else "S"


def _style(pen: Pen | None, fill: str | None) -> str:
    out = ""
    if fill is not None:
        out += f"{_colour(fill)} rg "
    if pen is not None:
        dashes = " ".join(number(dash) for dash in pen.dash_mm)
        out += f"{_colour(pen.colour)} RG {number(pen.width_mm)} w [{dashes}] 0 d "
    return out


def _colour(colour: str) -> str:
    return " ".join(number(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))


def _path(item: Path) -> str:
    (x, y), *rest = item.points
    return " ".join([f"{number(x)} {number(y)} m", *(f"{number(x)} {number(y)} l" for x, y in rest)])


def _circle(item: Circle) -> str:
    x, y, r = item.x, item.y, item.radius
    k = _BEZIER * r
    curves = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    parts = [" ".join(number(value) for value in curve) + " c" for curve in curves]
    return " ".join([f"{number(x + r)} {number(y)} m", *parts])


def _text(item: Text) -> str:
    turn = math.radians(item.degrees)
    cos, sin = math.cos(turn), math.sin(turn)
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * item.width_mm
    x, y = item.x - back * cos, item.y + back * sin
    matrix = f"{number4(cos)} {number4(-sin)} {number4(-sin)} {number4(-cos)} {number(x)} {number(y)}"
    return f"q {_colour(item.colour)} rg BT /F1 {number(item.size_mm)} Tf {matrix} Tm {_string(item.text)} Tj ET Q"


def _string(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")
    return f"({escaped})"
