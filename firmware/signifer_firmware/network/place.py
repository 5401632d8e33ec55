"""One phone at a time: whoever came first has the page, as long as it is there."""

from __future__ import annotations

from collections.abc import Callable

# A phone whose page is open asks every other second; one that was put away has gone.
STAYS_S = 45.0


class Place:
    """The one phone's, known by its address in the table's own network; ``monotonic`` tells seconds. While the table
    tries a network the phone cannot be there, and keeps its place (``keep``)."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._peer, self._until_s = "", 0.0

    def take(self, peer: str) -> bool:
        """A phone is there; whether the page is its own."""
        now_s = self._monotonic()
        if self._peer not in ("", peer) and now_s < self._until_s:
            return False
        until_s = now_s + STAYS_S
        # It may ask once more as its network goes: what was kept for it longer stays so.
        self._until_s = max(self._until_s, until_s) if self._peer == peer else until_s
        self._peer = peer
        return True

    def keep(self, stays_s: float = STAYS_S) -> None:
        """Whoever has it has it for so long from now on, whatever was said before."""
        if self.is_taken:
            self._until_s = self._monotonic() + stays_s

    @property
    def is_taken(self) -> bool:
        """Whether a phone is there."""
        return bool(self._peer) and self._monotonic() < self._until_s
