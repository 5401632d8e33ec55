"""Hindrances: what makes a zone unknown though its reader works: bad air, an unread card, a crowd of tags. Pure.

What comes and goes is told as one: each time that a hindrance is back within AGAIN_US it stays for longer after it was
last noticed, so that nobody's zone flickers between known and unknown.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from .findings import Change, Finding

# What is back so soon after it was over is the same again: then it stays STAYS_US after it was last noticed, and twice
# as long each time, at most MOST_STAYS_US.
AGAIN_US = 10_000_000
STAYS_US, MOST_STAYS_US = 2_000_000, 8_000_000


@dataclass(slots=True)
class _Hindrance:
    """What is told of a zone, "" if nothing; when it was last noticed, and for how long it stays from then on."""

    cause: str = ""
    noticed_us: int = -1
    stays_us: int = 0


class Hindrances:
    """The zones that are unknown though their readers work, and why."""

    def __init__(self) -> None:
        self._by_reader: dict[str, _Hindrance] = {}

    def noticed(self, reader: str, at_us: int, cause: str) -> list[Change]:
        """What a visit has noticed, a sentence, or "" for nothing; what is told of it."""
        here = self._by_reader.get(reader)
        if here is None:
            if not cause:
                return []
            here = self._by_reader[reader] = _Hindrance()
        since_us = at_us - here.noticed_us
        if cause == here.cause:
            here.noticed_us = at_us if cause else here.noticed_us
            return []
        if here.cause and since_us < here.stays_us:
            return []
        if not cause:
            here.cause = ""
            return [Change(Finding.OK, reader)]
        is_again = here.noticed_us >= 0 and since_us < here.stays_us + AGAIN_US
        here.stays_us = min(max(2 * here.stays_us, STAYS_US), MOST_STAYS_US) if is_again else 0
        here.cause, here.noticed_us = cause, at_us
        return [Change(Finding.FAULT, reader, cause=cause)]

    def spread(self, readers: Collection[str], at_us: int, cause: str) -> list[Change]:
        """A visit of one reader has noticed what hinders these, too: nobody waits for their turns. Of
        whom something is told, nothing else is."""
        return [change for each in readers if each not in self for change in self.noticed(each, at_us, cause)]

    def failed(self, reader: str) -> None:
        """The reader fails, and is named for that."""
        self._by_reader.pop(reader, None)

    def __contains__(self, reader: str) -> bool:
        here = self._by_reader.get(reader)
        return here is not None and bool(here.cause)
