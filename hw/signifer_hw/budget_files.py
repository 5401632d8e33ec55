"""The supply budget, written down."""

from __future__ import annotations

from .budget import STATES, Rail, budget
from .circuit import Draws
from .tables import Design


def budget_markdown(design: Design, table: str) -> str:
    """All rails of the main board, of one node, and of the hub; and the figures they are made of, with sources."""
    rows = budget(design.boards, design.wiring)
    shown = {board.name for board in design.shown} | {"USB hub"}
    lines = [
        f"# What feeds what on the {table} table",
        "",
        "Currents in mA. *Every field on by fault* is the worst that can be: all readers at their data sheets' most,",
        "all pixels lit, all buttons pressed, the sounder on; the table itself has one field of a board on at a time.",
        "The margin is what is left then. Heat is that of a linear regulator, in W, of what it sheds.",
        "",
        "| board | rail | source | V | " + " | ".join(STATES) + " | limit | margin | heat |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [_row(row) for row in rows if row.board in shown]
    lines += design.others("take the same")
    lines += [
        "",
        "## Made of",
        "",
        "| part | all quiet | at work | by fault | source |",
        "|---|---:|---:|---:|---|",
    ]
    lines += [_figures(title, draws) for title, draws in _drawers(design).items()]
    for rail, supply in design.wiring.supply.items():
        if any(supply.own_ma):
            idle, work, fault = supply.own_ma
            lines.append(
                f"| what hangs on {rail} besides | {idle:g} | {work:g} | {fault:g} | the wiring file |"
            )
    lines += ["", "Pull-ups count where all their lines are low. A step-down module loses 15 %."]
    return "\n".join(lines) + "\n"


def _row(row: Rail) -> str:
    currents = " | ".join(f"{current:.0f}" for current in row.load.all)
    heat = f"{row.heat_w:.2f} of {row.bears_w:g}" if row.bears_w else ""
    return (
        f"| {row.board} | {row.net} | {row.source} | {row.volts:g} | {currents} | {row.limit_ma:.0f} | "
        f"{row.margin_ma:.0f} | {heat} |"
    )


def _figures(title: str, draws: Draws) -> str:
    return f"| {title} | {draws.idle:g} | {draws.work:g} | {draws.fault:g} | {draws.source} |"


def _drawers(design: Design) -> dict[str, Draws]:
    return {
        part.kind.title: part.kind.draws
        for board in design.boards
        for part in board.parts.values()
        if part.kind.draws and part.kind.draws.fault
    }
