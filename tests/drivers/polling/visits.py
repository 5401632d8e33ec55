"""Visits of readers, as tests of what is believed need them."""

from __future__ import annotations

from signifer_drivers.polling.findings import Change, Visit

A, B, C = b"\x04aaaaaa", b"\x04bbbbbb", b"\x04cccccc"
HERE, NEXT = "3 red", "4 red"
LONG = 40  # silent tries that are enough at any rate


def read(*uids: bytes, garbled: bool = False, reader: str = HERE, **asked: tuple[int, int]) -> Visit:
    """A visit that read ``uids``; ``asked`` names the tags a, b, c that did not answer at once."""
    tries = {{"a": A, "b": B, "c": C}[name]: counts for name, counts in asked.items()}
    return Visit(reader, 0, uids, garbled, misses=tries)


def silent(*, reader: str = HERE, tries: int = LONG, lying: tuple[bytes, ...] = ()) -> Visit:
    """A visit in which A, B and C answered none of so many tries, but for those that lie there."""
    return Visit(reader, 0, lying, misses={uid: (tries, 0) for uid in (A, B, C) if uid not in lying})


def kinds(changes: list[Change]) -> list[tuple[str, str, bytes]]:
    return [(change.kind, change.reader, change.uid) for change in changes]
