"""Design rules and connections of a board, from its copper alone: it knows nothing of how the copper came there.

Copper is circles and lines with round ends, so that every distance is that of two segments less their half widths.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from .board import BOTTOM, TOP, Board, Track

_CELL = 5000


@dataclass(frozen=True)
class Copper:
    """A piece: from one end to the other, half its width; on which layers, of which net, and what it is called."""

    x1: int
    y1: int
    x2: int
    y2: int
    half: float
    layers: tuple[int, ...]
    net: str
    name: str


def copper(board: Board) -> list[Copper]:
    """All pads, tracks and vias."""
    found = []
    for part, pad, net in board.pads():
        x, y = part.x + pad.x, part.y + pad.y
        found.append(Copper(x, y, x, y, pad.size / 2, (TOP, BOTTOM), net, f"{part.ref}.{pad.number}"))
    found += [of_track(track) for track in board.tracks]
    for via in board.vias:
        found.append(Copper(via.x, via.y, via.x, via.y, via.size / 2, (TOP, BOTTOM), via.net, "a via"))
    return found


def of_track(track: Track) -> Copper:
    return Copper(
        track.x1, track.y1, track.x2, track.y2, track.width / 2, (track.layer,), track.net, "a track"
    )


def faults(board: Board) -> tuple[str, ...]:
    """Every rule that is broken and every net that is not whole, one sentence each; empty for a board to order."""
    pieces = copper(board)
    return tuple(
        dict.fromkeys(
            (
                *_sizes(board),
                *_edges(board, pieces),
                *_holes(board, pieces),
                *_apart(board, pieces),
                *_bodies(board),
                *_open(pieces),
            )
        )
    )


def misplaced(board: Board) -> tuple[str, ...]:
    """What of its parts cannot lie there: upon each other, over the edge, on a screw."""
    pieces = copper(board)
    return tuple(dict.fromkeys((*_edges(board, pieces), *_holes(board, pieces), *_bodies(board))))


def near(others: Iterable[Copper], track: Track, clearance: float) -> bool:
    """Whether any of some pieces is nearer to a track than that."""
    piece = of_track(track)
    return any(gap(piece, other) < clearance for other in others)


def gap(one: Copper, other: Copper) -> float:
    """From edge to edge; 0 or less where they touch."""
    return _distance(one, other) - one.half - other.half


def _distance(one: Copper, other: Copper) -> float:
    if _cross(one, other):
        return 0.0
    return min(
        _from_point(one.x1, one.y1, other),
        _from_point(one.x2, one.y2, other),
        _from_point(other.x1, other.y1, one),
        _from_point(other.x2, other.y2, one),
    )


def _from_point(x: int, y: int, piece: Copper) -> float:
    across, along = piece.x2 - piece.x1, piece.y2 - piece.y1
    square = across * across + along * along
    part = 0.0 if not square else ((x - piece.x1) * across + (y - piece.y1) * along) / square
    part = min(1.0, max(0.0, part))
    return math.hypot(x - piece.x1 - part * across, y - piece.y1 - part * along)


def _cross(one: Copper, other: Copper) -> bool:
    def side(x: int, y: int, piece: Copper) -> int:
        turn = (piece.x2 - piece.x1) * (y - piece.y1) - (piece.y2 - piece.y1) * (x - piece.x1)
        return (turn > 0) - (turn < 0)

    return (
        side(one.x1, one.y1, other) * side(one.x2, one.y2, other) < 0
        and side(other.x1, other.y1, one) * side(other.x2, other.y2, one) < 0
    )


def _pairs(pieces: list[Copper], reach: int) -> Iterator[tuple[Copper, Copper]]:
    """Pieces of one layer that come near each other, each pair once."""
    cells: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for at, piece in enumerate(pieces):
        for cell in _cells(piece, reach):
            cells[cell].append(at)
    seen: set[tuple[int, int]] = set()
    for members in cells.values():
        for place, one in enumerate(members):
            for other in members[place + 1 :]:
                if (one, other) not in seen:
                    seen.add((one, other))
                    yield pieces[one], pieces[other]


def _cells(piece: Copper, reach: int) -> Iterator[tuple[int, int, int]]:
    out = piece.half + reach
    for layer in piece.layers:
        for column in range(
            int(min(piece.x1, piece.x2) - out) // _CELL, int(max(piece.x1, piece.x2) + out) // _CELL + 1
        ):
            for row in range(
                int(min(piece.y1, piece.y2) - out) // _CELL, int(max(piece.y1, piece.y2) + out) // _CELL + 1
            ):
                yield column, row, layer


def _apart(board: Board, pieces: list[Copper]) -> Iterator[str]:
    for one, other in _pairs(pieces, board.rules.clearance):
        if (one.net and one.net == other.net) or one is other:
            continue
        away = gap(one, other)
        if away < board.rules.clearance:
            first, second = sorted(
                (f"{one.name} of {one.net or 'no net'}", f"{other.name} of {other.net or 'no net'}")
            )
            yield f"{first} and {second} are {_mm(away)} apart at {_at(one)}; at least {_mm(board.rules.clearance)}"


def _open(pieces: list[Copper]) -> Iterator[str]:
    """Pads of one net that no copper joins."""
    parent = {id(piece): id(piece) for piece in pieces}

    def root(key: int) -> int:
        while parent[key] != key:
            parent[key] = parent[parent[key]]
            key = parent[key]
        return key

    for one, other in _pairs(pieces, 0):
        if one.net and one.net == other.net and gap(one, other) <= 0:
            parent[root(id(one))] = root(id(other))
    groups: dict[str, dict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for piece in pieces:
        if piece.net:
            groups[piece.net][root(id(piece))].append(piece.name)
    for net, parts in sorted(groups.items()):
        if len(parts) > 1:
            alone = min(parts.values(), key=len)
            yield f"{net} is in {len(parts)} pieces; {sorted(alone)[0]} is not connected with the rest"


def _sizes(board: Board) -> Iterator[str]:
    for track in board.tracks:
        if track.width < board.rules.width:
            yield f"a track of {track.net} is {_mm(track.width)} wide; at least {_mm(board.rules.width)}"
    rings: Iterable[tuple[str, int, int]] = [
        *((f"{part.ref}.{pad.number}", pad.size, pad.drill) for part, pad, _ in board.pads()),
        *((f"a via of {via.net}", via.size, via.drill) for via in board.vias),
    ]
    for name, size, drill in rings:
        if (size - drill) / 2 < board.rules.ring:
            yield f"{name} has a ring of {_mm((size - drill) / 2)}; at least {_mm(board.rules.ring)}"


def _bodies(board: Board) -> Iterator[str]:
    """Parts that would lie upon each other, or over another part's pads."""
    for one, other in combinations(board.placed, 2):
        if _overlap(one.box, other.box):
            yield f"{one.ref} and {other.ref} lie upon each other"
    for part in board.placed:
        for other, pad, _ in board.pads():
            x, y, half = other.x + pad.x, other.y + pad.y, pad.size // 2
            if other is not part and _overlap(part.box, (x - half, y - half, x + half, y + half)):
                yield f"{part.ref} lies over {other.ref}.{pad.number}"


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _edges(board: Board, pieces: list[Copper]) -> Iterator[str]:
    for piece in pieces:
        left = min(piece.x1, piece.x2, board.width - piece.x1, board.width - piece.x2)
        up = min(piece.y1, piece.y2, board.height - piece.y1, board.height - piece.y2)
        away = min(left, up) - piece.half
        if away < board.rules.edge:
            whose = f"{piece.name} of {piece.net or 'no net'}"
            yield f"{whose} is {_mm(away)} from the edge; at least {_mm(board.rules.edge)}"


def _holes(board: Board, pieces: list[Copper]) -> Iterator[str]:
    for hole in board.holes:
        for piece in pieces:
            away = _from_point(hole.x, hole.y, piece) - piece.half - hole.drill / 2
            if away < board.rules.hole:
                whose = f"{piece.name} of {piece.net or 'no net'}"
                yield f"{whose} is {_mm(away)} from a hole; at least {_mm(board.rules.hole)}"


def _at(piece: Copper) -> str:
    return f"{piece.x1 / 1000:.2f}, {piece.y1 / 1000:.2f}"


def _mm(length: float) -> str:
    return f"{length / 1000:.2f} mm"
