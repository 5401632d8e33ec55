"""What a benchmark hands over: figures, each beside what it is measured against, and how they are taken."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Effort:
    """How much is measured. Counts are repetitions; ``play_s`` is virtual seconds, ``decisions`` how many of a robots'
    game are played at the most, ``games`` how many a store holds."""

    visits: int
    runs: int
    lays: int
    play_s: int
    positions: int
    decisions: int
    games: int


FULL = Effort(visits=200, runs=5, lays=60, play_s=60, positions=300, decisions=10_000, games=10_000)
QUICK = Effort(visits=3, runs=1, lays=3, play_s=1, positions=3, decisions=25, games=50)


@dataclass(frozen=True)
class Figure:
    """One measured value beside a peer's, in the same unit.

    ``limit``: the other value is one that ours may not exceed. ``wall``: measured on the processor, and so another
    number on another machine; the rest comes out of the twins' clocks and counts and is the same everywhere.
    """

    part: str
    what: str
    unit: str
    ours: float
    against: str
    theirs: float
    limit: bool = False
    wall: bool = False

    def __post_init__(self) -> None:
        if self.theirs <= 0 or self.ours < 0:
            raise ValueError(f"{self.what}: {self.ours} against {self.theirs} makes no ratio")

    @property
    def ratio(self) -> float:
        """Ours for each of theirs: below 1 we need less."""
        return self.ours / self.theirs

    @property
    def over(self) -> bool:
        """Whether a limit is exceeded."""
        return self.limit and self.ratio > 1

    def to_json(self) -> dict[str, str | float | bool]:
        """Plain values, the ratio among them."""
        return {
            "part": self.part,
            "what": self.what,
            "unit": self.unit,
            "ours": round(self.ours, 3),
            "against": self.against,
            "theirs": round(self.theirs, 3),
            "ratio": round(self.ratio, 4),
            "limit": self.limit,
            "over": self.over,
            "wall": self.wall,
        }


class MissingPeerError(Exception):
    """A peer is not installed. The text says what to do."""


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of ``values`` that ``percent`` of them do not exceed."""
    ordered = sorted(values)
    rank = -(-len(ordered) * percent // 100)
    return ordered[max(0, int(rank) - 1)]


def processor_us(call: Callable[[], object]) -> float:
    """Processor time of one call of this process, in microseconds."""
    start = time.process_time_ns()
    call()
    return (time.process_time_ns() - start) / 1000


def median_us(call: Callable[[], object], repeats: int) -> float:
    """The median of the processor times of ``repeats`` calls, in microseconds."""
    return statistics.median(processor_us(call) for _ in range(repeats))
