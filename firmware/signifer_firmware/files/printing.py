"""What a command prints: no text of others reaches a terminal as codes that it would obey, whoever prints it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO, cast

# Lines and columns are ours; all else is shown. docs/scripts.md: of JSON these characters are in strings alone, where
# they mean the same when they are written so.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


def shown(text: str) -> str:
    """``text`` with its control characters as JSON writes them, except ends of lines and tabs."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class _Plain:
    """A stream over another one, ``obeyed``, that hands on text as it is `shown`."""

    def __init__(self, stream: TextIO) -> None:
        self.obeyed = stream

    def write(self, text: str) -> int:
        self.obeyed.write(shown(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self.obeyed, name)


class _Told(_Plain):
    """What is told beside what a command does: it goes on where nobody takes that, as on a full disk."""

    def write(self, text: str) -> int:
        with suppress(OSError, ValueError):
            return super().write(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self.obeyed.flush()


def told_stream(stream: TextIO) -> TextIO:
    """As `plain_stream`, for errors and logs: what cannot be written there is left out."""
    return cast(TextIO, _Told(stream)) if stream is not None else stream


def plain_stream(stream: TextIO) -> TextIO:
    """The stream for text that may be of others; None, where a program was given none, stays so."""
    return cast(TextIO, _Plain(stream)) if stream is not None else stream


def obeyed(stream: TextIO) -> TextIO:
    """The stream for codes of our own, and for what goes byte for byte into a file: what is written there is not looked
    at."""
    return stream.obeyed if isinstance(stream, _Plain) else stream
