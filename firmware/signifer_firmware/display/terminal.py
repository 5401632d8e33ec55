"""The table's screens in a terminal: two pixels a character where it is wide, eight (braille) where it is not."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat, zip_longest
from textwrap import wrap
from typing import TextIO

from PIL import Image
from signifer_core.errors import plain

from signifer_firmware.files.printing import obeyed

from .sheets import half_blocks

_HOME, _CLEAR, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[2J", "\x1b[K", "\x1b[J"
_BOLD, _DIM, _PIXELS, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[36m", "\x1b[0m"
_ENDLESS = 1_000_000
# A screen of 128 pixels and its frame in half blocks, with a margin.
HALF_BLOCKS_FROM = 132
_LIT = 128
Screen = tuple[str, Image.Image]
Draw = Callable[[Image.Image], list[str]]
# A braille character is U+2800 plus the bits of its dots: row, column, bit (Unicode, block Braille Patterns).
_DOTS = (
    (0, 0, 0x01),
    (1, 0, 0x02),
    (2, 0, 0x04),
    (0, 1, 0x08),
    (1, 1, 0x10),
    (2, 1, 0x20),
    (3, 0, 0x40),
    (3, 1, 0x80),
)


def braille(image: Image.Image) -> list[str]:
    """One character for 2x4 pixels: 128x64 pixels become 16 lines of 64. Sizes must be multiples of 2 and 4."""
    data = image.convert("L").tobytes()
    rows = [data[start : start + image.width] for start in range(0, len(data), image.width)]
    return [
        "".join(
            chr(0x2800 + sum(bit for dy, dx, bit in _DOTS if rows[y + dy][x + dx] >= _LIT))
            for x in range(0, image.width, 2)
        )
        for y in range(0, image.height, 4)
    ]


class Terminal:
    """Prints frames: a caption, then screens side by side, or below each other as they fit.

    On a tty a frame is drawn over the one before and fits into ``height`` lines; where not all of the screens do,
    those that changed go before the others and a line says which are left out. Elsewhere frames follow one another.
    """

    def __init__(self, stream: TextIO, width: int, height: int, colour: bool) -> None:
        self._stream = obeyed(stream)
        self._width = width
        self._height = height
        self._colour = colour
        self._redraws = stream.isatty()
        self._shown: dict[str, bytes] = {}
        self._printed = False

    @classmethod
    def of(cls, stream: TextIO, *, colour: bool = True) -> Terminal:
        """The terminal behind ``stream``, as large as it is; colour only on a tty."""
        size = shutil.get_terminal_size((HALF_BLOCKS_FROM, 50))
        return cls(stream, size.columns, size.lines, colour and stream.isatty())

    def show(self, caption: str, screens: list[tuple[str, Image.Image]]) -> None:
        """Print one frame: what hands do, and the screens as they are then, the most important first."""
        captions = wrap(plain(caption), max(20, self._width - 1)) or [""]
        room = self._height - len(captions) - 2 if self._redraws else _ENDLESS
        rows, left_out = self._fitting(screens, room)
        self._shown |= {name: image.tobytes() for name, image in screens}
        lines = [self._dressed(line, _BOLD) for line in captions]
        lines.append(self._dressed(f"(no room for: {', '.join(left_out)})", _DIM) if left_out else "")
        for row in rows:
            lines += (
                "".join(self._dressed(line, _PIXELS) for line in beside)
                for beside in zip_longest(*(box.lines for box in row), fillvalue="")
            )
        self._print(lines)

    def _fitting(self, screens: list[Screen], room: int) -> tuple[list[list[Box]], list[str]]:
        """The boxes by rows, as large as they fit into ``room`` lines, and the screens for which there is none."""
        changed_first = sorted(screens, key=lambda screen: self._shown.get(screen[0]) == screen[1].tobytes())
        rows: list[list[Box]] = []
        left_out: list[str] = []
        for number, first, others in self._ways(len(screens)):
            kept = {name for name, _ in changed_first[:number]}
            left_out = [name for name, _ in screens if name not in kept]
            draws = chain([first], repeat(others))
            drawn = zip((screen for screen in screens if screen[0] in kept), draws, strict=False)
            rows = self._flow([_box(name, draw(image)) for (name, image), draw in drawn])
            if _height(rows) <= room:
                break
        return rows, left_out

    def _ways(self, screens: int) -> Iterator[tuple[int, Draw, Draw]]:
        """How many screens to show and how to draw the first and the others, best first.

        Half blocks, at least for the first, are worth leaving out all but two screens, and no more.
        """
        if self._width >= HALF_BLOCKS_FROM:
            for number in range(screens, min(screens, 2) - 1, -1):
                yield number, half_blocks, half_blocks
                yield number, half_blocks, braille
        for number in range(screens, 0, -1):
            yield number, braille, braille

    def _flow(self, boxes: list[Box]) -> list[list[Box]]:
        """Rows of boxes, each as many as the width bears."""
        rows: list[list[Box]] = []
        for box in boxes:
            if rows and sum(other.width for other in rows[-1]) + box.width <= self._width:
                rows[-1].append(box)
            else:
                rows.append([box])
        return rows

    def _dressed(self, line: str, code: str) -> str:
        return f"{code}{line}{_PLAIN}" if self._colour and line else line

    def _print(self, lines: list[str]) -> None:
        if not self._redraws:
            self._stream.write("\n".join(line.rstrip() for line in lines) + "\n\n")
        else:
            start = _HOME if self._printed else _CLEAR + _HOME
            self._stream.write(start + "".join(f"{line}{_CLEAR_LINE}\n" for line in lines) + _CLEAR_BELOW)
        self._printed = True
        self._stream.flush()


@dataclass(frozen=True)
class Box:
    """A screen drawn in a frame that bears its name; all lines are ``width`` characters."""

    lines: list[str]
    width: int


def _box(name: str, pixels: list[str]) -> Box:
    width = len(pixels[0]) if pixels else 0
    title = f" {name} "[:width]
    lines = [f"┌{title.ljust(width, '─')}┐", *(f"│{line}│" for line in pixels), f"└{'─' * width}┘"]
    return Box(lines, width + 2)


def _height(rows: list[list[Box]]) -> int:
    return sum(max(len(box.lines) for box in row) for row in rows)
