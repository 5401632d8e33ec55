"""People at a terminal, who press and listen when `signifer doctor` asks them to."""

from __future__ import annotations

import select
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TextIO

from PIL.Image import Image

if TYPE_CHECKING:
    from rich.console import Console

YES, NO = ("y", "yes", "j", "ja", "o", "oui"), ("n", "no", "nein", "non")


class TerminalPeople:
    """Questions on a console, answers by lines of ``source``. ``by_key`` presses a virtual button: p and Enter."""

    is_there = True

    def __init__(self, console: Console, source: TextIO, by_key: Callable[[str], None] | None = None) -> None:
        self._console = console
        self._source = source
        self._by_key = by_key
        self._asked = ""

    def press(self, button: str, seconds: float) -> None:
        """See People."""
        self._asked = button
        how = f'press "{button}"' if self._by_key is None else f'p and Enter press "{button}"'
        self._say(f"  ?    {how} within {seconds:g} s; Enter skips it")

    def move(self, zone: str, seconds: float) -> None:
        """See People."""
        self._say(f"  ?    lay a card on {zone}, or lift one there, within {seconds:g} s; Enter skips it")

    def lift(self, zone: str, seconds: float) -> None:
        """See People."""
        self._say(f"  ?    lift a card from {zone} within {seconds:g} s; Enter skips it")

    def lay(self, zone: str, seconds: float) -> None:
        """See People."""
        self._say(f"  ?    lay it on {zone} again within {seconds:g} s; Enter skips it")

    def skips(self) -> bool:
        """See People."""
        if not select.select([self._source], [], [], 0)[0]:
            return False
        line = self._source.readline()
        if self._by_key is not None and line.strip() == "p":
            self._by_key(self._asked)
            return False
        return True

    def done(self) -> None:
        """See People."""
        self._asked = ""

    def hears(self) -> bool | None:
        """See People."""
        return self._says("Did the buzzer sound, low and then high?")

    def sees(self, question: str, pictures: Mapping[str, Image]) -> bool | None:
        """See People."""
        return self._says(question)

    def _says(self, question: str) -> bool | None:
        self._say(f"  ?    {question} y or n; Enter skips it")
        answer = self._source.readline().strip().lower()
        return True if answer in YES else False if answer in NO else None

    def _say(self, text: str) -> None:
        self._console.print(text, style="cyan", markup=False, highlight=False, soft_wrap=True)
