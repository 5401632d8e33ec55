"""For how long a node keeps its host waiting. Only time in which the host has looked counts: a program that stood still
has asked nobody, and what was said to it meanwhile is still to be read."""

from __future__ import annotations

# The node is away after so much silence,
SILENT_US = 800_000
# and if it is not ready for a token after so long, whatever it says meanwhile.
READY_US = 3_000_000
# A host that comes later than this after it was to come has stood still.
LATE_US = 400_000


class Waiting:
    """Of one node, whose host looks from ``now_us`` on."""

    def __init__(self, now_us: int) -> None:
        self._due_us = now_us  # when the host is to look next
        self._asked_us: int | None = None  # since when it has been asked and has said nothing
        self._ready_us = now_us

    def looks(self, now_us: int) -> None:
        """The host looks whether it has said anything."""
        stood_us = now_us - self._due_us
        if stood_us > LATE_US:
            self._ready_us += stood_us
            if self._asked_us is not None:
                self._asked_us += stood_us
        self._due_us = now_us

    def until(self, due_us: int) -> int:
        """The host looks again at ``due_us``, which is returned."""
        self._due_us = due_us
        return due_us

    def asked(self, now_us: int) -> None:
        """It is asked something."""
        if self._asked_us is None:
            self._asked_us = now_us

    def heard(self) -> None:
        """It has said something, or nothing is wanted of it any longer."""
        self._asked_us = None

    def ready(self, now_us: int) -> None:
        """It is ready for a token, or at work on one."""
        self._ready_us = now_us

    def is_silent(self, now_us: int) -> bool:
        return self._asked_us is not None and now_us >= self._asked_us + SILENT_US

    def is_never_ready(self, now_us: int) -> bool:
        return now_us >= self._ready_us + READY_US
