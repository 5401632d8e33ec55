"""Texts that must be readable whole: wrapped, in the largest face that holds them, else on several pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from .canvas import Canvas
from .font import ARROW, font
from .symbols import symbol

MARK_GAP = 3
# Layouts remembered: a table draws the same texts again and again while figures beside them change.
CACHED = 64
MOST_LEADING = 3
SMALL_FACES = ("small", "tight")
SMALL_MARKS = {"arrow": "small-arrow"}


@dataclass(frozen=True)
class Block:
    """A text of its own, in one of ``faces`` (largest first), with the symbol ``mark`` hanging before it."""

    text: str
    faces: tuple[str, ...]
    mark: str = ""

    def face(self, level: int) -> str:
        """The face at a ``level`` of thrift: 0 is the largest."""
        return self.faces[min(level, len(self.faces) - 1)]

    def mark_in(self, face: str) -> str:
        """The mark's name beside text of ``face``: the arrow shrinks with it."""
        return SMALL_MARKS.get(self.mark, self.mark) if face in SMALL_FACES else self.mark


@dataclass(frozen=True)
class Line:
    """A line of text as it will be drawn; ``mark`` only on a block's first."""

    text: str
    face: str
    indent: int
    mark: str

    @property
    def height(self) -> int:
        letters = font(self.face).height
        return max(letters, symbol(self.mark).height) if self.mark else letters


@dataclass(frozen=True)
class Page:
    """Lines that fit together, and the texts that they hold (a text that runs over pages: the part shown)."""

    lines: tuple[Line, ...]
    texts: tuple[str, ...]

    @property
    def height(self) -> int:
        return sum(line.height for line in self.lines)


@lru_cache(maxsize=4 * CACHED)
def _lines(block: Block, face: str, width: int) -> tuple[Line, ...]:
    mark = block.mark_in(face)
    indent = symbol(mark).width + MARK_GAP if mark else 0
    texts = font(face).wrapped(block.text, width - indent)
    return tuple(Line(text, face, indent, "" if at else mark) for at, text in enumerate(texts))


def _one_page(blocks: Sequence[Block], level: int, width: int, height: int) -> Page | None:
    lines = [line for block in blocks for line in _lines(block, block.face(level), width)]
    page = Page(tuple(lines), tuple(block.text for block in blocks))
    return page if page.height <= height else None


def run_in(
    blocks: Sequence[Block], face: str, width: int, height: int, first: int | None = None
) -> Page | None:
    """All texts in one paragraph with arrows between them, if they fit so; ``first`` as in ``Font.wrapped``.

    The first line of a narrower ``first`` width lies beside something else and takes nothing of ``height``.
    """
    blocks = [block for block in blocks if block.text.split()]
    lines = font(face).wrapped(f" {ARROW} ".join(block.text for block in blocks), width, first)
    if (len(lines) - (first is not None)) * font(face).height > height:
        return None
    return Page(tuple(Line(line, face, 0, "") for line in lines), tuple(block.text for block in blocks))


def _height(lines: Sequence[Line]) -> int:
    return sum(line.height for line in lines)


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
        new = _lines(block, block.face(level), width)
        if _height(lines) + _height(new) > height:
            turn()
        if _height(new) <= height:
            lines.extend(new)
            texts.append(block.text)
            continue
        for line in new:
            if _height(lines) + line.height > height:
                texts.append(" ".join(line.text for line in lines))
                turn()
            lines.append(line)
        texts.append(" ".join(line.text for line in lines))
    turn()
    return pages


def _tears(pages: Sequence[Page], blocks: Sequence[Block]) -> bool:
    """Whether a word of ``blocks`` is broken over two lines, because none is wide enough for it."""
    lines = [line.text for page in pages for line in page.lines]
    return " ".join(lines).split() != " ".join(block.text for block in blocks).split()


def one_page(blocks: Sequence[Block], width: int, height: int) -> Page | None:
    """``blocks`` on one page in the largest of their faces that allows it, if any does; rather smaller than with words
    that are broken."""
    return _largest_page(tuple(block for block in blocks if block.text.split()), width, height)


@lru_cache(maxsize=CACHED)
def _largest_page(blocks: tuple[Block, ...], width: int, height: int) -> Page | None:
    levels = max((len(block.faces) for block in blocks), default=1)
    found = [page for level in range(levels) if (page := _one_page(blocks, level, width, height))]
    return next((page for page in found if not _tears([page], blocks)), found[0] if found else None)


def pages(blocks: Sequence[Block], width: int, height: int) -> list[Page]:
    """``blocks`` on one page if that is possible, else on as few as possible, and no smaller than that needs; rather
    smaller or on more pages than with words that are broken.

    No text, no page. Nothing is ever left out.
    """
    written = tuple(block for block in blocks if block.text.split())
    return list(_fewest_pages(written, width, height)) if written else []


@lru_cache(maxsize=CACHED)
def _fewest_pages(blocks: tuple[Block, ...], width: int, height: int) -> tuple[Page, ...]:
    page = _largest_page(blocks, width, height)
    if page:
        return (page,)
    levels = max(len(block.faces) for block in blocks)
    spreads = [_spread(blocks, level, width, height) for level in range(levels)]
    fewest = min(spreads, key=lambda pages: (_tears(pages, blocks), len(pages)))
    return tuple(fewest)


def large_pages(blocks: Sequence[Block], width: int, height: int) -> list[Page]:
    """``blocks``, each in the largest of its faces in which it is whole, on as many pages as that takes: for texts that
    are read, not glanced at."""
    return list(_large_pages(tuple(block for block in blocks if block.text.split()), width, height))


@lru_cache(maxsize=CACHED)
def _large_pages(blocks: tuple[Block, ...], width: int, height: int) -> tuple[Page, ...]:
    return tuple(_spread([_whole(block, width, height) for block in blocks], 0, width, height))


def _whole(block: Block, width: int, height: int) -> Block:
    """The block in the first of its faces in which it is on one page and none of its words is broken, else in the
    last one."""
    for face in block.faces:
        lines = _lines(block, face, width)
        words = " ".join(line.text for line in lines).split()
        if words == block.text.split() and _height(lines) <= height:
            return Block(block.text, (face,), block.mark)
    return Block(block.text, block.faces[-1:], block.mark)


def draw(
    canvas: Canvas, page: Page, left: int, upper: int, height: int, *, ink: int = 1, top: bool = False
) -> None:
    """Draw ``page`` in the middle of ``height`` pixels (or at their ``top``), with air between lines to spare."""
    spare = height - page.height
    leading = min(MOST_LEADING, max(0, spare) // (len(page.lines) + 1))
    y = upper + (0 if top else (spare - leading * (len(page.lines) - 1)) // 2)
    for line in page.lines:
        letters = font(line.face)
        upper = y + (line.height - letters.height) // 2
        if line.mark:
            picture = symbol(line.mark)
            middle = upper + letters.ascent - letters.glyph("x").top // 2
            lowest = y + line.height - picture.height
            canvas.picture(
                picture, left, max(y, min(middle - picture.height // 2, lowest)), line.mark, ink=ink
            )
        canvas.line(line.text, left + line.indent, upper, line.face, ink=ink)
        y += line.height + leading
    for text in page.texts:
        canvas.say(text)
