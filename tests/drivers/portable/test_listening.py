"""Known tags that are silent are listened for: their own answers, if damaged, are told from noise that nobody sent."""

from __future__ import annotations

import random

import pytest
from signifer_drivers.portable.iso14443a import (
    BROKEN,
    CLEAN,
    COLLISION,
    REQA,
    SILENT,
    WUPA,
    Inventory,
    Link,
    crc_a,
)
from signifer_drivers.portable.iso14443a_frames import atqa, is_like
from signifer_drivers.portable.iso14443a_known import LISTENS, MOST_HEARD
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.tag import Tag

from tests.drivers.links import FieldLink

A = bytes.fromhex("04112233445566")
TRIES = 5
SILENCE = (SILENT, b"", 0, 0)
SAK = b"\x04" + crc_a(b"\x04")


class Ear(Link):
    """Hears nothing but what ``answer`` gives to a frame, by how many of the same kind came before."""

    def __init__(
        self, to_request: tuple[int, bytes, int, int], to_select: tuple[int, bytes, int, int] = SILENCE
    ) -> None:
        self.to_request, self.to_select = to_request, to_select
        self.requests = self.selects = 0

    def transceive(self, data: bytes, last_bits: int, align: int, want: int) -> tuple[int, bytes, int, int]:
        if data in (REQA, WUPA):
            self.requests += 1
            return self.to_request
        if len(data) == 9:
            self.selects += 1
            return self.to_select
        return SILENCE


def visited(link: Link, *known: bytes, tries: int = TRIES) -> Inventory:
    visit = Inventory(link)
    visit.run(known or (A,), tries)
    return visit


@pytest.mark.parametrize(
    ("data", "bits", "is_so"),
    [
        (SAK, 24, True),
        (bytes((SAK[0] ^ 0x20, SAK[1] ^ 0x01, SAK[2])), 24, True),
        (bytes((SAK[0] ^ 0x20, SAK[1] ^ 0x01, SAK[2] ^ 0x80)), 24, False),
        (SAK, 23, False),
        (SAK[:2], 16, False),
        (b"\x00" + crc_a(b"\x00"), 24, False),
        (b"\x00\x00\x00", 24, False),
        (b"\xff\xff\xff", 24, False),
    ],
)
def test_what_a_tag_says_differs_in_two_bits_at_most(data: bytes, bits: int, is_so: bool) -> None:
    assert is_like(data, bits, SAK) == is_so


def test_few_random_bits_are_like_an_answer() -> None:
    """One in 500 of those that are as many as an ATQA has, and one in 56,000 of a SAK's."""
    rng = random.Random(1)
    atqas = sum(is_like(rng.randbytes(2), 16, atqa(A)) for _ in range(50_000))
    saks = sum(is_like(rng.randbytes(3), 24, SAK) for _ in range(50_000))
    assert 60 <= atqas <= 150
    assert saks <= 5


@pytest.mark.parametrize(("size", "answer"), [(4, b"\x04\x00"), (7, b"\x44\x00"), (10, b"\x84\x00")])
def test_what_a_request_is_answered_tells_the_length_of_the_uid(size: int, answer: bytes) -> None:
    assert atqa(bytes(size)) == answer


def test_a_silent_visit_counts_as_many_tries_as_ever() -> None:
    """Requests stand for tries, and take no longer."""
    ear = Ear(SILENCE)
    visit = visited(ear)
    assert (visit.misses, visit.garbled, visit.in_part) == ({A: (TRIES + 1, 0)}, False, False)
    assert ear.selects == 2 * 2
    assert ear.requests >= 3 * LISTENS
    short = Ear(SILENCE)
    assert visited(short, tries=2).misses == {A: (3, 0)}
    assert short.requests < LISTENS


@pytest.mark.parametrize("answer", [(CLEAN, b"\x44\x00", 16, 0), (BROKEN, b"\x45\x00", 16, 0)])
def test_who_answers_a_request_as_a_tag_does_is_somebody(answer: tuple[int, bytes, int, int]) -> None:
    visit = visited(Ear(answer))
    assert (visit.garbled, visit.in_part, visit.uids) == (True, False, [])


@pytest.mark.parametrize(
    "answer",
    [
        (BROKEN, b"\x55\xaa", 16, 0),
        (BROKEN, b"\x44\x00", 15, 0),
        (BROKEN, b"\x44\x00\x01", 24, 0),
        (COLLISION, b"\x00\x00", 16, 1),
    ],
)
def test_noise_is_nobody_to_the_one_that_listens(answer: tuple[int, bytes, int, int]) -> None:
    ear = Ear(answer)
    visit = Inventory(ear)
    visit.misses[A] = (0, 0)
    assert not visit.listen((A,), 3)
    assert (visit.misses, visit.in_part, ear.requests, ear.selects) == ({A: (3, 0)}, False, 3 * LISTENS, 0)


def test_whoever_is_heard_is_asked_for_by_uid_a_few_times() -> None:
    """What was silent then is no try more: perhaps another tag was heard."""
    ear = Ear((BROKEN, b"\x45\x00", 16, 0))
    visit = Inventory(ear)
    visit.misses[A] = (0, 0)
    assert visit.listen((A,), 3)
    assert (visit.misses, ear.selects) == ({A: (0, 0)}, 2 * MOST_HEARD)


@pytest.mark.parametrize(
    ("answer", "is_there"),
    [
        ((BROKEN, bytes((SAK[0] ^ 0x01, *SAK[1:])), 24, 0), True),
        ((CLEAN, bytes((SAK[0] ^ 0x01, *SAK[1:])), 24, 0), True),
        ((BROKEN, b"\x5a\xa5\x5a", 24, 0), False),
        ((BROKEN, SAK, 22, 0), False),
    ],
)
def test_a_damaged_answer_to_its_own_select_proves_that_a_tag_is_there(
    answer: tuple[int, bytes, int, int], is_there: bool
) -> None:
    visit = visited(Ear(SILENCE, answer))
    assert (visit.in_part, visit.uids) == (is_there, [])
    assert visit.misses[A][1] > 0


def test_of_two_that_begin_alike_only_the_last_answer_is_a_sign() -> None:
    cousin = A[:3] + b"\x01\x02\x03\x04"
    assert not visited(Ear(SILENCE, (BROKEN, SAK, 24, 0)), A, cousin).in_part


def test_a_tag_that_is_heard_while_listening_is_read_once() -> None:
    """The first tries were in vain; and the others of the visit are not asked of it any more."""
    field = Field(random.Random(1))
    field.put(Tag(A))
    link = FieldLink(field)
    link.deaf = set(range(1, 9))
    visit = visited(link, A, b"\x04\x01\x02\x03\x04\x05\x06")
    assert visit.uids == [A]
    assert not visit.garbled
