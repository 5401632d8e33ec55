"""The bundled bitmap fonts: proportional, Latin-1 and the typographic marks of our languages.

By use: ``small`` (capitals of 6 pixels; ``tight`` is the same with narrow blanks), ``text`` and ``bold`` (8),
``head`` (9), ``title`` (11) and ``figure`` (digits of 18). Their origin and licence lie beside them in
``fonts/LICENSE``.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from PIL import Image

NAMES = ("small", "tight", "text", "bold", "head", "title", "figure")
ARROW = "\N{RIGHTWARDS ARROW}"
# What a lit pixel of a mode "1" image is in Pillow: paste() stores what it is given.
LIT = 255
TIGHT_BLANK = 2
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
NO_BREAK = "\N{NO-BREAK SPACE}"
# So many texts of a font are measured once, and so many written once.
MOST_WIDTHS = 2000
MOST_WRITTEN = 500
BLANKS = re.compile(rf"[^\S{NO_BREAK}]+")

# Drawn by ourselves: advance, left, top, width, rows.
_ARROWS = {
    "small": "8 0 5 7 4.2.7f.2.4",
    "tight": "8 0 5 7 4.2.7f.2.4",
    "text": "10 0 6 9 8.c.1fe.1ff.1fe.c.8",
    "bold": "10 0 6 9 8.c.1fe.1ff.1fe.c.8",
}
# A one is as wide as other digits there, and "13" would read as "1 3": no closer blank is in a narrow line.
_ONE = {"small": "4 1 6 2 1.3.1.1.1.1", "tight": "4 1 6 2 1.3.1.1.1.1"}


class Glyph(NamedTuple):
    """A character's picture: ``left`` of the pen and ``top`` rows above the baseline say where it lies."""

    advance: int
    left: int
    top: int
    width: int
    image: Image.Image | None


class Written(NamedTuple):
    """A text's picture: ``left`` of its edge and ``top`` rows above the baseline say where it lies."""

    left: int
    top: int
    image: Image.Image


