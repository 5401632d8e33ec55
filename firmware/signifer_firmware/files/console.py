"""Colours, where a terminal has them and NO_COLOR is not set, around text that may be of others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TextIO

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from .printing import obeyed, shown

# The marks of maps, and what stands for them on a terminal that has no letters for them: one "?" is like another.
_MARKS = str.maketrans("█▓▒░·", "#=+-.")


class PlainConsole(Console):
    """Rich's own codes go out as they are; those in the text are shown."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__(file=obeyed(stream), highlight=False)
        try:
            "".join(map(chr, _MARKS)).encode(self.encoding)
        except UnicodeEncodeError:
            self._marks = _MARKS
        else:
            self._marks = {}

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield (
                segment
                if segment.control
                else Segment(shown(segment.text.translate(self._marks)), segment.style)
            )

    def on_broken_pipe(self) -> None:
        """Rich would end with 1, by which a doctor says that something fails; the command knows what to do."""
        raise
