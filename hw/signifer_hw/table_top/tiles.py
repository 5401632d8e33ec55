"""The template for saw and drill, at 1:1 on sheets of A4 that are laid together."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .boxes import Box
from .dims import across, along
from .drawing import Drawing, Pen, number
from .parts import BUTTON, CARDS, READER
from .pdf import Page, Window
from .placed import Antenna, Plan
from .sheets import COIL_THIN, CUT, HIDDEN, THIN, WOOD

A4_LANDSCAPE, A4_PORTRAIT = (297.0, 210.0), (210.0, 297.0)
MARGIN, STRIP, OVERLAP = 8.0, 10.0, 10.0
RULE_MM = 100.0
MARK = Pen(0.2, "#0060c0")
PRINTED = "100 mm, if printed at 100 %"


@dataclass(frozen=True)
class Tile:
    """One sheet: its name, and which part of the template is seen on it (mm of the template)."""

    name: str
    left: float
    top: float
    width: float
    height: float


def template(plan: Plan) -> Drawing:
    """What is cut, drilled and glued, seen from above; the origin is the top's upper left corner."""
    size, left, top = plan.outline.size, plan.outline.left, plan.outline.top
    drawing = Drawing(f"Template, {plan.name}", size.width, size.height)

    def rect(box: Box, pen: Pen) -> None:
        drawing.rect(box.left - left, box.top - top, box.size.width, box.size.height, pen)

    drawing.rect(0, 0, size.width, size.height, CUT)
    drawing.line(0, -top, size.width, -top, Pen(0.2, "#999999", (8, 2, 1, 2)))
    for spot in plan.spots:
        if spot.order <= 2:
            rect(spot.box, THIN)
    for box in (*plan.terrain, *(box for _, box in plan.piles)):
        rect(box, THIN)
    for rail, zone in zip(plan.rails, plan.zones, strict=True):
        # A strip that is glued on: never with the pen of what the saw follows.
        drawing.rect(rail.left - left, rail.top - top, rail.size.width, rail.size.height, THIN, WOOD)
        label = f"glue: rail {zone}"
        drawing.text(rail.x - left, rail.y - top + (8 if rail.y > 0 else -4.5), label, 4, "middle")
    for antenna in plan.antennas:
        _antenna(drawing, antenna, left, top)
    for name, box in plan.boards:
        rect(box, HIDDEN)
        drawing.text(box.x - left, box.y - top + 8, f"below: {name}", 4, "middle")
    for screen in plan.screens:
        rect(screen.window, CUT)
        rect(screen.board, HIDDEN)
        drawing.cross(screen.window.x - left, screen.window.y - top, 5, Pen(0.2))
        for x, y in screen.module.holes:
            across_top, down = (y, x) if screen.facing == "end" else (x, y)
            drawing.circle(
                screen.board.x + across_top - left,
                screen.board.y + down - top,
                screen.module.hole_diameter,
                HIDDEN,
            )
        drawing.text(screen.window.x - left, screen.window.y - top + 7, f"cut: {screen.place}", 3.5, "middle")
    for push in plan.buttons:
        drawing.circle(push.x - left, push.y - top, BUTTON.hole, CUT)
        drawing.cross(push.x - left, push.y - top, BUTTON.hole + 6, Pen(0.2))
        name = f"{push.name}, {number(BUTTON.hole)} mm"
        if push.side is None:
            drawing.text(push.x - left, push.y - top - 13, name, 3.5, "middle")
        else:
            drawing.text(push.x - left + 11, push.y - top - 2, name, 3.5)
    return drawing


def _antenna(drawing: Drawing, antenna: Antenna, left: float, top: float) -> None:
    """The edge and the middle of each coil, and where a module's holes come."""
    for window in antenna.windows:
        drawing.rect(window.left - left, window.top - top, window.size.width, window.size.height, COIL_THIN)
        drawing.cross(window.x - left, window.y - top, 12, COIL_THIN)
        drawing.text(window.x - left + 2, window.y - top - 2, antenna.reader, 3.5, colour="#c26a00")
    if antenna.wound:
        return
    window, board = antenna.windows[0], antenna.board
    drawing.rect(board.left - left, board.top - top, board.size.width, board.size.height, HIDDEN)
    towards = 1 if window.y > 0 else -1
    for apart, down, diameter in READER.holes:
        for across_board in (-1, 1):
            aside, along_board = across_board * apart / 2, READER.coil_middle - down
            x, y = (-along_board, aside) if antenna.turned else (aside, towards * along_board)
            drawing.circle(window.x + x - left, window.y + y - top, diameter, HIDDEN)


def tiles(width: float, height: float) -> tuple[tuple[Tile, ...], ...]:
    """Rows of sheets that cover a template; neighbours show the same strip of OVERLAP mm.

    Of the ways to lay A4 the one with fewer sheets is A4 crosswise for all tops here, so there is no other.
    """
    seen_width = A4_LANDSCAPE[0] - 2 * MARGIN
    seen_height = A4_LANDSCAPE[1] - 2 * MARGIN - STRIP
    columns = max(1, math.ceil((width - OVERLAP) / (seen_width - OVERLAP)))
    rows = max(1, math.ceil((height - OVERLAP) / (seen_height - OVERLAP)))
    return tuple(
        tuple(
            Tile(
                f"{chr(ord('A') + row)}{column + 1}",
                column * (seen_width - OVERLAP),
                row * (seen_height - OVERLAP),
                seen_width,
                seen_height,
            )
            for column in range(columns)
        )
        for row in range(rows)
    )


