"""Speech: moments of the table, kept for whoever says aloud what has happened between them.

The main loop puts down references and no more; sentences are made by those who say them, in threads of their own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from signifer_firmware.i18n.words import LANGUAGES, words_of
from signifer_firmware.texts.spoken import Moment, Saying, sayings

# How many changes of the table are kept: a voice that is further behind leaves the oldest out.
MOST_CHANGES = 16
# No change has more to say.
MOST_SAYINGS = 32


@dataclass(frozen=True)
class Spoken:
    """A saying with its number and its text in every language."""

    number: int
    saying: Saying
    texts: dict[str, str]


@dataclass(frozen=True)
class Change:
    """Two moments that follow each other; what is to be said between them is made when it is asked for."""

    number: int
    before: Moment
    now: Moment

    @cached_property
    def spoken(self) -> tuple[Spoken, ...]:
        """All of it, in order; the numbers rise from change to change."""
        found = []
        for at, saying in enumerate(sayings(self.before, self.now)[:MOST_SAYINGS]):
            names = self.now.bundle.names
            texts = {language: saying.text(words_of(language).calling(names)) for language in LANGUAGES}
            if texts[LANGUAGES[0]]:
                found.append(Spoken(self.number * MOST_SAYINGS + at, saying, texts))
        return tuple(found)


class Speech:
    """What one table has to say. ``heard`` is called when there may be more, by the main loop's thread."""

    def __init__(self) -> None:
        self.heard: Callable[[], None] = lambda: None
        self._before: Moment | None = None
        self._count = 0
        self._changes: deque[Change] = deque(maxlen=MOST_CHANGES)

    def look(self, now: Moment) -> None:
        """Take in a moment. The first one says nothing."""
        before, self._before = self._before, now
        if before is None:
            return
        self._count += 1
        self._changes.append(Change(self._count, before, now))
        self.heard()

    @property
    def changes(self) -> tuple[Change, ...]:
        """The last changes, the oldest first; they no longer change."""
        return tuple(self._changes)
