"""The page of enrolling in a terminal: the card that is asked for, how far it is, what has happened to a tag."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from rich.padding import Padding
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text
from signifer_core.errors import plain

from signifer_firmware.files.console import PlainConsole

_BAR = 30


class Page:
    """Lines below each other; on a terminal in colour, with a bar, and with a bell as a tag is bound."""

    def __init__(self, stream: TextIO) -> None:
        self._console = PlainConsole(stream)

    def line(self, text: str = "", style: str = "") -> None:
        """One line; where a terminal is narrow, words that go on below are indented as it is."""
        text = plain(text)
        words = text.lstrip()
        if not (words and self._console.is_terminal):
            self._console.print(Text(text, style), soft_wrap=True)
        else:
            self._console.print(Padding(Text(words, style), (0, 0, 0, len(text) - len(words)), expand=False))

    def card(
        self, card: str, title: str, figures: Sequence[str], *, done: int, of: int, place: str, equals: int
    ) -> None:
        """Ask for a card: what is printed on it, and where it is to be laid; it may be one of several ``equals``."""
        self.line()
        if self._console.is_terminal:
            row = Table.grid(padding=(0, 1))
            row.add_column(width=max(len(f"{of} of {of}"), 10))
            row.add_column(width=_BAR)
            row.add_column()
            bar = ProgressBar(total=max(of, 1), completed=done, width=_BAR)
            row.add_row(f"{done} of {of}", bar, Text(card, "bold"))
            self._console.print(row)
        else:
            self.line(f"{done} of {of}: {card}")
        self.line(f"  {title}: {', '.join(figures) or 'nothing is printed on it'}")
        any_of = f"; any of the {equals} will do, for they are equal" if equals else ""
        self.line(f"  lay it on {place}{any_of}")

    def bound(self, card: str, number: str) -> None:
        """A tag is bound, and on disk."""
        self.line(f"  {card} has the tag {number}", "green")
        if self._console.is_terminal:
            self._console.bell()

    def warn(self, text: str) -> None:
        """Something is not as it should be."""
        self.line(f"  {text}", "yellow")

    def ask(self, text: str) -> None:
        """A question; the answer is typed below it."""
        self.line(f"  {text}", "bold")