def pages(plan: Plan) -> list[Page]:
    """A sheet that says how the others are laid together, and the others, row by row."""
    drawing = template(plan)
    rows = tiles(drawing.width_mm, drawing.height_mm)
    _marks(drawing, rows)
    return [
        Page(_first_sheet(plan, rows)),
        *(_page(plan, drawing, rows, tile) for row in rows for tile in row),
    ]


def _marks(drawing: Drawing, rows: tuple[tuple[Tile, ...], ...]) -> None:
    """Lines along the middle of each strip that two sheets share, with crosses that come to lie upon each other."""
    xs = [tile.left + OVERLAP / 2 for tile in rows[0][1:]]
    ys = [row[0].top + OVERLAP / 2 for row in rows[1:]]
    tile = rows[0][0]
    right, bottom = rows[0][-1].left + tile.width, rows[-1][0].top + tile.height
    for x in xs:
        drawing.line(x, 0, x, bottom, MARK)
        for row in rows:
            for part in (0.25, 0.75):
                drawing.cross(x, row[0].top + part * tile.height, 8, MARK)
    for y in ys:
        drawing.line(0, y, right, y, MARK)
        for other in rows[0]:
            for part in (0.25, 0.75):
                drawing.cross(other.left + part * tile.width, y, 8, MARK)


def rule(drawing: Drawing, x: float, y: float) -> None:
    """A rule of 100 mm, with a tick each centimetre, and what it is for."""
    drawing.line(x, y, x + RULE_MM, y, Pen(0.3))
    for at in range(11):
        drawing.line(x + 10 * at, y, x + 10 * at, y - (3 if at % 5 == 0 else 1.8), Pen(0.3))
    drawing.text(x + RULE_MM + 3, y, PRINTED, 3)


def _page(plan: Plan, drawing: Drawing, rows: tuple[tuple[Tile, ...], ...], tile: Tile) -> Page:
    sheet = Drawing(f"{plan.name} {tile.name}", *A4_LANDSCAPE)
    box = (MARGIN, MARGIN, tile.width, tile.height)
    sheet.rect(*box, Pen(0.15, "#bbbbbb"))
    names = {(other.left, other.top): other.name for row in rows for other in row}
    step_x, step_y = tile.width - OVERLAP, tile.height - OVERLAP
    beside = {
        "left": names.get((tile.left - step_x, tile.top)),
        "right": names.get((tile.left + step_x, tile.top)),
        "above": names.get((tile.left, tile.top - step_y)),
        "below": names.get((tile.left, tile.top + step_y)),
    }
    low = A4_LANDSCAPE[1] - MARGIN - 2
    sheet.text(MARGIN, low, tile.name, 8)
    sheet.text(MARGIN + 14, low - 4.2, f"{plan.name} top, from above", 3)
    words = ", ".join(f"{where} {name}" for where, name in beside.items() if name)
    sheet.text(MARGIN + 14, low, f"neighbours: {words}", 3)
    rule(sheet, 95, low)
    return Page(sheet, (Window(drawing, MARGIN - tile.left, MARGIN - tile.top, box),))


def _first_sheet(plan: Plan, rows: tuple[tuple[Tile, ...], ...]) -> Drawing:
    """A small map of the sheets, and what to do with them."""
    sheet = Drawing(f"{plan.name} template", *A4_LANDSCAPE)
    size, scale = plan.outline.size, 0.2
    sheet.text(MARGIN + 5, 24, f"Table top {plan.name}: template 1:1 on {sum(map(len, rows))} sheets", 7)
    x, y = MARGIN + 12, 52.0
    sheet.rect(x, y, size.width * scale, size.height * scale, CUT)
    for row in rows:
        for tile in row:
            left, top = x + tile.left * scale, y + tile.top * scale
            sheet.rect(left, top, tile.width * scale, tile.height * scale, MARK)
            sheet.text(
                left + tile.width * scale / 2, top + tile.height * scale / 2 + 2, tile.name, 6, "middle"
            )
    across(sheet, x, x + size.width * scale, y - 5, size=4, text=f"{number(size.width)} mm")
    along(sheet, y, y + size.height * scale, x - 5, size=4, text=f"{number(size.height)} mm")
    sheet.lines(
        x + size.width * scale + 30,
        50,
        (
            "1. Print at 100 % (actual size);",
            "    check the rule on every sheet.",
            "2. Cut along the blue line at the",
            "    right and lower edge; glue so that",
            "    blue crosses lie upon each other.",
            f"3. Whole lines: cut; circles: {number(BUTTON.hole)} mm.",
            "    Dashed: boards below; holes of",
            "    screens are assumed: hold your",
            "    module against them first.",
            "4. Orange: the coil's edge and middle.",
            "5. Brown strips: rails, glued on top;",
            "    do not cut there.",
            f"6. Thin: cards ({number(CARDS.sleeve.width)} x {number(CARDS.sleeve.height)} mm), for",
            "    marks on the top.",
        ),
        4,
    )
    rule(sheet, MARGIN + 12, A4_LANDSCAPE[1] - 14)
    return sheet
