"""A column screen: the enemy's side above, terrain and control between, the reader's own side below.

Where a side's total is a sum that is worth reading, its lines take turns with the units.

rows  0..21  enemy: shape, units, total
rows 22..41  column number, terrain, cost or what goes on, control; or a result, a notice, a fault
rows 42..63  own: shape, units, total
"""

from __future__ import annotations

from . import flow
from .canvas import HEIGHT, WIDTH, Canvas
from .font import font
from .marks import MOST_DOTS, PAGE_DOTS_HEIGHT, page_dots, page_dots_width
from .panels import ColumnPanel, SidePanel, Sketch, UnitMark
from .symbols import symbol, terrain_symbol, unit_symbol

BAND = 22
STRIP_TOP = BAND
STRIP_BOTTOM = HEIGHT - BAND
UNITS_LEFT = 11
LABEL_LEFT = UNITS_LEFT + 13 + 2
UNIT_HEIGHT = 11
LINES = 2
# So many pages can be marked below the shape; more take room from the names.
DOTS_BELOW_SHAPE = 2
NOTE_FACES = ("bold", "small", "tight")
UNKNOWN = "?"
SUM_LEFT = UNITS_LEFT + 2
SUM_FACES = ("text", "small", "tight")
LEADS = {"selected": "selected", "confirmed": "lead"}


def _grouped(units: tuple[UnitMark, ...]) -> list[tuple[UnitMark, str]]:
    """Each unit with its name; equal ones together, with their number, where there are more than lines."""
    if len(units) <= LINES:
        return [(unit, unit.label) for unit in units]
    counts: dict[UnitMark, int] = {}
    for unit in units:
        counts[unit] = counts.get(unit, 0) + 1
    return [
        (unit, f"{number}\N{MULTIPLICATION SIGN} {unit.label}" if number > 1 else unit.label)
        for unit, number in counts.items()
    ]


def _packed(lines: tuple[str, ...], face: str, width: int) -> list[str]:
    """The summands in rows of at most ``width`` pixels; none is broken."""
    rows: list[str] = []
    for line in lines:
        longer = f"{rows[-1]} {line}" if rows else line
        if rows and font(face).width(longer) <= width:
            rows[-1] = longer
        else:
            rows.append(line)
    return rows


