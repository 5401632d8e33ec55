"""A menu on a player's screen: that of agreement, or their own.

rows  0..10  its title, which entry this is
rows 11..43  the entry, what holds and what it would be set to, what stands against it
rows 45..53  the shapes of those whose ok it takes, each with their ok once it is given
rows 54..63  how to leave
"""

from __future__ import annotations

from signifer_core.layout import Side

from . import flow
from .canvas import WIDTH, Canvas
from .font import ARROW, font
from .marks import PAGE_DOTS_HEIGHT, page_dots, page_dots_width
from .panels import MenuPanel
from .symbols import symbol

HEAD = 11
BODY_BOTTOM = 44
OKS_TOP = 45
LEAVE_TOP = 54


def page_count(panel: MenuPanel) -> int:
    """How many pictures the panel takes."""
    return max(1, len(_pages(panel)))


def draw(canvas: Canvas, panel: MenuPanel, page: int) -> None:
    """Draw page ``page`` of the panel."""
    pages = _pages(panel)
    canvas.ground(0, 0, WIDTH, HEAD, "head")
    right = WIDTH - 3
    order = f"{panel.number}/{panel.count}"
    canvas.figure(order, right, 1, face="bold", ink=0)
    right -= font("bold").width(order) + 4
    if len(pages) > 1:
        right -= page_dots_width(len(pages))
        page_dots(canvas, right, (HEAD - PAGE_DOTS_HEIGHT) // 2, page, len(pages), ink=0)
        right -= 4
    left = canvas.picture(symbol(panel.player), 3, 1, panel.player, ink=0) + 4
    canvas.label(panel.title, left, 0, right - left, "bold", "small", ink=0)
    if pages:
        flow.draw(canvas, pages[page], 1, HEAD, BODY_BOTTOM - HEAD)
    canvas.rule(0, BODY_BOTTOM, WIDTH, BODY_BOTTOM + 1)
    wide = WIDTH // len(panel.oks)
    for at, player in enumerate(panel.oks):
        _ok(canvas, panel, player, at * wide, wide)
    canvas.label(panel.leave, 2, LEAVE_TOP, WIDTH - 4, "small", align="centre")


def _pages(panel: MenuPanel) -> list[flow.Page]:
    value = f"{panel.was} {ARROW} {panel.value}" if panel.was and panel.value else panel.value or panel.was
    # The larger face has no arrow.
    faces = ("bold", "text", "small") if ARROW in value else ("head", "bold", "text", "small")
    blocks = [
        flow.Block(panel.entry, ("text", "text", "small", "tight")),
        flow.Block(value, faces),
        *(flow.Block(note, ("small", "small", "small", "tight"), "warning") for note in panel.notes),
    ]
    return flow.pages(blocks, WIDTH - 2, BODY_BOTTOM - HEAD)


def _ok(canvas: Canvas, panel: MenuPanel, player: Side, left: int, wide: int) -> None:
    given = player in panel.given
    if given:
        canvas.ground(left, OKS_TOP, left + wide - 1, LEAVE_TOP, "given")
    ink = 0 if given else 1
    x = canvas.picture(symbol(player), left + 3, OKS_TOP, player, ink=ink) + 4
    canvas.label(panel.ok if given else panel.ask, x, OKS_TOP, left + wide - 2 - x, "small", ink=ink)
