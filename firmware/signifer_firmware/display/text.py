"""Pages of text on a player's screen: help, reasons, lists.

rows  0..10  their shape, the title, which page this is; lit while it is up to them
rows 12..63  the paragraphs, each whole on a page if it can be
rows 54..63  how to leave, if the panel says so
"""

from __future__ import annotations

from . import flow
from .canvas import HEIGHT, WIDTH, Canvas
from .marks import HEAD, head
from .panels import TextPanel

BODY_TOP = HEAD + 1
LEAVE_TOP = 54
# Smaller faces are for paragraphs that would run over pages, and for words that are wider than a line.
FACES = ("text", "small", "tight")


def page_count(panel: TextPanel) -> int:
    """How many pictures take turns: one if the panel stands open at a page."""
    return text_pages(panel) if panel.page is None else 1


def text_pages(panel: TextPanel) -> int:
    """How many pages its text has, whether they take turns or are turned by hand."""
    return max(1, len(_pages(panel)))


def draw(canvas: Canvas, panel: TextPanel, page: int) -> None:
    """Draw page ``page`` of the panel, or the one at which it stands open."""
    pages = _pages(panel)
    count = max(1, len(pages))
    here = (page if panel.page is None else panel.page) % count
    head(canvas, panel.player, panel.title, here, count, lit=panel.active)
    if pages:
        flow.draw(canvas, pages[here], 1, BODY_TOP, _body_height(panel), top=True)
    if panel.leave:
        canvas.label(panel.leave, 2, LEAVE_TOP, WIDTH - 4, "small", align="centre")


def _body_height(panel: TextPanel) -> int:
    return (LEAVE_TOP if panel.leave else HEIGHT) - BODY_TOP


def _pages(panel: TextPanel) -> list[flow.Page]:
    blocks = [flow.Block(paragraph, FACES) for paragraph in panel.paragraphs]
    return flow.large_pages(blocks, WIDTH - 2, _body_height(panel))
