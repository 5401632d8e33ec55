"""All files of the boards: KiCad's, the maker's, parts lists, pictures. ConfigError for a board with a fault."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import groupby

from signifer_core.errors import ConfigError

from ..library import PRICED
from ..table_top.drawing import Drawing, svg
from . import coil, main, node
from .board import Board, Placed
from .check import faults, misplaced
from .gerber import gerbers
from .kicad import kicad_board, kicad_project
from .pictures import from_above, placement


def boards() -> tuple[Board, ...]:
    return node.board(), coil.board()


def board_files() -> dict[str, bytes]:
    """Paths inside hw/ and their bytes."""
    found: dict[str, str] = {}
    for made in boards():
        if wrong := faults(made):
            raise ConfigError([f"board {made.name}: {fault}" for fault in wrong])
        folder = f"boards/{made.name}"
        found[f"{folder}/{made.name}.kicad_pcb"] = kicad_board(made)
        found[f"{folder}/{made.name}.kicad_pro"] = kicad_project(made)
        for_maker = gerbers(made)
        found |= {f"{folder}/gerber/{name}": text for name, text in for_maker.items()}
        found[f"{folder}/parts.csv"] = parts_csv(made)
        found[f"{folder}/placement.svg"] = svg(placement(made, _words(made)))
        found[f"{folder}/from-above.svg"] = from_above(made.title, for_maker)
    found["boards/main/placement.svg"] = svg(_main())
    return {path: text.encode() for path, text in found.items()}


def _main() -> Drawing:
    """The main board, which is soldered on a prototyping board: a drawing alone."""
    made = main.board()
    if wrong := misplaced(made):
        raise ConfigError([f"board {made.name}: {fault}" for fault in wrong])
    return placement(made, _words(made), grid=main.HOLE)


def _words(made: Board) -> Iterator[tuple[str, str]]:
    for part in sorted(made.placed, key=_order):
        yield part.ref, part.value.replace("Ω", "ohm")


def _order(part: Placed) -> tuple[str, int]:
    letters = part.ref.rstrip("0123456789")
    return letters, int(part.ref.removeprefix(letters) or 0)


def parts_csv(made: Board) -> str:
    """One line for each kind of part: how many, their references, what, the number to order. Test points are wire."""
    rows = io.StringIO()
    table = csv.writer(rows, lineterminator="\n")
    table.writerow(("quantity", "references", "value", "part", "order number", f"as of {PRICED}"))

    def kind(part: Placed) -> tuple[str, str, str]:
        same = part.value if part.ref[0] in "RC" else ""
        return part.words, part.number, same

    for (words, number, value), group in groupby(
        sorted(made.placed, key=lambda part: (kind(part), _order(part))), kind
    ):
        refs = [part.ref for part in group]
        table.writerow((len(refs), " ".join(refs), value, words, number or "none: wire", ""))
    return rows.getvalue()
