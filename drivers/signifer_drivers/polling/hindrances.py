"""Hindrances: what makes a zone unknown though its reader works: bad air, an unread card, a crowd of tags, or what an
examination finds in the air. Pure.

What comes and goes is told as one: each time that a hindrance is back within AGAIN_US it stays for longer after it was
last noticed, so that nobody's zone flickers between known and unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from signifer_drivers.readers.faults import GAIN, NEIGHBOUR, NOISE, SLOW, WEAK, named_in

from .findings import Change, Finding

# What is back so soon after it was over is the same again: then it stays STAYS_US after it was last noticed, and twice
# as long each time, at most MOST_STAYS_US.
AGAIN_US = 10_000_000
STAYS_US, MOST_STAYS_US = 2_000_000, 8_000_000
_IN_THE_AIR = [[cause] for cause in (GAIN, NEIGHBOUR, NOISE, SLOW, WEAK)]


def is_noise(cause: str) -> bool:
    """Whether that is why a reader fails."""
    return named_in(cause)[:1] == [NOISE]


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
        if here.cause and since_us < (max(here.stays_us, STAYS_US) if cause else here.stays_us):
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

    def failed(self, reader: str, at_us: int, cause: str, before: str) -> list[Change]:
        """The reader fails by this cause, and did so ``before`` by that one, or "". What its examinations find in the
        air comes and goes as any hindrance does; of a chip that fails all is told as it is."""
        if named_in(cause)[:1] in _IN_THE_AIR:
            return self.noticed(reader, at_us, cause)
        self._by_reader.pop(reader, None)
        return [] if cause == before else [Change(Finding.FAULT, reader, cause=cause)]

    def __iter__(self) -> Iterator[str]:
        return (reader for reader, here in self._by_reader.items() if here.cause)

    def __contains__(self, reader: str) -> bool:
        here = self._by_reader.get(reader)
        return here is not None and bool(here.cause)
