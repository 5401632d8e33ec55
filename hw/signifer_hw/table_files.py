"""Everything that is made of one table: wiring list, netlists, parts list, supply budget, test points."""

from __future__ import annotations

from signifer_firmware.system.overlay import config_lines, overlay, overlay_name
from signifer_firmware.wiring_guide.connections import connections

from .budget_files import budget_markdown
from .circuit import Circuit
from .measure import measure_csv, measure_markdown
from .netlist import netlist
from .parts_list import parts_csv, parts_list, parts_markdown
from .sheets.boards import board_sheets
from .tables import TABLES, Design, design
from .wiring_files import wiring_csv


def all_tables() -> dict[str, bytes]:
    """``schematics/TABLE/...`` of each bundled table."""
    return {
        f"schematics/{name}/{path}": data
        for name in TABLES
        for path, data in table_files(design(name), name).items()
    }


def all_overlays() -> dict[str, bytes]:
    """``overlays/...`` of each bundled table."""
    return {f"overlays/{path}": data for name in TABLES for path, data in overlay_files(design(name)).items()}


def overlay_files(made: Design) -> dict[str, bytes]:
    """The overlay, where a table needs one, and its lines of config.txt; nothing where it may hang on no Pi."""
    name = overlay_name(made.table)
    if not made.table.has_lines:
        return {}
    files = {f"{name}-config.txt": ("\n".join(config_lines(made.table)) + "\n").encode()}
    if (source := overlay(made.table)) is not None:
        files[f"{name}.dts"] = source.encode()
    return files


def table_files(made: Design, name: str) -> dict[str, bytes]:
    """Paths and bytes; the text is UTF-8."""
    wires = connections(made.table)
    lines = parts_list(made, wires)
    texts = {
        "parts.csv": parts_csv(lines),
        "parts.md": parts_markdown(lines, made, name),
        "budget.md": budget_markdown(made, name),
        "measure.csv": measure_csv(made),
        "measure.md": measure_markdown(made, name),
    }
    texts |= {f"{file_name(board)}.net": netlist(board, name) for board in made.shown}
    for board in made.shown:
        own = (wire for wire in wires if wire.board == board.name)
        for number, (svg, _) in enumerate(board_sheets(board, own, name), start=1):
            texts[f"{file_name(board)}-{number}.svg"] = svg
    return {"wiring.csv": wiring_csv(wires), **{path: text.encode() for path, text in texts.items()}}


def file_name(board: Circuit) -> str:
    return board.name.replace(" ", "-")
