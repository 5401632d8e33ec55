"""The pure machine, on scripted answers and on a field without any chip between."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from signifer_drivers.portable import iso14443a
from signifer_drivers.portable.iso14443a import (
    BROKEN,
    CLEAN,
    COLLISION,
    HLTA,
    ROUGH_TRIES,
    SILENT,
    Inventory,
    Link,
    crc_a,
    inventory,
    levels,
)
from signifer_drivers.portable.iso14443a_frames import collision_end
from signifer_drivers.virtual.field import Field
from signifer_drivers.virtual.tag import Tag

from tests.drivers.fields import random_field
from tests.drivers.links import FieldLink

A = bytes.fromhex("04112233445566")


class Tape(Link):
    """Gives prepared answers, then silence."""

    def __init__(self, *answers: tuple[int, bytes, int, int]) -> None:
        self.answers = list(answers)
        self.frames: list[str] = []

    def transceive(self, data: bytes, last_bits: int, align: int, want: int) -> tuple[int, bytes, int, int]:
        self.frames.append(data.hex())
        return self.answers.pop(0) if self.answers else (SILENT, b"", 0, 0)


def sak(value: int) -> tuple[int, bytes, int, int]:
    return CLEAN, bytes((value,)) + crc_a(bytes((value,))), 24, 0


ATQA = (CLEAN, b"\x44\x00", 16, 0)
PART = (CLEAN, b"\x11\x22\x33\x44\x44", 40, 0)
# After an irregular visit: silence to HLTA, an answer to WUPA, and the SELECT once more.
PROOF = ((SILENT, b"", 0, 0), ATQA, sak(8))


def test_crc_of_the_standard() -> None:
    """ISO/IEC 14443-3 annex B: 00 00 gives A0 1E, 12 34 gives 26 CF; HLTA ends with 57 CD."""
    assert crc_a(b"\x00\x00") == b"\xa0\x1e"
    assert crc_a(b"\x12\x34") == b"\x26\xcf"
    assert iso14443a.HLTA == b"\x50\x00\x57\xcd"


def test_levels_of_a_uid() -> None:
    assert levels(b"\x01\x02\x03\x04") == [b"\x01\x02\x03\x04\x04"]
    assert [part.hex() for part in levels(A)] == ["88041122bf", "3344556644"]
    assert [part[0] for part in levels(bytes(range(10)))] == [0x88, 0x88, 6]


@given(known=st.integers(0, 31), end=st.integers(1, 32))
def test_a_collision_is_never_placed_too_late(known: int, end: int) -> None:
    """Whatever the convention was, bits up to the result are certain, and there is at least one more."""
    if end <= known:
        return
    for origin in (0, known - known % 8, known):
        result = collision_end(end - origin, known)
        assert known < result <= end
    assert collision_end(0, known) == 0


@pytest.mark.parametrize("origin", ["relative", "absolute"])
def test_random_fields_without_a_chip(origin: str) -> None:
    rng = random.Random(origin)
    for _ in range(1000):
        field = Field()
        uids = random_field(rng)
        for uid in uids:
            field.put(Tag(uid))
        link = FieldLink(field, origin)
        found, garbled = inventory(link)
        assert set(found) == uids
        assert len(found) == len(uids)
        assert not garbled


def test_frames_of_one_tag_alone() -> None:
    field = Field()
    field.put(Tag(A))
    link = FieldLink(field)
    assert inventory(link) == ([A], False)
    assert [frame.hex()[:4] for frame in link.frames] == ["26", "9320", "9370", "9520", "9570", "5000", "26"]


@pytest.mark.parametrize("newcomers", [0, 1, 3])
def test_the_last_known_tag_is_left_awake_unless_others_answer(newcomers: int) -> None:
    rng = random.Random(newcomers)
    uids = [b"\x04" + rng.randbytes(6) for _ in range(2 + newcomers)]
    field = Field(random.Random(1))
    for uid in uids:
        field.put(Tag(uid))
    link = FieldLink(field)
    visit = Inventory(link)
    visit.run(uids[:2], 2)
    assert sorted(visit.uids) == sorted(uids)
    assert (visit.garbled, visit.irregular) == (False, False)
    assert visit.misses == dict.fromkeys(uids[:2], (0, 0))
    assert link.frames.count(HLTA) == (2 + newcomers if newcomers else 1)


def test_an_answer_lost_at_any_one_frame() -> None:
    """Found all the same, said to be garbled, or (its first answer lost) not heard at all; never anything else."""
    for lost in range(1, 8):
        field = Field()
        field.put(Tag(A))
        link = FieldLink(field)
        link.deaf = {lost}
        assert inventory(link) in (([A], False), ([], True), ([], False) if lost == 1 else None)


def test_a_uid_whose_check_byte_is_wrong_is_not_reported() -> None:
    bad = (CLEAN, b"\x11\x22\x33\x44\x45", 40, 0)
    assert inventory(Tape(*[ATQA, bad, bad, bad] * 9)) == ([], True)


def test_a_uid_whose_check_byte_is_wrong_is_asked_for_again() -> None:
    tape = Tape(ATQA, (CLEAN, b"\x11\x22\x33\x44\x45", 40, 0), PART, sak(8), *PROOF)
    assert inventory(tape) == ([b"\x11\x22\x33\x44"], False)
    assert [frame[:4] for frame in tape.frames[:4]] == ["26", "9320", "9320", "9370"]


def test_a_collision_that_was_none_is_tried_the_other_way() -> None:
    """Noise that looks like a collision in the first bit: nobody has it as 0, so it is asked for as 1."""
    rest = (CLEAN, b"\x10\x22\x33\x44\x44", 39, 0)
    tape = Tape(ATQA, (COLLISION, bytes(5), 40, 1), (SILENT, b"", 0, 0), rest, sak(8), *PROOF)
    assert inventory(tape) == ([b"\x11\x22\x33\x44"], False)
    assert tape.frames[2:4] == ["932100", "932101"]


def test_a_uid_whose_sak_is_wrong_is_not_reported() -> None:
    for answer in ((CLEAN, b"\x08\x00\x00", 24, 0), (CLEAN, sak(8)[1], 23, 0), (BROKEN, *sak(8)[1:])):
        assert inventory(Tape(*[ATQA, PART, answer] * 9)) == ([], True)


def test_a_cascade_tag_and_its_sak_must_agree() -> None:
    cascaded = (CLEAN, b"\x88\x22\x33\x44\xdd", 40, 0)
    assert inventory(Tape(*[ATQA, cascaded, sak(0x08)] * 9)) == ([], True)
    assert inventory(Tape(*[ATQA, PART, sak(0x04)] * 9)) == ([], True)
    assert inventory(Tape(*[ATQA, *[cascaded, sak(0x04)] * 3] * 9)) == ([], True)


def test_garble_resolved_later_is_no_garble() -> None:
    tape = Tape(ATQA, (BROKEN, b"", 0, 0), PART, sak(8), *PROOF)
    assert inventory(tape) == ([b"\x11\x22\x33\x44"], False)


GARBLE, SILENCE = (BROKEN, b"", 0, 0), (SILENT, b"", 0, 0)


def test_a_damaged_sak_of_a_known_tag_is_read_on() -> None:
    """Whoever answers a SELECT has compared all its bits, and waits for the next level."""
    tape = Tape(ATQA, GARBLE, sak(0))
    visit = Inventory(tape)
    visit.run([A], 1)
    assert (visit.uids, visit.misses, visit.garbled) == ([A], {A: (0, 0)}, False)
    assert [frame[:4] for frame in tape.frames[:3]] == ["26", "9370", "9570"]


@pytest.mark.parametrize("damaged", [GARBLE, (CLEAN, b"\x04\x00\x00", 24, 0)])
def test_a_damaged_sak_of_a_newcomer_is_read_on_and_then_proved(damaged: tuple[int, bytes, int, int]) -> None:
    upper, lower = [(CLEAN, part, 40, 0) for part in levels(A)]
    proof = [ATQA, sak(4), sak(0)]
    tape = Tape(ATQA, upper, damaged, lower, sak(0), SILENCE, *proof)
    assert inventory(tape) == ([A], False)
    assert inventory(Tape(ATQA, upper, damaged, lower, sak(0))) == ([], True)


def test_a_newcomer_whose_answer_to_the_wake_up_is_missed_is_proved_all_the_same() -> None:
    part = levels(b"\x11\x22\x33\x44")[0]
    for heard in (SILENCE, ATQA):
        tape = Tape(ATQA, GARBLE, (CLEAN, part, 40, 0), sak(8), SILENCE, heard, sak(8))
        assert inventory(tape) == ([b"\x11\x22\x33\x44"], False)


def test_a_proof_that_failed_begins_again_with_all_asleep() -> None:
    part = levels(b"\x11\x22\x33\x44")[0]
    tape = Tape(ATQA, GARBLE, (CLEAN, part, 40, 0), sak(8), SILENCE, ATQA, GARBLE, SILENCE, ATQA, sak(8))
    assert inventory(tape) == ([b"\x11\x22\x33\x44"], False)
    assert [frame[:4] for frame in tape.frames[5:10]] == ["52", "9370", "5000", "52", "9370"]


def test_in_an_irregular_visit_a_request_is_heard_that_comes_after_two_in_vain() -> None:
    """The answer to the first was missed, so the second was ignored. Where nobody is heard at all, two are enough."""
    tape = Tape(ATQA, sak(4), sak(0), SILENCE, *[SILENCE] * 4, ATQA, PART, sak(8), *PROOF)
    visit = Inventory(tape)
    visit.run([A], ROUGH_TRIES)
    assert visit.uids == [A, b"\x11\x22\x33\x44"]
    nobody = Tape()
    Inventory(nobody).run([A], 1)
    assert nobody.frames[-2:] == ["26", "26"] != nobody.frames[-3:-1]


@pytest.mark.parametrize("failed", [[ATQA, sak(4), GARBLE], [ATQA, SILENCE, SILENCE]])
def test_where_a_tag_was_heard_badly_who_answered_a_request_unheard_is_asked_on(
    failed: list[tuple[int, bytes, int, int]],
) -> None:
    """It would ignore another request; that it answers is enough, and it is asked once more what."""
    found = [SILENCE, ATQA, sak(4), sak(0), SILENCE]
    tape = Tape(*failed, *found, SILENCE, PART, PART, sak(8), *PROOF)
    visit = Inventory(tape)
    visit.run([A], 2)
    assert visit.uids == [A, b"\x11\x22\x33\x44"]
    nobody = Tape(*failed, *found)
    Inventory(nobody).run([A], 2)
    assert nobody.frames[-6:] == ["26", "9320"] * 3


def test_where_much_is_missed_who_answered_a_request_unheard_is_asked_on_from_the_beginning() -> None:
    """Whatever the known tag did this time."""
    for tries, asked in ((ROUGH_TRIES, ["26", "9320"] * 3), (ROUGH_TRIES - 1, ["26"])):
        visit = Inventory(nobody_else := Tape(ATQA, sak(4), sak(0)))
        visit.run([A], tries)
        assert (visit.uids, nobody_else.frames[4:]) == ([A], asked)


def test_where_a_tag_is_missing_nobody_is_asked_on() -> None:
    """Perhaps it was lifted, which is to be known first."""
    tape = Tape(ATQA, sak(4), GARBLE, SILENCE, SILENCE, SILENCE, ATQA, sak(4), sak(0))
    Inventory(tape).run([A, b"\x01\x02\x03\x04"], 2)
    assert tape.frames[-3:] == ["26", "26", "26"]


@pytest.mark.parametrize("proven", [True, False])
def test_levels_of_two_tags_are_never_joined(proven: bool) -> None:
    """A tag that slept through wake-up and first level could answer at the second, in another's name.

    In a visit in which anything was garbled, a long UID must be selected again from a fresh wake-up, and silence there
    (twice, and once more for each time a tag ignores the wake-up) unmasks the mixture.
    """
    upper, lower = levels(A)
    silence = SILENCE
    single_out = [ATQA, GARBLE, (CLEAN, upper, 40, 0), sak(4), (CLEAN, lower, 40, 0), sak(0), silence]
    proof = [ATQA, sak(4), sak(0) if proven else silence]
    answers = [*single_out, *proof, silence, silence] if proven else [*single_out, *proof * 4]
    assert inventory(Tape(*answers)) == (([A], False) if proven else ([], True))


def test_a_field_of_endless_new_tags_ends() -> None:
    class Endless(Link):
        count = 0

        def transceive(
            self, data: bytes, last_bits: int, align: int, want: int
        ) -> tuple[int, bytes, int, int]:
            if data == iso14443a.REQA:
                self.count += 1
                return ATQA
            if data[0] == 0x93 and data[1] == 0x20:
                uid = self.count.to_bytes(4, "little")
                return CLEAN, levels(uid)[0], 40, 0
            return sak(8) if data[0] == 0x93 else (SILENT, b"", 0, 0)

    uids, garbled = inventory(Endless())
    assert len(uids) == iso14443a.MOST_TAGS
    assert garbled


@given(seed=st.integers(0, 2**32))
def test_any_answers_at_all_end_and_make_no_tag(seed: int) -> None:
    """Random states, bytes and figures for every frame: bounded, and no UID (a CRC of 16 bits stands before it)."""
    rng = random.Random(seed)

    class Chaos(Link):
        count = 0

        def transceive(
            self, data: bytes, last_bits: int, align: int, want: int
        ) -> tuple[int, bytes, int, int]:
            self.count += 1
            return (
                rng.randrange(4),
                rng.randbytes(rng.randint(0, want)),
                rng.randint(0, 40),
                rng.randint(0, 32),
            )

    link = Chaos()
    assert inventory(link)[0] == []
    assert link.count < 2000


@pytest.mark.parametrize(
    ("first", "known", "told"),
    [
        (sak(4), [A], True),
        (sak(4), [A, A[:3] + b"\x01\x02\x03\x04"], False),
        (SILENCE, [A], False),
        (GARBLE, [A], False),
        ((CLEAN, b"\x04\x00\x00", 24, 0), [A], False),
        (sak(0), [A], False),
    ],
)
def test_only_a_clean_answer_to_its_own_part_proves_that_a_tag_is_there(
    first: tuple[int, bytes, int, int], known: list[bytes], told: bool
) -> None:
    visit = Inventory(Tape(ATQA, first, *[SILENCE] * 20))
    visit.run(known, 1)
    assert (visit.uids, visit.in_part) == ([], told)


@pytest.mark.parametrize(("second", "told"), [((sak(4), sak(0)), False), ((sak(4), SILENCE), True)])
def test_a_part_of_a_tag_that_another_try_found_is_told_of_nobody(
    second: tuple[tuple[int, bytes, int, int], ...], told: bool
) -> None:
    """Beside one that was lifted: it is no sign of that."""
    lifted = b"\x05\x01\x02\x03\x04\x05\x06"
    visit = Inventory(Tape(ATQA, sak(4), *[SILENCE] * 5, ATQA, *second, *[SILENCE] * 40))
    visit.run([A, lifted], 2)
    assert visit.parts[:1] == (A,)
    assert ((A in visit.uids), visit.in_part) == (not told, told)
