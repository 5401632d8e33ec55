"""What the log hears of bad clients: a line a minute of each, and never a traceback."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# The longest line, and how many clients are told apart.
MOST_LETTERS, MOST_PEERS = 200, 256
EVERY_S = 60.0


class Complaints:
    """Passes on to ``say`` what there is to say of a peer, once in EVERY_S at most. ``monotonic`` tells seconds."""

    def __init__(self, say: Callable[[str], None], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._say, self._monotonic = say, monotonic
        self._said_s: dict[str, float] = {}

    def of(self, peer: str, what: str) -> None:
        """There is ``what`` to say of ``peer``. When too many are known, those that come new share one line."""
        now_s = self._monotonic()
        self._said_s = {who: said_s for who, said_s in self._said_s.items() if now_s - said_s < EVERY_S}
        who = peer if len(self._said_s) < MOST_PEERS else "many"
        if who not in self._said_s:
            self._said_s[who] = now_s
            line = " ".join(what.split())
            self._say(
                f"page: {who or 'somebody'}: {line[:MOST_LETTERS]}; more of it within a minute is not told"
            )


class PeerLogger(logging.Logger):
    """A logger for what libraries say of one connection, in place of their own: ``peer`` tells whose."""

    def __init__(self, complaints: Complaints, peer: str) -> None:
        super().__init__("signifer.page", logging.WARNING)
        self._complaints, self._peer = complaints, peer

    def handle(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self._complaints.of(self._peer, record.getMessage() + (f" {error!r}" if error is not None else ""))


class _Passing(logging.Handler):
    """Passes on what nobody in particular is to blame for."""

    def __init__(self, complaints: Complaints) -> None:
        super().__init__()
        self._complaints = complaints

    def emit(self, record: logging.LogRecord) -> None:
        self._complaints.of("", record.getMessage())


@contextmanager
def hearing_the_loop(complaints: Complaints) -> Iterator[None]:
    """Meanwhile asyncio's own warnings are complaints, too: it has one for each word to somebody who has gone, which
    would be written without end."""
    logger, passing = logging.getLogger("asyncio"), _Passing(complaints)
    was_propagating, logger.propagate = logger.propagate, False
    logger.addHandler(passing)
    try:
        yield
    finally:
        logger.removeHandler(passing)
        logger.propagate = was_propagating
