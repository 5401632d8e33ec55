"""A column screen: the enemy's side above, terrain and control between, the reader's own side below.

rows  0..21  enemy: shape, units, total
rows 22..41  column number, terrain, cost, control; or a notice; or a fault
rows 42..63  own: shape, units, total
"""

from __future__ import annotations

from signifer_firmware.screens import flow
from signifer_firmware.screens.canvas import HEIGHT, WIDTH, Canvas
from signifer_firmware.screens.font import font
from signifer_firmware.screens.marks import PAGE_DOTS_HEIGHT, page_dots, page_dots_width
from signifer_firmware.screens.panels import ColumnPanel, SidePanel, UnitMark
from signifer_firmware.screens.symbols import symbol, terrain_symbol, unit_symbol

BAND = 22
STRIP_TOP = BAND
STRIP_BOTTOM = HEIGHT - BAND
UNITS_LEFT = 11
LABEL_LEFT = UNITS_LEFT + 13 + 2
UNIT_HEIGHT = 11
LINES = 2
# So many pages can be marked below the shape; more take room from the names.
DOTS_BELOW_SHAPE = 2
UNKNOWN = "?"


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


def _unit_pages(side: SidePanel) -> int:
    return max(1, -(-len(_grouped(side.units)) // LINES))


def _strip_pages(panel: ColumnPanel) -> list[flow.Page]:
    """The fault and the notice with its fix, as far as there are any; a fault first."""
    found = _strip_pages_beside(panel, 0)
    dots = 0
    while len(found) > 1 and page_dots_width(len(found)) > dots:
        dots = page_dots_width(len(found))
        found = _strip_pages_beside(panel, dots + 3)
    return found


def _strip_pages_beside(panel: ColumnPanel, dots: int) -> list[flow.Page]:
    width = WIDTH - 6 - dots
    height = STRIP_BOTTOM - STRIP_TOP
    fault = [flow.Block(panel.fault, ("text", "small"), "warning")]
    notice = [flow.Block(panel.notice, ("bold", "small")), flow.Block(panel.fix, ("small",), "small-arrow")]
    return flow.pages(fault, width, height) + flow.pages(notice, width, height)


def page_count(panel: ColumnPanel) -> int:
    """How many pictures the panel takes: 1, or more where notices or units do not fit into one."""
    return max(1, len(_strip_pages(panel)), _unit_pages(panel.own), _unit_pages(panel.enemy))


def draw(canvas: Canvas, panel: ColumnPanel, page: int) -> None:
    """Draw page ``page`` of the panel."""
    _side(canvas, panel.enemy, 0, page)
    strip = _strip_pages(panel)
    if strip:
        _attention(canvas, strip[page % len(strip)], page % len(strip), len(strip))
    else:
        _terrain(canvas, panel)
    _side(canvas, panel.own, STRIP_BOTTOM, page)


def _side(canvas: Canvas, side: SidePanel, top: int, page: int) -> None:
    shape = symbol(side.player)
    canvas.picture(shape, 0, top + (BAND - shape.height) // 2, side.player)
    left = WIDTH
    if side.unknown:
        left = canvas.figure(UNKNOWN, WIDTH - 1, top + 2)
    elif side.total is not None:
        left = canvas.figure(str(side.total), WIDTH - 1, top + 2)
    units = _grouped(side.units)
    count = _unit_pages(side)
    shown = units[LINES * (page % count) :][:LINES]
    right = left - 2
    if count == DOTS_BELOW_SHAPE:
        page_dots(canvas, 0, top + BAND - 1 - PAGE_DOTS_HEIGHT, page % count, count)
    elif count > 1:
        right -= page_dots_width(count) + 2
        page_dots(canvas, right + 2, top + (BAND - PAGE_DOTS_HEIGHT) // 2, page % count, count)
    width = right - LABEL_LEFT - 1
    names = [font("small").wrapped(label, width) for _, label in shown]
    if len(names) == 1 and len(names[0]) == LINES:
        _long_unit(canvas, shown[0][0], names[0], top)
        return
    y = top + (BAND - UNIT_HEIGHT * len(shown)) // 2
    for unit, label in shown:
        _unit(canvas, unit, label, y, width)
        y += UNIT_HEIGHT


def _unit(canvas: Canvas, unit: UnitMark, label: str, y: int, width: int) -> None:
    """One unit's line; an unpaid one is dark on a lit ground."""
    face = "text" if font("text").width(label) <= width else "small"
    shown = font(face).width(font(face).shortened(label, width))
    ink = _unit_picture(canvas, unit, y, UNIT_HEIGHT, shown)
    canvas.label(label, LABEL_LEFT, y, width, "text", "small", ink=ink)


def _long_unit(canvas: Canvas, unit: UnitMark, lines: list[str], top: int) -> None:
    """A lone unit whose name takes two lines."""
    letters = font("small")
    height = LINES * letters.height + 2
    y = top + (BAND - height) // 2
    ink = _unit_picture(canvas, unit, y, height, max(map(letters.width, lines)))
    for at, line in enumerate(lines):
        canvas.line(line, LABEL_LEFT, y + 1 + at * letters.height, "small", ink=ink)
    canvas.say(" ".join(lines))


def _unit_picture(canvas: Canvas, unit: UnitMark, y: int, height: int, width: int) -> int:
    """The unit's symbol, with the ground of an unpaid one behind it and its name; returns the ink for the name."""
    ink = 1
    if unit.unpaid:
        canvas.ground(UNITS_LEFT - 1, y, LABEL_LEFT + width + 1, y + height, "unpaid")
        ink = 0
    picture = unit_symbol(unit.kind)
    canvas.picture(picture, UNITS_LEFT, y + (height - picture.height) // 2, unit.kind, ink=ink)
    return ink


def _attention(canvas: Canvas, page: flow.Page, number: int, count: int) -> None:
    canvas.ground(0, STRIP_TOP, WIDTH, STRIP_BOTTOM, "notice")
    if count > 1:
        dots = page_dots_width(count)
        page_dots(canvas, WIDTH - 3 - dots, STRIP_TOP + 2, number, count, ink=0)
    flow.draw(canvas, page, 3, STRIP_TOP, STRIP_BOTTOM - STRIP_TOP, ink=0)


def _terrain(canvas: Canvas, panel: ColumnPanel) -> None:
    canvas.rule(0, STRIP_TOP, WIDTH, STRIP_TOP + 1)
    canvas.rule(0, STRIP_BOTTOM - 1, WIDTH, STRIP_BOTTOM)
    top = STRIP_TOP + 2
    canvas.ground(0, top, 13, top + 16, "column")
    canvas.label(str(panel.column), 1, top, 11, "title", ink=0, align="centre")
    picture = terrain_symbol(panel.terrain)
    left = canvas.picture(picture, 17, top + 1, panel.terrain) + 4
    right = WIDTH
    if panel.control is not None:
        toward = "down" if panel.control == panel.facing else "up"
        shape = symbol(panel.control)
        arrow = symbol(toward)
        right = WIDTH - 2 - shape.width - 3 - arrow.width
        canvas.picture(arrow, right, top + 2, toward)
        canvas.picture(shape, right + arrow.width + 3, top + 3, panel.control)
        right -= 4
    if panel.cost is None:
        canvas.label(panel.terrain_name, left, top + 3, right - left, "bold", "small")
    else:
        canvas.label(panel.terrain_name, left, top - 1, right - left, "small")
        canvas.label(f"{panel.cost_label} {panel.cost}", left, top + 8, right - left, "small")
