"""Rendering of a panel as a picture: the one door through which everything gets onto a screen."""

from __future__ import annotations

from . import code, column, flow, menu, player, qr, text
from .canvas import HEIGHT, WIDTH, Box, Canvas, Drawn
from .panels import CodePanel, ColumnPanel, MenuPanel, Panel, PlayerPanel, ScanPanel, StartPanel, TextPanel
from .symbols import symbol

__all__ = ["HEIGHT", "WIDTH", "Box", "Drawn", "page_texts", "pages", "render"]

START_HEAD = 28


def pages(panel: Panel) -> int:
    """How many pictures it takes to show all of ``panel``: nearly always 1."""
    if isinstance(panel, ColumnPanel):
        return column.page_count(panel)
    if isinstance(panel, PlayerPanel):
        return player.page_count(panel)
    if isinstance(panel, MenuPanel):
        return menu.page_count(panel)
    if isinstance(panel, TextPanel):
        return text.page_count(panel)
    if isinstance(panel, CodePanel):
        return code.page_count(panel)
    if isinstance(panel, ScanPanel):
        return qr.page_count(panel)
    return max(1, len(_start_pages(panel)))


def render(panel: Panel, page: int = 0) -> Drawn:
    """Draw page ``page`` of ``panel`` (from 0, modulo their number: a ticking counter will do)."""
    canvas = Canvas()
    page %= pages(panel)
    if isinstance(panel, ColumnPanel):
        column.draw(canvas, panel, page)
    elif isinstance(panel, PlayerPanel):
        player.draw(canvas, panel, page)
    elif isinstance(panel, MenuPanel):
        menu.draw(canvas, panel, page)
    elif isinstance(panel, TextPanel):
        text.draw(canvas, panel, page)
    elif isinstance(panel, CodePanel):
        code.draw(canvas, panel, page)
    elif isinstance(panel, ScanPanel):
        qr.draw(canvas, panel, page)
    else:
        _start(canvas, panel, page)
    return canvas.drawn()


def page_texts(panel: Panel) -> tuple[str, ...]:
    """All texts of all pages of ``panel``, in reading order, each once."""
    texts = [said for page in range(pages(panel)) for said in render(panel, page).texts]
    return tuple(dict.fromkeys(texts))


def _start_pages(panel: StartPanel) -> list[flow.Page]:
    blocks = [flow.Block(line, ("text", "small")) for line in panel.lines]
    return flow.pages(blocks, WIDTH - 4, HEIGHT - START_HEAD - 1)


def _start(canvas: Canvas, panel: StartPanel, page: int) -> None:
    canvas.ground(0, 0, WIDTH, START_HEAD, "head")
    canvas.picture(symbol("red"), 4, 10, "red", ink=0)
    canvas.picture(symbol("blue"), WIDTH - 13, 10, "blue", ink=0)
    canvas.label(panel.title, 16, 2, WIDTH - 32, "figure", "title", "bold", "small", ink=0, align="centre")
    found = _start_pages(panel)
    if found:
        flow.draw(canvas, found[page], 2, START_HEAD + 1, HEIGHT - START_HEAD - 1)
