"""How much of the page's server anybody may take up: connections and pages, a fair share for each address.

The table itself and the phones that are paired have places of their own; whoever else comes, and finds all taken, has
one of the address that has most. So who comes with many turns away nobody but themselves.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .network import is_loopback

# Connections of the network, and as many again of this machine and of paired phones; of one peer; and how many one
# peer may begin within BUSY_S.
MOST_CONNECTIONS, MOST_OF_ONE, MOST_BEGUN = 256, 32, 120
BUSY_S = 10.0
# How long somebody who has sent junk, or far too much, is not let in; and how much junk is put up with before.
BANISHED_S, MOST_JUNK, JUNK_S = 10.0, 20, 60.0
MOST_PEERS = 1024


class Allowance:
    """So many things within so many seconds, counted again when they are over."""

    def __init__(self, most: int, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._most, self._seconds, self._monotonic = most, seconds, monotonic
        self._since_s, self._had = float("-inf"), 0

    def has(self, worth: int = 1) -> bool:
        """Whether one more is allowed, which is ``worth`` so many."""
        now_s = self._monotonic()
        if now_s - self._since_s >= self._seconds:
            self._since_s, self._had = now_s, 0
        self._had += worth
        return self._had <= self._most


def crowded(places: Mapping[str, int], newcomer: str) -> str | None:
    """Who has most ``places``, if one less is still no less than ``newcomer`` has with it: they lose one. None else."""
    who, most = max(places.items(), key=lambda item: item[1], default=("", 0))
    return who if most >= places.get(newcomer, 0) + 2 else None


@dataclass(frozen=True)
class Place:
    """A place for somebody; where all were taken, ``instead_of`` one of somebody else's."""

    instead_of: str = ""


@dataclass
class Gate:
    """Counts who comes: nobody from elsewhere may take up all there is. ``monotonic`` tells seconds, ``keeps`` for whom
    places are kept beside this machine."""

    monotonic: Callable[[], float] = time.monotonic
    keeps: Callable[[str], bool] = lambda peer: False
    _begun: dict[str, deque[float]] = field(default_factory=dict)
    _junk: dict[str, Allowance] = field(default_factory=dict)
    _banished: dict[str, float] = field(default_factory=dict)

    def place(self, peer: str, there: Mapping[str, int]) -> Place | None:
        """A place for one more connection of ``peer``, if they may, beside so many of each who is ``there``."""
        if self.keeps_for(peer):
            kept = sum(number for other, number in there.items() if self.keeps_for(other))
            return Place() if kept < MOST_CONNECTIONS else None
        if self._is_banished(peer) or there.get(peer, 0) >= MOST_OF_ONE or not self._is_patient(peer):
            return None
        beside = {other: number for other, number in there.items() if not self.keeps_for(other)}
        if sum(beside.values()) < MOST_CONNECTIONS:
            return Place()
        who = crowded(beside, peer)
        return None if who is None else Place(who)

    def has_sent_junk(self, peer: str, *, much: bool = False) -> None:
        """Somebody has sent what no page sends; ``much`` of it at once is enough to be sent away for a while."""
        if self.keeps_for(peer):
            return
        if peer not in self._junk:
            self._junk = dict(list(self._junk.items())[-MOST_PEERS:])
            self._junk[peer] = Allowance(MOST_JUNK, JUNK_S, self.monotonic)
        if much or not self._junk[peer].has():
            self._banished = dict(list(self._banished.items())[-MOST_PEERS:])
            self._banished[peer] = self.monotonic() + BANISHED_S

    def keeps_for(self, peer: str) -> bool:
        """Whether places are kept for ``peer``: somebody at this machine, or a paired phone."""
        return is_loopback(peer) or self.keeps(peer)

    def _is_banished(self, peer: str) -> bool:
        return self.monotonic() < self._banished.get(peer, float("-inf"))

    def _is_patient(self, peer: str) -> bool:
        now_s = self.monotonic()
        if len(self._begun) > MOST_CONNECTIONS:
            self._begun = {who: times for who, times in self._begun.items() if times[-1] > now_s - BUSY_S}
        times = self._begun.setdefault(peer, deque(maxlen=MOST_BEGUN))
        busy = len(times) == MOST_BEGUN and times[0] > now_s - BUSY_S
        if not busy:
            times.append(now_s)
        return not busy
