"""Marks that several screens share: which of several pages is shown, and a player's head."""

from __future__ import annotations

from functools import lru_cache

from .canvas import WIDTH, Band, Canvas
from .font import font
from .symbols import symbol

HEAD = 11
PAGE_DOTS_HEIGHT = 4
MOST_DOTS = 4
_PITCH = 6
# As many as a game shows in some minutes.
HEADS = 64


def page_dots_width(count: int) -> int:
    """Pixels that ``page_dots`` takes for ``count`` pages."""
    if count > MOST_DOTS:
        return font("small").width(f"{count}/{count}")
    return _PITCH * count - 2


def page_dots(canvas: Canvas, x: int, y: int, page: int, count: int, *, ink: int = 1) -> None:
    """A square a page, the present one filled; beyond four pages "5/7", its middle where the squares' would be."""
    if count > MOST_DOTS:
        canvas.line(f"{page + 1}/{count}", x, y - 3, "small", ink=ink)
        return
    for at in range(count):
        canvas.picture(
            symbol("page-here" if at == page else "page-there"), x + _PITCH * at, y, "page", ink=ink
        )


def head(
    canvas: Canvas, player: str, title: str, page: int, count: int, *, lit: bool, clock: str = ""
) -> None:
    """A player's uppermost rows: their shape, ``title``, ``clock``, which page this is; ``lit`` while it is up to
    them."""
    canvas.put(_head(player, title, page, count, lit, clock))


@lru_cache(maxsize=HEADS)
def _head(player: str, title: str, page: int, count: int, lit: bool, clock: str) -> Band:
    canvas = Canvas()
    ink = 0 if lit else 1
    if lit:
        canvas.ground(0, 0, WIDTH, HEAD, "head")
    left = canvas.picture(symbol(player), 3, 1, player, ink=ink) + 4
    right = WIDTH - 3
    if count > 1:
        right -= page_dots_width(count)
        page_dots(canvas, right, (HEAD - PAGE_DOTS_HEIGHT) // 2, page, count, ink=ink)
        right -= 4
    if clock:
        width = font("small").width(clock)
        canvas.label(clock, right - width, 0, width, "small", ink=ink)
        right -= width + 4
    end = canvas.label(title, left, 0, right - left, "bold", "small", ink=ink) + 5
    if not lit and end < right:
        canvas.rule(end, HEAD // 2, right, HEAD // 2 + 1)
    return canvas.band(0, HEAD)
