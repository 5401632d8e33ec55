"""The board of a column node with four readers: its circuit, and where each part lies."""

from __future__ import annotations

from functools import cache

from ..build import circuits
from ..circuit import Circuit, Part
from ..tables import design
from .board import GRID, Board, Hole, Placed
from .footprints import footprint
from .route import routed

COLUMNS, ROWS = 70, 60
READERS = 4
# Reference: column, row of the first pad on the grid, and "turned" for parts that stand along.
_AT = {
    "U1": (28, 3, ""),
    "U2": (48, 12, ""),
    "U3": (15, 25, ""),
    "J1": (3, 8, ""),
    "J2": (3, 34, ""),
    "J3": (67, 8, ""),
    "J4": (67, 34, ""),
    "F1": (46, 4, ""),
    "GS1": (47, 44, ""),
    "R1": (13, 5, ""),
    "R2": (13, 7, ""),
    "R7": (13, 9, ""),
    "R8": (13, 11, ""),
    "R11": (13, 13, ""),
    "R12": (13, 15, ""),
    "R3": (14, 41, ""),
    "R4": (14, 43, ""),
    "R5": (14, 45, ""),
    "R6": (14, 47, ""),
    "R9": (48, 32, ""),
    "R10": (48, 34, ""),
    "R13": (48, 24, ""),
    "R14": (48, 26, ""),
    "R15": (48, 28, ""),
    "R16": (48, 30, ""),
    "C1": (46, 15, ""),
    "C2": (54, 15, ""),
    "C3": (52, 19, ""),
    "C4": (7, 22, ""),
    "C5": (9, 18, ""),
    "C6": (16, 21, ""),
    "C7": (7, 48, ""),
    "C8": (9, 44, ""),
    "C9": (59, 22, ""),
    "C10": (59, 18, ""),
    "C11": (59, 48, ""),
    "C12": (59, 44, ""),
}
_POINTS_ROWS, _POINTS_FIRST, _POINTS_APART = (53, 57), 10, 5
_HOLES = ((3, 3), (67, 3), (3, 57), (67, 57))


@cache
def circuit() -> Circuit:
    """A node with four readers, by the circuit's own rules: the starter table's node less one."""
    made = design("starter")
    table = made.table.model_copy(update={"readers": made.table.readers[:READERS]})
    return circuits(table, made.wiring)[1]


@cache
def board() -> Board:
    """Placed and routed."""
    nets = circuit()
    points = [part for part in nets.parts.values() if part.kind.key == "TP"]
    half = -(-len(points) // 2)
    places = dict(_AT)
    for at, part in enumerate(points):
        column = _POINTS_FIRST + _POINTS_APART * (at % half)
        places[part.ref] = (column, _POINTS_ROWS[at // half], "")
    placed = tuple(_placed(part, *places[part.ref]) for part in nets.parts.values())
    of_pads = {
        (nets.parts[end.part].ref, nets.pin(end).place): net
        for net, ends in nets.nets.items()
        for end in ends
    }
    bare = Board(
        name="node",
        title="Signifer column node, four readers",
        width=COLUMNS * GRID,
        height=ROWS * GRID,
        placed=placed,
        nets=of_pads,
        holes=tuple(Hole(column * GRID, row * GRID, 3200) for column, row in _HOLES),
    )
    return routed(bare, "N1_GND", ("N1_3V3", "N1_5V", "N1_VBUS"))


def _placed(part: Part, column: int, row: int, turned: str) -> Placed:
    return Placed(
        part.ref,
        part.value or part.name,
        part.kind.number,
        part.kind.title,
        footprint(part.kind, bool(turned)),
        column * GRID,
        row * GRID,
    )
