"""Requests to a column node: questions that wait for their answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from signifer_drivers.portable import node_frames as nf
from signifer_drivers.readers.diagnosis import Question

# It takes 30 ms to find nothing behind a tag that was lifted, 0.6 s to find the last cause, and longer in much noise.
EXAMINE_LEASE_MS = 2_000
# So long a token may be on its way; and with less left of its lease, it is not worth being asked again.
LATENCY_US = 10_000
LEAST_LEASE_US = 20_000

# The answer that each question wants.
ANSWERS = {
    nf.ASK_HELLO: nf.HELLO,
    nf.TOKEN: nf.VISIT,
    nf.ASK_HEALTH: nf.HEALTH,
    nf.TUNE: nf.TUNED,
    nf.EXAMINE: nf.VISIT,
    nf.RESET: nf.RESET_DONE,
}


@dataclass(frozen=True)
class Tuning:
    """Gain and field of one reader, as in mfrc522.Mfrc522; ``up_us``: how long its field is up before known tags are
    asked, from nf.LEAST_UP_US to nf.MOST_UP_US in whole 100 us."""

    gain_db: int
    field: int
    up_us: int = nf.MOST_UP_US


class NodeQuestion:
    """A frame that waits for its answer. ``times_asked``: how often it was sent; ``asks``: of a token, the tags of each
    reader; ``wants``: what is left of it; ``until_us``: when it has come to an end, whatever was heard.

    ``since_us``: of an examination, when the field came on for the reading that it is about.
    """

    __slots__ = (
        "asks",
        "kind",
        "lease_us",
        "payload",
        "sent_us",
        "sequence",
        "since_us",
        "times_asked",
        "until_us",
        "wants",
    )

    def __init__(self, kind: int, payload: bytes = b"") -> None:
        self.kind = kind
        self.payload = payload
        self.sequence = 0
        self.times_asked = 0
        self.sent_us = 0
        self.lease_us = 0
        self.until_us = 0
        self.since_us: int | None = None
        self.wants: dict[int, tuple[bytes, ...]] = {}
        self.asks: Mapping[int, tuple[bytes, ...]] = {}

    def is_past_asking(self, now_us: int) -> bool:
        """Whether too little is left of a token's lease to ask for it again."""
        return bool(self.wants) and now_us > self.until_us - LATENCY_US - LEAST_LEASE_US

    def shorten(self, now_us: int) -> None:
        """What is asked for again ends when it would have ended if it had been heard at first."""
        if self.wants:
            left_ms = (self.until_us - LATENCY_US - now_us) // 1000
            at = 0 if self.kind == nf.TOKEN else 1
            self.payload = self.payload[:at] + left_ms.to_bytes(2, "little") + self.payload[at + 2 :]

    def complete(self, visited: nf.Visited, known: tuple[bytes, ...]) -> None:
        """Fill in what is left out of a visit in which all ``known`` tags were read as they were asked for. Raises
        FrameError for one that answers no question of this kind."""
        if visited.as_asked:
            if self.kind != nf.TOKEN:
                raise nf.FrameError("no known tags are asked for in an examination")
            visited.uids, visited.misses = known, ((0, 0),) * len(known)
        if len(visited.misses) not in (0, len(known)):
            raise nf.FrameError("the visit is not of this token")

    def is_at_work(self, now_us: int) -> None:
        """Who is at work is not silent. (Not 1: what follows says nothing about the clock.)"""
        self.sent_us = now_us
        self.times_asked = 2


def tune_question(reader: int, tuning: Tuning) -> NodeQuestion:
    return NodeQuestion(nf.TUNE, nf.Tune(reader, tuning.gain_db, tuning.field, tuning.up_us).payload())


def examine_question(reader: int, wanted: Question, since_us: int) -> NodeQuestion:
    uids = wanted.uids[: nf.MOST_KNOWN]
    examine = nf.Examine(reader, EXAMINE_LEASE_MS, wanted.odd, wanted.before, uids)
    question = NodeQuestion(nf.EXAMINE, examine.payload())
    question.wants = {reader: uids}
    question.lease_us = EXAMINE_LEASE_MS * 1000
    question.since_us = since_us
    return question
