"""A code on a player's screen, for the phone that is to be theirs.

rows  0..10  their shape, what this is about
rows 11..35  the code
rows 36..63  what it is for; with no code, from row 12
"""

from __future__ import annotations

from . import flow
from .canvas import HEIGHT, WIDTH, Canvas
from .marks import HEAD, head
from .panels import CodePanel

CODE_TOP = 11
BELOW_TOP = 36


def page_count(panel: CodePanel) -> int:
    """How many pictures the panel takes."""
    return max(1, len(_pages(panel)))


def draw(canvas: Canvas, panel: CodePanel, page: int) -> None:
    """Draw page ``page`` of the panel."""
    pages = _pages(panel)
    head(canvas, panel.player, panel.title, page, max(1, len(pages)), lit=True)
    if panel.code:
        canvas.label(" ".join(panel.code), 2, CODE_TOP, WIDTH - 4, "figure", "title", align="centre")
    if pages:
        flow.draw(canvas, pages[page], 1, _top(panel), HEIGHT - _top(panel))


def _top(panel: CodePanel) -> int:
    return BELOW_TOP if panel.code else HEAD + 1


def _pages(panel: CodePanel) -> list[flow.Page]:
    blocks = [flow.Block(line, ("text", "small", "tight")) for line in panel.lines]
    return flow.pages(blocks, WIDTH - 2, HEIGHT - _top(panel))
