"""Lines of the log, each with its priority: for a terminal, or for the journal of systemd."""

from __future__ import annotations

import os
from collections import deque
from contextlib import suppress
from typing import TextIO

# As in syslog(3).
ERROR, WARNING, NOTICE, INFO = 3, 4, 5, 6
MOST_NEWEST = 300


def is_journal(out: TextIO, stream: str | None) -> bool:
    """Whether ``out`` goes to the journal of systemd, by what JOURNAL_STREAM says: device and inode."""
    try:
        status = os.fstat(out.fileno())
    except (OSError, ValueError):
        return False
    return stream == f"{status.st_dev}:{status.st_ino}"


class Logbook:
    """Lines with a priority; it stands before each one if they go to the journal (``prefixed``)."""

    def __init__(self, out: TextIO, *, prefixed: bool) -> None:
        self._out = out
        self._prefixed = prefixed
        # The newest of its lines, for whoever has no terminal there.
        self.newest: deque[str] = deque(maxlen=MOST_NEWEST)

    def say(self, priority: int, text: str) -> None:
        """One fact. Whatever it holds, it is one line; what nobody takes, as on a full disk, is in `newest`."""
        line = " ".join(text.split())
        self.newest.append(line)
        with suppress(OSError, ValueError):
            self._out.write(f"<{priority}>{line}\n" if self._prefixed else f"{line}\n")
            self._out.flush()

    @property
    def stream(self) -> TextIO:
        """Where the lines go: for what only a terminal shows."""
        return self._out