class Font:
    """One size. A character that it does not have is drawn as its plain letter, or else as a hollow box."""

    def __init__(self, name: str, source: str, *, blank: int | None = None) -> None:
        header, *lines = source.splitlines()
        self.name = name
        self.ascent = int(header.removeprefix("ascent "))
        self.descent = int(lines[0].removeprefix("descent "))
        self.height = self.ascent + self.descent
        self._shapes = {chr(int(code, 16)): shape for code, _, shape in (x.partition(" ") for x in lines[1:])}
        if name in _ARROWS:
            self._shapes[ARROW] = _ARROWS[name]
        if name in _ONE:
            self._shapes["1"] = _ONE[name]
        self._glyphs: dict[str, Glyph] = {}
        self._widths: dict[str, int] = {}
        self._written: dict[str, Written | None] = {}
        if blank is not None:
            self._glyphs[" "] = self._glyphs[NO_BREAK] = Glyph(blank, 0, 0, 0, None)
        self.digit_height = self.glyph("0").top

    def glyph(self, character: str) -> Glyph:
        """The glyph of one character, made when first asked for."""
        found = self._glyphs.get(character)
        if found is None:
            found = self._glyphs[character] = self._make(character)
        return found

    def _make(self, character: str) -> Glyph:
        if character not in self._shapes:
            if character.isspace():
                return self.glyph(" ")
            plain = unicodedata.normalize("NFKD", character)[0]
            if plain != character:
                return self.glyph(plain)
            return self._hollow_box()
        advance, left, top, width, shape = self._shapes[character].split()
        rows = [] if shape == "-" else [int(row, 16) for row in shape.split(".")]
        if not any(rows):
            return Glyph(int(advance), 0, 0, 0, None)
        image = bitmap(rows, int(width))
        return Glyph(int(advance), int(left), int(top), int(width), image)

    def _hollow_box(self) -> Glyph:
        tall = self.glyph("H").top
        wide = tall * 2 // 3
        rows = [(1 << wide) - 1, *[1 << (wide - 1) | 1] * (tall - 2), (1 << wide) - 1]
        return Glyph(wide + 2, 1, tall, wide, bitmap(rows, wide))

    def width(self, text: str) -> int:
        """Pixels from the first to behind the last lit column of ``text``, blanks at its end included."""
        found = self._widths.get(text)
        if found is None:
            if len(self._widths) >= MOST_WIDTHS:
                self._widths.clear()
            found = self._widths[text] = self._laid(text)[1]
        return found

    def sinks(self, text: str) -> bool:
        """Whether anything of ``text`` hangs below the baseline."""
        glyphs = (self.glyph(character) for character in text)
        return any(glyph.image is not None and glyph.image.height > glyph.top for glyph in glyphs)

    def _laid(self, text: str) -> tuple[list[tuple[Glyph, int]], int]:
        laid: list[tuple[Glyph, int]] = []
        pen = 0
        right = 0
        before = ""
        for character in text:
            glyph = self.glyph(character)
            if not laid and glyph.image is not None:
                pen -= min(glyph.left, 0)
            if before == "+" and pen + glyph.left <= right:
                pen = right + 1 - glyph.left  # "+4" would look like two plus signs
            before = character
            laid.append((glyph, pen + glyph.left))
            right = max(right, pen + glyph.left + glyph.width)
            pen += glyph.advance
        return laid, max(right, pen if text.endswith(" ") else 0)

    def draw(self, image: Image.Image, x: int, baseline: int, text: str, ink: int = 1) -> None:
        """Draw ``text`` with its left edge at ``x``; ``ink`` is 1 (lit) or 0 (dark on a lit ground)."""
        if text not in self._written:
            if len(self._written) >= MOST_WRITTEN:
                self._written.clear()
            self._written[text] = self._write(text)
        written = self._written[text]
        if written is not None:
            image.paste(LIT * ink, (x + written.left, baseline - written.top), written.image)

    def _write(self, text: str) -> Written | None:
        """All lit pixels of ``text`` in one picture; None if there are none."""
        inked = [(glyph.image, at, glyph.top) for glyph, at in self._laid(text)[0] if glyph.image is not None]
        if not inked:
            return None
        left, top = min(at for _, at, _ in inked), max(top for _, _, top in inked)
        right = max(at + image.width for image, at, _ in inked)
        lower = max(image.height - top for image, _, top in inked)
        whole = Image.new("1", (right - left, top + lower))
        for image, at, above in inked:
            whole.paste(LIT, (at - left, top - above), image)
        return Written(left, top, whole)

    def wrapped(self, text: str, width: int, first: int | None = None) -> list[str]:
        """``text`` in lines of at most ``width`` pixels, broken at blanks, and within a word only if it must be.

        No line is broken at a no-break space, such as French has before a colon.

        ``first``: a narrower first line; it stays empty where not even a word fits into it.
        """
        lines: list[str] = []
        line = ""
        for word in filter(None, BLANKS.split(text)):
            longer = f"{line} {word}" if line else word
            if first is not None and not lines:
                if self.width(longer) <= first:
                    line = longer
                    continue
                lines.append(line)
                line, longer = "", word
            if self.width(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            while self.width(word) > width and len(word) > 1:
                fits = self._fitting(word, width)
                lines.append(word[:fits])
                word = word[fits:]
            line = word
        return [*lines, line] if line else lines

    def _fitting(self, word: str, width: int) -> int:
        fits = 1
        while fits < len(word) and self.width(word[: fits + 1]) <= width:
            fits += 1
        return fits

    def shortened(self, text: str, width: int) -> str:
        """``text`` itself if it fits into ``width`` pixels, else its beginning and an ellipsis."""
        if self.width(text) <= width:
            return text
        while text and self.width(text + ELLIPSIS) > width:
            text = text[:-1].rstrip()
        return text + ELLIPSIS


def bitmap(rows: list[int], width: int) -> Image.Image:
    """A mode "1" image of ``rows``, each an int whose bit ``width - 1`` is the leftmost pixel."""
    stride = (width + 7) // 8
    data = b"".join((row << (stride * 8 - width)).to_bytes(stride, "big") for row in rows)
    return Image.frombytes("1", (width, len(rows)), data)


@cache
def font(name: str) -> Font:
    """The bundled font ``name``, read once."""
    tight = name == "tight"
    file = "small" if tight else name
    source = files("signifer_firmware.display").joinpath("fonts", f"{file}.font").read_text("ascii")
    return Font(name, source, blank=TIGHT_BLANK if tight else None)
