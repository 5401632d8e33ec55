"""A board as people look at it: its parts in their places, and its copper from above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..table_top.drawing import Drawing, Pen
from .board import BOTTOM, TOP, Board
from .labels import labels, marks
from .strokes import strokes

_COPPER = {BOTTOM: "#2f7d4f", TOP: "#c9a227"}
_FROM_ABOVE = (BOTTOM, TOP)


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


def from_above(board: Board) -> str:
    """Copper of both sides, pads, holes and print, as SVG; what is below is darker."""
    width, height = board.width / 1000, board.height / 1000
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * width:g}mm" height="{2 * height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">',
        f"<title>{board.title}, from above</title>",
        f'<rect width="{width:g}" height="{height:g}" rx="1" fill="#0f4c3a"/>',
        '<g fill="none" stroke-linecap="round" stroke-linejoin="round">',
    ]
    for layer in _FROM_ABOVE:
        for size in sorted({track.width for track in board.tracks if track.layer == layer}):
            path = " ".join(
                f"M{_mm(track.x1)} {_mm(track.y1)}L{_mm(track.x2)} {_mm(track.y2)}"
                for track in board.tracks
                if track.layer == layer and track.width == size
            )
            lines.append(f'<path stroke="{_COPPER[layer]}" stroke-width="{_mm(size)}" d="{path}"/>')
    print_ = " ".join(
        "M" + "L".join(f"{_mm(x)} {_mm(y)}" for x, y in line)
        for left, up, text in _printed(board)
        for line in strokes(text, left, up)
    )
    lines += [f'<path stroke="#ffffff" stroke-width="0.15" d="{print_}"/>', "</g>"]
    rings = [
        (part.x + pad.x, part.y + pad.y, pad.size, pad.drill, "#e3c766") for part, pad, _ in board.pads()
    ]
    rings += [(via.x, via.y, via.size, via.drill, "#b89320") for via in board.vias]
    rings += [(hole.x, hole.y, hole.drill, hole.drill, "#ffffff") for hole in board.holes]
    for x, y, size, drill, ink in rings:
        lines.append(f'<circle cx="{_mm(x)}" cy="{_mm(y)}" r="{_mm(size / 2)}" fill="{ink}"/>')
        lines.append(f'<circle cx="{_mm(x)}" cy="{_mm(y)}" r="{_mm(drill / 2)}" fill="#ffffff"/>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _printed(board: Board) -> list[tuple[int, int, str]]:
    return [*((x, y, ref) for ref, (x, y) in labels(board).items()), *marks(board)]


def _mm(length: float) -> str:
    return f"{length / 1000:.3f}".rstrip("0").rstrip(".") or "0"
