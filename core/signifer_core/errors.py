"""The errors of all three packages: one root, and for each a second parent that callers already know."""

from __future__ import annotations

import re
from collections.abc import Sequence

# More than these nobody mends at once, and each takes time to find.
MOST_FAULTS = 100
# So many letters of what a file says are told in a sentence; twice as many of a fault, with the names of files.
MOST_SAID = 240
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class Fault(str):
    """A fault that can be said in other words, in other languages: a line as any fault is, by ``code`` which one, and
    what it is about by name."""

    code: str
    figures: dict[str, int | str]

    def __new__(cls, text: str, code: str = "", **figures: int | str) -> Fault:
        fault = super().__new__(cls, text)
        fault.code, fault.figures = code, figures
        return fault


def worded(fault: str, text: str) -> str:
    """The same fault with another line."""
    return Fault(text, fault.code, **fault.figures) if isinstance(fault, Fault) else text


def plain(text: str) -> str:
    """``text`` in one line that no terminal obeys: what others have written may hold escape codes."""
    return worded(text, _CONTROL.sub(lambda found: repr(found[0])[1:-1], text))


def shortened(text: str, most: int = MOST_SAID) -> str:
    """``text`` without its middle, if it has more than ``most`` letters: where it is begins a sentence, what to do ends
    it."""
    before = (most - 1) // 2
    cut = text if len(text) <= most else f"{text[:before]}…{text[before + 1 - most :]}"
    return worded(text, cut)


class SigniferError(Exception):
    """The root of every error that Signifer raises on purpose."""


class RulesError(SigniferError):
    """An action that is malformed, refused or stale; nothing was changed by it."""


class DriverError(SigniferError, OSError):
    """A chip or a bus that does not do what its datasheet says."""


class ConfigError(SigniferError, ValueError):
    """A file that people write (table, script, catalogue) with faults in it.

    ``faults`` holds all of them, each one a plain line "FILE:LINE: what is wrong and what to do"; of more than
    `MOST_FAULTS` the first ones, and of one that is long the beginning and the end.
    """

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = [shortened(plain(fault), 2 * MOST_SAID) for fault in faults[:MOST_FAULTS]]
        if len(faults) > MOST_FAULTS:
            self.faults[-1] = worded(
                self.faults[-1], f"{self.faults[-1]}; there are more faults: mend these first"
            )
        super().__init__("\n".join(self.faults))
