"""What has come in for the owner of a table, from the pages' thread."""

from __future__ import annotations

import queue
from dataclasses import dataclass, field

from signifer_firmware.web.server import messages as msg
from signifer_firmware.web.server.questions import PhoneWish, Reply, Wanted

# So much may wait where phones ask for more; what hands do is never refused for it.
MOST_WAITING = 64


@dataclass(frozen=True)
class Inbox:
    """Deeds in the order in which they came, each with the way back for an answer."""

    _waiting: queue.SimpleQueue[tuple[Wanted, Reply]] = field(default_factory=queue.SimpleQueue)

    def put(self, deed: Wanted, reply: Reply) -> None:
        """For any thread."""
        is_asked = isinstance(deed, PhoneWish) and not isinstance(deed.message, msg.Gone)
        if is_asked and self._waiting.qsize() >= MOST_WAITING:
            reply({"type": "refused", "reason": "too-often", "n": deed.n})
        else:
            self._waiting.put((deed, reply))

    def take(self, timeout_s: float) -> tuple[Wanted, Reply] | None:
        """The first one; None if none comes within the time."""
        try:
            return self._waiting.get(timeout=timeout_s) if timeout_s > 0 else self._waiting.get_nowait()
        except queue.Empty:
            return None
