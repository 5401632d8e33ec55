"""Make the bundled fonts again from X.Org's PCF files: ``python display/fonts/from_pcf.py FOLDER_WITH_PCF_FILES``.

The files come from X.Org's font-adobe-75dpi (a Debian package has them: xfonts-75dpi). What changes on the way: only
the characters that our languages use are kept; characters that stand above a line's ascent or hang below its descent
are pressed into it, so that two lines of text can never touch.
"""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path

from PIL import PcfFontFile

HERE = Path(__file__).parent

# Our name, theirs, rows above and below the baseline.
FONTS = (
    ("small", "helvR08", 8, 1),
    ("text", "helvR10", 9, 2),
    ("bold", "helvB10", 9, 2),
    ("head", "helvB12", 10, 3),
    ("title", "helvB14", 12, 3),
    ("figure", "helvB24", 20, 5),
)
MINUS = "2212"
EN_DASH = "\N{EN DASH}"

# Advance and left bearing that read better than the original's: words a little apart, no hole before a 1.
BEARINGS = {("small", " "): (3, 0), ("small", "1"): (5, 1)}

Rows = list[int]


def squeezed(rows: Rows, width: int, excess: int) -> Rows:
    """``rows`` (ints, leftmost pixel highest bit) fewer by ``excess``: doubled rows go first, then blank ones."""
    rows = list(rows)
    for _ in range(excess):
        doubled = [at for at in range(1, len(rows)) if rows[at] == rows[at - 1] and rows[at]]
        blank = [at for at in range(1, len(rows) - 1) if not rows[at]]
        at = doubled[len(doubled) // 2] if doubled else blank[0] if blank else len(rows) - 1
        del rows[at]
    return rows


def converted(name: str, path: Path, ascent: int, descent: int) -> list[str]:
    """The lines of one font file: code point, advance, left bearing, top above baseline, width, rows in hex."""
    font = PcfFontFile.PcfFontFile(io.BytesIO(gzip.decompress(path.read_bytes())), "cp1252")
    lines = [f"ascent {ascent}", f"descent {descent}"]
    for code in range(0x20, 0x100):
        glyph = font.glyph[code]
        character = bytes([code]).decode("cp1252", "ignore")
        if glyph is None or not character or not character.isprintable():
            continue
        (advance, _), (left, upper, _, lower), _, image = glyph
        width = image.width
        rows = [
            sum(1 << (width - 1 - x) for x in range(width) if image.getpixel((x, y)))
            for y in range(image.height)
        ]
        top, bottom = -upper, lower
        if bottom > descent:
            above = rows[: max(0, len(rows) - bottom - 1)]
            rows = above + squeezed(rows[len(above) :], width, bottom - descent)
        if top > ascent:
            rows = squeezed(rows, width, top - ascent)
            top = ascent
        advance, left = BEARINGS.get((name, character), (advance, left))
        shape = ".".join(f"{row:x}" for row in rows) or "-"
        entry = f"{advance} {left} {top} {width} {shape}"
        lines.append(f"{ord(character):04x} {entry}")
        if character == EN_DASH:
            lines.append(f"{MINUS} {entry}")
    return lines


def main() -> None:
    """Write the font files beside this module."""
    folder = Path(sys.argv[1])
    for name, theirs, ascent, descent in FONTS:
        lines = converted(name, folder / f"{theirs}.pcf.gz", ascent, descent)
        (HERE / f"{name}.font").write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
