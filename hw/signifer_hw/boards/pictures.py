"""A board as people look at it: its parts in their places, and what a maker makes of its files, from above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ..table_top.drawing import Drawing, Pen
from .board import Board
from .gerber_reader import Point, Stroke, read_all
from .labels import labels


def placement(board: Board, words: Iterable[tuple[str, str]], grid: int = 0) -> Drawing:
    """Outlines, references, first pads; ``words``: what stands below, by reference; ``grid``: from hole to hole."""
    scale, margin = 2.0, 10.0
    lines = list(words)
    wide, high = board.width / 1000 * scale, board.height / 1000 * scale
    columns = max(3, int(max(wide, 190)) // 66)
    rows = -(-len(lines) // columns)
    drawing = Drawing(board.title, max(wide, 190) + 2 * margin, high + 3 * margin + 5 * rows + 6)
    drawing.text(
        margin, 7, f"{board.title}: {board.width / 1000:g} x {board.height / 1000:g} mm, from above, 2:1", 4
    )

    def at(x: float, y: float) -> tuple[float, float]:
        return margin + x / 1000 * scale, margin + y / 1000 * scale

    drawing.rect(*at(0, 0), wide, high, Pen(0.4))
    for number, x, y in _counted(board, grid) if grid else ():
        drawing.text(*at(x, y), str(number), 3, "middle", colour="#888888")
    for hole in board.holes:
        drawing.circle(*at(hole.x, hole.y), hole.drill / 1000 * scale, Pen(0.3))
    for part in board.placed:
        left, top, right, bottom = part.box
        drawing.rect(
            *at(left, top), (right - left) / 1000 * scale, (bottom - top) / 1000 * scale, Pen(0.25, "#2050a0")
        )
        for place, pad in enumerate(part.footprint.pads):
            where = at(part.x + pad.x, part.y + pad.y)
            size = pad.size / 1000 * scale
            if place:
                drawing.circle(*where, size, Pen(0.2))
            else:
                drawing.rect(where[0] - size / 2, where[1] - size / 2, size, size, Pen(0.2))
    for ref, (x, y) in labels(board).items():
        across, up = at(x, y)
        drawing.text(across, up + 1.1, ref, 3, "middle")
    first = margin + high + 8
    drawing.text(margin, first, "A square pad is a part's first. Parts:", 3.5)
    for place, (ref, text) in enumerate(lines):
        column, row = divmod(place, rows)
        drawing.text(margin + column * 66, first + 6 + 5 * row, f"{ref} {text}", 3)
    return drawing


def _counted(board: Board, grid: int) -> Iterator[tuple[int, float, float]]:
    """Every tenth hole from the first part's hole on, at two edges: so that a place can be counted."""
    columns, rows = (board.width - grid) // grid, (board.height - grid) // grid
    left, top = (board.width - columns * grid) / 2, (board.height - rows * grid) / 2
    for column in range(10, columns, 10):
        yield column, left + column * grid, 1700
    for row in range(10, rows, 10):
        yield row, 1900, top + row * grid + 600


def from_above(title: str, files: Mapping[str, str]) -> str:
    """What a maker makes of the files of a board, as SVG: copper under the mask, bare pads, print, holes.

    Of the files alone, so that whoever looks at it has looked at them; what is below is darker.
    """
    layers, holes = read_all(files)
    edge = [stroke.points[0] for stroke in layers["Profile,NP"]]
    width, height = (max(point[axis] for point in edge) for axis in (0, 1))
    view = _View(height)
    around = f'<path d="{view.line(edge)}Z" fill="{{}}"/>'
    bare = [view.circle(stroke.width, stroke.points[0]) for stroke in layers["Soldermask,Top"]]
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_mm(2 * width)}mm" height="{_mm(2 * height)}mm" '
        f'viewBox="0 0 {_mm(width)} {_mm(height)}">',
        f"<title>{title}, from above</title>",
        f'<clipPath id="bare">{"".join(bare)}</clipPath>',
        around.format("#0f4c3a"),
        *view.inked(layers["Copper,L2,Bot"], "#2f7d4f"),
        *view.inked(layers["Copper,L1,Top"], "#c9a227"),
        '<g clip-path="url(#bare)">',
        around.format("#a89a6a"),
        *view.inked(layers["Copper,L1,Top"], "#e3c766"),
        "</g>",
        *view.inked(layers["Legend,Top"], "#ffffff"),
        f'<g fill="#ffffff">{"".join(view.circle(*hole) for hole in holes)}</g>',
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _View:
    """Strokes of files, in which y goes upwards, as SVG, where it goes down."""

    def __init__(self, height: int) -> None:
        self._height = height

    def circle(self, size: int, at: Point) -> str:
        """What is as large as ``size``."""
        x, y = at
        return f'<circle cx="{_mm(x)}" cy="{_mm(self._height - y)}" r="{_mm(size / 2)}"/>'

    def line(self, points: Iterable[Point]) -> str:
        """From point to point."""
        return "M" + "L".join(f"{_mm(x)} {_mm(self._height - y)}" for x, y in points)

    def inked(self, strokes: Sequence[Stroke], ink: str) -> Iterator[str]:
        """All strokes of a layer: lines, one path for each width, and flashes."""
        yield f'<g fill="none" stroke="{ink}" stroke-linecap="round" stroke-linejoin="round">'
        for size in sorted({stroke.width for stroke in strokes if len(stroke.points) > 1}):
            path = " ".join(
                self.line(stroke.points)
                for stroke in strokes
                if stroke.width == size and len(stroke.points) > 1
            )
            yield f'<path stroke-width="{_mm(size)}" d="{path}"/>'
        yield "</g>"
        flashes = [
            self.circle(stroke.width, stroke.points[0]) for stroke in strokes if len(stroke.points) == 1
        ]
        if flashes:
            yield f'<g fill="{ink}">{"".join(flashes)}</g>'


def _mm(length: float) -> str:
    return f"{length / 1000:.3f}".rstrip("0").rstrip(".") or "0"
