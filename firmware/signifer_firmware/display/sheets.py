"""Pictures of screens where there is no screen: in half blocks on a terminal, and all of a table's on one sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from .canvas import HEIGHT, WIDTH
from .font import font

# By what is lit, 2 for above and 1 for below.
_BLOCKS = dict(enumerate((" ", "\N{LOWER HALF BLOCK}", "\N{UPPER HALF BLOCK}", "\N{FULL BLOCK}")))
_SCALE = 3
_GAP = 8
_CAPTION = 16


def half_blocks(image: Image.Image) -> list[str]:
    """A mode "1" image of even height as lines of text, two rows of pixels a line: a 128x64 screen takes 128x32."""
    if image.height % 2:
        raise ValueError(f"an image of {image.height} rows cannot be drawn two rows a line")
    lit = image.convert("1").convert("L").tobytes()
    width = image.width
    above, below = (int.from_bytes(bit * width, "big") for bit in (b"\2", b"\1"))
    lines = []
    for start in range(0, len(lit), 2 * width):
        # A byte a pixel, all bits of it lit or none: a whole row at once.
        upper = int.from_bytes(lit[start : start + width], "big") & above
        lower = int.from_bytes(lit[start + width : start + 2 * width], "big") & below
        lines.append((upper | lower).to_bytes(width, "big").decode("ascii").translate(_BLOCKS))
    return lines


def contact_sheet(images: Mapping[str, Image.Image], *, scale: int = _SCALE) -> Image.Image:
    """The screens of a table on one sheet (mode "L"), lying as on the table, each ``scale`` times as large, captioned.

    Names such as "3 blue" go to the upper row (those that face blue) and "3 red" to the one below, by column;
    others ("red", "blue") to a last row, blue's first, who sits above. Screens keep their own way up: each is
    shown as its reader sees it.
    """
    rows = [
        sorted(name for name in images if name.endswith(" blue")),
        sorted(name for name in images if name.endswith(" red")),
        sorted(name for name in images if " " not in name),
    ]
    rest = sorted(set(images) - {name for row in rows for name in row})
    rows = [row for row in (*rows, rest) if row]
    width = WIDTH * scale + _GAP
    height = HEIGHT * scale + _GAP + _CAPTION
    across = max(map(len, rows), default=1)
    sheet = Image.new("L", (across * width + _GAP, len(rows) * height + _GAP), 235)
    for down, row in enumerate(rows):
        indent = (across - len(row)) * width // 2
        for at, name in enumerate(row):
            x = _GAP + indent + at * width
            y = _GAP + down * height
            _caption(sheet, name, x, y)
            enlarged = (
                images[name].convert("L").resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
            )
            sheet.paste(enlarged, (x, y + _CAPTION))
    return sheet


def strip_sheet(
    rows: Sequence[tuple[str, Sequence[Image.Image | None]]], heads: Sequence[str], *, scale: int = 2
) -> Image.Image:
    """Pictures in rows, one after the other in time (mode "L"): each row with its caption above (a row without one
    goes on with what is above it), one column for each of ``heads``; None leaves a place empty."""
    width, height = WIDTH * scale + _GAP, HEIGHT * scale + _GAP
    tall = _CAPTION + _GAP + sum(height + (_CAPTION if caption else 0) for caption, _ in rows)
    sheet = Image.new("L", (len(heads) * width + _GAP, tall), 235)
    for at, head in enumerate(heads):
        _caption(sheet, head, _GAP + at * width, _GAP // 2)
    y = _CAPTION + _GAP
    for caption, images in rows:
        if caption:
            _caption(sheet, caption, _GAP, y)
            y += _CAPTION
        for at, image in enumerate(images):
            if image is not None:
                large = image.convert("L").resize((WIDTH * scale, HEIGHT * scale), Image.Resampling.NEAREST)
                sheet.paste(large, (_GAP + at * width, y))
        y += height
    return sheet


def _caption(sheet: Image.Image, name: str, x: int, y: int) -> None:
    letters = font("title")
    mask = Image.new("1", (letters.width(name) + 1, letters.height))
    letters.draw(mask, 0, letters.ascent, name)
    sheet.paste(40, (x, y), mask)
