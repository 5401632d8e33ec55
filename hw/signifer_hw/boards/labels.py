"""Where references are printed: on the part, or beside it, never on copper that is bare nor on each other."""

from __future__ import annotations

from .board import Board, Placed
from .strokes import ADVANCE, HEIGHT

Box = tuple[int, int, int, int]
_CLEAR = 250


def labels(board: Board) -> dict[str, tuple[int, int]]:
    """The middle of each part's reference; where no place is free, the middle of the part."""
    taken = _bare(board)
    taken += [_around(x, y, ADVANCE, HEIGHT) for x, y, _ in marks(board)]
    found = {}
    for part in sorted(board.placed, key=lambda one: (one.box[2] - one.box[0]) * (one.box[3] - one.box[1])):
        wide = len(part.ref) * ADVANCE + 300
        places = [_around(x, y, wide, HEIGHT + 300) for x, y in _candidates(part, wide)]
        free = (
            place for place in places if _inside(board, place) and not any(_meet(place, box) for box in taken)
        )
        chosen = next(free, places[0])
        taken.append(chosen)
        found[part.ref] = ((chosen[0] + chosen[2]) // 2, (chosen[1] + chosen[3]) // 2)
    return found


def marks(board: Board) -> list[tuple[int, int, str]]:
    """Beside first pads that must not be mistaken: "+" of what has a side, "1" of what has many pins."""
    taken = _bare(board)
    found = []
    for part in board.placed:
        text = "+" if "electrolytic" in part.words else "1" if len(part.footprint.pads) > 2 else ""
        if text:
            pad = part.footprint.pads[0]
            x, y = part.x + pad.x, part.y + pad.y
            out = pad.size // 2 + 700
            places = [
                (x - out, y),
                (x, y - out),
                (x + out, y),
                (x, y + out),
                (x - out, y - out),
                (x + out, y - out),
            ]
            boxes = [_around(*place, ADVANCE, HEIGHT) for place in places]
            free = (
                box
                for box in boxes
                if _inside(board, box) and not any(_meet(box, other, 50) for other in taken)
            )
            chosen = next(free, boxes[0])
            taken.append(chosen)
            found.append(((chosen[0] + chosen[2]) // 2, (chosen[1] + chosen[3]) // 2, text))
    return found


def _bare(board: Board) -> list[Box]:
    """Where nothing may be printed."""
    taken = [_around(part.x + pad.x, part.y + pad.y, pad.size, pad.size) for part, pad, _ in board.pads()]
    return taken + [_around(hole.x, hole.y, hole.drill, hole.drill) for hole in board.holes]


def _candidates(part: Placed, wide: int) -> list[tuple[int, int]]:
    left, top, right, bottom = part.box
    middle, level = (left + right) // 2, (top + bottom) // 2
    out = 900
    beside = wide // 2 + 300
    return [
        (middle, level),
        (middle, top - out),
        (middle, bottom + out),
        (left - beside, level),
        (right + beside, level),
        (left - beside, top),
        (right + beside, top),
        (left - beside, bottom),
        (right + beside, bottom),
    ]


def _around(x: int, y: int, width: int, height: int) -> Box:
    return x - width // 2, y - height // 2, x + width // 2, y + height // 2


def _meet(one: Box, other: Box, clear: int = _CLEAR) -> bool:
    across = one[0] < other[2] + clear and other[0] < one[2] + clear
    return across and one[1] < other[3] + clear and other[1] < one[3] + clear


def _inside(board: Board, box: Box) -> bool:
    return box[0] > 300 and box[1] > 300 and box[2] < board.width - 300 and box[3] < board.height - 300
