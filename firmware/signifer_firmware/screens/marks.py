"""Little marks that several screens share: which of several pages is shown."""

from __future__ import annotations

from signifer_firmware.screens.canvas import Canvas
from signifer_firmware.screens.font import font
from signifer_firmware.screens.symbols import symbol

PAGE_DOTS_HEIGHT = 4
MOST_DOTS = 4
_PITCH = 6


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
