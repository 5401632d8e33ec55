"""docs/build.md as a builder reads it: the commands of its stages in their order, and what each one says."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "build.md"
_STAGE = re.compile(r"^## (\d) ")
_STATUS = re.compile(r"\bstatus (\d+)\b")
# Commands within a line of prose.
_SPAN = re.compile(r"`((?:sudo |signifer |make |apt |pipx )[^`\n]+)`")
# What stands for something of any length; alone in a line, for any lines.
ANY = "..."


@dataclass(frozen=True)
class Said:
    """A command of a stage, the words that are typed, its exit status, and the lines that the page has below it."""

    stage: int
    line: int
    words: tuple[str, ...]
    status: int
    answer: tuple[str, ...]

    @property
    def text(self) -> str:
        return " ".join(f'"{word}"' if " " in word else word for word in self.words)

    def matches(self, output: str) -> bool:
        """Whether this is what was said; how it is broken into lines does not count."""
        left = " ".join(output.split())
        first, *further = [" ".join(piece.split()) for piece in " ".join(self.answer).split(ANY)]
        if not further:
            return left == first
        *between, last = further
        if not left.startswith(first):
            return False
        left = left.removeprefix(first)
        for piece in between:
            _, found, left = left.partition(piece) if piece else ("", ANY, left)
            if not found:
                return False
        return left.endswith(last)


def said(page: str) -> Iterator[Said]:
    """The commands that stand in blocks of code; a block is indented by four places at least."""
    stage, is_code, found = 0, False, list[tuple[int, int, str, list[str]]]()
    for number, line in enumerate(page.splitlines(), 1):
        if heading := _STAGE.match(line):
            stage = int(heading[1])
        block = line.strip()
        if block and not line.startswith("    "):
            is_code = False
        elif block.startswith("$ "):
            is_code = True
            found.append((stage, number, block[2:], []))
        elif block:
            assert is_code, f"line {number}: a block of code begins with a command, as in $ signifer doctor"
            found[-1][3].append(block)
    for stage, number, typed, answer in found:
        words = tuple(shlex.split(typed, comments=True))
        status = _STATUS.search(typed.partition(" # ")[2])
        yield Said(stage, number, words, int(status[1]) if status else 0, tuple(answer))


def spans(page: str) -> Iterator[str]:
    """The commands that prose names."""
    for line in page.splitlines():
        yield from _SPAN.findall(line)
