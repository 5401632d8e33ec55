"""Texts that must be readable whole: wrapped, in the largest face that holds them, else on several pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from signifer_firmware.screens.canvas import Canvas
from signifer_firmware.screens.font import ARROW, font
from signifer_firmware.screens.symbols import symbol

MARK_GAP = 3
MOST_LEADING = 3


@dataclass(frozen=True)
class Block:
    """A text of its own, in one of ``faces`` (largest first), with the symbol ``mark`` hanging before it."""

    text: str
    faces: tuple[str, ...]
    mark: str = ""

    def face(self, level: int) -> str:
        """The face at a ``level`` of thrift: 0 is the largest."""
        return self.faces[min(level, len(self.faces) - 1)]

    def indent(self) -> int:
        """Pixels that the mark takes."""
        return symbol(self.mark).width + MARK_GAP if self.mark else 0


@dataclass(frozen=True)
class Line:
    """A line of text as it will be drawn; ``mark`` only on a block's first."""

    text: str
    face: str
    indent: int
    mark: str

    @property
    def height(self) -> int:
        return font(self.face).height


@dataclass(frozen=True)
class Page:
    """Lines that fit together, and the texts that they hold (a text that runs over pages: the part shown)."""

    lines: tuple[Line, ...]
    texts: tuple[str, ...]

    @property
    def height(self) -> int:
        return sum(line.height for line in self.lines)


def _lines(block: Block, level: int, width: int) -> list[Line]:
    face = block.face(level)
    texts = font(face).wrapped(block.text, width - block.indent())
    return [Line(text, face, block.indent(), "" if at else block.mark) for at, text in enumerate(texts)]


def _one_page(blocks: Sequence[Block], level: int, width: int, height: int) -> Page | None:
    lines = [line for block in blocks for line in _lines(block, level, width)]
    page = Page(tuple(lines), tuple(block.text for block in blocks))
    return page if page.height <= height else None


def run_in(blocks: Sequence[Block], face: str, width: int, height: int) -> Page | None:
    """All texts in one paragraph with arrows between them, if they fit so."""
    text = f" {ARROW} ".join(block.text for block in blocks)
    page = _one_page([Block(text, (face,))], 0, width, height)
    return page and Page(page.lines, tuple(block.text for block in blocks))


def _spread(blocks: Sequence[Block], level: int, width: int, height: int) -> list[Page]:
    """Several pages: a block starts a new one rather than be torn, and is torn only if longer than a page."""
    pages: list[Page] = []
    lines: list[Line] = []
    texts: list[str] = []

    def turn() -> None:
        if lines:
            pages.append(Page(tuple(lines), tuple(texts)))
            lines.clear()
            texts.clear()

    for block in blocks:
        new = _lines(block, level, width)
        each = new[0].height
        if sum(line.height for line in lines) + each * len(new) > height:
            turn()
        if each * len(new) <= height:
            lines.extend(new)
            texts.append(block.text)
            continue
        fits = max(1, height // each)
        for start in range(0, len(new), fits):
            turn()
            lines.extend(new[start : start + fits])
            texts.append(" ".join(line.text for line in lines))
    turn()
    return pages


def pages(blocks: Sequence[Block], width: int, height: int, *, run_in_face: str = "") -> list[Page]:
    """``blocks`` on one page if any of their faces allows it, else on several, spread at the smallest face but one.

    ``run_in_face``: try one paragraph of this face before a second page. Nothing is ever left out.
    """
    blocks = [block for block in blocks if block.text.split()]
    if not blocks:
        return []
    levels = max(len(block.faces) for block in blocks)
    for level in range(levels):
        page = _one_page(blocks, level, width, height)
        if page:
            return [page]
    if run_in_face and (page := run_in(blocks, run_in_face, width, height)):
        return [page]
    return _spread(blocks, max(0, levels - 2), width, height)


def draw(
    canvas: Canvas, page: Page, left: int, upper: int, height: int, *, ink: int = 1, top: bool = False
) -> None:
    """Draw ``page`` in the middle of ``height`` pixels (or at their ``top``), with air between lines to spare."""
    spare = height - page.height
    leading = min(MOST_LEADING, max(0, spare) // (len(page.lines) + 1))
    y = upper + (0 if top else (spare - leading * (len(page.lines) - 1)) // 2)
    for line in page.lines:
        if line.mark:
            picture = symbol(line.mark)
            middle = y + font(line.face).ascent - font(line.face).glyph("x").top // 2
            canvas.picture(
                picture,
                left,
                min(middle - picture.height // 2, y + line.height - picture.height),
                line.mark,
                ink=ink,
            )
        canvas.line(line.text, left + line.indent, y, line.face, ink=ink)
        y += line.height + leading
    for text in page.texts:
        canvas.say(text)