def _sum_rows(side: SidePanel, width: int) -> tuple[str, list[str]]:
    """The largest face in which the summands take fewest pages, and none is too wide; and their rows."""
    found = [(face, _packed(side.lines, face, width)) for face in SUM_FACES]
    whole = [
        (face, rows) for face, rows in found if all(font(face).width(row) <= width for row in rows)
    ] or found[-1:]
    return min(whole, key=lambda entry: -(-len(entry[1]) // LINES))


def _sum_left(count: int) -> int:
    """Where the summands begin: to the right of the page dots, which lie below the shape, or a number beside it."""
    if count > MOST_DOTS:
        return UNITS_LEFT + page_dots_width(count) + 3
    return max(SUM_LEFT, page_dots_width(count) + 3)


def _sum_place(side: SidePanel) -> tuple[int, int]:
    """Left edge and width of the summands, beside the total and the page dots that they make necessary."""
    figure = UNKNOWN if side.unknown else "" if side.total is None else str(side.total)
    right = WIDTH - 3 - (font("figure").width(figure) + 2 if figure else 0)
    left = SUM_LEFT
    while True:
        count = _unit_pages(side) + -(-len(_sum_rows(side, right - left)[1]) // LINES)
        if _sum_left(count) <= left:
            return left, right - left
        left = _sum_left(count)


def _unit_pages(side: SidePanel) -> int:
    return max(1, -(-len(_grouped(side.units)) // LINES))


def _side_pages(side: SidePanel) -> int:
    if sketches := _sketches(side):
        return len(sketches)
    rows = len(_sum_rows(side, _sum_place(side)[1])[1]) if side.lines else 0
    return _unit_pages(side) + -(-rows // LINES)


def _strip_pages(panel: ColumnPanel) -> list[flow.Page | None]:
    """What the strip shows in turns; None stands for terrain and control.

    A fault comes first, then a refusal with its fix, a result, corrections. A turned terrain card is shown as well.
    """
    found = _strip_pages_beside(panel, 0)
    dots = 0
    while len(found) > 1 and page_dots_width(len(found)) > dots:
        dots = page_dots_width(len(found))
        found = _strip_pages_beside(panel, dots + 3)
    return found


def _strip_pages_beside(panel: ColumnPanel, dots: int) -> list[flow.Page | None]:
    width = WIDTH - 6 - dots
    height = STRIP_BOTTOM - STRIP_TOP
    fault = [flow.Block(panel.fault, ("text", "small"), "warning")]
    fix = flow.Block(panel.fix, ("small",), "small-arrow")
    refused = [flow.Block(panel.notice, ("bold", "small")), fix] if panel.notice else []
    faces = ("small",) if panel.result else ("bold", "small")
    turned = flow.Block(panel.turn, faces, "small-arrow")
    result = [flow.Block(panel.result, ("bold", "small")), turned]
    found: list[flow.Page | None] = []
    for blocks in (fault, refused, result, [] if refused else [fix]):
        found += flow.pages(blocks, width, height)
    return [*found, None] if panel.turn or not found else found


def page_count(panel: ColumnPanel) -> int:
    """How many pictures the panel takes: 1, or more where notices, units or sums do not fit into one."""
    return max(len(_strip_pages(panel)), _side_pages(panel.own), _side_pages(panel.enemy))


def draw(canvas: Canvas, panel: ColumnPanel, page: int) -> None:
    """Draw page ``page`` of the panel."""
    _side(canvas, panel.enemy, 0, page)
    strip = _strip_pages(panel)
    attention = strip[page % len(strip)]
    if attention is not None:
        _attention(canvas, attention, page % len(strip), len(strip))
    else:
        _terrain(canvas, panel)
    _side(canvas, panel.own, STRIP_BOTTOM, page)


def _sketches(side: SidePanel) -> tuple[Sketch, ...]:
    """What a game draws of the side itself, in turns; of what a silent reader would read there is nothing to be
    drawn."""
    return () if side.sketch is None or side.unknown else (side.sketch, *side.further)


def _side(canvas: Canvas, side: SidePanel, top: int, page: int) -> None:
    shape = symbol(side.player)
    sketches = _sketches(side)
    numbered = len(sketches) > DOTS_BELOW_SHAPE
    canvas.picture(shape, 0, top + (1 if numbered else (BAND - shape.height) // 2), side.player)
    if sketches:
        here = page % len(sketches)
        sketches[here].draw(canvas, top)
        if numbered:
            canvas.line(f"{here + 1}/{len(sketches)}", 0, top + BAND // 2 + 1, "small")
        elif len(sketches) > 1:
            _dots_by_shape(canvas, top, here, len(sketches))
        return
    left = WIDTH
    if side.unknown:
        left = canvas.figure(UNKNOWN, WIDTH - 1, top + 2)
    elif side.total is not None:
        left = canvas.figure(str(side.total), WIDTH - 1, top + 2)
    count, units = _side_pages(side), _unit_pages(side)
    here = page % count
    if here >= units:
        _sum(canvas, side, here - units, top)
        _dots_by_shape(canvas, top, here, count)
        return
    right = left - 2
    if count == DOTS_BELOW_SHAPE:
        _dots_by_shape(canvas, top, here, count)
    elif count > 1:
        right -= page_dots_width(count) + 2
        page_dots(canvas, right + 2, top + (BAND - PAGE_DOTS_HEIGHT) // 2, here, count)
    _units(canvas, _grouped(side.units)[LINES * here :][:LINES], top, right - LABEL_LEFT - 1)


def _dots_by_shape(canvas: Canvas, top: int, page: int, count: int) -> None:
    """Page dots below the shape; a number, which needs more height, beside it."""
    if count > MOST_DOTS:
        page_dots(canvas, UNITS_LEFT, top + (BAND - PAGE_DOTS_HEIGHT) // 2, page, count)
    else:
        page_dots(canvas, 0, top + BAND - 1 - PAGE_DOTS_HEIGHT, page, count)


def _sum(canvas: Canvas, side: SidePanel, page: int, top: int) -> None:
    """Two rows of what the total is made of."""
    left, width = _sum_place(side)
    face, rows = _sum_rows(side, width)
    shown = rows[LINES * page :][:LINES]
    y = top + (BAND - UNIT_HEIGHT * len(shown)) // 2
    for row in shown:
        canvas.label(row, left, y, width, face)
        y += UNIT_HEIGHT


def _units(canvas: Canvas, shown: list[tuple[UnitMark, str]], top: int, width: int) -> None:
    """Up to two units."""
    names = [font("small").wrapped(label, width - _lead_width(unit)) for unit, label in shown]
    if len(names) == 1 and len(names[0]) == LINES:
        _long_unit(canvas, shown[0][0], names[0], top)
        return
    y = top + (BAND - UNIT_HEIGHT * len(shown)) // 2
    for unit, label in shown:
        _unit(canvas, unit, label, y, width)
        y += UNIT_HEIGHT


def _unit(canvas: Canvas, unit: UnitMark, label: str, y: int, width: int) -> None:
    """One unit's line; an unpaid one is dark on a lit ground."""
    flag = _lead_width(unit)
    width -= flag
    face = "text" if font("text").width(label) <= width else "small"
    shown = font(face).width(font(face).shortened(label, width))
    ink = _unit_picture(canvas, unit, y, UNIT_HEIGHT, flag + shown)
    canvas.label(label, LABEL_LEFT + flag, y, width, "text", "small", ink=ink)


def _long_unit(canvas: Canvas, unit: UnitMark, lines: list[str], top: int) -> None:
    """A lone unit whose name takes two lines."""
    letters = font("small")
    height = LINES * letters.height + 2
    y = top + (BAND - height) // 2
    flag = _lead_width(unit)
    ink = _unit_picture(canvas, unit, y, height, flag + max(map(letters.width, lines)))
    for at, line in enumerate(lines):
        canvas.line(line, LABEL_LEFT + flag, y + 1 + at * letters.height, "small", ink=ink)
    canvas.say(" ".join(lines))


def _unit_picture(canvas: Canvas, unit: UnitMark, y: int, height: int, width: int) -> int:
    """The unit's symbol, and its flag if it leads, with the ground of an unpaid one behind it and its name.

    Returns the ink for the name.
    """
    ink = 1
    if unit.unpaid:
        canvas.ground(UNITS_LEFT - 1, y, LABEL_LEFT + width + 1, y + height, "unpaid")
        ink = 0
    picture = unit_symbol(unit.kind)
    canvas.picture(picture, UNITS_LEFT, y + (height - picture.height) // 2, unit.kind, ink=ink)
    if unit.lead:
        flag = symbol(LEADS[unit.lead])
        canvas.picture(flag, LABEL_LEFT, y + (height - flag.height) // 2, LEADS[unit.lead], ink=ink)
    return ink


def _lead_width(unit: UnitMark) -> int:
    """Pixels that the flag of a lead takes before the name."""
    return symbol(LEADS[unit.lead]).width + 2 if unit.lead else 0


def _attention(canvas: Canvas, page: flow.Page, number: int, count: int) -> None:
    canvas.ground(0, STRIP_TOP, WIDTH, STRIP_BOTTOM, "notice")
    if count > 1:
        dots = page_dots_width(count)
        # Three rows down, also "1/5", which needs more room above than squares, lies on the ground.
        page_dots(canvas, WIDTH - 3 - dots, STRIP_TOP + 3, number, count, ink=0)
    flow.draw(canvas, page, 3, STRIP_TOP, STRIP_BOTTOM - STRIP_TOP, ink=0)


def _terrain(canvas: Canvas, panel: ColumnPanel) -> None:
    canvas.rule(0, STRIP_TOP, WIDTH, STRIP_TOP + 1)
    canvas.rule(0, STRIP_BOTTOM - 1, WIDTH, STRIP_BOTTOM)
    top = STRIP_TOP + 2
    canvas.ground(0, top, 13, top + 16, "column")
    canvas.label(str(panel.column), 1, top, 11, "title", ink=0, align="centre")
    if panel.middle is not None:
        panel.middle.draw(canvas, STRIP_TOP + 1)
        return
    left = 17
    if panel.terrain:
        left = canvas.picture(terrain_symbol(panel.terrain), left, top + 1, panel.terrain) + 4
    right = WIDTH
    if panel.control is not None:
        toward = "down" if panel.control == panel.facing else "up"
        shape = symbol(panel.control)
        arrow = symbol(toward)
        right = WIDTH - 2 - shape.width - 3 - arrow.width
        canvas.picture(arrow, right, top + 2, toward)
        canvas.picture(shape, right + arrow.width + 3, top + 3, panel.control)
        right -= 4
    width = right - left
    if panel.note:
        face = next(
            (name for name in NOTE_FACES if font(name).width(panel.note) <= width - 6), NOTE_FACES[-1]
        )
        shown = font(face).width(font(face).shortened(panel.note, width - 6))
        canvas.ground(left, top + 2, left + shown + 6, top + 15, "note")
        canvas.label(panel.note, left + 3, top + 3, width - 6, *NOTE_FACES, ink=0)
        return
    below = panel.remark if panel.cost is None else f"{panel.cost_label} {panel.cost}"
    if not below:
        canvas.label(panel.terrain_name, left, top + 3, width, "bold", "small")
    else:
        canvas.label(panel.terrain_name, left, top - 1, width, "small")
        canvas.label(below, left, top + 8, width, "small")
